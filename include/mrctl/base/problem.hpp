#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

enum class Severity { error, warning };

[[nodiscard]] std::string_view severity_name(Severity severity);

// The location of a problem in a file. Lines and columns count from 1; columns count code points.
struct Place {
  std::string file{};
  std::size_t line = 0;
  std::size_t column = 0;
  std::string line_text{};      // the line for the caret display; an excerpt if it is long
  std::size_t underline = 1;    // number of code points to mark
  std::size_t first_column = 1; // of the first character of line_text

  bool operator==(const Place&) const = default;
};

// One error or suspicious spot in the user's input. Everything but the message may be empty; `path`
// is a JSON Pointer into the body.
struct Problem {
  Severity severity = Severity::error;
  std::string rule; // stable id, for example "temperature.range"
  std::string path;
  std::optional<Place> place;
  std::string flag; // "--temperature", when a flag brought the value
  std::string message;
  std::string suggestion;        // the nearest valid word, or what to do instead
  std::string flag_path{};       // "provider.sort", when --set or its kin brought the value
  std::size_t flag_position = 0; // of the flag on the command line, from 1

  bool operator==(const Problem&) const = default;
};

using Problems = std::vector<Problem>;

[[nodiscard]] bool has_errors(const Problems& problems);

} // namespace mrctl
