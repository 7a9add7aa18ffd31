#include "mrctl/output/judgement.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mrctl::output {

namespace {

std::string_view word_of(const GateResult& gate) {
  return gate.is_met ? "ok" : "FAILED";
}

} // namespace

GateResult strict_result(std::size_t warnings) {
  return {"strict", true, warnings == 0,
          warnings == 0 ? "no warnings" : counted(warnings, "warning")};
}

std::string flag_of(const GateResult& gate) {
  if (gate.asked.is_boolean()) return fmt::format("--{}", gate.gate);
  const auto& asked = gate.asked;
  return fmt::format("--{} {}", gate.gate,
                     asked.is_string() ? asked.get_ref<const std::string&>() : dump_json(asked));
}

std::string total_of(const Judgement& judgement) {
  const auto* colon = judgement.parts.empty() ? "" : ": ";
  return fmt::format("{}{}{}", judgement.sum, colon, fmt::join(judgement.parts, ", "));
}

std::string sentence_on(const GateResult& gate) {
  return fmt::format("{} {}: {}", flag_of(gate), word_of(gate), gate.why);
}

std::string sentence_on(const Fact& fact) {
  return fmt::format("{}: {}", fact.name, fact.value);
}

Grid grid_of(const std::vector<GateResult>& gates) {
  Grid grid{.headings = {{"gate", "GATE", CellKind::text, true},
                         {.name = "verdict", .title = "VERDICT", .is_toned = true},
                         {.name = "why", .title = "WHY", .is_prose = true}},
            .rows = {},
            .indent = 2};
  for (const auto& gate : gates) {
    grid.rows.push_back({flag_of(gate), std::string(word_of(gate)), gate.why});
    grid.tones.push_back(gate.is_met ? Tone::good : Tone::bad);
  }
  return grid;
}

std::string gates_json(const std::vector<GateResult>& gates) {
  auto out = Json::array();
  for (const auto& [gate, asked, is_met, why] : gates)
    out.push_back({{"gate", gate}, {"asked", asked}, {"met", is_met}, {"why", why}});
  return dump_json(out);
}

} // namespace mrctl::output
