#include "question.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/field.hpp"

#include "listed_endpoint.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace mrctl::explain {

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

// By the whole tag, and by its first segments.
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

// Fields with one name come first, then those with another name, then those of certain types.
int rank_of(const spec::Field* field) {
  const auto& support = *field->shape.support;
  return (support.other_name.empty() ? 0 : 1) + (support.for_type.empty() ? 0 : 1);
}

const std::vector<const spec::Field*>& parameters() {
  static const auto fields = [] {
    std::vector<const spec::Field*> out;
    for (const auto& field : spec::request_fields())
      if (field.shape.support) out.push_back(&field);
    std::ranges::stable_sort(
        out, [](const auto* one, const auto* other) { return rank_of(one) < rank_of(other); });
    return out;
  }();
  return fields;
}

// Whether a field is an object of that type, if there is one.
bool is_of_type(const Json& body, const spec::Field& field, std::string_view type) {
  const auto* value = type.empty() ? nullptr : find_member(body, field.name);
  const auto* its_type = value == nullptr ? nullptr : find_member(*value, "type");
  return its_type != nullptr && *its_type == type;
}

Positions parameters_of(const Json& body) {
  Positions out;
  for (std::size_t i = 0; i < parameters().size(); ++i) {
    const auto& field = *parameters()[i];
    if (set_member(body, pointer_join("", field.name)) != nullptr &&
        !is_of_type(body, field, field.shape.support->always))
      out.push_back(i);
  }
  return out;
}

bool is_search(const Json& plugin) {
  const auto* id = find_member(plugin, "id");
  const auto* enabled = find_member(plugin, "enabled");
  return id != nullptr && *id == "web" && (enabled == nullptr || *enabled != false);
}

bool is_search_tool(const Json& tool) {
  const auto* type = find_member(tool, "type");
  return type != nullptr && type->is_string() &&
         type->get_ref<const std::string&>().ends_with(":web_search");
}

bool has_any(const Json& body, std::string_view key, bool (*is_meant)(const Json&)) {
  const auto* list = find_member(body, key);
  return list != nullptr && list->is_array() && std::ranges::any_of(*list, is_meant);
}

bool is_false(const Json* value) {
  return value != nullptr && value->is_boolean() && !value->get<bool>();
}

} // namespace

Parameter parameter_at(std::size_t position, const Json& body) {
  const auto& field = *parameters()[position];
  return {field.name, is_of_type(body, field, field.shape.support->for_type)
                          ? field.shape.support->other_name
                          : field.name};
}

Supported supported_by(std::span<const std::string_view> names) {
  Supported supported;
  for (const auto* field : parameters()) {
    const auto& [other_name, for_type, always] = *field->shape.support;
    const auto is_named = [&](std::string_view name) {
      return !name.empty() && contains(names, name);
    };
    supported.for_type.push_back(!for_type.empty() && is_named(other_name));
    supported.always.push_back(is_named(field->name) || (for_type.empty() && is_named(other_name)));
  }
  return supported;
}

bool supports(const Supported& supported, std::size_t position, const Json& body) {
  const auto& field = *parameters()[position];
  return is_of_type(body, field, field.shape.support->for_type) ? supported.for_type[position]
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

GroupEntries::GroupEntries(const Entries& entries, std::span<const ListedEndpoint> group)
    : entries_(&entries), is_a_tag_(entries.size(), false) {
  if (entries.empty()) return;
  for (const auto& listed : group)
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

Question read_question(const Json& body, const Premises& premises) {
  return {.body = body,
          .premises = premises,
          .only = read_entries(body, "/provider/only"),
          .ignore = read_entries(body, "/provider/ignore"),
          .order = read_entries(body, "/provider/order"),
          .quantizations = read_entries(body, "/provider/quantizations"),
          .parameters = parameters_of(body),
          .sort = read_sort(body),
          .may_fall_back = !is_false(set_member(body, "/provider/allow_fallbacks")),
          .searches =
              has_any(body, "plugins", is_search) || has_any(body, "tools", is_search_tool)};
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

Sort sort_of_shortcut(std::string_view id) {
  if (id.ends_with(":nitro")) return Sort::throughput;
  if (id.ends_with(":floor")) return Sort::price;
  return id.ends_with(":exacto") ? Sort::undecidable : Sort::none;
}

bool is_search_shortcut(std::string_view id) {
  return id.ends_with(":online");
}

} // namespace mrctl::explain
