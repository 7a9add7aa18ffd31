#include "mrctl/http/redaction.hpp"

#include "mrctl/base/ascii.hpp"

#include "spellings.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace mrctl::http {

namespace {

constexpr std::string_view replacement = "[redacted]";

constexpr std::array<std::string_view, 9> sensitive_headers{
    "authorization", "proxy-authorization", "cookie",         "set-cookie",     "x-api-key",
    "api-key",       "x-auth-token",        "x-goog-api-key", "x-session-token"};

void replace_all(std::string& text, std::string_view what) {
  auto found = find_spelling(text, what, 0);
  if (found.length == 0) return;
  std::string out;
  std::size_t done = 0;
  for (; found.length > 0; found = find_spelling(text, what, done)) {
    out.append(text, done, found.begin - done).append(replacement);
    done = found.begin + found.length;
  }
  text = out.append(text, done);
}

// Every form of every secret that a text of that size has room for, the longer ones first: one
// secret may be the beginning of another. No form is shorter than its secret.
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

// Returns where the value begins if, from `at`, there are only a closing quote, blanks and a colon.
std::size_t value_after(std::string_view line, std::size_t at) {
  if (at < line.size() && line[at] == '"') ++at;
  at = std::min(line.find_first_not_of(" \t", at), line.size());
  return at < line.size() && line[at] == ':' ? at + 1 : std::string_view::npos;
}

// Returns the first place in the line where the value of a sensitive header begins.
std::size_t find_sensitive_value(std::string_view line) {
  const auto lowered = lower_case(line);
  auto first = std::string_view::npos;
  for (const auto name : sensitive_headers)
    for (auto at = lowered.find(name); at != std::string::npos; at = lowered.find(name, at + 1))
      first = std::min(first, value_after(lowered, at + name.size()));
  return first;
}

std::string hide_header(std::string_view line) {
  const auto value = find_sensitive_value(line);
  if (value == std::string_view::npos) return std::string(line);
  return std::string(line.substr(0, value)).append(" ").append(replacement);
}

void hide_user_information(std::string& line) {
  constexpr std::string_view mark = "://";
  for (auto at = line.find(mark); at != std::string::npos; at = line.find(mark, at)) {
    at += mark.size();
    const auto authority =
        std::string_view(line).substr(at, line.find_first_of("/?# \t\"'", at) - at);
    if (const auto end = authority.rfind('@'); end != std::string_view::npos)
      line.replace(at, end, replacement);
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
  return std::find(sensitive_headers.begin(), sensitive_headers.end(), lower_case(name)) !=
         sensitive_headers.end();
}

} // namespace mrctl::http
