#include "request_log.hpp"

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

} // namespace

std::string log_line(const Request& request, const Outcome& outcome,
                     std::chrono::nanoseconds taken) {
  const std::string_view path =
      std::string_view(request.target).substr(0, request.target.find('?'));
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
  return fmt::format("{} {} {} {} ms", visible(request.method), visible(path), result_text(outcome),
                     milliseconds);
}

void log_request(const Request& request, const Outcome& outcome, std::chrono::nanoseconds taken) {
  // One call, so that the lines of several threads do not mix.
  std::fputs((log_line(request, outcome, taken) + "\n").c_str(), stderr);
}

} // namespace mrctl::emulator
