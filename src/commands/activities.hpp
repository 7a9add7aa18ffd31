#pragma once

#include "mrctl/commands/context.hpp"

#include <string>

namespace mrctl::commands {

// Begins to read a file that the user named, and to check what it holds. Returns null where that
// cannot take long, and where the user is typing.
[[nodiscard]] std::unique_ptr<Activity> begin_reading(const Context& context,
                                                      const std::string& path);

// Begins to check the files of a folder. Returns null where they are few.
[[nodiscard]] std::unique_ptr<Activity> begin_checking(const Context& context, std::size_t files,
                                                       const std::string& folder);

// Opens a transport that says what it waits for: answers of the base URL's host, and how many are
// left, or the time until a request goes out again.
[[nodiscard]] Result<std::unique_ptr<http::Transport>>
open_transport(const Context& context, http::Options options, std::string_view base_url);

} // namespace mrctl::commands
