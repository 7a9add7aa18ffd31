#include "help_request.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/docgen/help.hpp"

#include <algorithm>
#include <vector>

namespace mrctl::app {

namespace {

using docgen::HelpLength;

bool has_word(std::span<const std::string> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string_view> nouns() {
  std::vector<std::string_view> nouns;
  for (const auto& command : spec::commands())
    if (nouns.empty() || nouns.back() != command.noun) nouns.push_back(command.noun);
  return nouns;
}

// `mrctl help`, `mrctl help config`, `mrctl help config set`
Result<std::string> help_on(const std::vector<std::string>& words) {
  if (words.empty()) return docgen::overview();
  const std::string_view verb = words.size() > 1 ? std::string_view(words[1]) : "";
  if (const auto* command = spec::find_command(words[0], verb))
    return docgen::command_help(*command, HelpLength::full);
  const auto known = nouns();
  if (std::find(known.begin(), known.end(), words[0]) == known.end())
    return fail(Error::unknown_word("command", words[0], nearest_word(words[0], known),
                                    "run 'mrctl --help' for the list of commands"));
  if (words.size() == 1) return docgen::noun_help(words[0]);
  return fail(Error::unknown_word("command", words[0] + " " + words[1], {},
                                  "run 'mrctl " + words[0] + " --help'"));
}

// `mrctl config --help` comes without a command: the noun stands somewhere among the arguments.
std::string help_without_command(std::span<const std::string> arguments) {
  for (const auto noun : nouns())
    if (has_word(arguments, noun)) return docgen::noun_help(noun);
  return docgen::overview();
}

} // namespace

Result<std::optional<std::string>> find_help(const args::Invocation& invocation,
                                             std::span<const std::string> arguments) {
  if (invocation.has("--version")) return docgen::version_text();
  const auto* command = invocation.command;
  if (command != nullptr && command->noun == "help") return help_on(invocation.arguments);
  if (!invocation.has("--help")) return std::optional<std::string>();
  if (command == nullptr) return help_without_command(arguments);
  const auto length = has_word(arguments, "--help") ? HelpLength::full : HelpLength::brief;
  return docgen::command_help(*command, length);
}

} // namespace mrctl::app
