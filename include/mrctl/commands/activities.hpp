#pragma once

#include "mrctl/commands/context.hpp"

#include <string>

namespace mrctl::commands {

// Starts the activity of reading and checking a file that the user named. Returns null if it cannot
// take long, or if the user is typing.
[[nodiscard]] std::unique_ptr<Activity> begin_reading(const Context& context,
                                                      const std::string& path);

// Starts the activity of checking the files of a folder. Returns null for few files.
[[nodiscard]] std::unique_ptr<Activity> begin_checking(const Context& context, std::size_t files,
                                                       const std::string& folder);

// Opens a transport that shows what it is waiting for: answers of the base URL's host, and how many
// are left, or the time until a retry.
[[nodiscard]] Result<std::unique_ptr<http::Transport>>
open_transport(const Context& context, http::Options options, std::string_view base_url);

} // namespace mrctl::commands
