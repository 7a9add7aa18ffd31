#include "mrctl/base/percent_encoding.hpp"

namespace mrctl {

std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return std::nullopt;
  const auto high = value_of_hex_digit(text[1]);
  const auto low = value_of_hex_digit(text[2]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = escaped_byte(text.substr(i));
    out += byte.value_or(text[i]);
    if (byte) i += 2;
  }
  return out;
}

} // namespace mrctl
