#include "mrctl/http/redaction.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/user_information.hpp"

#include "spellings.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace mrctl::http {

namespace {

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

// Fewer characters of a truncated secret are not worth hiding: masked keys show four.
constexpr std::size_t shortest_part = 8;
constexpr std::array<std::string_view, 2> ellipses{"…", "..."};

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

bool has_ellipsis_at(std::string_view text, std::size_t at) {
  return std::any_of(ellipses.begin(), ellipses.end(),
                     [&](std::string_view mark) { return text.substr(at).starts_with(mark); });
}

bool has_ellipsis_before(std::string_view text, std::size_t at) {
  return std::any_of(ellipses.begin(), ellipses.end(),
                     [&](std::string_view mark) { return text.substr(0, at).ends_with(mark); });
}

// Hides the beginning of a secret if an ellipsis follows it.
void hide_beginning(std::string& text, std::string_view secret) {
  const auto begin = secret.substr(0, shortest_part);
  for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    const auto found = std::string_view(text).substr(at);
    const auto* end = std::mismatch(found.begin(), found.end(), secret.begin(), secret.end()).first;
    const auto length = static_cast<std::size_t>(end - found.begin());
    if (has_ellipsis_at(text, at + length)) text.replace(at, length, redacted);
  }
}

// Hides the end of a secret if an ellipsis precedes it.
void hide_end(std::string& text, std::string_view secret) {
  const auto tail = secret.substr(secret.size() - shortest_part);
  for (auto at = text.find(tail); at != std::string::npos; at = text.find(tail, at + 1)) {
    const auto end = at + tail.size();
    auto begin = at;
    for (auto i = secret.size() - tail.size();
         i > 0 && begin > 0 && text[begin - 1] == secret[i - 1]; --i)
      --begin;
    if (has_ellipsis_before(text, begin)) text.replace(begin, end - begin, redacted);
  }
}

void hide_parts(std::string& text, std::string_view secret) {
  if (secret.size() < shortest_part) return;
  hide_beginning(text, secret);
  hide_end(text, secret);
}

// Every form of every secret that fits a text of that size, longest first, because one secret may
// be the beginning of another. No form is shorter than its secret.
std::vector<std::string> forms_of(std::span<const Secret> secrets, std::size_t room) {
  std::vector<std::string> forms;
  for (const auto& secret : secrets) {
    if (secret.reveal().size() > room) continue;
    auto own = encodings(secret.reveal());
    forms.insert(forms.end(), own.begin(), own.end());
  }
  std::stable_sort(
      forms.begin(), forms.end(),
      [](const std::string& one, const std::string& other) { return one.size() > other.size(); });
  return forms;
}

bool belongs_to_name(char c) {
  return is_alphanumeric(c) || c == '-' || c == '_';
}

// Returns the last word of a text, ignoring trailing spaces and a closing quote.
std::string_view name_before_colon(std::string_view text) {
  const auto last = text.find_last_not_of(" \t\"\\");
  text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  auto begin = text.size();
  while (begin > 0 && belongs_to_name(text[begin - 1]))
    --begin;
  return text.substr(begin);
}

std::string normalised(std::string_view name) {
  auto word = lower_case(name);
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

bool has_sensitive_part(std::string_view name) {
  const auto word = normalised(name);
  const auto begins = [&](std::string_view part) { return word.starts_with(part); };
  const auto ends = [&](std::string_view part) { return word.ends_with(part); };
  return std::any_of(sensitive_beginnings.begin(), sensitive_beginnings.end(), begins) ||
         std::any_of(sensitive_endings.begin(), sensitive_endings.end(), ends);
}

// Returns whether a name after this text is a header's: it begins a line, of a trace ("> ") or
// not, or follows the bracket in libcurl's remarks on HTTP/2.
bool begins_header(std::string_view before) {
  return before.empty() || before == "> " || before == "< " || before.ends_with('[');
}

// Returns the first place in the line where the value of a sensitive header begins.
std::size_t find_sensitive_value(std::string_view line) {
  for (auto colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
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

void hide_user_information(std::string& line) {
  for (auto at = line.find(authority_mark); at != std::string::npos;
       at = line.find(authority_mark, at)) {
    at += authority_mark.size();
    const auto authority =
        std::string_view(line).substr(at, line.find_first_of("/?# \t\"'", at) - at);
    if (const auto end = authority.rfind('@'); end != std::string_view::npos)
      line.replace(at, end, redacted);
  }
}

std::string redact_line(std::string_view line) {
  auto out = hide_header(line);
  hide_user_information(out);
  return out;
}

} // namespace

std::string hide_secrets(std::string_view text, std::span<const Secret> secrets) {
  std::string out(text);
  for (const auto& form : forms_of(secrets, text.size()))
    replace_all(out, form);
  for (const auto& secret : secrets)
    hide_parts(out, secret.reveal());
  return out;
}

bool stands_out(const Secret& secret) {
  constexpr std::size_t shortest = 8;
  return secret.reveal().size() >= shortest;
}

std::string redact(std::string_view text, std::span<const Secret> secrets) {
  const auto hidden = hide_secrets(text, secrets);
  std::string out;
  std::string_view rest = hidden;
  while (true) {
    const auto end = rest.find('\n');
    out += redact_line(rest.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += '\n';
    rest.remove_prefix(end + 1);
  }
}

bool is_sensitive_header(std::string_view name) {
  const auto word = normalised(name);
  const auto bare = std::string_view(word).substr(word.starts_with("x-") ? 2 : 0);
  return has_sensitive_part(name) ||
         std::find(sensitive_names.begin(), sensitive_names.end(), bare) != sensitive_names.end();
}

} // namespace mrctl::http
