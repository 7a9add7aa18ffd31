#include "request_log.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/http/redaction.hpp"

#include "target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

namespace {

// Returns the path of the target without its query. The keys of the emulator, the key that the
// request came with, and what looks like a key of the service are "[redacted]".
std::string hidden_path(const Request& request, const Keys& keys) {
  std::vector<Secret> known{Secret(keys.management), Secret(keys.inference)};
  if (const auto key = bearer_key(request.headers)) known.emplace_back(std::string(*key));
  std::erase_if(known, [](const Secret& key) { return !key.stands_out(); });
  const auto path = request.target.substr(0, request.target.find_first_of("?#"));
  return http::hide_possible_keys(http::hide_secrets(path, known));
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

std::string line_of(std::string_view method, std::string_view path, const Outcome& outcome,
                    std::chrono::nanoseconds taken) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
  return fmt::format("{} {} {} {} ms", method, path, result_text(outcome), milliseconds);
}

// The line is written by one call, so that lines of several threads do not mix.
void write(const std::string& line) {
  std::fputs((line + "\n").c_str(), stderr);
}

} // namespace

std::string log_line(const Request& request, const Outcome& outcome, std::chrono::nanoseconds taken,
                     const Keys& keys) {
  // A word in place of the method may be anything, even a key, so it is hidden.
  const bool is_method = std::ranges::all_of(request.method, is_upper_case);
  auto path = hidden_path(request, keys);
  std::ranges::replace_if(
      path, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line_of(is_method ? request.method : "?", path, outcome, taken);
}

void log_request(const Request& request, const Outcome& outcome, std::chrono::nanoseconds taken,
                 const Keys& keys) {
  write(log_line(request, outcome, taken, keys));
}

void log_unreadable(const Outcome& outcome, std::chrono::nanoseconds taken) {
  write(line_of("-", "-", outcome, taken));
}

} // namespace mrctl::emulator
