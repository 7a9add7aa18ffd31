#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/operations.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::routing {

// The listings, by the model ids of the bodies.
using ModelListings = std::map<std::string, service::Model>;

// Why a model could not be listed.
struct UnlistedModel {
  std::string model;
  Error error;
};

// Returns the error in words that name the model.
[[nodiscard]] Error named_error(const UnlistedModel& unlisted);

struct ListingsToExplain {
  ModelListings models{};
  std::map<std::string, std::string> shortcuts{}; // and the models that they are judged by
  std::vector<std::string> sources{};             // files, or the service
  std::vector<UnlistedModel> unlisted{};          // in the order of the models that were wanted
  std::optional<Error> refused{}; // the service takes no request of this key, or without one
};

// What the rules read of the listings, once for all bodies. Points into the models.
using ListingsByModel = std::map<std::string, Listing>;
[[nodiscard]] ListingsByModel listings_by_model(const ListingsToExplain& all);

// Returns the listings of these models, in their order, without the models that have none.
[[nodiscard]] std::vector<Listing> listings_of(const std::vector<std::string>& models,
                                               const ListingsByModel& all);

// Reads the listings of these models from files; fails as service::read_listing_file(), and with a
// usage error if a model is in two files.
[[nodiscard]] Result<ListingsToExplain> read_listings(const std::vector<std::string>& files,
                                                      const std::vector<std::string>& models,
                                                      const ReadNamedFile& read_file);

// Asks the service for them, one request for each: `queries` are those of the models. A shortcut
// that the service does not list is judged by its model, which is asked for then.
[[nodiscard]] ListingsToExplain ask_for_listings(const service::Service& service,
                                                 std::vector<service::Query> queries,
                                                 const std::vector<std::string>& models);

} // namespace mrctl::routing
