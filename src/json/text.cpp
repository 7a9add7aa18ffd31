#include "mrctl/json/text.hpp"

#include "mrctl/json/tokens.hpp"

#include "scan.hpp"

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

constexpr std::string_view white_space = " \t\r\n";

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(white_space, at), text.size());
}

// How a character affects where a value ends.
enum class Mark : unsigned char { none, quote, opening, closing };

constexpr auto marks = [] {
  std::array<Mark, 256> table{};
  table['"'] = Mark::quote;
  table['{'] = table['['] = Mark::opening;
  table['}'] = table[']'] = Mark::closing;
  return table;
}();

// `at` is the opening bracket; returns the position after the closing one. A table is a third
// faster here than comparisons.
std::size_t skip_brackets(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size())
    switch (marks[static_cast<unsigned char>(text[at])]) {
    case Mark::quote:
      at = end_of_json_string(text, at);
      break;
    case Mark::opening:
      ++depth;
      ++at;
      break;
    case Mark::closing:
      ++at;
      if (--depth == 0) return at;
      break;
    case Mark::none:
      ++at;
    }
  return at;
}

// Returns the position after the value that begins at `at`.
std::size_t skip_value(std::string_view text, std::size_t at) {
  if (at >= text.size()) return at;
  switch (marks[static_cast<unsigned char>(text[at])]) {
  case Mark::quote:
    return end_of_json_string(text, at);
  case Mark::opening:
    return skip_brackets(text, at);
  default:
    return std::min(text.find_first_of(",]} \t\r\n", at), text.size());
  }
}

// Walks the members or elements between the brackets; `visit` gets the position where one begins
// and returns the position after it.
template <class Visit>
void walk(std::string_view text, char bracket, Visit visit) {
  auto at = skip_space(text, 0);
  if (at >= text.size() || text[at] != bracket) return;
  at = skip_space(text, at + 1);
  while (at < text.size() && text[at] != '}' && text[at] != ']') {
    at = skip_space(text, visit(at));
    if (at < text.size() && text[at] == ',') at = skip_space(text, at + 1);
  }
}

template <class Visit>
void walk_members(std::string_view object, Visit visit) {
  walk(object, '{', [&](std::size_t key_begin) {
    const auto key_end = end_of_json_string(object, key_begin);
    const auto value_begin = skip_space(object, skip_space(object, key_end) + 1);
    const auto value_end = skip_value(object, value_begin);
    visit(JsonMemberText{object.substr(key_begin + 1, key_end - key_begin - 2),
                         object.substr(value_begin, value_end - value_begin)});
    return value_end;
  });
}

void break_line(std::string& out, std::size_t depth) {
  out += '\n';
  out.append(2 * depth, ' ');
}

// A parsed value has the key however it is written ("\u0064ata"), so texts must be found in the
// same way.
bool is_key(std::string_view written, std::string_view key) {
  if (written == key) return true;
  return written.find('\\') != std::string_view::npos &&
         json_unquoted("\"" + std::string(written) + "\"") == key;
}

} // namespace

std::string compact_json(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 1); // for the line break that mostly follows
  std::size_t begin = 0;        // of the text to keep
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                                    [](char c) { return c == '"' || is_json_space(c); });
    at = static_cast<std::size_t>(found - text.begin());
    if (at == text.size()) break;
    if (text[at] == '"') {
      at = end_of_json_string(text, at);
    } else {
      out += text.substr(begin, at - begin);
      begin = at = skip_space(text, at);
    }
  }
  return out += text.substr(begin);
}

std::string pretty_json(std::string_view text) {
  std::string out;
  out.reserve(text.size() * 2);
  std::size_t depth = 0;
  for (auto at = skip_space(text, 0); at < text.size(); at = skip_space(text, at)) {
    const char c = text[at];
    if (c == '"') {
      const auto end = end_of_json_string(text, at);
      out += text.substr(at, end - at);
      at = end;
      continue;
    }
    ++at;
    if (c == '{' || c == '[') {
      const auto next = skip_space(text, at);
      out += c;
      if (next < text.size() && (text[next] == '}' || text[next] == ']')) {
        out += text[next];
        at = next + 1;
      } else {
        break_line(out, ++depth);
      }
    } else if (c == '}' || c == ']') {
      break_line(out, --depth);
      out += c;
    } else {
      out += c;
      if (c == ',') break_line(out, depth);
      if (c == ':') out += ' ';
    }
  }
  return out;
}

std::vector<JsonMemberText> json_members(std::string_view object) {
  std::vector<JsonMemberText> members;
  walk_members(object, [&](const JsonMemberText& member) { members.push_back(member); });
  return members;
}

std::optional<std::string_view> find_json_member(std::span<const JsonMemberText> members,
                                                 std::string_view key) {
  std::optional<std::string_view> found;
  for (const auto& member : members)
    if (is_key(member.key, key)) found = member.value;
  return found;
}

std::optional<std::string_view> json_member(std::string_view object, std::string_view key) {
  std::optional<std::string_view> found;
  walk_members(object, [&](const JsonMemberText& member) {
    if (is_key(member.key, key)) found = member.value;
  });
  return found;
}

std::vector<std::string_view> json_elements(std::string_view array) {
  std::vector<std::string_view> elements;
  walk(array, '[', [&](std::size_t begin) {
    const auto end = skip_value(array, begin);
    elements.push_back(array.substr(begin, end - begin));
    return end;
  });
  return elements;
}

} // namespace mrctl
