#pragma once

#include <string>
#include <string_view>

namespace mrctl::config {

// Returns the text with every word hidden that may be a key, for the words of a program that
// handles keys, where nobody can say which word is one: 16 characters and more of those that keys
// consist of, with a digit among them or a key's beginning ("sk-"), and whatever stands in
// `output`, which is what the program wrote where the key belongs.
[[nodiscard]] std::string hide_possible_keys(std::string_view text, std::string_view output);

} // namespace mrctl::config
