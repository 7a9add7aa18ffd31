#include "model_listings.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/service/operations.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

struct ModelQueries {
  std::vector<std::string> models{};
  std::vector<service::Query> queries{}; // of these models
  std::vector<routing::UnlistedModel> malformed{};
};

// The other ids are requested even if one cannot be.
ModelQueries queries_of(const std::vector<std::string>& models) {
  ModelQueries out;
  for (const auto& model : models) {
    auto queries = service::read_model_ids({model});
    if (!queries) {
      out.malformed.push_back({model, std::move(queries.error())});
      continue;
    }
    out.models.push_back(model);
    out.queries.push_back(std::move(queries->front()));
  }
  return out;
}

} // namespace

Result<routing::ListingsToExplain> find_listings(const Context& context,
                                                 std::vector<std::string> models,
                                                 const service::Service* service) {
  std::erase_if(models, [&](const std::string& model) {
    return matches_any(model, context.service.settings.project.unlisted);
  });
  if (models.empty()) return routing::ListingsToExplain{};
  const auto& files = context.invocation.flags.listing;
  if (!files.empty()) return routing::read_listings(files, models, context.input.read_file);
  auto queries = queries_of(models);
  if (queries.models.empty())
    return routing::ListingsToExplain{.unlisted = std::move(queries.malformed)};
  std::optional<Connection> connection;
  if (service == nullptr) {
    TRY_ASSIGN(connection, context.service.connect({spec::list_endpoints.key}));
    service = &connection->service;
  }
  auto listings = routing::ask_for_listings(*service, std::move(queries.queries), queries.models);
  append(listings.unlisted, std::move(queries.malformed));
  std::map<std::string_view, std::size_t> positions;
  for (const auto& model : models)
    positions.emplace(model, positions.size());
  std::ranges::sort(listings.unlisted, {}, [&](const routing::UnlistedModel& unlisted) {
    return positions.at(unlisted.model);
  });
  return listings;
}

} // namespace mrctl::commands
