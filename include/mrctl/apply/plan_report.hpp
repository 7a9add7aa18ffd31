#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/presentation.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace mrctl::apply {

// Whether people, rows and names see unchanged presets; data has them in any case.
enum class Unchanged { shown, hidden };

// How a plan is judged: the gates, what comes of presets that would be sent, the line of a member
// in a preset's file (0: unknown), and the warnings of the bodies.
struct PlanChecks {
  std::vector<output::GateResult> gates{};
  output::CheckResult sent = output::CheckResult::passed;
  std::function<std::size_t(std::size_t preset, const std::string& pointer)> line_of;
  std::span<const Problem> warnings{}; // must outlive it
};

// Returns what a plan rests on: its target, unless that is named after the service.
[[nodiscard]] std::vector<output::Fact> target_facts(const Plan& plan);

[[nodiscard]] Json plan_schema();

// What a command adds to a plan, to each preset by its position. None of it is required.
struct PlanAdditions {
  std::function<std::vector<output::ChangeLines>(std::size_t preset)> facts;
  std::vector<std::string> columns{};
  std::function<std::vector<std::optional<std::string>>(std::size_t preset)> cells; // in these
  std::function<bool(std::size_t preset)> fails; // a gate; pages begin with these
  std::string folded{};                          // title of unchanged presets on pages
};

// Returns the plan: its presets with their changes, for people the first new bodies too; slugs; a
// finding for each preset, at its first change, and one for each warning. An unchanged preset
// with facts is shown in any case. The plan must outlive it.
[[nodiscard]] output::Presentation present_plan(const Plan& plan, Unchanged unchanged,
                                                PlanChecks checks = {},
                                                PlanAdditions additions = {});

// A change that several presets take from one place: a line of a base, or a flag.
struct SharedChange {
  output::Change change;
  std::size_t presets = 0;
};

// The changes of a plan that reports show once. Keeps a hash of each change that a base or a flag
// makes.
class SharedChanges {
public:
  explicit SharedChanges(const Plan& plan);

  // Returns them in the order of the first preset that has each.
  [[nodiscard]] const std::vector<SharedChange>& all() const { return all_; }
  // Returns the changes of a preset without those that it shares.
  [[nodiscard]] std::vector<output::Change>
  without_shared(std::vector<output::Change> changes) const;

private:
  struct CountedChange {
    std::size_t order = 0;
    std::size_t presets = 0;
  };

  std::unordered_map<std::string, CountedChange> counted_;
  std::vector<SharedChange> all_;
};

} // namespace mrctl::apply
