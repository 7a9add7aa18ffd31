#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/endpoint.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// The version of the rules in docs/routing.md, so that verdicts can be interpreted later.
inline constexpr std::size_t rule_set = 3;

// The result of one check. `unknown`: a listing cannot show it.
enum class Verdict : std::uint8_t { pass, fail, unknown };
[[nodiscard]] std::string_view verdict_name(Verdict verdict);

// Why a check is unknown.
enum class Cause : std::uint8_t { none, no_data, not_in_listing, not_decidable };
[[nodiscard]] std::string_view cause_name(Cause cause); // "no-data"; empty for none

// The result of all checks of an endpoint: excluded if one fails, else unknown if one is unknown.
enum class Reach : std::uint8_t { eligible, excluded, unknown };
[[nodiscard]] std::string_view reach_name(Reach reach);
inline constexpr std::array all_reaches{Reach::eligible, Reach::excluded, Reach::unknown};

// A field of a body that an endpoint may or may not support.
struct Parameter {
  std::string_view name;      // of the field
  std::string_view listed_as; // what a listing calls it, as the body sets it

  bool operator==(const Parameter&) const = default;
};

// A requirement of a body, or of a count of tokens.
struct Requirement {
  std::string_view code; // of the check, stable
  std::string pointer;   // JSON Pointer of the member that asks; empty if none does
  Json asked;            // its value; for require_parameters, the names of the parameters set
  const Json* member = nullptr;        // its value in the body, if it is set
  std::optional<Decimal> number{};     // its value, if it is one
  std::vector<Parameter> parameters{}; // of require_parameters: those that the body sets
};

// One check of one endpoint.
struct Check {
  std::size_t requirement = 0; // position in Explanation::requirements
  Verdict verdict = Verdict::pass;
  Cause cause = Cause::none;
  bool is_assumed = false;  // passes only because --assume says so
  std::string_view known{}; // the file of --known that decided it; empty if none did
  // JSON, in the unit of what was asked; null if the listing shows nothing.
  std::string_view found = "null";
};

struct ListedEndpoint;
struct ListedModel;

// The smallest change of a body that makes a check pass. It names a whole member. A list is not
// copied, because it may be long, and each endpoint has its edit.
struct Edit {
  std::string path;                      // JSON Pointer
  const Json* from = nullptr;            // in the body; null if the member is missing
  std::optional<Json> to{};              // nothing: the member is removed, if no list is edited
  std::vector<std::size_t> taken_out{};  // positions of elements of the list `from`
  std::optional<std::string> appended{}; // to that list, or to a new one

  bool operator==(const Edit&) const = default;
};

// Returns the new value of the member; nothing if it is removed.
[[nodiscard]] std::optional<Json> value_after(const Edit& edit);

// The result of the rules for one endpoint.
struct ExplainedEndpoint {
  const service::Endpoint* endpoint = nullptr;
  const ListedEndpoint* listed = nullptr; // the same, as the rules read it
  Reach reach = Reach::eligible;
  std::optional<std::size_t> rank{}; // from 1; none if the service follows no fixed order
  std::string reason{};              // "order[0]", "fallback", "sort: price"; empty when excluded
  bool is_degraded = false;
  std::optional<std::vector<Parameter>> drops{}; // unsupported parameters; none: unknown
  std::vector<Check> checks{};                   // in the order of the table of checks
  std::optional<Edit> fix{};                     // for an endpoint that one check excludes
  std::optional<Decimal> cost{};                 // in USD; none: unknown
  // The least cost, where it depends on the time of the request; `cost` is the most then.
  std::optional<Decimal> cost_least{};
  bool has_override = false; // prices that depend on the request change the cost
};

// Minimum and maximum, in USD; none if no cost is known.
struct CostRange {
  std::optional<Decimal> least;
  std::optional<Decimal> most;
};

struct GroupCost {
  CostRange eligible;
  CostRange with_unknown;    // over eligible and unknown endpoints
  std::size_t not_known = 0; // how many of these have an unknown cost
};

// The endpoints of one model: ranked ones first, then eligible ones without a rank, then unknown
// ones, then excluded ones.
struct ModelGroup {
  std::string model;
  std::string reason; // "order", "sort: price", "balanced"
  std::vector<ExplainedEndpoint> endpoints{};
  GroupCost cost;
  std::shared_ptr<const ListedModel> listed{}; // what the endpoints and their checks point into
  std::string judged_by{}; // the model whose endpoints these are, for a shortcut; else empty
  // What no cost includes: "plus 0.01 USD for each search", if the body searches the web, and what
  // it asks of other models.
  std::string charges{};
};

// An entry of the body that matches no endpoint of any group.
struct DeadEntry {
  std::string path; // JSON Pointer of the entry
  std::string entry;
  std::string suggestion; // the nearest tag, provider or quantization; empty if none is close
  std::string base{};     // the file of the base that brings it; empty if none does
  std::size_t line = 0;   // in that file, if it is wanted
};

// The complete result of the rules for one body. Points into the body and the endpoints.
struct Explanation {
  std::vector<Requirement> requirements; // in the order of the table of checks
  std::vector<ModelGroup> groups;
  std::vector<DeadEntry> dead;
  // The tags of tier endpoints that `only` excludes although an entry of it names their provider,
  // each with the entry.
  std::map<std::string_view, std::string> named_without_tier;
  std::vector<std::string> unlisted; // models of the body that no listing has
  std::vector<std::string> notes;    // about these groups
  std::vector<SharedText> found;     // by checks, and in no listing
};

[[nodiscard]] std::size_t count_of(const ModelGroup& group, Reach reach);

// A check, and when it passes, for people: "ignore", "no entry matches the endpoint".
struct CheckMeaning {
  std::string_view code;
  std::string_view says;
};

// Returns all checks, in the order of the table of checks.
[[nodiscard]] std::vector<CheckMeaning> check_meanings();

// Returns what a check requires and what it found, for people, without the place of the
// requirement: "price at most 8 USD per million completion tokens; this one costs 10".
[[nodiscard]] std::string words_on_check(const Requirement& requirement, const Check& check);

// Returns the code of a check with a few characters of what it found: "max_price.prompt 2.5 > 2.4",
// "quantizations ?".
[[nodiscard]] std::string brief_of(const Requirement& requirement, const Check& check);

// Returns what makes an endpoint of that name eligible, in a few words: "add it to provider.order",
// "service_tier flex".
[[nodiscard]] std::string brief_of(const Edit& edit, std::string_view name);

// Returns an edit as an instruction: "raise provider.max_price.completion from 8 to 10".
[[nodiscard]] std::string words_on_edit(const Edit& edit);

// Returns the JSON Pointer of the member of an endpoint that a check reads; empty if it reads
// several or none.
[[nodiscard]] std::string_view member_read_by(std::string_view code);

// Returns the endpoint's name: its tag, else its provider's name, else "(no tag)".
[[nodiscard]] std::string name_of(const service::Endpoint& endpoint);

} // namespace mrctl::routing
