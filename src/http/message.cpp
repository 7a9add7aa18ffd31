#include "mrctl/http/message.hpp"

#include <algorithm>

namespace mrctl::http {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

bool is_named(const Header& header, std::string_view name) {
  return equal_ignoring_case(header.name, name);
}

std::optional<std::string_view> find_header(const Headers& headers, std::string_view name) {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const Header& header) { return is_named(header, name); });
  if (found == headers.end()) return std::nullopt;
  return found->value;
}

} // namespace mrctl::http
