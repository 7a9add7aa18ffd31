#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/session/context.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::commands {

// In bytes.
inline constexpr std::size_t largest_answer_file = std::size_t{64} << 20U;

// Reads a file of answers that a command printed. Fails with an internal error if it cannot be
// read, and with a usage error if it is larger than largest_answer_file.
[[nodiscard]] Result<std::string> read_answer_file(const session::Context& context,
                                                   const std::string& path);

// Splits consecutive JSON texts by their brackets only; the caller must check their content.
// Returns views of the text.
[[nodiscard]] std::vector<std::string_view> documents_in(std::string_view text);

} // namespace mrctl::commands
