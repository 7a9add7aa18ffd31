#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// The models that `endpoints list` asks for, and the warnings of the presets that name them.
struct ModelsToList {
  std::vector<std::string> models;
  Problems warnings{};
};

// Returns the models of the arguments; with --presets, those that the presets name, but for models
// that no listing has. Fails with a usage error if one is no model, or there is none.
[[nodiscard]] Result<ModelsToList> models_to_list(const spec::Invocation& invocation,
                                                  const body::Input& input,
                                                  const config::Settings& settings);

} // namespace mrctl::commands
