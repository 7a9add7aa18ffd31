#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/spec/invocation.hpp"

namespace mrctl::commands {

// Finds the project file, if the command of the invocation uses it; see config::find_project().
[[nodiscard]] Result<config::Project> project_for(const spec::Invocation& invocation,
                                                  const config::Environment& environment);

// Returns the invocation with what the project sets and the command line does not: presets, bases
// (before those of --base), assumed checks and the prefix of slugs. Fails with a usage error if the
// command needs paths and neither gives one.
[[nodiscard]] Result<spec::Invocation> with_project(spec::Invocation invocation,
                                                    const config::Project& project);

// Returns whether the arguments of a command are files of presets, or folders of them.
[[nodiscard]] bool takes_presets(const spec::Invocation& invocation);

// Returns the files that presets are built on: those of --base and of the project file.
[[nodiscard]] std::vector<std::string> every_base(const spec::Invocation& invocation,
                                                  const config::Settings& settings);

// Returns what is worth knowing about how the project is used: bases that flags of a body set
// aside, a profile of the target that the user does not have, and an emulator in place of the
// target's host.
[[nodiscard]] std::vector<std::string> project_notes(const spec::Invocation& invocation,
                                                     const Context::Service& service);

// Returns a warning for each key of the project file that would put records elsewhere than a
// variable does.
[[nodiscard]] Problems project_warnings(const spec::Invocation& invocation,
                                        const Context::Service& service);

// Fails with a usage error if the chosen target has a host that is not that of the base URL, unless
// this is the running emulator's.
[[nodiscard]] Status check_host(const config::Settings& settings,
                                const config::Environment& environment);

} // namespace mrctl::commands
