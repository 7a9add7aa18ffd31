// Any text as a rule of a fault. It is read, or refused with a column inside it; what was read is
// within its bounds, and finds the requests that its pattern describes.
#include "mrctl/emulator/faults.hpp"

#include "checks.hpp"

#include <cstdint>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

// A pattern as its words say it: slow, and simple enough to believe.
bool describes(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return path.empty();
  if (pattern.front() == '*')
    return describes(pattern.substr(1), path) ||
           (!path.empty() && describes(pattern, path.substr(1)));
  return path.starts_with(pattern.front()) && describes(pattern.substr(1), path.substr(1));
}

void check_refusal(const Error& error, std::string_view text) {
  require(error.kind == ErrorKind::usage && !error.message.empty(), "a refusal is a usage error");
  const auto quoted = "fault rule '" + std::string(text) + "', column ";
  require(error.message.starts_with(quoted), "a refusal names the place", error.message);
  const auto column = std::stoul(error.message.substr(quoted.size()));
  require(column >= 1 && column <= text.size() + 1, "the column lies in the rule", error.message);
}

void check_bounds(const emulator::FaultRule& rule) {
  const bool has_status = rule.kind == emulator::FaultKind::status;
  require(has_status ? rule.status >= 200 && rule.status < 600 : rule.status == 0, "status");
  require(rule.rate >= 0 && rule.rate <= 1, "rate");
  require(rule.delay >= Duration{0} && rule.delay <= std::chrono::hours(1), "delay");
  require(!rule.retry_after || has_no_controls(*rule.retry_after, ""), "retry-after");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto rule = emulator::parse_fault_rule(text);
  if (!rule) {
    check_refusal(rule.error(), text);
    return 0;
  }
  check_bounds(*rule);
  for (const std::string path : {"/presets/a/chat/completions", "/byok/aab", "/"}) {
    const emulator::Request request{"GET", "/api/v1" + path, {}, {}};
    const bool is_for_method = rule->method == "*" || rule->method == "GET";
    const bool is_short = rule->pattern.size() < 10; // the simple way takes exponential time
    const bool is_found = emulator::matches(*rule, request);
    require(!is_short || is_found == (is_for_method && describes(rule->pattern, path)), "match");
    emulator::Faults faults({*rule}, size);
    require(!faults.draw(request) || is_found, "what fires was found");
  }
  return 0;
}
