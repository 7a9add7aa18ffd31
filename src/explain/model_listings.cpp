#include "mrctl/explain/model_listings.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/service/answer_file.hpp"
#include "mrctl/service/queries.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::explain {

namespace {

Error model_not_listed(const std::string& model, const ListingsToExplain& listings) {
  std::vector<std::string> known;
  for (const auto& model_and_listing : listings.models)
    known.push_back(model_and_listing.first);
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
        return fail(Error::usage(fmt::format("{} is in more than one listing", id)));
    }
  }
  for (const auto& model : models)
    if (!out.models.contains(model)) out.unlisted.push_back({model, model_not_listed(model, out)});
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
  auto results =
      service::ask(service, spec::list_endpoints, std::move(queries), service::AnswerParts::data);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i]) {
      out.models.emplace(models[i], service::read_model(results[i]->data));
      continue;
    }
    auto error = std::move(results[i].error());
    const auto meant = service::hint_on_model(models[i], {});
    if (error.kind == ErrorKind::not_found && !meant.empty()) error.hint = meant;
    out.unlisted.push_back({models[i], std::move(error)});
  }
  return out;
}

ListingsByModel listings_by_model(const ModelListings& models) {
  ListingsByModel listings;
  for (const auto& [name, model] : models)
    listings.emplace(name, Listing(name, model.endpoints));
  return listings;
}

} // namespace mrctl::explain
