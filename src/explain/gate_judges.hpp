#pragma once

#include "mrctl/explain/explanation.hpp"
#include "mrctl/explain/gates.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/gate.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// What a condition looks at.
struct Look {
  const Gate& gate;
  const Json& asked;
  const Explanation& explanation;
  const ModelGroup* group; // null: the whole body
  const GatedBody& body;
};

enum class LooksAt : std::uint8_t { models, body };

// How a condition is judged. A judge returns nothing for a model that the condition is not about.
struct GateJudge {
  std::string_view key;
  LooksAt looks_at;
  std::optional<output::GateResult> (*judge)(const Look& look);
};

// One for each row of conditions, in their order.
[[nodiscard]] std::span<const GateJudge> gate_judges();

// Returns the values that a condition is given; none if it is not asked for.
[[nodiscard]] std::vector<Json> values_of(const spec::GateValues& values, const spec::GateRow& row);

struct RequiredTag {
  std::string_view model; // empty: every model that lists it
  std::string_view tag;
};

// Reads [MODEL=]TAG.
[[nodiscard]] RequiredTag required_tag(std::string_view text);

[[nodiscard]] bool matches_any(std::string_view text, const std::vector<std::string>& globs);

// Returns the result as that of a gate of the project file.
[[nodiscard]] output::GateResult result_of_file(output::GateResult result, const Gate& gate);

} // namespace mrctl::explain
