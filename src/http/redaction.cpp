#include "mrctl/http/redaction.hpp"

#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

namespace {

struct Found {
  std::size_t begin = 0;
  std::size_t length = 0; // 0: not found
};

constexpr std::string_view base64_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Fewer characters occur in texts by chance.
constexpr std::size_t shortest_encoding = 8;

// Returns whether the text begins with the two hexadecimal digits of the character.
bool has_digits_of(std::string_view text, char c) {
  if (text.size() < 2) return false;
  const int byte = static_cast<unsigned char>(c);
  return value_of_hex_digit(text[0]) == byte / 16 && value_of_hex_digit(text[1]) == byte % 16;
}

// Returns how many bytes "%2F" takes, or "%252F" if it was encoded again; 0 for none.
std::size_t percent_encoded(std::string_view text, char c) {
  std::size_t length = 1;
  for (text.remove_prefix(1); !has_digits_of(text, c); text.remove_prefix(2), length += 2)
    if (!text.starts_with("25")) return 0;
  return length + 2;
}

// Returns how many bytes an escaped character takes in a JSON string, which may be nested and have
// several backslashes; 0 for none.
std::size_t escaped(std::string_view text, char c) {
  const auto backslashes = std::min(text.find_first_not_of('\\'), text.size());
  const auto rest = text.substr(backslashes);
  if (rest.starts_with("u00") && has_digits_of(rest.substr(3), c)) return backslashes + 5;
  if (c == '\\') return backslashes;
  return rest.starts_with(c) ? backslashes + 1 : 0;
}

// Returns how many bytes at the beginning of the text spell the character; 0 for none.
std::size_t spelled(std::string_view text, char c) {
  if (text.empty()) return 0;
  if (text[0] == '%')
    if (const auto length = percent_encoded(text, c); length > 0) return length;
  if (text[0] == '\\') return escaped(text, c);
  return text[0] == c ? 1 : 0;
}

// Returns how many bytes at the beginning of the text spell all of it; 0 for none.
std::size_t spelled(std::string_view text, std::string_view what) {
  if (text.substr(0, what.size()) == what) return what.size();
  std::size_t at = 0;
  for (std::size_t i = 0; i < what.size(); ++i) {
    const auto length = spelled(text.substr(at), what[i]);
    if (length == 0) return 0;
    at += length;
    // A run of backslashes may stand for a shorter one, doubled at each nesting level.
    while (what[i] == '\\' && i + 1 < what.size() && what[i + 1] == '\\' && text[at - 1] == '\\')
      ++i;
  }
  return at;
}

// Returns the base64 characters of a secret that do not depend on what follows it; empty if they
// are so few that they occur by chance.
std::string base64_core(std::string_view bytes) {
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8U | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6)
      out += base64_alphabet[bits >> static_cast<unsigned>(count - 6) & 63U];
  }
  return out.size() < shortest_encoding ? std::string() : out;
}

// Returns the first place from `from` on where the text spells `what`, each character as itself, as
// %XX of a URL, or as an escape of a JSON string.
Found find_spelling(std::string_view text, std::string_view what, std::size_t from) {
  if (what.empty()) return {};
  const std::array<char, 3> beginnings{what.front(), '%', '\\'};
  const std::string_view set(beginnings.data(), beginnings.size());
  for (auto at = text.find_first_of(set, from); at != std::string_view::npos;
       at = text.find_first_of(set, at + 1)) {
    if (const auto length = spelled(text.substr(at), what); length > 0) return {at, length};
    // The rest of a run of backslashes is spelled no better than the whole.
    if (text[at] == '\\') at = std::min(text.find_first_not_of('\\', at), text.size()) - 1;
  }
  return {};
}

// Beginnings and ends of the names of headers and JSON members that contain credentials. An
// underscore counts as a hyphen.
constexpr std::array<std::string_view, 2> sensitive_beginnings{"x-secret", "secret-"};
constexpr std::array<std::string_view, 13> sensitive_endings{
    "authorization", "cookie",           "api-key",     "apikey", "auth-key",
    "access-key",    "subscription-key", "private-key", "-token", "authtoken",
    "accesstoken",   "-secret",          "password"};

// Whole names of headers that carry a credential, with or without "x-" before them. In JSON and in
// sentences these words are too common.
constexpr std::array<std::string_view, 9> sensitive_names{
    "auth", "authentication", "credential", "credentials", "jwt",
    "key",  "secret",         "session",    "token"};

void replace_all(std::string& text, std::string_view what) {
  auto found = find_spelling(text, what, 0);
  if (found.length == 0) return;
  std::string out;
  std::size_t done = 0;
  for (; found.length > 0; found = find_spelling(text, what, done)) {
    out.append(text, done, found.begin - done).append(redacted);
    done = found.begin + found.length;
  }
  text = out.append(text, done);
}

// Hides parts of a text, which come in the order of their beginnings. Of two that overlap, the
// first one counts.
std::string without(std::string_view text, std::span<const Found> parts) {
  std::string out;
  std::size_t done = 0;
  for (const auto& part : parts) {
    if (part.begin < done) continue;
    out.append(text, done, part.begin - done).append(redacted);
    done = part.begin + part.length;
  }
  return out.append(text, done);
}

// Returns the last word of a text, ignoring trailing spaces and a closing quote.
std::string_view name_before_colon(std::string_view text) {
  const auto last = text.find_last_not_of(" \t\"\\");
  text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  auto begin = text.size();
  while (begin > 0 && is_alphanumeric(text[begin - 1], "-_"))
    --begin;
  return text.substr(begin);
}

std::string normalised(std::string_view name) {
  auto word = lower_case(name);
  std::ranges::replace(word, '_', '-');
  return word;
}

bool has_sensitive_part(std::string_view name) {
  const auto word = normalised(name);
  const auto begins = [&](std::string_view part) { return word.starts_with(part); };
  const auto ends = [&](std::string_view part) { return word.ends_with(part); };
  return std::ranges::any_of(sensitive_beginnings, begins) ||
         std::ranges::any_of(sensitive_endings, ends);
}

// Returns whether a name after this text is a header's: it begins a line, of a trace ("> ") or
// not, or follows the bracket in libcurl's remarks on HTTP/2.
bool begins_header(std::string_view before) {
  return before.empty() || before == "> " || before == "< " || before == "export " ||
         before.ends_with('[');
}

// Returns the first place in the line where the value of a sensitive header, or of a variable with
// such a name ("API_KEY=…"), begins.
std::size_t find_sensitive_value(std::string_view line) {
  constexpr std::string_view marks = ":=";
  for (auto colon = line.find_first_of(marks); colon != std::string_view::npos;
       colon = line.find_first_of(marks, colon + 1)) {
    const auto name = name_before_colon(line.substr(0, colon));
    const auto before = line.substr(0, static_cast<std::size_t>(name.data() - line.data()));
    if (begins_header(before) ? is_sensitive_header(name) : has_sensitive_part(name))
      return colon + 1;
  }
  return std::string_view::npos;
}

std::string hide_header(std::string_view line) {
  const auto value = find_sensitive_value(line);
  if (value == std::string_view::npos) return std::string(line);
  return std::string(line.substr(0, value)).append(" ").append(redacted);
}

std::string without_user_information(std::string_view line) {
  std::vector<Found> parts;
  for (auto at = line.find(authority_mark); at != std::string::npos;
       at = line.find(authority_mark, at)) {
    at += authority_mark.size();
    const auto authority = line.substr(at, line.find_first_of("/?# \t\"'", at) - at);
    if (const auto end = authority.rfind('@'); end != std::string_view::npos)
      parts.push_back({at, end});
  }
  return without(line, parts);
}

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
  if (name.find('\\') == std::string_view::npos) return std::string(name);
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    const auto escape = skip(name, i, "\\");
    unsigned code = 0;
    const auto digits = name.substr(std::min(escape + 1, name.size()), 4);
    const bool is_escape =
        escape > i && name.substr(escape, 1) == "u" && digits.size() == 4 &&
        std::from_chars(digits.begin(), digits.end(), code, 16).ptr == digits.end();
    const auto end = is_escape ? escape + 5 : std::max(escape, i + 1);
    out += is_escape ? std::string(1, static_cast<char>(code)) : std::string(name, i, end - i);
    i = end;
  }
  return out;
}

} // namespace

void HiddenSecrets::add(const Secret& secret) {
  for (auto form : {std::string(secret.reveal()), base64_core(secret.reveal())})
    if (!form.empty()) forms_.push_back(std::move(form));
  std::ranges::stable_sort(forms_, std::greater(), &std::string::size);
}

std::string HiddenSecrets::hide(std::string_view text) const {
  std::string out(text);
  for (const auto& form : forms_)
    if (form.size() <= text.size()) replace_all(out, form);
  return out;
}

std::string hide_secrets(std::string_view text, std::span<const Secret> secrets) {
  HiddenSecrets hidden;
  for (const auto& secret : secrets)
    hidden.add(secret);
  return hidden.hide(text);
}

std::string redact(std::string_view text, std::span<const Secret> secrets) {
  const auto hidden = hide_secrets(text, secrets);
  std::string out;
  for (const auto line : split(hidden, '\n'))
    out.append(without_user_information(hide_header(line))) += '\n';
  out.pop_back();
  return out;
}

bool is_sensitive_header(std::string_view name) {
  const auto word = normalised(name);
  const auto bare = std::string_view(word).substr(word.starts_with("x-") ? 2 : 0);
  return has_sensitive_part(name) || contains(sensitive_names, bare);
}

std::vector<Secret> possible_secrets(std::string_view argument) {
  std::vector<Secret> secrets;
  add_user_information(secrets, argument);
  for (const auto key : key_words(argument))
    secrets.emplace_back(std::string(key));
  return secrets;
}

std::string hide_possible_keys(std::string_view text) {
  return without(text, mapped(key_words(text), [&](std::string_view key) {
                   return Found{static_cast<std::size_t>(key.data() - text.data()), key.size()};
                 }));
}

std::string hide_unmasked_members(std::string_view body) {
  std::string out;
  std::size_t done = 0;
  for (auto at = body.find('"'); at != std::string_view::npos; at = body.find('"', at + 1)) {
    auto name = body.substr(at + 1, body.find('"', at + 1) - at - 1);
    name = name.substr(0, name.find_last_not_of('\\') + 1);
    if (!contains(telling_members, decoded(name))) continue;
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
