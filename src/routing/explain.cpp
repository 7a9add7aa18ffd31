#include "mrctl/routing/explain.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include "judge.hpp"
#include "listed_endpoint.hpp"
#include "routing_request.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::routing {

namespace {

using Words = std::vector<std::string>;

std::string bits_of(std::string_view quantization) {
  std::string bits;
  std::ranges::copy_if(quantization, std::back_inserter(bits), is_digit);
  return bits;
}

// Returns the last segment of a tag if it is a quantization; else an empty text.
std::string_view quantization_in(std::string_view tag) {
  const auto last = after_last(tag, "/");
  const auto letters = last.substr(0, last.find_first_of("0123456789"));
  constexpr std::array<std::string_view, 5> kinds{"int", "fp", "bf", "mxfp", "nvfp"};
  const bool is_one = last.size() < tag.size() && letters.size() < last.size() &&
                      std::ranges::all_of(last.substr(letters.size()), is_digit) &&
                      std::ranges::any_of(kinds, [&](std::string_view kind) {
                        return equal_ignoring_case(kind, letters);
                      });
  return is_one ? last : std::string_view();
}

// A provider that lists tier endpoints alone is meant by the tag of one.
std::string tier_endpoint_of(std::string_view entry, std::span<const Listing> listings) {
  const auto provider = lower_case(entry);
  for (const auto& listing : listings)
    for (const auto& listed : listing.listed->endpoints)
      if (listed.tier && (listed.provider == provider || listed.tag.starts_with(provider + "/")))
        return std::string(*listed.endpoint->tag);
  return {};
}

// A suggestion for a quantization must have as many bits as the entry.
std::string nearest_name(std::string_view entry, const Vocabulary& names,
                         std::span<const Listing> listings) {
  if (auto tag = tier_endpoint_of(entry, listings); !tag.empty()) return tag;
  const auto is_part = [&](const std::string& tag) {
    return tag.starts_with(entry) || tag.ends_with(fmt::format("/{}", entry));
  };
  if (const auto tag = std::ranges::find_if(names.words(), is_part); tag != names.words().end())
    return *tag;
  const auto quantization = quantization_in(entry);
  if (quantization.empty()) return names.nearest(entry);
  auto words = names.words();
  std::erase_if(words, [&](const std::string& word) {
    const auto other = quantization_in(word);
    return !other.empty() && bits_of(other) != bits_of(quantization);
  });
  return Vocabulary(std::move(words)).nearest(entry);
}

std::string nearest_quantization(std::string_view entry, const Vocabulary& names,
                                 std::span<const Listing> /*listings*/) {
  auto words = names.words();
  std::erase_if(words, [&](const std::string& word) { return bits_of(word) != bits_of(entry); });
  const bool is_one = words.size() == 1 && !bits_of(entry).empty();
  return is_one ? words.front() : Vocabulary(std::move(words)).nearest(entry);
}

// Returns the positions of the entries that match an endpoint.
Positions matching_names(const Entries& entries, const Listing& listing) {
  const auto& endpoints = listing.listed->endpoints;
  const GroupEntries in_group(entries, listing);
  Positions positions;
  for (const auto& endpoint : endpoints)
    append(positions, in_group.matching(endpoint));
  return positions;
}

Positions matching_quantizations(const Entries& entries, const Listing& listing) {
  Positions positions;
  for (const auto& endpoint : listing.endpoints)
    if (endpoint.quantization) append(positions, covering(entries, *endpoint.quantization));
  return positions;
}

// One list of the body: its path, how an entry matches, and the valid alternatives.
struct List {
  std::string_view pointer;
  const Entries& entries;
  Positions (*matching)(const Entries&, const Listing&);
  Vocabulary ListedModel::*vocabulary;      // of a listing
  Words (*words)(std::span<const Listing>); // of several
  std::string (*nearest)(std::string_view, const Vocabulary&, std::span<const Listing>);
};

std::vector<DeadEntry> dead_in(const List& list, std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  std::vector<bool> is_alive(list.entries.size(), false);
  for (const auto& listing : listings)
    for (const auto position : list.matching(list.entries, listing))
      is_alive[position] = true;
  if (!contains(is_alive, false)) return dead;
  const bool is_one = listings.size() == 1;
  const Vocabulary of_all(is_one ? Words() : list.words(listings));
  const auto& vocabulary = is_one ? (*listings.front().listed).*list.vocabulary : of_all;
  for (std::size_t i = 0; i < list.entries.size(); ++i)
    if (!is_alive[i])
      dead.push_back({pointer_join(list.pointer, list.entries[i].index), list.entries[i].text,
                      list.nearest(list.entries[i].text, vocabulary, listings)});
  return dead;
}

// Returns the entries that match no endpoint of any listing, each with the nearest valid one.
// Listings without endpoints are passed over; if all are, no entry is dead.
std::vector<DeadEntry> dead_entries(const RoutingRequest& request,
                                    std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  if (std::ranges::all_of(listings,
                          [](const Listing& listing) { return listing.endpoints.empty(); }))
    return dead;
  const std::array lists{
      List{"/provider/only", request.only, matching_names, &ListedModel::names, names_in,
           nearest_name},
      List{"/provider/ignore", request.ignore, matching_names, &ListedModel::names, names_in,
           nearest_name},
      List{"/provider/order", request.order, matching_names, &ListedModel::names, names_in,
           nearest_name},
      List{"/provider/quantizations", request.quantizations, matching_quantizations,
           &ListedModel::quantizations, quantizations_in, nearest_quantization},
  };
  for (const auto& list : lists)
    append(dead, dead_in(list, listings));
  return dead;
}

bool shares_one_pool(const RoutingRequest& request) {
  const auto* partition = set_member(request.body, "/provider/sort/partition");
  const auto* route = set_member(request.body, "/route");
  return (partition != nullptr && *partition == "none") || (route != nullptr && *route == "sort");
}

std::vector<std::string> notes_on_group(const RoutingRequest& request, const ModelGroup& group) {
  std::vector<std::string> notes;
  if (!group.judged_by.empty()) notes.push_back(words_on_shortcut(group.model, group.judged_by));
  if (!request.may_fall_back && group.reason == "balanced")
    notes.emplace_back("provider.allow_fallbacks is false without order or sort: the service "
                       "chooses one endpoint and tries no other");
  for (const auto* member : {"preferred_max_latency", "preferred_min_throughput"})
    if (set_member(request.body, fmt::format("/provider/{}", member)) != nullptr)
      notes.push_back(fmt::format("provider.{} excludes no endpoint; the service may try slower "
                                  "ones later, which the ranks here do not show",
                                  member));
  return notes;
}

// Returns notes on costs; what holds for all groups is said once.
std::vector<std::string> notes_on_costs(const RoutingRequest& request,
                                        std::span<const ModelGroup> groups) {
  std::vector<std::string> notes;
  const auto& assumptions = request.assumptions;
  if (!groups.empty() &&
      assumptions.prompt_tokens.has_value() != assumptions.completion_tokens.has_value())
    notes.emplace_back(assumptions.prompt_tokens ? "a cost needs --completion-tokens, too"
                                                 : "a cost needs --prompt-tokens, too");
  if (groups.empty() || !assumptions.prompt_tokens || !assumptions.completion_tokens) return notes;
  const bool are_same = std::ranges::all_of(
      groups, [&](const ModelGroup& group) { return group.charges == groups.front().charges; });
  for (const auto& group : are_same ? groups.first(1) : groups)
    if (!group.charges.empty())
      notes.push_back(fmt::format("{}costs here leave out charges that no count shows: {}",
                                  are_same ? "" : group.model + ": ", group.charges));
  if (request.cache_writes != CacheWrites::none)
    notes.emplace_back("where writing to the cache has a price, the cost is at most that of a "
                       "request that writes it (cache_control)");
  return notes;
}

std::vector<std::string> notes_on(const RoutingRequest& request, std::span<const ModelGroup> groups,
                                  std::span<const std::string> unlisted) {
  std::vector<std::string> notes;
  for (const auto& group : groups)
    for (auto& note : notes_on_group(request, group))
      notes.push_back(groups.size() == 1 ? std::move(note)
                                         : fmt::format("{}: {}", group.model, note));
  if (groups.empty() && models_of(request.body).empty())
    notes.emplace_back("the body names no model, so there are no endpoints to check: such a preset "
                       "can be used with any model");
  if (!unlisted.empty()) notes.push_back(words_on_unlisted(unlisted));
  if (shares_one_pool(request))
    notes.emplace_back(
        "the service sorts the endpoints of all models together; ranks here are by model");
  append(notes, notes_on_costs(request, groups));
  for (const auto& list : *request.assumptions.known) {
    std::string example;
    bool is_used = false;
    for (const auto& group : groups)
      for (const auto& judged : group.endpoints)
        if (const auto& tag = judged.endpoint->tag) {
          example = *tag;
          is_used = is_used || is_listed(list, *tag, std::array{std::string_view(group.model)});
        }
    if (!is_used && !example.empty())
      notes.push_back(fmt::format("{} names no endpoint of these models: it takes tags, such as {}",
                                  list.file, example));
  }
  return notes;
}

// Returns the entry of `only` that names the provider of a tier endpoint, but not its whole tag.
std::optional<std::string> entry_without_tier(const Entries& only, const ListedEndpoint& listed) {
  std::vector<std::string> names;
  for (auto name = listed.tag; name.find('/') != std::string::npos;) {
    name.erase(name.rfind('/'));
    names.push_back(name);
  }
  if (listed.endpoint->provider_name) names.push_back(listed.provider);
  for (const auto& name : names)
    if (const auto positions = only.positions_of(name); !positions.empty())
      return only[positions.front()].text;
  return std::nullopt;
}

// Returns the entries of `only` that name the provider of a tier endpoint, by the endpoint's tag.
std::map<std::string_view, std::string> named_without_tier(const RoutingRequest& request,
                                                           std::span<const Listing> listings) {
  std::map<std::string_view, std::string> named;
  if (request.only.empty()) return named;
  for (const auto& listing : listings)
    for (const auto& listed : listing.listed->endpoints)
      if (listed.tier && !holds_tag(request.only, listed))
        if (auto entry = entry_without_tier(request.only, listed))
          named.emplace(*listed.endpoint->tag, *std::move(entry));
  return named;
}

std::size_t eligible_in(const Explanation& explanation) {
  std::size_t count = 0;
  for (const auto& group : explanation.groups)
    count += count_of(group, Reach::eligible);
  return count;
}

// Each edit makes the body's lists anew and is tried on all endpoints, so the number of edits is
// limited.
std::size_t most_tried(const Explanation& explanation) {
  constexpr std::size_t most = 64;
  constexpr std::size_t most_entries = 1'000'000; // in all tried bodies
  std::size_t entries = 1;
  for (const auto& requirement : explanation.requirements)
    entries += requirement.asked.is_array() ? requirement.asked.size() : 0;
  return std::clamp<std::size_t>(most_entries / entries, 1, most);
}

std::vector<Edit> distinct_fixes(const Explanation& explanation) {
  const auto most = most_tried(explanation);
  std::vector<Edit> edits;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.fix && edits.size() < most && !contains(edits, *judged.fix))
        edits.push_back(*judged.fix);
  return edits;
}

// Returns whether an edit can change what a rule says of an endpoint.
bool concerns(const Edit& edit, const Rule& rule) {
  const auto is_edited = [&](std::string_view member) {
    return is_within(member, edit.path) || is_within(edit.path, member);
  };
  return rule.scope == Scope::group || (!rule.pointer.empty() && is_edited(rule.pointer)) ||
         std::ranges::any_of(rule.also_asks, is_edited);
}

using EndpointSet = std::set<const service::Endpoint*>;

EndpointSet excluded_in(const Explanation& explanation) {
  EndpointSet excluded;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.reach == Reach::excluded) excluded.insert(judged.endpoint);
  return excluded;
}

// An edited body. Only the checks that the edit concerns are judged again.
class Trial {
public:
  Trial(const Json& body, const Assumptions& assumptions, const Explanation& before,
        const Edit& edit)
      : request_(read_request(body, assumptions)),
        judge_(request_, [&](const Rule& rule) { return concerns(edit, rule); }) {
    for (const auto& requirement : before.requirements)
      is_kept_.push_back(!concerns(edit, rule_of(requirement.code)));
  }

  // Names what the edit opens of a group, in the order in which the group would be shown.
  [[nodiscard]] GroupGain gain_of(const Listing& listing, const ModelGroup& before,
                                  const EndpointSet& excluded_before) {
    auto view = view_of(listing, request_);
    auto endpoints = remaining(before);
    judge_.judge(endpoints, view);
    GroupGain gain;
    gain.eligible = static_cast<std::size_t>(
        std::ranges::count(endpoints, Reach::eligible, &ExplainedEndpoint::reach));
    std::erase_if(endpoints, [&](const ExplainedEndpoint& judged) {
      return judged.reach == Reach::excluded || !excluded_before.contains(judged.endpoint);
    });
    for (const auto& judged : ranked(std::move(endpoints), request_, view))
      (judged.reach == Reach::eligible ? gain.added : gain.unknown)
          .push_back(name_of(*judged.endpoint));
    return gain;
  }

private:
  // Returns the endpoints that no kept check excludes, in the order of the listing.
  [[nodiscard]] std::vector<ExplainedEndpoint> remaining(const ModelGroup& group) const {
    std::vector<std::pair<const ListedEndpoint*, Reach>> left;
    for (const auto& judged : group.endpoints) {
      auto reach = Reach::eligible;
      for (const auto& check : judged.checks)
        if (is_kept_[check.requirement]) reach = worse(reach, check.verdict);
      if (reach != Reach::excluded) left.emplace_back(judged.listed, reach);
    }
    std::ranges::sort(left);
    std::vector<ExplainedEndpoint> endpoints;
    endpoints.reserve(left.size());
    for (const auto& [listed, reach] : left)
      endpoints.push_back({.endpoint = listed->endpoint, .listed = listed, .reach = reach});
    return endpoints;
  }

  RoutingRequest request_;
  Judge judge_;
  std::vector<bool> is_kept_; // by position in the requirements
};

// The endpoints of all groups that an edit leaves eligible, and those that become unknown instead
// of excluded, which count only between edits that leave equally many eligible.
struct GainCounts {
  std::size_t eligible = 0;
  std::size_t unknown = 0;

  auto operator<=>(const GainCounts&) const = default;
};

GainCounts counts_of(const Gain& gain) {
  GainCounts counts;
  for (const auto& group : gain.groups) {
    counts.eligible += group.eligible;
    counts.unknown += group.unknown.size();
  }
  return counts;
}

bool adds_nothing(const Gain& gain) {
  return std::ranges::all_of(gain.groups, [](const GroupGain& group) {
    return group.added.empty() && group.unknown.empty();
  });
}

} // namespace

void add_asked(AskedCodes& codes, const Explanation& explanation) {
  for (const auto& requirement : explanation.requirements)
    codes.insert(requirement.code);
}

Explanation explain(const Json& body, std::span<const Listing> listings,
                    const Assumptions& assumptions) {
  const auto request = read_request(body, assumptions);
  Judge judge(request, [](const Rule&) { return true; });
  Explanation explanation;
  for (const auto& listing : listings)
    explanation.groups.push_back(judged_group(listing, judge, request, Detail::all));
  explanation.dead = dead_entries(request, listings);
  explanation.named_without_tier = named_without_tier(request, listings);
  for (auto& model : models_of(body))
    if (matches_any(model, assumptions.unlisted)) explanation.unlisted.push_back(std::move(model));
  explanation.notes = notes_on(request, explanation.groups, explanation.unlisted);
  explanation.requirements = judge.take_requirements();
  explanation.found = judge.take_found();
  return explanation;
}

std::vector<Gain> gains(const Json& body, std::span<const Listing> listings,
                        const Assumptions& assumptions, const Explanation& explanation,
                        std::size_t limit) {
  const auto excluded = excluded_in(explanation);
  std::vector<Gain> found;
  for (const auto& edit : distinct_fixes(explanation)) {
    const auto body_after = edited(body, edit);
    Trial trial(body_after, assumptions, explanation, edit);
    auto& gain = found.emplace_back(Gain{.edit = edit});
    for (std::size_t i = 0; i < listings.size(); ++i)
      gain.groups.push_back(trial.gain_of(listings[i], explanation.groups[i], excluded));
  }
  const auto eligible_now = eligible_in(explanation);
  std::erase_if(found, [&](const Gain& gain) {
    return counts_of(gain).eligible < eligible_now || adds_nothing(gain);
  });
  std::ranges::stable_sort(found, std::ranges::greater(), counts_of);
  found.resize(std::min(found.size(), limit));
  return found;
}

Json edited(Json body, const Edit& edit) {
  const Json::json_pointer path(edit.path);
  if (auto value = value_after(edit))
    body[path] = *std::move(value);
  else
    body[path.parent_pointer()].erase(path.back());
  return body;
}

} // namespace mrctl::routing
