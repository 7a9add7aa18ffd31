#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/output/table.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// A gate that the command line asked for, and whether the result meets it.
struct GateResult {
  std::string_view gate; // the name of its flag: "fail-on", "at-least"
  Json asked;            // "worse", 2; true if the flag takes no value
  bool is_met = false;
  std::string why{}; // "1 removed, 2 price-up"
};

// Returns the result of --strict: it is met if there are no warnings.
[[nodiscard]] GateResult strict_result(std::size_t warnings);

// A fact that a result rests on: {"assumed", "zdr passes, although no listing shows it"}.
struct Fact {
  std::string_view name;
  std::string value;
};

// What a result amounts to, what it rests on, and how it was judged. All texts may be untrusted.
struct Judgement {
  std::string sum{};                // "3 changes, 1 worse (!)"; may be empty
  std::vector<std::string> parts{}; // of the sum: "1 removed"
  std::vector<Fact> facts{};
  std::vector<GateResult> gates{};
};

// Returns the flag that asked for the gate: "--fail-on worse".
[[nodiscard]] std::string flag_of(const GateResult& gate);

// Returns "3 changes, 1 worse (!): 1 removed, 2 price-down".
[[nodiscard]] std::string total_of(const Judgement& judgement);

// Returns "--fail-on worse FAILED: 1 removed".
[[nodiscard]] std::string sentence_on(const GateResult& gate);

// Returns "assumed: zdr passes, although no listing shows it".
[[nodiscard]] std::string sentence_on(const Fact& fact);

// Returns a row for each gate.
[[nodiscard]] Grid grid_of(const std::vector<GateResult>& gates);

// Returns [{"gate":"fail-on","asked":"worse","met":false,"why":"1 removed"}].
[[nodiscard]] std::string gates_json(const std::vector<GateResult>& gates);

} // namespace mrctl::output
