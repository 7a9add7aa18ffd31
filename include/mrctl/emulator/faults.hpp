#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

// The kinds of faults; fault_words() has their names in rules (docs/emulator.md).
enum class FaultKind {
  status,             // an error envelope with a given status
  reset,              // the connection is reset before anything is done
  reset_after_commit, // the request is carried out, then the connection is reset
  hang,               // no answer, ever
  truncate,           // the request is carried out, half of the answer's body is sent
  html,               // 502 with a page of HTML
  slow,               // the request is carried out, the answer comes later
  no_code,            // 500 whose error has only a message
  other_workspace,    // the request is carried out, the answer names another workspace
  jump_version,       // the request is carried out, the answer's version is two higher
  other_slug,         // the request is carried out, the answer names another preset
  no_version,         // the request is carried out, the answer's designated version is null
};

// One rule: "METHOD PATTERN = OUTCOME [times N] [retry-after X] [rate P]".
struct FaultRule {
  std::string method;  // "*" is any
  std::string pattern; // of the path after the prefix; as matches_glob() reads it
  FaultKind kind = FaultKind::status;
  int status = 0;                         // for FaultKind::status
  Duration delay{0};                      // for FaultKind::slow
  std::optional<std::uint64_t> times;     // maximum number of times
  std::optional<std::string> retry_after; // the header's text
  double rate = 1.0;                      // share of matching requests that it applies to
  std::string text;                       // the rule as given
};

// Fails with a usage error that names the place and the nearest word.
[[nodiscard]] Result<FaultRule> parse_fault_rule(std::string_view text);

// Returns whether the rule matches such a request, ignoring its counter and rate.
[[nodiscard]] bool matches(const FaultRule& rule, const Request& request);

// The rules of one emulator with their counters and random generators. Thread-safe.
class Faults {
public:
  Faults(std::vector<FaultRule> rules, std::uint64_t seed);

  // Returns the first rule that applies to the request. The same seed and the same requests in the
  // same order give the same rules.
  [[nodiscard]] std::optional<FaultRule> draw(const Request& request);

  // Returns the texts of the rules that no request has matched.
  [[nodiscard]] std::vector<std::string> unmatched();

private:
  struct Loaded {
    FaultRule rule;
    std::mt19937_64 luck;
    std::uint64_t fired = 0;
    bool is_matched = false;
  };
  [[nodiscard]] static bool fires(Loaded& loaded, const Request& request);

  std::mutex mutex_;
  std::vector<Loaded> rules_;
};

} // namespace mrctl::emulator
