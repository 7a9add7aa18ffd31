#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/routing/explain.hpp"
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

} // namespace mrctl::routing
