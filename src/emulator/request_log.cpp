#include "request_log.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include "target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::emulator {

namespace {

constexpr std::string_view replacement = "[redacted]";

constexpr std::size_t shortest_telling = 8; // a shorter key could hide half of every path

constexpr std::size_t shortest_key_word = 16;

constexpr int most_layers = 8;

bool is_word_letter(char c) {
  return is_alphanumeric(c) || c == '-' || c == '_';
}

bool holds_key_word(std::string_view text) {
  constexpr std::string_view prefix = "sk-";
  for (auto at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at + 1)) {
    if (at > 0 && is_word_letter(text[at - 1])) continue;
    const auto word = text.substr(at);
    const auto* end = std::find_if_not(word.begin(), word.end(), is_word_letter);
    if (end - word.begin() >= static_cast<std::ptrdiff_t>(shortest_key_word)) return true;
  }
  return false;
}

bool holds(std::string_view text, std::string_view secret) {
  if (secret.empty()) return false;
  if (secret.size() < shortest_telling) return text == secret;
  return text.find(secret) != std::string_view::npos;
}

using Secrets = std::vector<std::string_view>;

bool holds_secret(std::string_view text, const Secrets& secrets) {
  std::string plain(text);
  for (int layer = 0; layer < most_layers; ++layer) {
    if (holds_key_word(plain) ||
        std::any_of(secrets.begin(), secrets.end(),
                    [&](std::string_view secret) { return holds(plain, secret); }))
      return true;
    auto inner = percent_decoded(plain);
    if (inner == plain) return false;
    plain = std::move(inner);
  }
  return true; // nothing legitimate is encoded so often
}

// Returns the path of the target without its query. Segments that contain one of the keys, the key
// that the request came with, or what looks like a key of the service ("sk-" and a long word) are
// "[redacted]", however often they are percent-encoded.
std::string hidden_path(const Request& request, const Keys& keys) {
  const Secrets secrets{keys.management, keys.inference,
                        bearer_key(request.headers).value_or(std::string_view())};
  std::string_view rest = request.target;
  rest = rest.substr(0, rest.find_first_of("?#"));
  std::string out;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('/', 1), rest.size());
    const auto start = rest.starts_with('/') ? 1U : 0U;
    const auto segment = rest.substr(start, end - start);
    out += rest.substr(0, start);
    out += holds_secret(segment, secrets) ? replacement : segment;
    rest.remove_prefix(end);
  }
  return holds_secret(out, secrets) ? std::string(replacement) : out; // a key with a slash
}

std::string visible(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return out;
}

std::string result_text(const Outcome& outcome) {
  switch (outcome.ending) {
  case Ending::answer:
    return std::to_string(outcome.response.status);
  case Ending::truncate:
    return std::to_string(outcome.response.status) + " truncated";
  case Ending::reset:
    return "reset";
  case Ending::hang:
    break;
  }
  return "hang";
}

// What is no method may be anything, a key as well.
std::string method_word(const std::string& method) {
  const bool is_word = std::all_of(method.begin(), method.end(), is_upper_case);
  return is_word ? method : "?";
}

std::string line_of(std::string_view method, std::string_view path, const Outcome& outcome,
                    std::chrono::nanoseconds taken) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
  return fmt::format("{} {} {} {} ms", method, path, result_text(outcome), milliseconds);
}

// One call, so that the lines of several threads do not mix.
void write(const std::string& line) {
  std::fputs((line + "\n").c_str(), stderr);
}

} // namespace

std::string log_line(const Request& request, const Outcome& outcome, std::chrono::nanoseconds taken,
                     const Keys& keys) {
  return line_of(method_word(request.method), visible(hidden_path(request, keys)), outcome, taken);
}

void log_request(const Request& request, const Outcome& outcome, std::chrono::nanoseconds taken,
                 const Keys& keys) {
  write(log_line(request, outcome, taken, keys));
}

void log_unreadable(const Outcome& outcome, std::chrono::nanoseconds taken) {
  write(line_of("-", "-", outcome, taken));
}

} // namespace mrctl::emulator
