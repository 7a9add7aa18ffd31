#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::commands {

// A body to explain.
struct BodyToExplain {
  std::string file; // empty if it comes from flags or --body
  std::string slug;
  body::Body body;
  Json value;                      // of the body
  std::vector<std::string> models; // that it names
  std::string slug_prefix{};       // that the slug begins with
};

// Fails with a usage error if the body names no model.
[[nodiscard]] Result<BodyToExplain> make_body_to_explain(std::string file, std::string slug,
                                                         body::Body body);

// Returns the problem of a preset's file that names no model: it says nothing about other files.
[[nodiscard]] Problem problem_of_file_without_model(const std::string& file, const Error& error);

struct BodiesToExplain {
  std::vector<BodyToExplain> bodies;
  Problems warnings;
  Problems without_model{}; // of files that name no model; other files can be explained
  bool is_of_curl = false;  // the body was in a curl command
};

// Returns the flag that builds a body and has no effect on bodies of files; empty if there is none.
[[nodiscard]] std::string_view flag_of_one_body(const spec::Invocation& invocation);

// Reads and checks the bodies of the files that the arguments name, or the body of the flags. Fails
// if one of them has an error or none names a model, and if flags of a body are combined with
// files.
[[nodiscard]] Result<BodiesToExplain> read_bodies_to_explain(const Context& context);

// Reads preset files and folders of them, with the flags that change their bodies.
[[nodiscard]] Result<BodiesToExplain>
read_preset_files_to_explain(const Context& context, const std::vector<std::string>& paths);

// The listings, by the model ids of the bodies.
using ModelListings = std::map<std::string, service::Model>;

// Why a model could not be listed.
struct UnlistedModel {
  std::string model;
  Error error;
};

struct ListingsToExplain {
  ModelListings models;
  std::vector<std::string> sources; // files, or the service
  std::vector<std::string> notes;
  std::vector<UnlistedModel> unlisted; // in the order of the models
};

// What the rules read of the listings, once for all bodies. Points into the models.
using ListingsByModel = std::map<std::string, explain::Listing>;
[[nodiscard]] ListingsByModel listings_by_model(const ModelListings& models);

// Returns the listings of the models: from the files of --listing, else from the service, one
// request for each model.
[[nodiscard]] Result<ListingsToExplain> find_listings(const Context& context,
                                                      const std::vector<std::string>& models);

[[nodiscard]] std::optional<Decimal> decimal_of(const std::optional<std::size_t>& count);

// Reads --prompt-tokens, --completion-tokens, --images and --assume. Fails with a usage error for a
// code that cannot be assumed.
[[nodiscard]] Result<explain::Premises> read_premises(const spec::FlagValues& flags);

// Returns the problems of a body with their places; only the first have excerpts of their lines.
[[nodiscard]] Problems placed(Problems problems, const BodyToExplain& body);

// Returns the origins of the parts of a body at those JSON Pointers: "support.yaml:18:5", a flag,
// or nothing if the body does not have the part.
[[nodiscard]] std::vector<std::string> places_of(const BodyToExplain& body,
                                                 const std::vector<std::string>& pointers);

// Returns a warning, at its place, for each entry of the body that matches no endpoint.
[[nodiscard]] Problems dead_warnings(const BodyToExplain& body,
                                     const explain::Explanation& explanation);

// Returns the failure of files that name no model, beside the result for the others; nothing if
// there are none.
[[nodiscard]] std::optional<Error> failure_of(Problems without_model);

// Returns the failure of that many warnings, dead entries included, under --strict; else nothing.
[[nodiscard]] std::optional<Error> failure_of_warnings(std::size_t warnings,
                                                       const Context& context);

// Returns the places of the names of the body's models, for findings: without a file if the body
// has none, and in the first line of its file if a flag names the model.
[[nodiscard]] explain::PlacesByModel places_of_models(const BodyToExplain& body);

// Reads the gate of the flags. Fails with a usage error if a condition on costs lacks the counts of
// tokens.
[[nodiscard]] Result<explain::Gate> read_gate(const spec::FlagValues& flags);

} // namespace mrctl::commands
