#include "mrctl/json/text.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/tokens.hpp"

#include "scan.hpp"

#include <algorithm>

namespace mrctl {

namespace {

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(white_space, at), text.size());
}

void break_line(std::string& out, std::size_t depth) {
  out += '\n';
  out.append(2 * depth, ' ');
}

// A parsed value has the key however it is written ("\u0064ata"), so texts must be found in the
// same way. Escapes only make a key longer.
bool is_key(std::string_view written, std::string_view key) {
  if (written.size() <= key.size()) return written == key;
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
  JsonTokens tokens(object);
  tokens.visit_members([&](std::string_view key) {
    members.push_back({key, tokens.next_value()});
  });
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
  JsonTokens tokens(object);
  tokens.visit_members([&](std::string_view written) {
    const auto value = tokens.next_value();
    if (is_key(written, key)) found = value;
  });
  return found;
}

std::vector<std::string_view> json_elements(std::string_view array) {
  std::vector<std::string_view> elements;
  JsonTokens tokens(array);
  tokens.visit_elements([&] { elements.push_back(tokens.next_value()); });
  return elements;
}

} // namespace mrctl
