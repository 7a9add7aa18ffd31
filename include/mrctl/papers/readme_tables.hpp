#pragma once

#include <string>

namespace mrctl::papers {

// Returns the text with the rows of its generated tables as the tables of the program have them:
// commands, formats and settings. Each table is found by its first line.
[[nodiscard]] std::string with_readme_tables(std::string text);

} // namespace mrctl::papers
