#include "mrctl/commands/complete.hpp"

#include "mrctl/help/completion.hpp"

#include "listed_words.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace mrctl::commands {

namespace {

// The words follow the first "--".
std::vector<std::string> typed_words(std::span<const std::string> arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (separator == arguments.end() || separator + 1 == arguments.end()) return {""};
  return {separator + 1, arguments.end()};
}

} // namespace

bool asks_for_completion(std::span<const std::string> arguments) {
  return !arguments.empty() && arguments.front() == "__complete";
}

std::string answer_to_shell(std::span<const std::string> arguments,
                            const config::Environment& environment) {
  auto completion = help::complete(typed_words(arguments));
  auto words = listed_words(completion, environment);
  std::move(words.begin(), words.end(), std::back_inserter(completion.words));
  return help::lines_of(completion);
}

} // namespace mrctl::commands
