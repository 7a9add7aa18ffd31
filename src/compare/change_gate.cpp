#include "mrctl/compare/change_gate.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mrctl::compare {

namespace {

constexpr std::string_view any_kind = "any";
constexpr std::string_view worse = "worse";
constexpr std::string_view lost_kind = "lost";

Error unknown_kind(std::string_view word) {
  std::vector<std::string_view> known{any_kind, worse};
  for (const auto& kind : service::change_kinds)
    known.push_back(kind.name);
  known.push_back(lost_kind);
  return Error::unknown_word("kind of change", word, nearest_word(word, known),
                             fmt::format("the kinds are {}", fmt::join(known, " ")));
}

bool is_meant(const service::ChangeKind& kind, std::string_view word) {
  return word == any_kind || word == kind.name ||
         (word == worse && kind.effect == service::Effect::worse);
}

Status add_kinds(ChangeGate& gate, std::string_view word, service::ValueSource deepest,
                 LostEndpoints lost) {
  if (word == lost_kind && lost == LostEndpoints::need_presets)
    return fail(Error::usage("--fail-on lost needs --presets",
                             "without it, mrctl does not look at presets"));
  const auto before = gate.kinds.size();
  const bool is_lost = word == lost_kind && lost == LostEndpoints::counted;
  bool is_known = word == any_kind || word == worse || is_lost;
  gate.has_lost = gate.has_lost || (is_known && lost == LostEndpoints::counted);
  if (is_lost) return {};
  for (const auto& kind : service::change_kinds) {
    if (!is_meant(kind, word)) continue;
    is_known = true;
    if (kind.source <= deepest) gate.kinds.push_back(&kind);
  }
  if (!is_known) return fail(unknown_kind(word));
  if (gate.kinds.size() > before) return {};
  return fail(Error::usage(fmt::format("--fail-on {} needs --statistics", word),
                           "without it, statistics are not compared"));
}

} // namespace

Result<std::optional<ChangeGate>> read_change_gate(std::span<const std::string> lists,
                                                   service::ValueSource deepest,
                                                   LostEndpoints lost) {
  if (lists.empty()) return std::nullopt;
  ChangeGate gate;
  for (const auto& list : lists) {
    gate.words += (gate.words.empty() ? "" : ",") + list;
    for (const auto word : split(list, ','))
      TRY(add_kinds(gate, word, deepest, lost));
  }
  return gate;
}

bool is_named(const std::optional<ChangeGate>& gate, const RecordChange& change) {
  return gate && contains(gate->kinds, change.kind);
}

std::vector<output::GateResult> judge(const std::optional<ChangeGate>& gate,
                                      const Compared& compared) {
  if (!gate) return {};
  output::GateResult out{.gate = "fail-on", .asked = gate->words};
  if (compared.count_before + compared.count_after == 0) {
    out.why = "there are no endpoints to compare";
    return {out};
  }
  std::map<const service::ChangeKind*, std::size_t> counts;
  for (const auto& record : compared.records)
    for (const auto& change : record.changes)
      if (is_named(gate, change)) ++counts[change.kind];
  for (const auto& [kind, count] : counts)
    out.why += fmt::format("{}{} {}", out.why.empty() ? "" : ", ", count, kind->name);
  std::size_t lost = 0;
  if (gate->has_lost && compared.presets)
    for (const auto& preset : compared.presets->reach)
      lost += static_cast<std::size_t>(std::ranges::count(preset.moves, explain::ReachMove::lost,
                                                          &explain::MovedEndpoint::move));
  if (lost > 0) out.why += fmt::format("{}{} lost", out.why.empty() ? "" : ", ", lost);
  out.is_met = counts.empty() && lost == 0;
  if (out.is_met) out.why = "no such change";
  return {out};
}

} // namespace mrctl::compare
