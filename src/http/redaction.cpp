#include "mrctl/http/redaction.hpp"

#include "mrctl/base/json_text.hpp"
#include "mrctl/http/url.hpp"

#include <algorithm>
#include <array>

namespace mrctl::http {

namespace {

constexpr std::string_view replacement = "[redacted]";

constexpr std::array<std::string_view, 9> sensitive_headers{
    "authorization", "proxy-authorization", "cookie",         "set-cookie",     "x-api-key",
    "api-key",       "x-auth-token",        "x-goog-api-key", "x-session-token"};

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

void replace_all(std::string& text, std::string_view what) {
  if (what.empty()) return;
  for (auto at = text.find(what); at != std::string::npos;
       at = text.find(what, at + replacement.size()))
    text.replace(at, what.size(), replacement);
}

// The spellings in which a secret may stand in a text: as itself, in a URL, in a JSON string.
std::array<std::string, 3> spellings(const Secret& secret) {
  const auto quoted = json_quote(secret.reveal());
  return {std::string(secret.reveal()), percent_encode_segment(secret.reveal()),
          quoted.substr(1, quoted.size() - 2)};
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
  for (const auto& secret : secrets)
    for (const auto& spelling : spellings(secret))
      replace_all(out, spelling);
  return out;
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
