#include "question.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"

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

void append(Positions& positions, std::span<const std::size_t> more) {
  positions.insert(positions.end(), more.begin(), more.end());
}

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
  const auto* known = find_row(known_sorts, &NamedSort::name, *sort);
  return known == nullptr ? Sort::undecidable : known->sort;
}

constexpr std::array parameters{
    Parameter{"/temperature"},
    Parameter{"/top_p"},
    Parameter{"/top_k"},
    Parameter{"/min_p"},
    Parameter{"/top_a"},
    Parameter{"/frequency_penalty"},
    Parameter{"/presence_penalty"},
    Parameter{"/repetition_penalty"},
    Parameter{"/seed"},
    Parameter{"/stop"},
    Parameter{"/logit_bias"},
    Parameter{"/logprobs"},
    Parameter{"/top_logprobs"},
    Parameter{"/parallel_tool_calls"},
    Parameter{"/tools"},
    Parameter{"/tool_choice"},
    Parameter{"/max_tokens", "max_completion_tokens"},
    Parameter{"/max_completion_tokens", "max_tokens"},
    Parameter{"/reasoning", "reasoning_effort"},
    Parameter{"/reasoning_effort", "reasoning"},
    Parameter{"/response_format"},
};

static_assert(parameters.size() <= ParameterSet().size());

Positions parameters_of(const Json& body) {
  Positions out;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (set_member(body, parameters.at(i).pointer) != nullptr) out.push_back(i);
  return out;
}

bool is_false(const Json* value) {
  return value != nullptr && value->is_boolean() && !value->get<bool>();
}

} // namespace

const Parameter& parameter_at(std::size_t position) {
  return parameters.at(position);
}

ParameterSet supported_by(std::span<const std::string_view> names) {
  ParameterSet supported;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& parameter = parameters.at(i);
    supported[i] = std::ranges::any_of(names, [&](std::string_view name) {
      return name == parameter.name() ||
             (!parameter.other_name.empty() && name == parameter.other_name);
    });
  }
  return supported;
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
