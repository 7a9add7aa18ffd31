#include "mrctl/base/character.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace mrctl {

namespace {

// Spaces, marks that only direct or join other characters, and fillers.
constexpr std::array<std::pair<unsigned, unsigned>, 16> invisible{{{0x00, 0x20},
                                                                   {0x7F, 0xA0},
                                                                   {0xAD, 0xAD},
                                                                   {0x034F, 0x034F},
                                                                   {0x061C, 0x061C},
                                                                   {0x115F, 0x1160},
                                                                   {0x1680, 0x1680},
                                                                   {0x17B4, 0x17B5},
                                                                   {0x180B, 0x180F},
                                                                   {0x2000, 0x200F},
                                                                   {0x2028, 0x202F},
                                                                   {0x205F, 0x206F},
                                                                   {0x2800, 0x2800},
                                                                   {0x3000, 0x3000},
                                                                   {0x3164, 0x3164},
                                                                   {0xFE00, 0xFE0F}}};

} // namespace

bool has_visible_character(std::string_view text) {
  while (!text.empty()) {
    const auto character = text.substr(0, std::max<std::size_t>(1, length_of_character(text)));
    const auto code = code_point_of(character);
    const bool is_filler = code == 0xFEFF || code == 0xFFA0 || code >= 0xE0000;
    if (!is_filler && std::ranges::none_of(invisible, [&](const auto& range) {
          return code >= range.first && code <= range.second;
        }))
      return true;
    text.remove_prefix(character.size());
  }
  return false;
}

} // namespace mrctl
