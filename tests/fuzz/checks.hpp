#pragma once

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace mrctl::fuzz {

// Ends the program where something does not hold.
inline void require(bool holds, std::string_view what, std::string_view text = {}) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(text.size()), text.data());
  std::abort();
}

// Whether the text is UTF-8 without control characters but the allowed ones.
inline bool has_no_controls(std::string_view text, std::string_view allowed) {
  const auto is_fine = [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte != 0x7F) || allowed.find(c) != std::string_view::npos;
  };
  return std::all_of(text.begin(), text.end(), is_fine) && !find_invalid_utf8(text);
}

// Whether nothing in the text but line ends would act on a terminal or turn what is shown around:
// the controls of C1 and the bidirectional marks included.
inline bool is_safe_to_show(std::string_view text) {
  constexpr std::array<std::string_view, 12> marks{"\u200E", "\u200F", "\u061C", "\u202A",
                                                   "\u202B", "\u202C", "\u202D", "\u202E",
                                                   "\u2066", "\u2067", "\u2068", "\u2069"};
  if (!has_no_controls(text, "\n")) return false;
  for (auto at = text.find('\xC2'); at != std::string_view::npos; at = text.find('\xC2', at + 1))
    if (static_cast<unsigned char>(text[at + 1]) < 0xA0) return false;
  return std::none_of(marks.begin(), marks.end(), [&](std::string_view mark) {
    return text.find(mark) != std::string_view::npos;
  });
}

} // namespace mrctl::fuzz
