#pragma once

#include "mrctl/compare/credentials.hpp"
#include "mrctl/compare/endpoints.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mrctl::compare {

// An endpoint that a preset can no longer reach, or can reach now.
struct ReachChange {
  enum class Kind : std::uint8_t { lost, gained };
  Kind kind;
  std::string endpoint; // its tag; with its model if the preset names several
  std::string cause;    // "removed", or which change did it
};

// The number of eligible endpoints of a preset, before and now.
struct PresetReach {
  std::string slug;
  std::string file;
  std::size_t before = 0;
  std::size_t after = 0;
  std::vector<ReachChange> changes{};
};

// For people: the changes of each endpoint, marked with "!" if worse, then the effect on presets,
// and totals in the last lines. Empty if nothing changed.
//   acme/large
//   ! - tidewater/fp4
//     ~ acme
//   !     price-up           prompt 2.5 → 3 per million tokens (+20%)
[[nodiscard]] std::string comparison_text(const EndpointComparison& comparison,
                                          std::span<const PresetReach> presets,
                                          const output::Terminal& terminal);
[[nodiscard]] std::string comparison_text(const CredentialComparison& comparison,
                                          const output::Terminal& terminal);

// The same as a page: the sums first, a table of changes, then the presets.
[[nodiscard]] output::Markup comparison_html(const EndpointComparison& comparison,
                                             std::span<const PresetReach> presets);
[[nodiscard]] output::Markup comparison_html(const CredentialComparison& comparison);

// {"changes":[…],"models":N,"endpoints_before":N,"endpoints_after":N}, compact; with "presets" if
// there are some to speak of, and of credentials "changes" alone.
enum class Presets : std::uint8_t { none, some };
[[nodiscard]] std::string comparison_json(const EndpointComparison& comparison, Presets has_presets,
                                          std::span<const PresetReach> presets);
[[nodiscard]] std::string comparison_json(const CredentialComparison& comparison);

// One change per line.
[[nodiscard]] std::string comparison_jsonl(const EndpointComparison& comparison);
[[nodiscard]] std::string comparison_jsonl(const CredentialComparison& comparison);

// One change per row.
[[nodiscard]] output::Records comparison_records(const EndpointComparison& comparison);
[[nodiscard]] output::Records comparison_records(const CredentialComparison& comparison);

// Returns the tags or ids of changed records, each once.
[[nodiscard]] output::ResultNames changed_names(const EndpointComparison& comparison);
[[nodiscard]] output::ResultNames changed_names(const CredentialComparison& comparison);

// Returns "support (presets/support.yaml): 5 eligible endpoints before, 3 now".
[[nodiscard]] std::string sentence_on(const PresetReach& preset);

} // namespace mrctl::compare
