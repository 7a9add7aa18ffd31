#include "request_log.hpp"

#include "mrctl/base/ascii.hpp"

#include "hidden_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace mrctl::emulator {

namespace {

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
