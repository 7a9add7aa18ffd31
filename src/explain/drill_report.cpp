#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/explain/drill.hpp"
#include "mrctl/output/result_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace mrctl::explain {

constexpr auto rows_of(const CostRise* /*record*/) {
  return std::tuple{ResultMember{"slug", &CostRise::slug}, ResultMember{"from", &CostRise::from},
                    ResultMember{"to", &CostRise::to}};
}

namespace {

constexpr std::size_t most_slugs = 10;

std::vector<std::string> slugs_of(const Drill& drill, const std::vector<std::size_t>& presets) {
  std::vector<std::string> slugs;
  for (const auto preset : presets)
    slugs.push_back(drill.presets.bodies[preset].slug);
  return slugs;
}

// "triage depends on northlake: if it fails, no endpoint is eligible".
std::string dependence_of(const Drill& drill, std::size_t preset) {
  std::vector<std::string> providers;
  for (const auto& failure : drill.failures)
    if (contains(failure.dead, preset)) providers.push_back(failure.provider);
  return fmt::format("{} depends on {}: if it fails, no endpoint is eligible",
                     drill.presets.bodies[preset].slug, fmt::join(providers, " or "));
}

std::string sum_of(const Drill& drill) {
  return fmt::format("{} of {} {} on a single provider", drill.single_provider.size(),
                     counted(drill.drilled.size(), "preset"),
                     drill.single_provider.size() == 1 ? "depends" : "depend");
}

struct FailureRow {
  const Drill& drill;
  const ProviderFailure& failure;
};

// clang-format off
constexpr auto rows_of(const FailureRow* /*record*/) {
  return std::tuple{
      ResultMember{"provider", [](const auto& row) { return std::string_view(row.failure.provider); }},
      ResultMember{"hit", [](const auto& row) { return slugs_of(row.drill, row.failure.hit); }, {"slugs of the presets that lose an eligible endpoint"}},
      ResultMember{"dead", [](const auto& row) { return slugs_of(row.drill, row.failure.dead); }, {"those of them without an eligible endpoint left"}},
      ResultMember{"dearest", [](const auto& row) { return row.failure.dearest; }, {"the preset that is not dead and whose requests would cost most more, in USD"}},
  };
}
// clang-format on

output::Grid grid_of(const Drill& drill) {
  output::Grid grid{.headings = {{"provider", "Provider", output::CellKind::text, true},
                                 {"hit", "Hit", output::CellKind::number},
                                 {.name = "dead", .title = "Dead", .is_toned = true},
                                 {.name = "dearest", .title = "Dearest change", .is_prose = true}}};
  for (const auto& failure : drill.failures) {
    const auto& rise = failure.dearest;
    grid.rows.push_back({failure.provider, std::to_string(failure.hit.size()),
                         output::text_or_nothing(listed(slugs_of(drill, failure.dead), most_slugs)),
                         rise ? std::optional(fmt::format("{}  {} → {} USD", rise->slug,
                                                          rise->from.text(), rise->to.text()))
                              : std::nullopt});
    grid.tones.push_back(failure.dead.empty() ? output::Tone::plain : output::Tone::bad);
  }
  return grid;
}

output::Judgement judgement_of(const Drill& drill) {
  output::Judgement out{.sum = sum_of(drill), .gates = drill.presets.gates};
  if (!drill.presets.listings.empty())
    out.facts.push_back({"listings", fmt::format("{}", fmt::join(drill.presets.listings, ", "))});
  auto notes = notes_on(drill);
  append(notes, premise_words(drill.presets));
  for (auto& note : notes)
    out.facts.push_back({"note", std::move(note)});
  out.problems = drill.presets.problems;
  return out;
}

// A case for each preset.
output::Findings findings_of(const Drill& drill, const output::GateResult* gate) {
  output::Findings findings;
  for (std::size_t i = 0; i < drill.presets.bodies.size(); ++i) {
    const auto& body = drill.presets.bodies[i];
    const auto& place = body.model_places.first;
    const bool is_dead = contains(drill.single_provider, i);
    auto& finding =
        findings.emplace_back(output::Finding{.rule = "drill.single-provider",
                                              .file = place.file.empty() ? body.file : place.file,
                                              .pointer = "/model",
                                              .line = place.line,
                                              .suite = body.file,
                                              .name = body.slug});
    if (is_dead) {
      finding.result = output::CheckResult::failed;
      finding.severity = gate == nullptr ? Severity::warning : Severity::error;
      finding.message = dependence_of(drill, i);
    } else if (!contains(drill.drilled, i)) {
      finding.result = output::CheckResult::skipped;
      finding.message = body.explanation.unlisted.empty() ? "no endpoint is eligible"
                                                          : "names a model that is in no listing";
    }
  }
  return findings;
}

} // namespace

// clang-format off
constexpr auto rows_of(const Drill* /*record*/) {
  return std::tuple{
      ResultMember{"providers", [](const Drill& drill) { return each_as<FailureRow>(drill, drill.failures); }, {"that are eligible for some preset; first those that leave the most presets dead"}},
      ResultMember{"presets", [](const auto& drill) { return drill.drilled.size(); }, {"how many had an eligible endpoint before"}},
      ResultMember{"single_provider", [](const auto& drill) { return slugs_of(drill, drill.single_provider); }, {"slugs of the presets that some provider alone leaves dead"}},
      ResultMember{"assumed", [](const auto& drill) { return drill.presets.assumed; }, doc_of_assumed},
      ResultMember{"known", [](const auto& drill) { return *drill.presets.known; }, doc_of_known},
      ResultMember{"slug_prefix", [](const auto& drill) { const auto& bodies = drill.presets.bodies; return Sometimes{bodies.empty() ? std::nullopt : unless_empty(bodies.front().slug_prefix)}; }, output::doc_of_slug_prefix},
      ResultMember{"gates", [](const auto& drill) { return drill.presets.gates; }, output::doc_of_gates},
  };
}
// clang-format on

Json drill_schema() {
  return result_schema<Drill>();
}

std::vector<std::string> notes_on(const Drill& drill) {
  std::vector<std::string> unreached;
  std::vector<std::string> unlisted;
  for (std::size_t i = 0; i < drill.presets.bodies.size(); ++i) {
    const auto& body = drill.presets.bodies[i];
    if (contains(drill.drilled, i)) continue;
    (body.explanation.unlisted.empty() ? unreached : unlisted).push_back(body.slug);
  }
  std::vector<std::string> notes;
  const auto add = [&](const std::vector<std::string>& slugs, std::string_view one,
                       std::string_view several) {
    if (!slugs.empty())
      notes.push_back(fmt::format("{} left out, because {}: {}",
                                  slugs.size() == 1 ? "1 preset is"
                                                    : fmt::format("{} presets are", slugs.size()),
                                  slugs.size() == 1 ? one : several, listed(slugs, most_slugs)));
  };
  add(unreached, "it has no eligible endpoint", "they have no eligible endpoint");
  add(unlisted, "it names a model that is in no listing ('unlisted')",
      "they name models that are in no listing ('unlisted')");
  return notes;
}

output::GateResult judge_dead(const Drill& drill) {
  const auto& single = drill.single_provider;
  output::GateResult out{.gate = "fail-on",
                         .asked = "dead",
                         .is_met = single.empty() && !drill.drilled.empty(),
                         .found = single.size()};
  if (drill.drilled.empty())
    out.why = "there is no preset to check: none has an eligible endpoint";
  else if (single.empty())
    out.why = "no preset depends on a single provider";
  else
    out.why = fmt::format("{} on a single provider: {}",
                          single.size() == 1 ? "1 preset depends"
                                             : fmt::format("{} presets depend", single.size()),
                          listed(slugs_of(drill, single), most_slugs));
  return out;
}

Problems single_provider_problems(const Drill& drill, Severity severity) {
  Problems problems;
  for (const auto preset : drill.single_provider) {
    auto& problem = problems.emplace_back();
    problem.severity = severity;
    problem.rule = "drill.single-provider";
    problem.place = drill.presets.bodies[preset].model_places.first;
    problem.message = dependence_of(drill, preset);
  }
  return problems;
}

output::Presentation present_drill(const Drill& drill) {
  const auto& gates = drill.presets.gates;
  const auto gate = std::ranges::find(gates, "fail-on", &output::GateResult::gate);
  const auto* const fail_on = gate == gates.end() ? nullptr : &*gate;
  auto result = output::present_record([&]() -> const auto& { return drill; });
  result.rows = [&] {
    return output::records_of(
        each_as<FailureRow>(drill, drill.failures),
        {"provider", "hit", "dead", "dearest.slug", "dearest.from", "dearest.to"});
  };
  result.names = [&] { return slugs_of(drill, drill.single_provider); };
  result.page = [&](output::Page& page) {
    if (auto grid = grid_of(drill); !grid.rows.empty()) page.rows({.grid = std::move(grid)});
  };
  result.judgement = [&] { return judgement_of(drill); };
  result.findings = [&, fail_on] { return findings_of(drill, fail_on); };
  return result;
}

} // namespace mrctl::explain
