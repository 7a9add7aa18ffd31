#include "mrctl/base/ascii.hpp"
#include "mrctl/base/user_information.hpp"
#include "mrctl/base/white_space.hpp"
#include "mrctl/http/redaction.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace mrctl::http {

namespace {

constexpr std::string_view key_beginning = "sk-";
constexpr std::size_t shortest_key = 16;
constexpr std::array<std::string_view, 2> telling_members{"label", "key"};

void add_user_information(std::vector<Secret>& secrets, std::string_view argument) {
  if (argument.starts_with("//"))
    argument.remove_prefix(2);
  else if (argument.find(authority_mark) == std::string_view::npos)
    return;
  const auto user = user_information(argument);
  if (user.empty()) return;
  secrets.emplace_back(std::string(user));
  if (const auto colon = user.find(':'); colon != std::string_view::npos)
    secrets.emplace_back(std::string(user.substr(colon + 1)));
}

void add_keys(std::vector<Secret>& secrets, std::string_view argument) {
  for (auto at = argument.find(key_beginning); at != std::string_view::npos;
       at = argument.find(key_beginning, at + 1)) {
    if (at > 0 && is_alphanumeric(argument[at - 1])) continue;
    const auto rest = argument.substr(at);
    const auto key = rest.substr(0, rest.find_first_of(" \t\r\n\"',;"));
    if (key.size() >= shortest_key) secrets.emplace_back(std::string(key));
  }
}

std::size_t skip(std::string_view text, std::size_t at, std::string_view characters) {
  return std::min(text.find_first_not_of(characters, at), text.size());
}

// Returns the position after a quote, which nested JSON precedes with backslashes.
std::size_t after_quote(std::string_view text, std::size_t at) {
  at = skip(text, at, "\\");
  return at < text.size() && text[at] == '"' ? at + 1 : std::string_view::npos;
}

struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns where the text of a string ends whose quotes are preceded by that many backslashes.
std::size_t end_of_string(std::string_view text, std::size_t begin, std::size_t backslashes) {
  for (auto quote = text.find('"', begin); quote != std::string_view::npos;
       quote = text.find('"', quote + 1)) {
    auto first = quote;
    while (first > begin && text[first - 1] == '\\')
      --first;
    const auto found = quote - first;
    if (found == backslashes || (backslashes == 0 && found % 2 == 0)) return quote - backslashes;
  }
  return text.size();
}

// Returns where the object or list ends that begins at `begin`.
std::size_t end_of_group(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  for (auto at = begin; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '[') ++depth;
    if ((text[at] == '}' || text[at] == ']') && --depth == 0) return at + 1;
    const auto quote = skip(text, at, "\\");
    if (text.substr(quote, 1) == "\"")
      at = skip(text, end_of_string(text, quote + 1, quote - at), "\\");
    else
      at = std::max(at, quote - 1);
  }
  return text.size();
}

// Returns the value at `at` if it may be a secret, of a string the text: no `null`, `true` or
// `false`.
Part telling_value(std::string_view text, std::size_t at) {
  if (const auto begin = after_quote(text, at); begin != std::string_view::npos)
    return {begin, end_of_string(text, begin, begin - at - 1)};
  if (at < text.size() && (text[at] == '{' || text[at] == '[')) return {at, end_of_group(text, at)};
  return {at, skip(text, at, "+-.0123456789eE")};
}

// Returns the value of the member whose name ends before the quote at `at`; nothing if that is no
// name.
Part value_of_member(std::string_view text, std::size_t at) {
  const auto behind_name = after_quote(text, at);
  if (behind_name == std::string_view::npos) return {};
  const auto colon = skip(text, behind_name, white_space);
  if (colon == text.size() || text[colon] != ':') return {};
  return telling_value(text, skip(text, colon + 1, white_space));
}

// Decodes the ASCII characters of a name that are written as \u and digits, in nested JSON too.
std::string decoded(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto escape = skip(name, i, "\\");
    unsigned code = 0;
    const auto digits = name.substr(std::min(escape + 1, name.size()), 4);
    const bool is_escape =
        escape > i && name.substr(escape, 1) == "u" && digits.size() == 4 &&
        std::from_chars(digits.begin(), digits.end(), code, 16).ptr == digits.end();
    out += is_escape ? static_cast<char>(code) : name[i];
    if (is_escape) i = escape + 4;
  }
  return out;
}

bool is_telling(std::string_view name) {
  const auto plain = name.find('\\') == std::string_view::npos ? std::string(name) : decoded(name);
  return std::find(telling_members.begin(), telling_members.end(), plain) != telling_members.end();
}

} // namespace

std::vector<Secret> possible_secrets(std::string_view argument) {
  std::vector<Secret> secrets;
  add_user_information(secrets, argument);
  add_keys(secrets, argument);
  return secrets;
}

std::string hide_unmasked_members(std::string_view body) {
  std::string out;
  std::size_t done = 0;
  for (auto at = body.find('"'); at != std::string_view::npos; at = body.find('"', at + 1)) {
    auto name = body.substr(at + 1, body.find('"', at + 1) - at - 1);
    name = name.substr(0, name.find_last_not_of('\\') + 1);
    if (!is_telling(name)) continue;
    const auto value = value_of_member(body, at + 1 + name.size());
    const auto text = body.substr(value.begin, value.end - value.begin);
    if (text.empty() || is_masked(text)) continue;
    out.append(body, done, value.begin - done).append(redacted);
    done = value.end;
    at = value.end - 1;
  }
  return out.append(body, done);
}

} // namespace mrctl::http
