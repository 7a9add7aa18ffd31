#include "routing_request.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/field.hpp"

#include "listed_endpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace mrctl::routing {

namespace {

struct Family {
  std::string_view entry;
  std::string_view member;
};

constexpr std::array families{
    Family{"fp4", "mxfp4"},
    Family{"fp4", "nvfp4"},
    Family{"fp8", "mxfp8"},
};

// Returns the entries that are the whole tag, or its first segments if it has no tier.
Positions matching_by_tag(const Entries& entries, const ListedEndpoint& listed) {
  Positions positions;
  if (!listed.endpoint->tag || entries.empty()) return positions;
  const std::string_view tag = listed.tag;
  append(positions, entries.positions_of(tag));
  if (listed.tier) return positions;
  for (auto slash = tag.find('/'); slash != tag.npos; slash = tag.find('/', slash + 1))
    append(positions, entries.positions_of(tag.substr(0, slash)));
  return positions;
}

struct NamedSort {
  Sort sort;
  std::string_view name;
};

constexpr std::array known_sorts{
    NamedSort{Sort::price, "price"},
    NamedSort{Sort::latency, "latency"},
    NamedSort{Sort::throughput, "throughput"},
};

bool is_empty(const Json& value) {
  return value.is_null() || (value.is_structured() && value.empty());
}

Entries read_entries(const Json& body, std::string_view pointer) {
  Entries entries;
  const auto* list = set_member(body, pointer);
  if (list == nullptr || !list->is_array()) return entries;
  for (std::size_t i = 0; i < list->size(); ++i)
    if (const auto& item = (*list)[i]; item.is_string())
      entries.add({.text = item.get<std::string>(), .index = i});
  return entries;
}

// A sort object without `by` only says how groups are shared.
Sort read_sort(const Json& body) {
  const auto* sort = set_member(body, "/provider/sort");
  if (sort != nullptr && sort->is_object()) sort = set_member(body, "/provider/sort/by");
  if (sort == nullptr) return Sort::none;
  if (!sort->is_string()) return Sort::undecidable;
  const auto* known = find_row(known_sorts, &NamedSort::name, sort->get_ref<const std::string&>());
  return known == nullptr ? Sort::undecidable : known->sort;
}

// A member of a body that endpoints may or may not support.
struct Supportable {
  std::string_view name;
  spec::Support support{};
};

// Names that listings have, although the specification has no such fields.
constexpr std::array<std::string_view, 2> undocumented{"verbosity", "web_search_options"};

// Parameters with one name come first, then those with another name, then those of certain types.
int rank_of(const Supportable& parameter) {
  const auto& support = parameter.support;
  return (support.other_name.empty() ? 0 : 1) + (support.for_type.empty() ? 0 : 1);
}

const std::vector<Supportable>& parameters() {
  static const auto all = [] {
    std::vector<Supportable> out;
    for (const auto& field : spec::request_fields())
      if (field.shape.support) out.push_back({field.name, *field.shape.support});
    for (const auto name : undocumented)
      out.push_back({name});
    std::ranges::stable_sort(out, {}, rank_of);
    return out;
  }();
  return all;
}

// Returns whether a member is an object of that type, if there is one.
bool is_of_type(const Json& body, const Supportable& parameter, std::string_view type) {
  const auto* value = type.empty() ? nullptr : find_member(body, parameter.name);
  return value != nullptr && text_in(*value, "type") == type;
}

Positions parameters_of(const Json& body) {
  Positions out;
  for (std::size_t i = 0; i < parameters().size(); ++i) {
    const auto& parameter = parameters()[i];
    if (set_member(body, pointer_join("", parameter.name)) != nullptr &&
        !is_of_type(body, parameter, parameter.support.always))
      out.push_back(i);
  }
  return out;
}

// Returns the elements of a list of the body; none if it has none.
const Json& items_of(const Json& object, std::string_view key) {
  static const Json none = Json::array();
  const auto* list = find_member(object, key);
  return list != nullptr && list->is_array() ? *list : none;
}

bool is_plugin_on(const Json& plugin, std::string_view id) {
  const auto* enabled = find_member(plugin, "enabled");
  return text_in(plugin, "id") == id && (enabled == nullptr || *enabled != false);
}

bool asks_for_searches(const Json& body) {
  return std::ranges::any_of(items_of(body, "plugins"),
                             [](const Json& plugin) { return is_plugin_on(plugin, "web"); }) ||
         std::ranges::any_of(items_of(body, "tools"), [](const Json& tool) {
           return text_in(tool, "type").ends_with(":web_search");
         });
}

// An ending of a model's id, such as ":nitro", that a service reads as a setting of the request.
struct Shortcut {
  std::string_view ending;
  Sort sort = Sort::none; // where the body sets none
  bool searches = false;
  std::array<std::string_view, 2> tiers{}; // whose endpoints compete, beside those without a tier
};

constexpr std::array shortcuts{
    Shortcut{":nitro", Sort::throughput, false, {"priority", "fast"}},
    Shortcut{":floor", Sort::price, false, {"flex"}},
    Shortcut{":online", Sort::none, true},
    Shortcut{":exacto", Sort::undecidable},
};

constexpr Shortcut none{};

const Shortcut& shortcut_in(std::string_view id) {
  const auto* found = std::ranges::find_if(shortcuts, [&](const Shortcut& shortcut) {
    return id.size() > shortcut.ending.size() && id.ends_with(shortcut.ending);
  });
  return found == shortcuts.end() ? none : *found;
}

} // namespace

Parameter parameter_at(std::size_t position, const Json& body) {
  const auto& parameter = parameters()[position];
  const auto& [name, support] = parameter;
  return {name, is_of_type(body, parameter, support.for_type) ? support.other_name : name};
}

Supported supported_by(std::span<const std::string_view> names) {
  Supported supported;
  for (const auto& [own_name, support] : parameters()) {
    const auto& [other_name, for_type, always] = support;
    const auto is_named = [&](std::string_view name) {
      return !name.empty() && contains(names, name);
    };
    supported.for_type.push_back(!for_type.empty() && is_named(other_name));
    supported.always.push_back(is_named(own_name) || (for_type.empty() && is_named(other_name)));
  }
  return supported;
}

bool supports(const Supported& supported, std::size_t position, const Json& body) {
  const auto& parameter = parameters()[position];
  return is_of_type(body, parameter, parameter.support.for_type) ? supported.for_type[position]
                                                                 : supported.always[position];
}

void Entries::add(Entry entry) {
  positions_[lower_case(entry.text)].push_back(entries_.size());
  entries_.push_back(std::move(entry));
}

std::span<const std::size_t> Entries::positions_of(std::string_view text) const {
  const auto found = positions_.find(text);
  if (found == positions_.end()) return {};
  return found->second;
}

GroupEntries::GroupEntries(const Entries& entries, const Listing& group)
    : entries_(&entries), is_a_tag_(entries.size(), false) {
  if (entries.empty()) return;
  for (const auto& listed : group.listed->endpoints)
    if (!is_taken_out(listed, group))
      for (const auto position : matching_by_tag(entries, listed))
        is_a_tag_[position] = true;
}

Positions GroupEntries::matching(const ListedEndpoint& listed) const {
  auto positions = matching_by_tag(*entries_, listed);
  if (listed.endpoint->provider_name && !listed.tier)
    std::ranges::copy_if(entries_->positions_of(listed.provider), std::back_inserter(positions),
                         [&](std::size_t position) { return !is_a_tag_[position]; });
  std::ranges::sort(positions);
  return positions;
}

std::optional<std::size_t> GroupEntries::first_match(const ListedEndpoint& listed) const {
  const auto positions = matching(listed);
  return positions.empty() ? std::nullopt : std::optional(positions.front());
}

bool holds_tag(const Entries& entries, const ListedEndpoint& listed) {
  return listed.endpoint->tag && !entries.positions_of(listed.tag).empty();
}

Positions covering(const Entries& entries, std::string_view quantization) {
  Positions positions;
  append(positions, entries.positions_of(lower_case(quantization)));
  for (const auto& family : families)
    if (equal_ignoring_case(family.member, quantization))
      append(positions, entries.positions_of(family.entry));
  return positions;
}

CacheWrites cache_writes_in(const Json& body) {
  auto writes = CacheWrites::none;
  const auto add = [&](const Json& holder) {
    const auto* control = set_member(holder, "/cache_control");
    if (control == nullptr) return;
    if (text_in(*control, "ttl") == "1h") writes = CacheWrites::for_an_hour;
    writes = std::max(writes, CacheWrites::for_minutes);
  };
  add(body);
  for (const auto& message : items_of(body, "messages"))
    if (const auto role = text_in(message, "role"); role == "system" || role == "developer")
      for (const auto& part : items_of(message, "content"))
        if (text_in(part, "type") == "text") add(part);
  return writes;
}

RoutingRequest read_request(const Json& body, const Assumptions& assumptions) {
  const auto* fallbacks = set_member(body, "/provider/allow_fallbacks");
  return {.body = body,
          .assumptions = assumptions,
          .only = read_entries(body, "/provider/only"),
          .ignore = read_entries(body, "/provider/ignore"),
          .order = read_entries(body, "/provider/order"),
          .quantizations = read_entries(body, "/provider/quantizations"),
          .parameters = parameters_of(body),
          .sort = read_sort(body),
          .may_fall_back = fallbacks == nullptr || *fallbacks != false,
          .searches = asks_for_searches(body),
          .cache_writes = cache_writes_in(body)};
}

std::vector<std::string> charges_of_models(const Json& body) {
  constexpr std::array<std::string_view, 3> of_tools{":subagent", ":advisor", ":image_generation"};
  std::vector<std::string> charges;
  const auto add = [&](std::string charge) {
    if (!contains(charges, charge)) charges.push_back(std::move(charge));
  };
  for (const auto& plugin : items_of(body, "plugins")) {
    if (!is_plugin_on(plugin, "fusion")) continue;
    const auto models = items_of(plugin, "analysis_models").size();
    add(models == 0   ? "plus what up to 8 more models cost"
        : models == 1 ? "plus what 1 more model costs"
                      : fmt::format("plus what {} more models cost", models));
  }
  for (const auto& tool : items_of(body, "tools"))
    if (const auto type = text_in(tool, "type"); std::ranges::any_of(
            of_tools, [&](std::string_view ending) { return type.ends_with(ending); }))
      add(fmt::format("plus what {} costs", type));
  return charges;
}

const Json* set_member(const Json& body, std::string_view pointer) {
  const auto* value = &body;
  while (value != nullptr && !pointer.empty()) {
    const auto end = std::min(pointer.find('/', 1), pointer.size());
    value = find_member(*value, pointer.substr(1, end - 1));
    pointer.remove_prefix(end);
  }
  return value == nullptr || is_empty(*value) ? nullptr : value;
}

std::string_view text_in(const Json& object, std::string_view key) {
  const auto* value = find_member(object, key);
  return value != nullptr && value->is_string()
             ? std::string_view(value->get_ref<const std::string&>())
             : std::string_view();
}

std::optional<Decimal> decimal_in(const Json& value) {
  if (value.is_string()) return Decimal::parse(value.get_ref<const std::string&>());
  if (is_number(value)) return Decimal::parse(dump_json(value));
  return std::nullopt;
}

bool is_known(Sort sort) {
  return !sort_name(sort).empty();
}

std::string_view sort_name(Sort sort) {
  const auto* known = find_row(known_sorts, &NamedSort::sort, sort);
  return known == nullptr ? std::string_view{} : known->name;
}

std::string_view model_of_shortcut(std::string_view id) {
  const auto ending = shortcut_in(id).ending;
  return ending.empty() ? ending : id.substr(0, id.size() - ending.size());
}

std::string words_on_shortcut(std::string_view id, std::string_view model) {
  return fmt::format("judged by {}: a listing has no '{}'", model, id.substr(model.size()));
}

Listing listing_of_shortcut(std::string id, Listing of_model) {
  of_model.judged_by = std::exchange(of_model.model, std::move(id));
  return of_model;
}

Sort sort_of_shortcut(std::string_view id) {
  return shortcut_in(id).sort;
}

bool is_search_shortcut(std::string_view id) {
  return shortcut_in(id).searches;
}

bool admits_tier(std::string_view id, std::string_view tier) {
  const auto& admitted = shortcut_in(id).tiers;
  return std::ranges::find(admitted, tier) != admitted.end();
}

} // namespace mrctl::routing
