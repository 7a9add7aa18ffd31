#pragma once

#include "jq_channel.hpp"
#include "jq_library.hpp"

#include <string>

namespace mrctl::render {

// The process that filters: compiles the program, says whether that worked, and then runs it on
// each text that comes over the channel, until there is no other side. The caller is a child that
// has its own file descriptors 0 to 2; it does not come back.
[[noreturn]] void serve_filter(const JqLibrary& jq, const std::string& program,
                               const JqChannel& channel);

// How much memory a filter may take for a text of that size, in bytes.
[[nodiscard]] std::size_t memory_of_filter(std::size_t text_size);

} // namespace mrctl::render
