#pragma once

#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explanation_report.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/routing/model_listings.hpp"

#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// An entry of only, ignore, order or quantizations that bodies have from a base.
struct BaseEntry {
  std::string file; // the base
  std::string list; // JSON Pointer
  std::string entry;

  auto operator<=>(const BaseEntry&) const = default;
};

// Returns the base that brings the list at a JSON Pointer; empty if a preset or a flag sets it.
[[nodiscard]] std::string base_of_list(const body::Body& body, std::string_view list);

// The entries of bases, and which models they are for: one that matches an endpoint for any preset
// that takes it is not dead.
class BaseEntries {
public:
  void add(const body::Body& body, const std::vector<std::string>& models);

  // Returns those that match an endpoint for some preset.
  [[nodiscard]] std::set<BaseEntry> alive(const ListingsByModel& listings) const;

private:
  std::map<BaseEntry, std::set<std::vector<std::string>>> models_;
};

// Drops the dead entries that a base brings and that match an endpoint for another preset, and
// names the base of the others.
void settle_base_entries(Explanation& explanation, const body::Body& body,
                         const std::set<BaseEntry>& alive);

// What the formats show. Places of members are for sentences, those of models for findings. Gains,
// which are expensive because every edit is tried, are for people, as are places of dead entries.
struct WantedParts {
  bool places = false;
  bool model_places = false;
  bool gains = false;
};

// Returns the models of the bodies, each once.
[[nodiscard]] std::vector<std::string> models_of(const std::vector<BodyToExplain>& bodies);

// Drops the bodies of which a model could not be listed and none is.
void drop_unlisted(std::vector<BodyToExplain>& bodies, const ListingsToExplain& listings);

// Explains the bodies, several at a time, by the listings of their models.
[[nodiscard]] ExplainedBodies explain_bodies(const std::vector<BodyToExplain>& bodies,
                                             const ListingsByModel& listings,
                                             const Assumptions& assumptions,
                                             const WantedParts& wanted);

// Returns dead_warnings() of all bodies; those of bases are reported once.
[[nodiscard]] Problems dead_warnings(const std::vector<BodyToExplain>& bodies,
                                     const ExplainedBodies& explained);

// Shows only the endpoints of one tag. The totals remain those of the groups. Fails with a usage
// error that names the nearest tag if none has it.
[[nodiscard]] Status show_only_tag(ExplainedBodies& bodies, const std::string& tag);

// Returns a note for each model that has no endpoint of that tag, but some whose tags begin so.
[[nodiscard]] std::vector<std::string> notes_on_tag(const ExplainedBodies& bodies,
                                                    const std::string& tag);

// Judges the bodies by the gate of the flags; fails as check_required().
[[nodiscard]] Result<std::vector<output::GateResult>> judge_bodies(const ExplainedBodies& bodies,
                                                                   const Gate& gate);

} // namespace mrctl::routing
