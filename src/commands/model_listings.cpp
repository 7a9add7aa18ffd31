#include "model_listings.hpp"

#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/queries.hpp"

#include <utility>

namespace mrctl::commands {

Result<explain::ListingsToExplain> find_listings(const Context& context,
                                                 std::vector<std::string> models,
                                                 const service::Service* service) {
  std::erase_if(models, [&](const std::string& model) {
    return explain::is_unlisted(model, context.service.settings.project.unlisted);
  });
  if (models.empty()) return explain::ListingsToExplain{};
  const auto& files = context.invocation.flags.listing;
  if (!files.empty()) return explain::read_listings(files, models, context.input.read_file);
  TRY(check_host(context.service));
  TRY_ASSIGN(auto queries, service::read_model_ids(models));
  if (service != nullptr) return explain::ask_for_listings(*service, std::move(queries), models);
  TRY_ASSIGN(auto connection, connect(context.service, spec::list_endpoints.key));
  auto listings = explain::ask_for_listings(connection.service, std::move(queries), models);
  listings.notes = connection_notes(connection.service);
  return listings;
}

} // namespace mrctl::commands
