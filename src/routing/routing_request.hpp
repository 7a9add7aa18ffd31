#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

struct ListedEndpoint;

using Positions = std::vector<std::size_t>;

// The entries of `only`, `ignore`, `order` or `quantizations`, found by their text: a body may have
// thousands of them, and a listing as many endpoints.
class Entries {
public:
  struct Entry {
    std::string text;
    std::size_t index = 0; // in the list of the body
  };

  void add(Entry entry);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const Entry& operator[](std::size_t position) const { return entries_[position]; }

  // Returns the positions of the entries of that text, which must be in lower case, in order.
  [[nodiscard]] std::span<const std::size_t> positions_of(std::string_view text) const;

private:
  std::vector<Entry> entries_;
  std::map<std::string, Positions, std::less<>> positions_; // by the text in lower case
};

// Entries as they apply to a group of endpoints. Refers to both.
class GroupEntries {
public:
  GroupEntries(const Entries& entries, const Listing& group);

  [[nodiscard]] const Entries& all() const { return *entries_; }

  // Returns the positions of the entries that match the endpoint, in order, ignoring ASCII case: by
  // its whole tag, by the first segments of its tag, or by its provider's name if no tag of the
  // group matches the entry. A tier endpoint is matched only by its whole tag.
  [[nodiscard]] Positions matching(const ListedEndpoint& endpoint) const;
  [[nodiscard]] std::optional<std::size_t> first_match(const ListedEndpoint& endpoint) const;

private:
  const Entries* entries_;
  std::vector<bool> is_a_tag_; // of each entry
};

// Returns whether the list contains the endpoint's whole tag.
[[nodiscard]] bool holds_tag(const Entries& entries, const ListedEndpoint& endpoint);

// Returns the positions of the entries that cover a quantization: "fp8" stands for "mxfp8" too.
[[nodiscard]] Positions covering(const Entries& entries, std::string_view quantization);

// The strict sort order of the service. `undecidable`: by something that listings do not show.
enum class Sort : std::uint8_t { none, price, latency, throughput, undecidable };

// Fields of a body that an endpoint may or may not support, by their position among them.
using ParameterSet = std::vector<bool>;

// Returns the field at that position, and what a listing calls it as the body sets it.
[[nodiscard]] Parameter parameter_at(std::size_t position, const Json& body);

// The fields that an endpoint supports, judged by the names in its listing.
struct Supported {
  ParameterSet always;
  ParameterSet for_type; // for objects of the type that the field's row names
};

[[nodiscard]] Supported supported_by(std::span<const std::string_view> names);

// Returns whether that includes the parameter as a body sets it.
[[nodiscard]] bool supports(const Supported& supported, std::size_t position, const Json& body);

// Whether a request writes its prompt to a cache, and how long that keeps it.
enum class CacheWrites : std::uint8_t { none, for_minutes, for_an_hour };

// A body's routing preferences, read once.
struct RoutingRequest {
  const Json& body;
  const Assumptions& assumptions;
  Entries only;
  Entries ignore;
  Entries order;
  Entries quantizations;
  Positions parameters; // that the body sets
  Sort sort = Sort::none;
  bool may_fall_back = true;
  bool searches = false; // the web, by a plugin or a server tool
  CacheWrites cache_writes = CacheWrites::none;
};

[[nodiscard]] RoutingRequest read_request(const Json& body, const Assumptions& assumptions);
[[nodiscard]] CacheWrites cache_writes_in(const Json& body);

// Returns what a body asks of other models, whose costs are not in those of a request: "plus what
// up to 8 more models cost".
[[nodiscard]] std::vector<std::string> charges_of_models(const Json& body);

// Returns the value that a JSON Pointer leads to, or null if it is not set: missing, null, an empty
// list or an empty object.
[[nodiscard]] const Json* set_member(const Json& body, std::string_view pointer);

// Returns the text of a member; empty if it has none.
[[nodiscard]] std::string_view text_in(const Json& object, std::string_view key);

// Returns a decimal that is a JSON number or a JSON string, else nothing.
[[nodiscard]] std::optional<Decimal> decimal_in(const Json& value);

// Returns whether the sort can be decided from a listing.
[[nodiscard]] bool is_known(Sort sort);
[[nodiscard]] std::string_view sort_name(Sort sort); // "price"; empty where it is not known

// Returns the sort that a shortcut ("acme/large:nitro") asks for besides its model.
[[nodiscard]] Sort sort_of_shortcut(std::string_view id);
[[nodiscard]] bool is_search_shortcut(std::string_view id);

// Returns whether a shortcut lets endpoints of a tier compete.
[[nodiscard]] bool admits_tier(std::string_view id, std::string_view tier);

} // namespace mrctl::routing
