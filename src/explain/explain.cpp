#include "mrctl/explain/explain.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include "limit_rules.hpp"
#include "question.hpp"
#include "ranking.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::explain {

namespace {

using Words = std::vector<std::string>;

// Each word once, in the order of the listings.
class WordList {
public:
  void add(std::string_view word) {
    if (!word.empty() && seen_.emplace(word).second) words_.emplace_back(word);
  }
  [[nodiscard]] Words words() && { return std::move(words_); }

private:
  Words words_;
  std::set<std::string, std::less<>> seen_;
};

// Slugs of providers first, because people mistype them most.
Words names_in(std::span<const Listing> listings) {
  WordList names;
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints)
      if (endpoint.tag)
        names.add(std::string_view(*endpoint.tag).substr(0, endpoint.tag->find('/')));
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints) {
      if (endpoint.tag) names.add(*endpoint.tag);
      if (endpoint.provider_name) names.add(*endpoint.provider_name);
    }
  return std::move(names).words();
}

Words quantizations_in(std::span<const Listing> listings) {
  WordList names;
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints)
      if (endpoint.quantization) names.add(*endpoint.quantization);
  return std::move(names).words();
}

std::string nearest_name(std::string_view entry, const Vocabulary& names) {
  return names.nearest(entry);
}

std::string bits_of(std::string_view quantization) {
  std::string bits;
  std::ranges::copy_if(quantization, std::back_inserter(bits), is_digit);
  return bits;
}

// Another precision is never what was meant.
std::string nearest_quantization(std::string_view entry, const Vocabulary& names) {
  auto words = names.words();
  std::erase_if(words, [&](const std::string& word) { return bits_of(word) != bits_of(entry); });
  return Vocabulary(std::move(words)).nearest(entry);
}

// The positions of the entries that match an endpoint.
Positions matching_names(const Entries& entries, const Listing& listing) {
  const GroupEntries in_group(entries, listing.endpoints);
  Positions positions;
  for (const auto& endpoint : listing.endpoints)
    std::ranges::copy(in_group.matching(endpoint), std::back_inserter(positions));
  return positions;
}

Positions matching_quantizations(const Entries& entries, const Listing& listing) {
  Positions positions;
  for (const auto& endpoint : listing.endpoints)
    if (endpoint.quantization)
      std::ranges::copy(covering(entries, *endpoint.quantization), std::back_inserter(positions));
  return positions;
}

// One list of the body: its path, how an entry matches, and the valid alternatives.
struct List {
  std::string_view pointer;
  const Entries& entries;
  Positions (*matching)(const Entries&, const Listing&);
  Words (*words)(std::span<const Listing>);
  std::string (*nearest)(std::string_view, const Vocabulary&);
};

std::vector<DeadEntry> dead_in(const List& list, std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  std::vector<bool> is_alive(list.entries.size(), false);
  for (const auto& listing : listings)
    for (const auto position : list.matching(list.entries, listing))
      is_alive[position] = true;
  if (std::ranges::find(is_alive, false) == is_alive.end()) return dead;
  const Vocabulary vocabulary(list.words(listings));
  for (std::size_t i = 0; i < list.entries.size(); ++i)
    if (!is_alive[i])
      dead.push_back({pointer_join(list.pointer, list.entries[i].index), list.entries[i].text,
                      list.nearest(list.entries[i].text, vocabulary)});
  return dead;
}

// Returns the entries that match no endpoint of any listing, each with the nearest valid one.
// Listings without endpoints are passed over; if all are, no entry is dead.
std::vector<DeadEntry> dead_entries(const Question& question, std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  if (std::ranges::all_of(listings,
                          [](const Listing& listing) { return listing.endpoints.empty(); }))
    return dead;
  const std::array lists{
      List{"/provider/only", question.only, matching_names, names_in, nearest_name},
      List{"/provider/ignore", question.ignore, matching_names, names_in, nearest_name},
      List{"/provider/order", question.order, matching_names, names_in, nearest_name},
      List{"/provider/quantizations", question.quantizations, matching_quantizations,
           quantizations_in, nearest_quantization},
  };
  for (const auto& list : lists)
    std::ranges::move(dead_in(list, listings), std::back_inserter(dead));
  return dead;
}

bool chooses_one(const Question& question) {
  return !question.may_fall_back && question.order.empty() && question.sort == Sort::none;
}

bool prefers_latency(const Question& question) {
  return set_member(question.body, "/provider/preferred_max_latency") != nullptr;
}

bool prefers_throughput(const Question& question) {
  return set_member(question.body, "/provider/preferred_min_throughput") != nullptr;
}

bool shares_one_pool(const Question& question) {
  const auto* partition = set_member(question.body, "/provider/sort/partition");
  const auto* route = set_member(question.body, "/route");
  return (partition != nullptr && *partition == "none") || (route != nullptr && *route == "sort");
}

struct Note {
  bool (*applies)(const Question&);
  std::string_view text;
};

// On each group.
constexpr std::array group_notes{
    Note{chooses_one, "provider.allow_fallbacks is false without order or sort: the service "
                      "chooses one endpoint and tries no other"},
    Note{prefers_latency, "provider.preferred_max_latency excludes no endpoint; the service may "
                          "try slower ones later, which the ranks here do not show"},
    Note{prefers_throughput, "provider.preferred_min_throughput excludes no endpoint; the service "
                             "may try slower ones later, which the ranks here do not show"},
};

// On all groups together.
constexpr std::array body_notes{
    Note{shares_one_pool,
         "the service sorts the endpoints of all models together; ranks here are by model"},
};

constexpr std::string_view never_listed =
    "a listing does not show account-wide lists and policies (merged with the body's), own "
    "credentials (used first), sticky sessions, outages or load";

// Returns notes about the groups, then what a listing never shows.
std::vector<std::string> notes_on(const Question& question, std::span<const Listing> listings) {
  std::vector<std::string> notes;
  for (const auto& note : group_notes)
    for (const auto& listing : listings)
      if (note.applies(question))
        notes.push_back(listings.size() == 1 ? std::string(note.text)
                                             : fmt::format("{}: {}", listing.model, note.text));
  for (const auto& note : body_notes)
    if (note.applies(question)) notes.emplace_back(note.text);
  notes.emplace_back(never_listed);
  return notes;
}

// A rule, and what the body requires by it.
struct Asked {
  const Rule* rule;
  std::size_t demand; // position in the demands
};

using EndpointSet = std::set<const service::Endpoint*>;

// Judges the endpoints of one body.
class Judge {
public:
  explicit Judge(const Question& question);

  [[nodiscard]] ModelGroup judge_group(const Listing& listing) const;
  // What one edit opens of a group, in the order in which the group would be shown.
  [[nodiscard]] GroupGain gain_of(const Listing& listing, const EndpointSet& excluded_before) const;
  [[nodiscard]] std::vector<Demand> demands() && { return std::move(demands_); }

private:
  // Without what an explanation adds to the checks: fixes, costs, dropped parameters.
  [[nodiscard]] std::vector<Judged> judge_endpoints(GroupView& view) const;
  void apply(Scope scope, Judged& judged, const GroupView& view) const;
  [[nodiscard]] bool is_assumed_to_pass(const Rule& rule) const;
  [[nodiscard]] const service::Endpoint* leader_of(const std::vector<Judged>& endpoints) const;
  [[nodiscard]] std::optional<Edit> fix_of(const Judged& judged, const GroupView& view) const;
  void complete(Judged& judged, const GroupView& view) const;

  const Question& question_;
  std::vector<Demand> demands_;
  std::vector<Asked> asked_;
  bool depends_on_group_ = false;
};

Judge::Judge(const Question& question) : question_(question) {
  for (const auto& rule : rules())
    if (auto demand = rule.ask(question, rule)) {
      asked_.push_back({&rule, demands_.size()});
      depends_on_group_ = depends_on_group_ || rule.scope == Scope::group;
      demands_.push_back(*std::move(demand));
    }
}

Reach worse(Reach reach, Verdict verdict) {
  if (verdict == Verdict::fail) return Reach::excluded;
  if (verdict == Verdict::unknown && reach == Reach::eligible) return Reach::unknown;
  return reach;
}

GroupView view_of(const Listing& listing, const Question& question) {
  return {.endpoints = listing.endpoints,
          .only = GroupEntries(question.only, listing.endpoints),
          .ignore = GroupEntries(question.ignore, listing.endpoints),
          .order = GroupEntries(question.order, listing.endpoints)};
}

std::vector<Judged> Judge::judge_endpoints(GroupView& view) const {
  std::vector<Judged> endpoints;
  endpoints.reserve(view.endpoints.size());
  for (const auto& endpoint : view.endpoints) {
    auto& judged = endpoints.emplace_back();
    judged.endpoint = &endpoint;
    judged.checks.reserve(asked_.size());
    apply(Scope::endpoint, judged, view);
  }
  if (!depends_on_group_) return endpoints;
  view.leader = leader_of(endpoints);
  for (auto& judged : endpoints)
    apply(Scope::group, judged, view);
  return endpoints;
}

ModelGroup Judge::judge_group(const Listing& listing) const {
  auto view = view_of(listing, question_);
  auto endpoints = judge_endpoints(view);
  for (auto& judged : endpoints)
    complete(judged, view);
  ModelGroup group{
      .model = listing.model, .reason = reason_of(question_), .cost = group_cost(endpoints)};
  group.endpoints = ranked(std::move(endpoints), question_, view);
  return group;
}

GroupGain Judge::gain_of(const Listing& listing, const EndpointSet& excluded_before) const {
  GroupGain gain;
  auto view = view_of(listing, question_);
  auto endpoints = judge_endpoints(view);
  gain.eligible =
      static_cast<std::size_t>(std::ranges::count(endpoints, Reach::eligible, &Judged::reach));
  const auto is_opened = [&](const Judged& judged) {
    return judged.reach != Reach::excluded && excluded_before.contains(judged.endpoint);
  };
  if (std::ranges::count_if(endpoints, is_opened) > 1)
    endpoints = ranked(std::move(endpoints), question_, view);
  for (const auto& judged : endpoints)
    if (is_opened(judged))
      (judged.reach == Reach::eligible ? gain.added : gain.unknown)
          .push_back(name_of(*judged.endpoint));
  return gain;
}

void Judge::apply(Scope scope, Judged& judged, const GroupView& view) const {
  const auto reach_before = judged.reach;
  for (const auto& [rule, position] : asked_) {
    if (rule->scope != scope) continue;
    auto finding =
        rule->judge({question_, view, *judged.endpoint, demands_[position], reach_before});
    if (!finding) continue;
    const bool is_assumed = finding->verdict == Verdict::unknown && is_assumed_to_pass(*rule);
    if (is_assumed) finding = Judgement{.found = std::move(finding->found)};
    judged.reach = worse(judged.reach, finding->verdict);
    judged.checks.push_back(
        {position, finding->verdict, finding->cause, std::move(finding->found), is_assumed});
  }
}

bool Judge::is_assumed_to_pass(const Rule& rule) const {
  const auto& assumed = question_.premises.assumed;
  return rule.is_assumable && std::ranges::find(assumed, rule.code) != assumed.end();
}

const service::Endpoint* Judge::leader_of(const std::vector<Judged>& endpoints) const {
  const service::Endpoint* leader = nullptr;
  SortKey first;
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    auto key = sort_key(*judged.endpoint, question_.sort);
    if (leader != nullptr && !comes_before(key, first, question_.sort)) continue;
    leader = judged.endpoint;
    first = std::move(key);
  }
  return leader;
}

std::optional<Edit> Judge::fix_of(const Judged& judged, const GroupView& view) const {
  const Check* failed = nullptr;
  for (const auto& check : judged.checks) {
    if (check.verdict != Verdict::fail) continue;
    if (failed != nullptr) return std::nullopt;
    failed = &check;
  }
  if (failed == nullptr) return std::nullopt;
  const auto& demand = demands_[failed->demand];
  const auto edit = rule_of(demand.code).edit;
  if (edit == nullptr) return std::nullopt;
  return edit({question_, view, *judged.endpoint, demand, judged.reach});
}

void Judge::complete(Judged& judged, const GroupView& view) const {
  const auto& endpoint = *judged.endpoint;
  judged.is_degraded = service::is_degraded(endpoint);
  judged.fix = fix_of(judged, view);
  judged.cost = cost_of(endpoint, question_.premises);
  judged.drops = unsupported_by(endpoint, question_.body);
  const auto* required = set_member(question_.body, "/provider/require_parameters");
  if (judged.drops && required != nullptr && *required == true) judged.drops->clear();
}

// The entry of `only` that names the provider of a tier endpoint, but not its whole tag.
std::optional<std::string> entry_without_tier(const Entries& only,
                                              const service::Endpoint& endpoint) {
  std::vector<std::string> names;
  for (auto name = lower_case(*endpoint.tag); name.find('/') != std::string::npos;) {
    name.erase(name.rfind('/'));
    names.push_back(name);
  }
  if (endpoint.provider_name) names.push_back(lower_case(*endpoint.provider_name));
  for (const auto& name : names)
    if (const auto positions = only.positions_of(name); !positions.empty())
      return only[positions.front()].text;
  return std::nullopt;
}

// By the tag.
std::map<std::string, std::string> named_without_tier(const Question& question,
                                                      std::span<const Listing> listings) {
  std::map<std::string, std::string> named;
  if (question.only.empty()) return named;
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints)
      if (tier_of(endpoint) && !holds_tag(question.only, endpoint))
        if (auto entry = entry_without_tier(question.only, endpoint))
          named.emplace(*endpoint.tag, *std::move(entry));
  return named;
}

std::vector<ModelGroup> groups_of(const Judge& judge, std::span<const Listing> listings) {
  std::vector<ModelGroup> groups;
  for (const auto& listing : listings)
    groups.push_back(judge.judge_group(listing));
  return groups;
}

} // namespace

Explanation explain(const Json& body, std::span<const Listing> listings, const Premises& premises) {
  const auto question = read_question(body, premises);
  Judge judge(question);
  Explanation explanation;
  explanation.groups = groups_of(judge, listings);
  explanation.dead = dead_entries(question, listings);
  explanation.named_without_tier = named_without_tier(question, listings);
  explanation.notes = notes_on(question, listings);
  explanation.demands = std::move(judge).demands();
  return explanation;
}

namespace {

std::size_t eligible_in(const Explanation& explanation) {
  std::size_t count = 0;
  for (const auto& group : explanation.groups)
    count += count_of(group, Reach::eligible);
  return count;
}

// Each edit is tried on all endpoints, and makes the body's lists anew, so the number of edits is
// limited.
std::size_t most_tried(const Explanation& explanation) {
  constexpr std::size_t most = 64;
  constexpr std::size_t most_entries = 1'000'000; // in all tried bodies
  std::size_t entries = 1;
  for (const auto& demand : explanation.demands)
    entries += demand.asked.is_array() ? demand.asked.size() : 0;
  return std::clamp<std::size_t>(most_entries / entries, 1, most);
}

std::vector<Edit> distinct_fixes(const Explanation& explanation) {
  const auto most = most_tried(explanation);
  std::vector<Edit> edits;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.fix && edits.size() < most &&
          std::find(edits.begin(), edits.end(), *judged.fix) == edits.end())
        edits.push_back(*judged.fix);
  return edits;
}

EndpointSet excluded_in(const Explanation& explanation) {
  EndpointSet excluded;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.reach == Reach::excluded) excluded.insert(judged.endpoint);
  return excluded;
}

// Eligible endpoints, and those that become unknown instead of excluded, in all groups.
std::pair<std::size_t, std::size_t> size_of(const Gain& gain) {
  std::pair<std::size_t, std::size_t> size;
  for (const auto& group : gain.groups) {
    size.first += group.eligible;
    size.second += group.unknown.size();
  }
  return size;
}

bool adds_nothing(const Gain& gain) {
  return std::all_of(gain.groups.begin(), gain.groups.end(), [](const GroupGain& group) {
    return group.added.empty() && group.unknown.empty();
  });
}

} // namespace

std::vector<Gain> gains(const Json& body, std::span<const Listing> listings,
                        const Premises& premises, const Explanation& explanation,
                        std::size_t limit) {
  const auto excluded = excluded_in(explanation);
  std::vector<Gain> found;
  for (const auto& edit : distinct_fixes(explanation)) {
    const auto body_after = edited(body, edit);
    const auto question = read_question(body_after, premises);
    const Judge judge(question);
    auto& gain = found.emplace_back(Gain{.edit = edit});
    for (const auto& listing : listings)
      gain.groups.push_back(judge.gain_of(listing, excluded));
  }
  const auto eligible_now = eligible_in(explanation);
  std::erase_if(found, [&](const Gain& gain) {
    return size_of(gain).first < eligible_now || adds_nothing(gain);
  });
  std::stable_sort(found.begin(), found.end(), [](const Gain& one, const Gain& other) {
    return size_of(one) > size_of(other);
  });
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

} // namespace mrctl::explain
