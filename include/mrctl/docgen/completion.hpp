#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>

namespace mrctl::docgen {

// The shells that there are completions for: "bash", "zsh", "fish".
[[nodiscard]] spec::Rows<std::string_view> shell_names();

// Returns the completion script for one of them. What it offers it knows from the tables and from
// config.toml: no TAB starts mrctl or reaches the network. Fails with a usage error that names the
// nearest shell where there is none of that name.
[[nodiscard]] Result<std::string> completion_script(std::string_view shell);

} // namespace mrctl::docgen
