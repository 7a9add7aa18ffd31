#include "request_log.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/http/redaction.hpp"

#include "target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::emulator {

namespace {

constexpr int most_layers = 8;

using Texts = std::vector<std::string>;

bool holds(std::string_view text, const Texts& keys) {
  return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
    const Secret secret(key);
    return key == text ||
           (http::stands_out(secret) && http::hide_secrets(text, std::span(&secret, 1)) != text);
  });
}

// Returns whether `finds` finds something in the text, however often it is percent-encoded.
template <class Finds>
bool holds_encoded(std::string_view text, Finds finds) {
  std::string plain(text);
  for (int layer = 0; layer < most_layers; ++layer) {
    if (finds(std::string_view(plain))) return true;
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
  Texts known{keys.management, keys.inference};
  if (const auto key = bearer_key(request.headers); key && !key->empty()) known.emplace_back(*key);
  const auto is_secret = [&](std::string_view text) { return holds(text, known); };
  const auto may_be_secret = [&](std::string_view text) {
    return is_secret(text) || !http::possible_secrets(text).empty();
  };
  std::string_view rest = request.target;
  rest = rest.substr(0, rest.find_first_of("?#"));
  Texts with_slash;
  std::ranges::copy_if(known, std::back_inserter(with_slash),
                       [](const std::string& key) { return key.find('/') != std::string::npos; });
  if (holds_encoded(rest, [&](std::string_view text) { return holds(text, with_slash); }))
    return std::string(http::redacted);
  std::string out;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('/', 1), rest.size());
    const auto start = rest.starts_with('/') ? 1U : 0U;
    const auto segment = rest.substr(start, end - start);
    out += rest.substr(0, start);
    out += holds_encoded(segment, may_be_secret) ? http::redacted : segment;
    rest.remove_prefix(end);
  }
  return out;
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
