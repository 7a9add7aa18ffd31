#pragma once

#include "mrctl/base/activity.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mrctl::body {

// What the user gives a command besides its command line: files, and answers on the terminal.
struct Input {
  ReadFile read_file{}; // "-" is standard input
  bool is_terminal = false;
  // Asks on the terminal and returns the line that is typed; missing if there is no terminal.
  std::function<Result<std::string>(std::string_view prompt)> ask{};
  std::function<Result<std::string>(std::string_view prompt)> ask_secret{};
  BeginActivity begin_activity{}; // missing if nothing would be shown
};

// Starts the activity of reading and checking a file that the user named. Returns null if it cannot
// take long, or if the user is typing.
[[nodiscard]] std::unique_ptr<Activity> begin_reading(const Input& input, const std::string& path);

// Starts the activity of checking the files of a folder. Returns null for few files.
[[nodiscard]] std::unique_ptr<Activity> begin_checking(const Input& input, std::size_t files,
                                                       const std::string& folder);

} // namespace mrctl::body
