#include "mrctl/routing/base_entries.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/view.hpp"

#include <algorithm>
#include <array>

namespace mrctl::routing {

namespace {

constexpr std::array<std::string_view, 4> lists_of_entries{
    "/provider/only", "/provider/ignore", "/provider/order", "/provider/quantizations"};

std::optional<JsonView> list_in(const body::Body& body, std::string_view list) {
  const auto provider = find_member(body.json.root(), "provider");
  if (!provider) return std::nullopt;
  return find_member(*provider, after_last(list, "/"));
}

bool matches_some(const BaseEntry& entry, const std::vector<std::string>& models,
                  const ListingsByModel& listings) {
  const auto named = listings_of(models, listings);
  Json body;
  body[Json::json_pointer(entry.list)] = Json::array({entry.entry});
  return explain(body, named, {}).dead.empty() &&
         std::ranges::any_of(named,
                             [](const Listing& listing) { return !listing.endpoints.empty(); });
}

} // namespace

std::string base_of_list(const body::Body& body, std::string_view list) {
  const auto source =
      std::find_if(body.sources.rbegin(), body.sources.rend(),
                   [&](const body::BodySource& each) { return has_set(each, list); });
  const bool is_of_base =
      source != body.sources.rend() && source->parts.has_value() && source->document.has_value();
  return is_of_base ? source->document->name : std::string();
}

void BaseEntries::add(const body::Body& body, const std::vector<std::string>& models) {
  for (const auto list : lists_of_entries) {
    const auto entries = list_in(body, list);
    if (!entries || !entries->is_array()) continue;
    const auto file = base_of_list(body, list);
    if (file.empty()) continue;
    for (const auto& entry : entries->items())
      if (entry.value.is_string())
        models_[{file, std::string(list), entry.value.string()}].insert(models);
  }
}

std::set<BaseEntry> BaseEntries::alive(const ListingsByModel& listings) const {
  std::set<BaseEntry> out;
  for (const auto& known : models_)
    if (std::ranges::any_of(known.second, [&](const std::vector<std::string>& models) {
          return matches_some(known.first, models, listings);
        }))
      out.insert(known.first);
  return out;
}

void settle_base_entries(Explanation& explanation, const body::Body& body,
                         const std::set<BaseEntry>& alive) {
  const auto list_of = [](const DeadEntry& dead) {
    return dead.path.substr(0, dead.path.rfind('/'));
  };
  for (auto& dead : explanation.dead)
    dead.base = base_of_list(body, list_of(dead));
  std::erase_if(explanation.dead, [&](const DeadEntry& dead) {
    return !dead.base.empty() && alive.contains({dead.base, list_of(dead), dead.entry});
  });
}

} // namespace mrctl::routing
