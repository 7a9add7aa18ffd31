#pragma once

#include "mrctl/base/secret.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"

#include <optional>

namespace mrctl::commands {

// Returns what to do about secrets in bodies, with a key that is searched for too.
[[nodiscard]] body::SecretRules secret_rules(const spec::FlagValues& flags,
                                             std::optional<Secret> key);

// Returns a reader that knows the bases and flags of the command line, and a key as a secret. Fails
// like body::PresetReader::make().
[[nodiscard]] Result<body::PresetReader> reader_of_presets(const spec::Invocation& invocation,
                                                           const body::Input& input,
                                                           const std::optional<Secret>& key);

// Prepares a body for sending: strips it if the settings say so, and checks it according to
// --allow-unknown and --no-validate. Adds the problems, each with its origin.
void complete_body(body::Body& body, const spec::FlagValues& flags, const Context::Service& given);

} // namespace mrctl::commands
