#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>

namespace mrctl::help {

// The shells with completions: "bash", "zsh", "fish".
[[nodiscard]] spec::Rows<std::string_view> shell_names();

// Returns the completion script for one of them. Its offers come from the tables and from
// config.toml; completion never starts mrctl or uses the network. Fails with a usage error that
// names the nearest shell for an unknown name.
[[nodiscard]] Result<std::string> completion_script(std::string_view shell);

} // namespace mrctl::help
