#pragma once

#include "mrctl/explain/base_entries.hpp"
#include "mrctl/explain/body_to_explain.hpp"
#include "mrctl/explain/check_report.hpp"
#include "mrctl/explain/gate_rules.hpp"
#include "mrctl/explain/model_listings.hpp"

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mrctl::explain {

// The models that presets name, and those that their earlier bodies named.
class NamedModels {
public:
  void add(const std::vector<std::string>& now, const std::vector<std::string>& earlier);
  [[nodiscard]] bool names_now(const std::string& model) const { return named_.contains(model); }
  // Returns all models, each once: those that are named now first.
  [[nodiscard]] std::vector<std::string> all() const;

private:
  std::vector<std::string> now_;
  std::set<std::string> named_;
  std::vector<std::string> earlier_;
};

// Returns the models of a body's text.
[[nodiscard]] std::vector<std::string> models_named_in(std::string_view body);

// What presets are judged by. Everything must outlive it.
struct CheckRules {
  const GateRules& gates;
  const ListingsByModel& listings;
  std::span<const UnlistedModel> unlisted;
  const std::set<BaseEntry>& alive; // entries of bases
  std::size_t prefix = 0;           // length of that of the slugs
  bool is_refused = false;          // the service listed nothing for this key
};

// The body that was applied last: none, the same as now, or another.
struct NoBody {};
struct SameBody {};
using EarlierBody = std::variant<NoBody, SameBody, Json>;

// What is found out about one preset.
struct PresetCheck {
  std::size_t position = 0;
  std::vector<ModelReach> reach{};
  std::vector<std::pair<std::size_t, GateOutcome>> outcomes{}; // of each gate, by its position
  AskedCodes asked{}; // codes of the checks that the body asks for
  Problems warnings{};
  Problems unlisted{};              // of models
  std::vector<std::string> notes{}; // on models without endpoints, or without a model
};

// Judges the preset at that position by the gates that select it, and compares what it reaches with
// what its earlier body did. Several threads may call it at once.
[[nodiscard]] PresetCheck check_preset(const CheckRules& rules, std::size_t position,
                                       const BodyToExplain& body, const EarlierBody& earlier);

// Adds what is found out about a preset. The presets and gates are already there.
void add(CheckedPresets& check, PresetCheck preset);

} // namespace mrctl::explain
