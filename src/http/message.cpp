#include "mrctl/http/message.hpp"

#include "mrctl/base/ascii.hpp"

#include <algorithm>

namespace mrctl::http {

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
