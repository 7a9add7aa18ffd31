#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/routing/explanation.hpp"
#include "mrctl/routing/explanation_report.hpp"
#include "mrctl/routing/model_listings.hpp"
#include "mrctl/spec/invocation.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

struct BodyToExplain {
  std::string file; // empty if it comes from flags or --body
  std::string slug;
  body::Body body;
  Json value;                      // of the body
  std::vector<std::string> models; // that it names
  std::string slug_prefix{};       // that the slug begins with
};

[[nodiscard]] BodyToExplain make_body_to_explain(std::string file, std::string slug,
                                                 body::Body body);

// Makes errors of the warnings about references to presets in place of models: they reach nothing.
void refuse_presets_as_models(Problems& problems);

struct BodiesToExplain {
  std::vector<BodyToExplain> bodies;
  Problems warnings;
  bool is_of_curl = false; // the body was in a curl command
};

// Returns the flag that builds a body and has no effect on bodies of files; empty if there is none.
[[nodiscard]] std::string_view flag_of_one_body(const spec::Invocation& invocation);

// Reads and checks the bodies of the files that the arguments name, or the body of the flags.
// `bases` are the files that presets are built on. Fails if one of the bodies has an error, and
// if flags of a body are combined with files.
[[nodiscard]] Result<BodiesToExplain> read_bodies_to_explain(const spec::Invocation& invocation,
                                                             const body::ReadFile& read_file,
                                                             const std::vector<std::string>& bases);

// Reads preset files and folders of them, with the flags that change their bodies.
[[nodiscard]] Result<BodiesToExplain>
read_preset_files_to_explain(const std::vector<std::string>& paths,
                             const spec::Invocation& invocation, const body::ReadFile& read_file,
                             const std::vector<std::string>& bases);

// Returns where the values of a body at JSON Pointers come from. After the first hundred, no place
// has the excerpt of its line, which is kilobytes in a file of one line.
[[nodiscard]] std::vector<body::Located> located(const std::vector<std::string>& pointers,
                                                 const BodyToExplain& body);

// Returns the origins of the parts of a body at those JSON Pointers: "support.yaml:18:5", a flag,
// or nothing if the body does not have the part.
[[nodiscard]] std::vector<std::string> places_of(const BodyToExplain& body,
                                                 const std::vector<std::string>& pointers);

// Returns the places of the names of the body's models, for findings: without a file if the body
// has none, and in the first line of its file if a flag names the model.
[[nodiscard]] PlacesByModel places_of_models(const BodyToExplain& body);

// Returns an error, at its place, for each model of the body that could not be listed.
[[nodiscard]] Problems unlisted_problems(const BodyToExplain& body,
                                         std::span<const UnlistedModel> unlisted);

// Returns the failure of a listing, with those of the problems in files that it causes.
[[nodiscard]] Error failure_of(const UnlistedModel& unlisted, const Problems& problems);

// Returns a warning, at its first model, if the body reaches no endpoint of its models, although
// they have some; else nothing.
[[nodiscard]] Problems reach_warnings(const BodyToExplain& body, const Explanation& explanation);

// Returns a warning, at its place, for each entry of the body that matches no endpoint.
[[nodiscard]] Problems dead_warnings(const BodyToExplain& body, const Explanation& explanation);

// Adds problems. After the first hundred, none keeps the excerpt of its line, which is kilobytes in
// a file of one line.
void add_with_few_excerpts(Problems& all, Problems more);

// Returns the warnings without repeats: a base brings the same warning, at one place, to several
// presets.
[[nodiscard]] Problems without_repeats(Problems warnings);

// Returns the places of a body's models, and of what its bases set.
[[nodiscard]] PlacesByModel places_of_causes(const BodyToExplain& body,
                                             const Explanation& explanation);

// Returns the place of a failure: of what a base sets, if the gate would be met without it, but not
// without what the preset itself sets, or if it is an entry that matches nothing; else of the
// model's name.
[[nodiscard]] Place place_of_failure(const output::GateResult& failure, const PlacesByModel& places,
                                     const Explanation& explanation);

} // namespace mrctl::routing
