#pragma once

#include "mrctl/diff/credentials.hpp"
#include "mrctl/diff/endpoints.hpp"
#include "mrctl/render/html.hpp"
#include "mrctl/render/names.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/terminal.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mrctl::render {

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
[[nodiscard]] std::string comparison_text(const diff::EndpointComparison& comparison,
                                          std::span<const PresetReach> presets,
                                          const Terminal& terminal);
[[nodiscard]] std::string comparison_text(const diff::CredentialComparison& comparison,
                                          const Terminal& terminal);

// The same as a page: the sums first, a table of changes, then the presets.
[[nodiscard]] Markup comparison_html(const diff::EndpointComparison& comparison,
                                     std::span<const PresetReach> presets);
[[nodiscard]] Markup comparison_html(const diff::CredentialComparison& comparison);

// {"changes":[…],"models":N,"endpoints_before":N,"endpoints_after":N}, compact; with "presets" if
// there are some to speak of, and of credentials "changes" alone.
enum class Presets : std::uint8_t { none, some };
[[nodiscard]] std::string comparison_json(const diff::EndpointComparison& comparison,
                                          Presets has_presets,
                                          std::span<const PresetReach> presets);
[[nodiscard]] std::string comparison_json(const diff::CredentialComparison& comparison);

// One change per line.
[[nodiscard]] std::string comparison_jsonl(const diff::EndpointComparison& comparison);
[[nodiscard]] std::string comparison_jsonl(const diff::CredentialComparison& comparison);

// One change per row.
[[nodiscard]] Records comparison_records(const diff::EndpointComparison& comparison);
[[nodiscard]] Records comparison_records(const diff::CredentialComparison& comparison);

// Returns the tags or ids of changed records, each once.
[[nodiscard]] ResultNames changed_names(const diff::EndpointComparison& comparison);
[[nodiscard]] ResultNames changed_names(const diff::CredentialComparison& comparison);

// Returns "support (presets/support.yaml): 5 eligible endpoints before, 3 now".
[[nodiscard]] std::string sentence_on(const PresetReach& preset);

} // namespace mrctl::render
