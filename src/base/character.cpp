#include "mrctl/base/character.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

struct Characters {
  unsigned first;
  unsigned last;
};

constexpr std::array spaces{Characters{0x09, 0x0D},     Characters{0x20, 0x20},
                            Characters{0x85, 0x85},     Characters{0xA0, 0xA0},
                            Characters{0x1680, 0x1680}, Characters{0x2000, 0x200A},
                            Characters{0x2028, 0x2029}, Characters{0x202F, 0x202F},
                            Characters{0x205F, 0x205F}, Characters{0x3000, 0x3000}};

// Marks that only direct or join other characters, and fillers.
constexpr std::array fillers{
    Characters{0x00, 0x20},     Characters{0x7F, 0x9F},       Characters{0xAD, 0xAD},
    Characters{0x034F, 0x034F}, Characters{0x061C, 0x061C},   Characters{0x115F, 0x1160},
    Characters{0x17B4, 0x17B5}, Characters{0x180B, 0x180F},   Characters{0x200B, 0x200F},
    Characters{0x202A, 0x202E}, Characters{0x2060, 0x206F},   Characters{0x2800, 0x2800},
    Characters{0x3164, 0x3164}, Characters{0xFE00, 0xFE0F},   Characters{0xFEFF, 0xFEFF},
    Characters{0xFFA0, 0xFFA0}, Characters{0xE0000, 0x10FFFF}};

template <class Table>
bool is_one_of(const Table& table, unsigned code) {
  return std::ranges::any_of(
      table, [=](const Characters& some) { return code >= some.first && code <= some.last; });
}

} // namespace

std::string visible_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto character = text.substr(0, std::max<std::size_t>(1, length_of_character(text)));
    const auto code = code_point_of(character);
    if (is_one_of(spaces, code))
      out += ' ';
    else if (!is_one_of(fillers, code))
      out += character;
    text.remove_prefix(character.size());
  }
  return std::string(trimmed(out));
}

bool has_visible_character(std::string_view text) {
  return !visible_text(text).empty();
}

std::string character_words(std::string_view text, std::size_t at) {
  while (at > 0 && is_continuation(text[at]))
    --at;
  const auto character = text.substr(at, length_of_character(text.substr(at)));
  const auto where = at == 0 ? std::string("at the beginning")
                     : at + character.size() == text.size()
                         ? std::string("at the end")
                         : fmt::format("as character {}", count_characters(text.substr(0, at)) + 1);
  return fmt::format("U+{:04X} {}", code_point_of(character), where);
}

} // namespace mrctl
