#pragma once

#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explanation_report.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/routing/model_listings.hpp"

#include <string>
#include <vector>

namespace mrctl::routing {

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
