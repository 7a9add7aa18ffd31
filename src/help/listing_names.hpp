#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

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
