#include "mrctl/body/body.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/compare/change_gate.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/endpoints.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/explain/reach.hpp"
#include "mrctl/json/cut.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/queries.hpp"

#include "answer_file.hpp"
#include "commands.hpp"
#include "compared_sides.hpp"
#include "explain_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

struct ReachOfPresets {
  std::vector<compare::PresetReach> presets; // in the order of the bodies
  std::vector<std::string> notes;            // models that neither listing has
};

using compare::ComparedEndpoint;
using compare::EndpointComparison;
using compare::PresetReach;
using compare::ReachChange;
using explain::ExplainedEndpoint;
using explain::Verdict;

using ListingsById = std::unordered_map<std::string_view, explain::Listing>;

ListingsById listings_by_id(const std::vector<service::Model>& models) {
  ListingsById listings;
  for (const auto& model : models)
    listings.emplace(*model.id, explain::Listing(*model.id, model.endpoints));
  return listings;
}

// The result of the rules for a body with one listing, by endpoint. A model that is not in the
// listing has no endpoints.
class Reached {
public:
  Reached(const BodyToExplain& body, const ListingsById& all, const explain::Premises& premises) {
    std::vector<explain::Listing> listings;
    for (const auto& name : body.models) {
      const auto found = all.find(name);
      listings.push_back(found == all.end() ? explain::Listing(name, {}) : found->second);
    }
    explanation_ = explain::explain(body.value, listings, premises);
    for (const auto& group : explanation_.groups)
      for (const auto& judged : group.endpoints)
        judged_.emplace(judged.endpoint, &judged);
  }

  [[nodiscard]] std::size_t eligible() const {
    std::size_t count = 0;
    for (const auto& group : explanation_.groups)
      count += count_of(group, explain::Reach::eligible);
    return count;
  }

  // Returns nothing if the body does not name the endpoint's model.
  [[nodiscard]] const ExplainedEndpoint* find(const service::Endpoint* endpoint) const {
    const auto found = judged_.find(endpoint);
    return found == judged_.end() ? nullptr : found->second;
  }

  [[nodiscard]] const std::vector<explain::Demand>& demands() const { return explanation_.demands; }

private:
  explain::Explanation explanation_;
  std::unordered_map<const service::Endpoint*, const ExplainedEndpoint*> judged_;
};

// The kinds of the endpoint's changes that are relevant to the check: "price-up". If parameters
// were added and removed, the removed one counts.
std::string kinds_at(const ComparedEndpoint& endpoint, std::string_view member,
                     service::Effect effect) {
  std::string kinds;
  for (const auto& change : endpoint.changes)
    if (!change.path.empty() && change.path == member &&
        (!change.is_item || change.kind->effect == effect) &&
        kinds.find(change.kind->name) == std::string::npos)
      kinds.append(kinds.empty() ? "" : ", ").append(change.kind->name);
  return kinds;
}

// The checks that an endpoint does not pass, in words, and the changes responsible.
struct Obstacle {
  std::string kinds; // "price-up"; empty where the endpoint's own changes did not do it
  std::string words;
};

std::vector<Obstacle> obstacles(const ComparedEndpoint& endpoint, const ExplainedEndpoint& judged,
                                const Reached& reached, service::Effect effect) {
  std::vector<Obstacle> out;
  for (const auto& check : judged.checks) {
    if (check.verdict == Verdict::pass) continue;
    const auto& demand = reached.demands()[check.demand];
    out.push_back({kinds_at(endpoint, explain::member_read_by(demand.code), effect),
                   words_of(demand, check)});
  }
  return out;
}

std::string name_in(const BodyToExplain& body, const ComparedEndpoint& endpoint) {
  const auto tag = endpoint.tag().empty() ? "(no tag)" : endpoint.tag();
  return body.models.size() == 1 ? std::string(tag) : fmt::format("{} {}", endpoint.model, tag);
}

// "price-up: at most 2.5 USD …; this one costs 3"
std::string cause_of_loss(const ComparedEndpoint& endpoint, const ExplainedEndpoint* now,
                          const Reached& after) {
  if (now == nullptr) return std::string(service::removed);
  std::string out;
  for (const auto& [kinds, words] : obstacles(endpoint, *now, after, service::Effect::worse))
    out +=
        fmt::format("{}{}{}{}", out.empty() ? "" : "; ", kinds, kinds.empty() ? "" : ": ", words);
  return out;
}

// "price-down; before: at most 2.5 USD …; this one costs 3"
std::string cause_of_gain(const ComparedEndpoint& endpoint, const ExplainedEndpoint* then,
                          const Reached& before) {
  if (then == nullptr) return std::string(service::added);
  std::string out;
  std::string reasons;
  for (const auto& [kinds, words] : obstacles(endpoint, *then, before, service::Effect::neutral)) {
    if (!kinds.empty()) out += kinds + "; ";
    reasons += fmt::format("{}{}", reasons.empty() ? "before: " : "; ", words);
  }
  return out + reasons;
}

void place_changes(std::vector<ReachChange>& changes, const BodyToExplain& body) {
  if (changes.empty()) return;
  const auto places = places_of_models(body);
  for (auto& change : changes)
    change.place = places.of(std::string(change.model));
}

PresetReach reach_of(const BodyToExplain& body, const ListingsById& listings_before,
                     const ListingsById& listings_after, const explain::Premises& premises,
                     const EndpointComparison& comparison) {
  const Reached before(body, listings_before, premises);
  const Reached after(body, listings_after, premises);
  PresetReach out{body.slug, body.file, before.eligible(), after.eligible(), {}, body.slug_prefix};
  for (const auto& endpoint : comparison.endpoints) {
    const auto* then = before.find(endpoint.before);
    const auto* now = after.find(endpoint.after);
    const auto move = explain::move_between(then, now);
    if (!move) continue;
    const bool is_lost = *move == explain::ReachMove::lost;
    out.changes.push_back(
        {is_lost ? ReachChange::Kind::lost : ReachChange::Kind::gained,
         name_in(body, endpoint),
         is_lost ? cause_of_loss(endpoint, now, after) : cause_of_gain(endpoint, then, before),
         endpoint.model,
         endpoint.tag(),
         is_lost ? explain::codes_against(now, after.demands()) : std::vector<std::string_view>{},
         {}});
  }
  place_changes(out.changes, body);
  return out;
}

// Reads the presets of --presets, each with the body of --base as its base; none without the flag.
// Fails as preset explain does.
Result<BodiesToExplain> read_presets_to_compare(const Context& context) {
  const auto& paths = context.invocation.flags.presets;
  return paths.empty() ? BodiesToExplain{} : read_preset_files_to_explain(context, paths);
}

// Explains every body with the listings before and after, and names the changes that made endpoints
// eligible or ineligible.
ReachOfPresets reach_of_presets(const BodiesToExplain& bodies, const explain::Premises& premises,
                                const std::vector<service::Model>& before,
                                const std::vector<service::Model>& after,
                                const EndpointComparison& comparison) {
  const auto listings_before = listings_by_id(before);
  const auto listings_after = listings_by_id(after);
  ReachOfPresets out;
  std::set<std::string> told;
  for (const auto& body : bodies.bodies) {
    out.presets.push_back(reach_of(body, listings_before, listings_after, premises, comparison));
    for (const auto& name : body.models)
      if (!listings_before.contains(name) && !listings_after.contains(name) &&
          told.insert(name).second)
        out.notes.push_back(
            fmt::format("{} names {}, which is in neither listing", body.file, name));
  }
  return out;
}

// The listings that `endpoints diff` compares.
using ComparedListings = ComparedSides<service::Model>;

// An answer without endpoints would make every one of them look removed.
Result<service::Model> read_answer(const std::string& id, const service::Answer& answer) {
  const auto endpoints = json_member(answer.data.text(), "endpoints");
  if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
    return fail(
        Error::unexpected_response(fmt::format("the answer for {} has no list 'endpoints'", id)));
  auto model = service::read_model(answer.data);
  model.id = id;
  return model;
}

std::vector<std::string> ids_of(const std::vector<service::Model>& models) {
  std::vector<std::string> ids;
  for (const auto& model : models)
    ids.push_back(*model.id);
  return ids;
}

// What is wrong with all of them is more likely wrong with the address.
std::string note_on(const std::vector<std::string>& gone, std::size_t asked) {
  if (gone.size() == asked)
    return "the service knows none of the models: check that the base URL is the right one";
  return fmt::format("the service does not know {} any more", fmt::join(gone, ", "));
}

Status list_now(const Context& context, ComparedListings& out) {
  const auto ids = ids_of(out.before);
  TRY_ASSIGN(auto models, service::read_model_ids(ids));
  TRY_ASSIGN(auto connection, connect(context.service, spec::list_endpoints.key));
  out.service = connection.service.base_url;
  out.notes = connection_notes(connection.service);
  std::vector<std::string> gone;
  auto answers = service::ask(connection.service, spec::list_endpoints, std::move(models),
                              service::AnswerParts::data);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i] && answers[i].error().kind == ErrorKind::not_found) {
      gone.push_back(ids[i]);
      continue;
    }
    auto listed =
        answers[i] ? read_answer(ids[i], *answers[i]) : fail(std::move(answers[i].error()));
    if (listed)
      out.after.push_back(*std::move(listed));
    else
      out.failures.push_back(std::move(listed.error()));
  }
  if (!gone.empty()) out.notes.push_back(note_on(gone, ids.size()));
  return {};
}

// Reads BEFORE and AFTER, or lists the models of BEFORE now, each under the id that it has there; a
// model that the service does not know any more has no endpoints.
Result<ComparedListings> read_compared_listings(const Context& context) {
  return read_sides<service::Model>(context, read_listing_file, list_now);
}

// Fails with a usage error if nothing is listed now.
Status check_save(const Context& context) {
  if (!context.invocation.flags.save || context.invocation.arguments.size() == 1) return {};
  return fail(Error::usage("--save writes the live listing, but AFTER is a file",
                           "leave out AFTER to list the models of BEFORE now"));
}

// Returns what `endpoints list -o json` prints of these models, each under the id that it was asked
// for, so that the file can be compared again.
std::string listing_text(const std::vector<service::Model>& models) {
  std::string out;
  for (const auto& model : models) {
    const JsonText text(model.text);
    const auto id = json_quote(*model.id);
    const auto root = text.root();
    const auto found = find_member(root, "id");
    const auto cut = found ? JsonCut{found->text(), id} : adding_items(root, R"("id":)" + id);
    out.append(out.empty() ? "" : ",").append(cut_json(text, {cut}).text());
  }
  return models.size() == 1 ? out + "\n" : "[" + out + "]\n";
}

// What only pages have room for.
void add_remarks(Output& output, const compare::ComparedPresets& presets, output::Format format) {
  if (is_rows(format))
    for (const auto& preset : presets.reach)
      output.notes.push_back(compare::sentence_on(preset));
  if (!has_values_for_people(format))
    output.notes.insert(output.notes.end(), presets.notes.begin(), presets.notes.end());
}

} // namespace

Result<Output> endpoints_diff(const Context& context) {
  const auto deepest = context.invocation.flags.statistics ? service::ValueSource::statistics
                                                           : service::ValueSource::listing;
  TRY_ASSIGN(const auto gate, compare::read_change_gate(context.invocation.flags.fail_on,
                                                        service::endpoint_change_kinds, deepest));
  TRY(check_save(context));
  TRY_ASSIGN(const auto premises, read_premises(context.invocation.flags));
  TRY_ASSIGN(auto bodies, read_presets_to_compare(context));
  TRY_ASSIGN(auto listings, read_compared_listings(context));

  Output output;
  output.notes = std::move(listings.notes);
  output.warnings = std::move(bodies.warnings);
  output.failures = std::move(listings.failures);
  if (!output.failures.empty()) return output;
  if (auto failure = failure_of(bodies.without_model))
    output.failures.push_back(*std::move(failure));
  const auto comparison = compare::compare_listings(listings.before, listings.after, deepest);
  auto reach = reach_of_presets(bodies, premises, listings.before, listings.after, comparison);
  auto compared = compare::compared_in(comparison, names_of_sides(context, listings));
  if (!context.invocation.flags.presets.empty()) {
    compared.presets = {std::move(reach.presets), premises.assumed, std::move(reach.notes)};
    if (auto words = explain::assumed_words(premises.assumed); !words.empty())
      compared.presets->notes.push_back(std::move(words));
    add_remarks(output, *compared.presets, context.wanted.target.format);
  }
  present(output, context.wanted, compare::present_comparison(compared, gate));
  if (const auto& file = context.invocation.flags.save)
    output.saved = Report{*file, listing_text(listings.after)};
  std::ranges::move(output::failures_of(compare::judge(gate, compared)),
                    std::back_inserter(output.failures));
  return output;
}

} // namespace mrctl::commands
