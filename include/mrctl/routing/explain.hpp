#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/routing/explanation.hpp"
#include "mrctl/routing/known.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// What is given besides a body: how large a request is, which endpoints are known to pass a check,
// and which checks to take as passed. Costs need both counts of tokens.
struct Assumptions {
  std::optional<Decimal> prompt_tokens{};
  std::optional<Decimal> completion_tokens{};
  Decimal images{};
  Decimal cached_tokens{}; // of the prompt tokens
  std::shared_ptr<const KnownLists> known = std::make_shared<const KnownLists>();
  std::vector<std::string_view> assumed{}; // spec::assumable_codes
  std::vector<std::string> unlisted{};     // globs of models that no listing has

  bool operator==(const Assumptions&) const = default;
};

// Reads the lists of --assume: spec::assumable_codes, separated by commas; each once. Fails
// with a usage error that names the nearest code.
[[nodiscard]] Result<std::vector<std::string_view>>
read_assumed(std::span<const std::string> lists);

// The codes of checks that bodies ask for.
using AskedCodes = std::set<std::string_view>;

// Returns sentences that say which of the checks that are asked for are assumed to pass, and which
// a list decides.
[[nodiscard]] std::vector<std::string> assumption_words(std::span<const std::string_view> assumed,
                                                        const KnownLists& known,
                                                        const AskedCodes& asked);

void add_asked(AskedCodes& codes, const Explanation& explanation);

struct ListedModel;

// The endpoints of one model, with the name that bodies use. What the rules read of them is read
// here, once for all bodies; copies share it.
struct Listing {
  Listing(std::string name, std::span<const service::Endpoint> all);

  std::string model;
  std::span<const service::Endpoint> endpoints;
  std::shared_ptr<const ListedModel> listed{};
  std::string judged_by{}; // the model whose endpoints these are, for a shortcut; else empty
  std::string without{};   // the provider, in lower case, whose endpoints are taken out; else empty
};

// Returns the models that a body names in `model` and `models`, in this order, each once; without
// references to presets ("@preset/support"), which have no endpoints.
[[nodiscard]] std::vector<std::string> models_of(const Json& body);

// Returns what is said of such models, at least one.
[[nodiscard]] std::string words_on_unlisted(std::span<const std::string> models);

// Judges every endpoint by the rules of docs/routing.md. There is one listing for each of
// models_of(body), in that order. The result points into the body and the endpoints.
[[nodiscard]] Explanation explain(const Json& body, std::span<const Listing> listings,
                                  const Assumptions& assumptions);

// Makes an explanation of a body that of another request, which differs in its counts: costs are
// reckoned anew. Returns false, and changes nothing, if the endpoints have to be judged anew. Notes
// stay as they are.
[[nodiscard]] bool resize(Explanation& explanation, const Json& body,
                          const Assumptions& assumptions);

// The effect of one edit on one group.
struct GroupGain {
  std::vector<std::string> added{};   // names of the excluded endpoints that would be eligible
  std::vector<std::string> unknown{}; // names of excluded endpoints that would be unknown
  std::size_t eligible = 0;           // number of endpoints that would be eligible
};

// The effect of one edit.
struct Gain {
  Edit edit;
  std::vector<GroupGain> groups{}; // one for each group
};

// Returns at most `limit` edits of `explanation`, sorted by the number of endpoints that they make
// eligible. Tries the first 64, and fewer if the lists of the body are very long. Leaves out edits
// that add no endpoint, or that make fewer eligible than now.
[[nodiscard]] std::vector<Gain> gains(const Json& body, std::span<const Listing> listings,
                                      const Assumptions& assumptions,
                                      const Explanation& explanation, std::size_t limit);

[[nodiscard]] Json edited(Json body, const Edit& edit);

// Returns the model behind a shortcut that no listing has: "acme/large" of "acme/large:nitro";
// empty if the id is no shortcut.
[[nodiscard]] std::string_view model_of_shortcut(std::string_view id);

// Returns "judged by acme/large: a listing has no ':nitro'" for the shortcut of a model.
[[nodiscard]] std::string words_on_shortcut(std::string_view id, std::string_view model);

// Returns the listing by which a shortcut is judged: that of the model behind it.
[[nodiscard]] Listing listing_of_shortcut(std::string id, Listing of_model);

} // namespace mrctl::routing
