#include "question.hpp"

#include "mrctl/base/table.hpp"

#include <algorithm>
#include <array>

namespace mrctl::explain {

namespace {

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
  const auto* known = find_row(known_sorts, &NamedSort::name, *sort);
  return known == nullptr ? Sort::undecidable : known->sort;
}

bool is_false(const Json* value) {
  return value != nullptr && value->is_boolean() && !value->get<bool>();
}

} // namespace

Question read_question(const Json& body, const Usage& usage) {
  return {.body = body,
          .usage = usage,
          .only = read_entries(body, "/provider/only"),
          .ignore = read_entries(body, "/provider/ignore"),
          .order = read_entries(body, "/provider/order"),
          .quantizations = read_entries(body, "/provider/quantizations"),
          .sort = read_sort(body),
          .may_fall_back = !is_false(set_member(body, "/provider/allow_fallbacks"))};
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

} // namespace mrctl::explain
