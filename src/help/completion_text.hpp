#pragma once

#include "completion_tables.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// One branch of a `case` in bash and zsh, whose words for it are the same.
struct Branch {
  std::vector<std::string> keys; // may end in '*', which stands for anything
  std::string command;
};

// Returns a function that runs the command of the branch that its first argument matches.
[[nodiscard]] std::string case_function(std::string_view name, const std::vector<Branch>& branches);

// Returns a function that succeeds if its first argument is one of the words.
[[nodiscard]] std::string test_function(std::string_view name,
                                        const std::vector<std::string>& words);

// Returns what sets `twin` to the other spelling of a flag.
[[nodiscard]] std::vector<Branch> twin_branches(const CompletionTables& tables);

// Returns the text within single quotes.
[[nodiscard]] std::string shell_quoted(std::string_view text);

// Returns the texts of the words.
[[nodiscard]] std::vector<std::string> texts_of(const std::vector<Word>& words);

} // namespace mrctl::help
