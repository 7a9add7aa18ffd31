#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// A body to explain.
struct BodyToExplain {
  std::string file; // empty if it comes from flags or --body
  std::string slug;
  body::Body body;
  Json value;                      // of the body
  std::vector<std::string> models; // that it names
};

struct BodiesToExplain {
  std::vector<BodyToExplain> bodies;
  Problems warnings;
};

// Reads and checks the bodies of the files that the arguments name, or the body of the flags. Fails
// if one of them has an error or names no model, and if flags of a body are combined with files.
[[nodiscard]] Result<BodiesToExplain> read_bodies_to_explain(const Context& context);

// Reads preset files and folders of them, with the flags that change their bodies.
[[nodiscard]] Result<BodiesToExplain>
read_preset_files_to_explain(const Context& context, const std::vector<std::string>& paths);

// The listings, by the model ids of the bodies.
using ModelListings = std::map<std::string, service::Model>;

struct ListingsToExplain {
  ModelListings models;
  std::vector<std::string> notes;
  std::vector<Error> failures; // in the order of the models; if there are any, nothing is explained
};

// Returns the listings of every model that a body names: from the files of --listing, else from the
// service, one request for each model.
[[nodiscard]] Result<ListingsToExplain> find_listings(const Context& context,
                                                      const std::vector<BodyToExplain>& bodies);

// Returns --prompt-tokens, --completion-tokens and --images.
[[nodiscard]] explain::Usage usage_of(const spec::FlagValues& flags);

// Returns the problems of a body with their places; only the first have excerpts of their lines.
[[nodiscard]] Problems placed(Problems problems, const BodyToExplain& body);

// Returns the origins of the parts of a body at those JSON Pointers: "support.yaml:18:5", a flag,
// or nothing if the body does not have the part.
[[nodiscard]] std::vector<std::string> places_of(const BodyToExplain& body,
                                                 const std::vector<std::string>& pointers);

// The conditions for every group; those that are not given are met.
struct Gates {
  std::optional<std::size_t> at_least;
  std::optional<Decimal> max_cost;
  std::optional<std::string> required; // a tag
};

// Fails with a usage error if --max-cost lacks the counts of tokens.
[[nodiscard]] Result<Gates> read_gates(const spec::FlagValues& flags);

// Applies every gate to every group: gate by gate, in the order of the bodies.
[[nodiscard]] std::vector<explain::GateResult> check_gates(const Gates& gates,
                                                           const explain::ExplainedBodies& bodies);

// Returns one condition error for each gate that is not met.
[[nodiscard]] std::vector<Error> failed_gates(const std::vector<explain::GateResult>& results,
                                              const explain::ExplainedBodies& bodies);

} // namespace mrctl::commands
