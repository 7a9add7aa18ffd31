#include "mrctl/base/ascii.hpp"
#include "mrctl/base/white_space.hpp"
#include "mrctl/exchange/user_information.hpp"
#include "mrctl/http/redaction.hpp"

#include <algorithm>
#include <array>

namespace mrctl::http {

namespace {

constexpr std::string_view key_beginning = "sk-";
constexpr std::size_t shortest_key = 16;
constexpr std::array<std::string_view, 2> telling_members{"label", "key"};

void add_user_information(std::vector<Secret>& secrets, std::string_view argument) {
  if (argument.find(authority_mark) == std::string_view::npos) return;
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

// Returns the string that is the value of the member whose name ends at `at`; nothing if that is no
// name, or the value no string.
Part value_of_member(std::string_view text, std::size_t at) {
  const auto behind_name = after_quote(text, at);
  if (behind_name == std::string_view::npos) return {};
  const auto colon = skip(text, behind_name, white_space);
  if (colon == text.size() || text[colon] != ':') return {};
  const auto before_quote = skip(text, colon + 1, white_space);
  const auto begin = after_quote(text, before_quote);
  if (begin == std::string_view::npos) return {};
  return {begin, end_of_string(text, begin, begin - before_quote - 1)};
}

} // namespace

std::vector<Secret> possible_secrets(std::string_view argument) {
  std::vector<Secret> secrets;
  add_user_information(secrets, argument);
  add_keys(secrets, argument);
  return secrets;
}

std::string hide_unmasked_members(std::string_view body) {
  std::string out(body);
  for (const auto member : telling_members) {
    const auto name = "\"" + std::string(member);
    for (auto at = out.find(name); at != std::string::npos; at = out.find(name, at + 1)) {
      const auto value = value_of_member(out, at + name.size());
      const auto length = value.end - value.begin;
      if (length > 0 && !is_masked(std::string_view(out).substr(value.begin, length)))
        out.replace(value.begin, length, redacted);
    }
  }
  return out;
}

} // namespace mrctl::http
