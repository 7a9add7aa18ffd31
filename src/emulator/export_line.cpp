#include "export_line.hpp"

#include "mrctl/base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::emulator {

namespace {

bool is_plain(char c) {
  constexpr std::string_view marks = "-._~:/@%+,";
  return is_alphanumeric(c) || marks.find(c) != std::string_view::npos;
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += R"('\'')";
    else
      out += c;
  }
  return out + "'";
}

} // namespace

std::string export_line(std::string_view name, std::string_view value) {
  const bool needs_quotes = !std::all_of(value.begin(), value.end(), is_plain);
  return fmt::format("export {}={}\n", name, needs_quotes ? quoted(value) : std::string(value));
}

} // namespace mrctl::emulator
