#pragma once

#include <string>
#include <string_view>

namespace mrctl::config {

// Returns the text with every word hidden that may be a key. For messages of a program that handles
// keys, in which any word may be one: at least 16 characters that keys consist of, with a digit or
// the beginning of a key ("sk-"), and any word of `output`, the program's standard output.
[[nodiscard]] std::string hide_possible_keys(std::string_view text, std::string_view output);

} // namespace mrctl::config
