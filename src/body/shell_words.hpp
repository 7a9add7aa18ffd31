#pragma once

#include "mrctl/json/value.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::body {

// A word as a shell makes it, and where its bytes stand in the command.
struct ShellWord {
  std::string text{};
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<std::size_t> variable{}; // the first place where a shell would put something else
  // From which byte on the text stands at which place; the bytes behind follow each other.
  std::vector<std::pair<std::size_t, std::size_t>> runs{};

  [[nodiscard]] std::size_t place_of(std::size_t byte) const;
};

struct ShellCommand {
  std::vector<ShellWord> words{};
  std::optional<JsonFault> fault{}; // which ended the words
};

// Splits a curl command into words, as a shell does (POSIX, section 2.2; bash's $'…').
[[nodiscard]] ShellCommand read_shell_words(std::string_view text);

// Returns a fault of a curl command.
[[nodiscard]] JsonFault curl_fault(std::size_t offset, std::string message,
                                   std::string suggestion = {});

// Returns the fault of a place where a shell would put something else.
[[nodiscard]] JsonFault variable_fault(std::size_t offset);

} // namespace mrctl::body
