#include "models_to_list.hpp"

#include "mrctl/commands/project.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/explained_bodies.hpp"
#include "mrctl/service/operations.hpp"

#include <utility>

namespace mrctl::commands {

namespace {

Result<ModelsToList> models_of_presets(const spec::Invocation& invocation, const body::Input& input,
                                       const config::Settings& settings) {
  TRY_ASSIGN(auto bodies, routing::read_preset_files_to_explain(invocation.arguments, invocation,
                                                                input.read_file,
                                                                every_base(invocation, settings)));
  ModelsToList out{routing::models_of(bodies.bodies), std::move(bodies.warnings)};
  std::erase_if(out.models, [&](const std::string& model) {
    return routing::is_unlisted(model, settings.project.unlisted);
  });
  if (out.models.empty())
    return fail(Error::usage("no preset names a model that is listed",
                             "name models instead, such as acme/large"));
  return out;
}

} // namespace

// The argument is optional only because of --columns help and --presets.
Result<ModelsToList> models_to_list(const spec::Invocation& invocation, const body::Input& input,
                                    const config::Settings& settings) {
  if (!invocation.flags.of_presets && invocation.arguments.empty())
    return fail(Error::usage("'endpoints list' needs MODEL: author/slug, such as acme/large",
                             "name a model, or list those of presets with --presets"));
  TRY_ASSIGN(auto out, invocation.flags.of_presets
                           ? models_of_presets(invocation, input, settings)
                           : Result<ModelsToList>(ModelsToList{invocation.arguments}));
  if (auto ids = service::read_model_ids(out.models); !ids) return fail(std::move(ids.error()));
  return out;
}

} // namespace mrctl::commands
