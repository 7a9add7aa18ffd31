#pragma once

#include "mrctl/config/settings.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// Returns whether a script of completions/ calls: "__complete -- WORD...". That command is in no
// help, because only the scripts call it.
[[nodiscard]] bool asks_for_completion(std::span<const std::string> arguments);

// Returns the lines of lines_of() for the last of the words. Besides the tables, it looks
// into config.toml, the folders of presets, the state of applied presets and the files of
// --listing; what cannot be read offers nothing. Never waits for a pipe or the network.
[[nodiscard]] std::string answer_to_shell(std::span<const std::string> arguments,
                                          const config::Environment& environment);

// A model of a listing, as far as completion needs it.
struct ListedNames {
  std::string id;
  std::string name;
  std::vector<std::string> tags; // of its endpoints
};

// Returns the names in the text of a file that --listing accepts. Takes a fraction of the time of
// reading all of it; what is not a listing has no names.
[[nodiscard]] std::vector<ListedNames> names_in_listing(std::string_view text);

} // namespace mrctl::help
