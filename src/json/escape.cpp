#include "escape.hpp"

#include "words.hpp"

namespace mrctl {

namespace {

constexpr std::size_t length_of_code = 6; // "\uXXXX"

bool is_first_half(unsigned code) {
  return code >= 0xD800 && code <= 0xDBFF;
}

bool is_second_half(unsigned code) {
  return code >= 0xDC00 && code <= 0xDFFF;
}

JsonEscape read_code(std::string_view text) {
  const auto code = read_json_escape(text);
  if (!code || is_second_half(*code)) return {};
  if (!is_first_half(*code)) return {length_of_code, *code};
  const auto other = read_json_escape(text.substr(length_of_code));
  if (!other || !is_second_half(*other)) return {};
  return {2 * length_of_code, 0x10000 + ((*code & 0x3FFU) << 10U | (*other & 0x3FFU))};
}

char byte_of(char32_t bits) {
  return static_cast<char>(static_cast<unsigned char>(bits));
}

char continuation_of(char32_t bits) {
  return byte_of(0x80U | (bits & 0x3FU));
}

} // namespace

JsonEscape read_escape(std::string_view text) {
  if (text.size() < 2 || text[0] != '\\') return {};
  if (text[1] == 'u') return read_code(text);
  const auto meaning = meaning_of_letter(text[1]);
  return meaning == 0 ? JsonEscape{} : JsonEscape{2, meaning};
}

std::string utf8_of(char32_t character) {
  if (character < 0x80) return {byte_of(character)};
  if (character < 0x800) return {byte_of(0xC0U | character >> 6U), continuation_of(character)};
  if (character < 0x10000)
    return {byte_of(0xE0U | character >> 12U), continuation_of(character >> 6U),
            continuation_of(character)};
  return {byte_of(0xF0U | character >> 18U), continuation_of(character >> 12U),
          continuation_of(character >> 6U), continuation_of(character)};
}

} // namespace mrctl
