#pragma once

#include "jq_channel.hpp"
#include "jq_library.hpp"

#include <string>

namespace mrctl::commands {

// The filter process: compiles the program, reports whether that worked, and then runs it on each
// text from the channel, until the channel closes. Call it in a child process with its own file
// descriptors 0 to 2; it does not return.
[[noreturn]] void serve_filter(const JqLibrary& jq, const std::string& program,
                               const JqChannel& channel);

// How much memory a filter may take for a text of that size, in bytes.
[[nodiscard]] std::size_t memory_of_filter(std::size_t text_size);

} // namespace mrctl::commands
