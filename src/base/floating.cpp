#include "mrctl/base/floating.hpp"

#include "mrctl/base/ascii.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>

namespace mrctl {

namespace {

// strtod() also reads words, hexadecimal digits and white space.
bool is_plain(char c) {
  return is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '-' || c == '+';
}

} // namespace

// std::from_chars() would make each start of a release load the mathematical library
// (docs/decisions/0011).
std::optional<double> parse_double(std::string_view text) {
  if (text.starts_with('+') || !std::all_of(text.begin(), text.end(), is_plain))
    return std::nullopt;
  const std::string terminated(text);
  char* end = nullptr;
  errno = 0;
  const auto value = std::strtod(terminated.c_str(), &end);
  const bool is_whole = !text.empty() && end == terminated.c_str() + terminated.size();
  const bool is_out_of_range = errno == ERANGE && (value == 0 || std::isinf(value));
  return is_whole && !is_out_of_range ? std::optional(value) : std::nullopt;
}

} // namespace mrctl
