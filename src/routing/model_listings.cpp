#include "mrctl/routing/model_listings.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/service/answer_file.hpp"
#include "mrctl/service/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace mrctl::routing {

namespace {

Error model_not_listed(const std::string& model, const ListingsToExplain& listings) {
  const auto known = mapped(listings.models,
                            [](const auto& model_and_listing) { return model_and_listing.first; });
  auto hint = service::hint_on_model(model, known);
  if (hint.empty())
    hint = fmt::format(
        "the listings hold {}; {}, or omit --listing to ask the service", listed(known, 5),
        model.starts_with('~') // a service answers with the model behind an alias
            ? fmt::format("if {} stands for one of them, write it as its 'id'", model)
            : "add its file with --listing");
  auto error = Error::usage(fmt::format("no listing contains the model {}", model), hint);
  error.kind = ErrorKind::not_found;
  return error;
}

bool has_endpoints(const ListingsToExplain& listings, const std::string& model) {
  const auto listed = listings.models.find(model);
  return listed != listings.models.end() && !listed->second.endpoints.empty();
}

void ask(const service::Service& service, std::vector<service::Query> queries,
         const std::vector<std::string>& models, ListingsToExplain& out) {
  auto results =
      service::ask(service, spec::list_endpoints, std::move(queries), service::AnswerParts::data);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i]) {
      out.models.emplace(models[i], service::read_model(results[i]->data));
      continue;
    }
    auto error = std::move(results[i].error());
    if (error.kind == ErrorKind::unauthorized) { // a refused key is refused for all models
      if (!out.refused) out.refused = std::move(error);
      continue;
    }
    const auto meant = service::hint_on_model(models[i], {});
    if (error.kind == ErrorKind::not_found && !meant.empty()) error.hint = meant;
    out.unlisted.push_back({models[i], std::move(error)});
  }
}

// Shortcuts that have no endpoints of their own, with the models behind them.
std::map<std::string, std::string> missing_shortcuts(const ListingsToExplain& listings,
                                                     const std::vector<std::string>& models) {
  std::map<std::string, std::string> missing;
  for (const auto& model : models) {
    const auto* unlisted = find_row(listings.unlisted, &UnlistedModel::model, model);
    const bool has_failed = unlisted != nullptr && unlisted->error.kind != ErrorKind::not_found;
    const auto base = model_of_shortcut(model);
    if (!base.empty() && !has_failed && !has_endpoints(listings, model))
      missing.emplace(model, base);
  }
  return missing;
}

// Judges shortcuts by the models behind them, where these are listed.
void settle_shortcuts(ListingsToExplain& listings, std::map<std::string, std::string> shortcuts) {
  std::erase_if(shortcuts,
                [&](const auto& pair) { return !listings.models.contains(pair.second); });
  std::erase_if(listings.unlisted,
                [&](const auto& unlisted) { return shortcuts.contains(unlisted.model); });
  listings.shortcuts = std::move(shortcuts);
}

} // namespace

Result<ListingsToExplain> read_listings(const std::vector<std::string>& files,
                                        const std::vector<std::string>& models,
                                        const ReadNamedFile& read_file) {
  ListingsToExplain out;
  for (const auto& file : files) {
    TRY_ASSIGN(auto listed, service::read_listing_file(read_file, file));
    out.sources.push_back(name_of_input(file));
    for (auto& model : listed) {
      auto id = *model.id;
      if (!out.models.emplace(id, std::move(model)).second)
        return fail(Error::usage(
            fmt::format("{} is in more than one listing, again in {}", id, name_of_input(file)),
            "leave out one of the listings, or its model"));
    }
  }
  for (const auto& model : models)
    if (!out.models.contains(model)) out.unlisted.push_back({model, model_not_listed(model, out)});
  settle_shortcuts(out, missing_shortcuts(out, models));
  return out;
}

Error named_error(const UnlistedModel& unlisted) {
  auto error = unlisted.error;
  if (error.message.find(unlisted.model) == std::string::npos)
    error.message += fmt::format(": {} could not be listed", unlisted.model);
  return error;
}

ListingsToExplain ask_for_listings(const service::Service& service,
                                   std::vector<service::Query> queries,
                                   const std::vector<std::string>& models) {
  ListingsToExplain out{.sources = {service.base_url}};
  ask(service, std::move(queries), models, out);
  auto shortcuts = missing_shortcuts(out, models);
  std::set<std::string> bases;
  for (const auto& [shortcut, base] : shortcuts)
    if (!contains(models, base)) bases.insert(base);
  const std::vector<std::string> more(bases.begin(), bases.end());
  ListingsToExplain behind;
  if (auto further = service::read_model_ids(more); further && !more.empty())
    ask(service, *std::move(further), more, behind);
  out.models.merge(behind.models);
  settle_shortcuts(out, std::move(shortcuts));
  return out;
}

std::vector<Listing> listings_of(const std::vector<std::string>& models,
                                 const ListingsByModel& all) {
  std::vector<Listing> listings;
  for (const auto& model : models)
    if (const auto found = all.find(model); found != all.end()) listings.push_back(found->second);
  return listings;
}

ListingsByModel listings_by_model(const ListingsToExplain& all) {
  ListingsByModel listings;
  for (const auto& [name, model] : all.models)
    listings.emplace(name, Listing(name, model.endpoints));
  for (const auto& [shortcut, model] : all.shortcuts)
    listings.insert_or_assign(shortcut, listing_of_shortcut(shortcut, listings.at(model)));
  return listings;
}

} // namespace mrctl::routing
