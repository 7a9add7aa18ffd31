#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mrctl::output {

// What came of one gate and what it looked at: the whole result, a preset, or one of its models.
struct GateResult {
  std::string gate{}; // the name of its flag, "at-least", or its id in the project file
  Json asked{};       // "worse", 2; true if the flag takes no value
  bool is_met = false;
  std::string why{}; // "acme/large has 1 eligible endpoint (acme); the gate requires at least 2"
  Json found{};      // 1
  bool is_of_file = false;             // a gate of the project file
  std::optional<std::size_t> preset{}; // its position; none: the whole result
  std::string slug{};
  std::string model{};
  Place place{};        // of what fails: the model's name, or the gate
  std::string waived{}; // the reason of the waiver that takes the failure out
  std::string note{};   // that people read after the verdict: "5 of 12 waived"
};

// Returns whether it makes the gate fail: it is not met, and not waived.
[[nodiscard]] inline bool counts(const GateResult& result) {
  return !result.is_met && result.waived.empty();
}

// Returns the stable id for reports: "gate.at-least", "gate.project".
[[nodiscard]] std::string rule_of(const GateResult& result);

// Returns the result of --strict: it is met if there are no warnings.
[[nodiscard]] GateResult strict_result(std::size_t warnings);

// Returns the failure of a flag whose gate is not met: "3 warnings, and --strict is in effect".
[[nodiscard]] std::optional<Error> failure_of_flag(const GateResult& gate);

// A fact that a result rests on: {"listings", "before.json"}, or a sentence without a name.
struct Fact {
  std::string name;
  std::string value;
  bool is_to_copy = false; // never wrapped
};

// What a result amounts to, what it rests on, and how it was judged. All texts may be untrusted.
struct Judgement {
  std::string sum{};                // "3 changes, 1 worse (!)"; may be empty
  std::vector<std::string> parts{}; // of the sum: "1 removed"
  std::vector<Fact> facts{};
  std::vector<GateResult> gates{};
  std::vector<std::string> waivers{}; // that are used: "1 waived: price for support until …"
  Problems problems{};                // beside the result; for text, standard error has them
};

// Returns "--fail-on worse"; of a gate of the project file, its id.
[[nodiscard]] std::string name_of(const GateResult& gate);

// Returns "3 changes, 1 worse (!): 1 removed, 2 price-down".
[[nodiscard]] std::string total_of(const Judgement& judgement);

// Returns the reason, after the preset: "support: acme/large has no endpoints".
[[nodiscard]] std::string reason_of(const GateResult& gate);

// Returns "--fail-on worse FAILED: 1 removed".
[[nodiscard]] std::string sentence_on(const GateResult& gate);

// Returns "assumed: zdr passes, although no listing shows it".
[[nodiscard]] std::string sentence_on(const Fact& fact);

// Text shows gates as they are given; other pages begin with those that failed.
enum class GateOrder : std::uint8_t { given, failed_first };

// Returns a row for each result; as given, only the first 20 of one gate.
[[nodiscard]] Grid grid_of(const std::vector<GateResult>& gates, GateOrder order);

// Returns a row for each problem: its place, how severe it is, and what is wrong and to do.
[[nodiscard]] Grid grid_of(const Problems& problems);

// Returns a condition error for each gate that fails, with its first reasons, and a problem for
// each place of a result that counts.
[[nodiscard]] std::vector<Error> failures_of(std::span<const GateResult> gates);

// Returns the results of one gate, with those that fail for one reason in one row, which counts the
// presets and models and names the first ones.
[[nodiscard]] std::vector<GateResult> grouped(std::span<const GateResult> results);

} // namespace mrctl::output
