#pragma once

#include "jq_library.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::filter {

// What the process of --jq sends besides results, which are lines of compact JSON.
inline constexpr std::string_view program_compiles = "#compiles"; // then it waits for the text
inline constexpr std::string_view program_done = "#done";
inline constexpr std::string_view program_failed = "#failed "; // and libjq's message, to the end

// Its exit status if memory runs out.
inline constexpr int memory_ran_out = 3;

// The process of --jq: compiles the program, reports whether that worked, reads a JSON text from
// the channel to its end, and sends what the program makes of it. Call it in a child process with
// its own file descriptors 0 to 2; it does not return.
[[noreturn]] void serve_filter(const JqLibrary& jq, const std::string& program, int channel);

// How much memory a filter may take for a text of that size, in bytes.
[[nodiscard]] std::size_t memory_of_filter(std::size_t text_size);

} // namespace mrctl::filter
