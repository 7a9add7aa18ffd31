#pragma once

#include "mrctl/apply/live_plan.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/output/result_rows.hpp"

#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

// The rows of a plan and its presets, which 'preset check' adds to.
namespace mrctl::apply {

struct PlanRow {
  const Plan& plan;
  const PlannedPreset& preset;
};

// The members of a result that say what a plan is for and count its presets.
struct PlanHead {
  const Plan& plan;
};

// Returns the names that occur in plans (&ActionRow::planned) or in outcomes.
template <ActionWord ActionRow::*Column>
std::vector<std::string_view> names_of_actions() {
  std::vector<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Action::not_sent); ++i)
    if (const auto name = (row_of(static_cast<Action>(i)).*Column).name; !name.empty())
      names.push_back(name);
  return names;
}

template <LiveState State>
Sometimes<std::true_type> is_live_as(const PlanRow& row) {
  return only_if(row.preset.live_state == State, std::true_type());
}

template <auto Counted>
std::size_t planned_number(const PlanHead& result) {
  return count_of(result.plan, Counted);
}

template <auto Counted>
Sometimes<std::size_t> planned_if_live(const PlanHead& result) {
  return {result.plan.is_live ? std::optional(planned_number<Counted>(result)) : std::nullopt};
}

// Returns what the slug of a preset begins with, where a prefix is in effect.
[[nodiscard]] Sometimes<std::string_view> slug_prefix_of(const Plan& plan,
                                                         const PlannedPreset& preset);

// clang-format off
constexpr auto rows_of(const LivePreset* /*record*/) {
  return std::tuple{
      ResultMember{"version", [](const auto& live) { return live.facts.version; }, {.says = "number of the live version", .least = 1}},
      ResultMember{"version_id", [](const auto& live) { return live.facts.version_id; }, {"identifier of the live version"}},
  };
}

constexpr auto rows_of(const PlanRow* /*record*/) {
  return std::tuple{
      ResultMember{"slug", [](const auto& row) { return row.preset.slug; }, {"slug of the preset"}},
      ResultMember{"file", [](const auto& row) { return unless_empty(row.preset.file); }, {"null for an orphan"}},
      ResultMember{"slug_prefix", [](const auto& row) { return slug_prefix_of(row.plan, row.preset); }, output::doc_of_slug_prefix},
      ResultMember{"action", [](const auto& row) { return row_of(row.preset.action).planned.name; }, {"what an apply does with the preset", names_of_actions<&ActionRow::planned>}},
      ResultMember{"version", [](const auto& row) { return row.preset.version; }, {.says = "the last one known", .least = 1}},
      ResultMember{"applied", [](const auto& row) { return row.preset.applied; }, {.says = "hash of the body that was recorded last", .takes = Takes::hash}},
      ResultMember{"changes", [](const auto& row) { return row.plan.changes_of(row.preset); }, {"members of the body that differ from the body that was applied last"}},
      ResultMember{"renamed_from", [](const auto& row) { return Sometimes{unless_empty(row.preset.is_rewritten ? std::string_view() : row.preset.renamed_from)}; }, {"slug of the preset whose file is gone and whose body this is"}},
      ResultMember{"drift", is_live_as<LiveState::drifted>, {"true if it was changed elsewhere"}},
      ResultMember{"gone", is_live_as<LiveState::gone>, {"true if it was recorded and is not live"}},
      ResultMember{"live", [](const auto& row) { return Sometimes{row.plan.is_live ? std::optional(row.preset.live) : std::nullopt}; }, {"what is live; null if there is nothing, or it is not known; with --live"}},
  };
}

constexpr auto rows_of(const PlanHead* /*record*/) {
  return std::tuple{
      ResultMember{"service", [](const auto& result) { return std::string_view(result.plan.service); }, {"base URL"}},
      ResultMember{"target", [](const auto& result) { return std::string_view(result.plan.target); }, {"name of the target"}},
      ResultMember{"plan", [](const auto& result) { return fingerprint_of(result.plan); }, {.says = "fingerprint; null if nothing would be sent", .takes = Takes::fingerprint}},
      ResultMember{"create", planned_number<Action::create>, {"presets without a record, which would be sent"}},
      ResultMember{"update", planned_number<Action::update>, {"presets with another body than the one that was applied last"}},
      ResultMember{"retry", planned_number<Action::retry>, {"presets that would be sent again, because an answer was lost"}},
      ResultMember{"unchanged", planned_number<Action::unchanged>, {"presets whose body was applied last"}},
      ResultMember{"orphan", planned_number<Action::orphan>, {"recorded presets whose file is gone"}},
      ResultMember{"drift", planned_if_live<LiveState::drifted>, {"changed elsewhere; with --live"}},
      ResultMember{"adopt", planned_if_live<Action::adopt>, {"live, but not recorded; with --live"}},
      ResultMember{"gone", planned_if_live<LiveState::gone>, {"recorded, but not live; with --live"}},
  };
}
// clang-format on

} // namespace mrctl::apply
