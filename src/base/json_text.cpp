#include "mrctl/base/json_text.hpp"

#include "mrctl/base/json.hpp"
#include "mrctl/base/json_tokens.hpp"

#include <algorithm>

namespace mrctl {

namespace {

constexpr std::string_view white_space = " \t\r\n";

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(white_space, at), text.size());
}

// `at` is on the opening quote; returns the position behind the closing one.
std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

// Returns the position behind the value that begins at `at`. A look at each character is twice as
// fast here as a search for one of a set.
std::size_t skip_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at;
      continue;
    } else if (c == '}' || c == ']') {
      --depth;
      ++at;
    } else if (depth == 0) {
      return std::min(text.find_first_of(",]} \t\r\n", at), text.size());
    } else {
      ++at;
      continue;
    }
    if (depth == 0) return at;
  }
  return at;
}

// Walks the members or elements between the brackets; `visit` gets the position where one begins
// and returns the position behind it.
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

void break_line(std::string& out, std::size_t depth) {
  out += '\n';
  out.append(2 * depth, ' ');
}

// What reads values knows a key however it is written ("\u0064ata"): texts must be found alike.
bool is_key(std::string_view written, std::string_view key) {
  if (written == key) return true;
  return written.find('\\') != std::string_view::npos &&
         json_unquoted("\"" + std::string(written) + "\"") == key;
}

} // namespace

std::string compact_json(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 1); // for the line break that mostly follows
  std::size_t begin = 0;        // of what is kept
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      at = skip_string(text, at);
    } else if (is_space(text[at])) {
      out += text.substr(begin, at - begin);
      begin = at = skip_space(text, at);
    } else {
      ++at;
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
      const auto end = skip_string(text, at);
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
  walk(object, '{', [&](std::size_t key_begin) {
    const auto key_end = skip_string(object, key_begin);
    const auto value_begin = skip_space(object, skip_space(object, key_end) + 1);
    const auto value_end = skip_value(object, value_begin);
    members.push_back({object.substr(key_begin + 1, key_end - key_begin - 2),
                       object.substr(value_begin, value_end - value_begin)});
    return value_end;
  });
  return members;
}

std::optional<std::string_view> json_member(std::string_view object, std::string_view key) {
  std::optional<std::string_view> found;
  for (const auto& member : json_members(object))
    if (is_key(member.key, key)) found = member.value;
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

std::string json_quote(std::string_view text) {
  return dump_json(Json(text));
}

} // namespace mrctl
