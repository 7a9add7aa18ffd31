#include "help_request.hpp"

#include "mrctl/commands/rendering.hpp"
#include "mrctl/spec/advice.hpp"

#include "terminals.hpp"

#include <algorithm>

namespace mrctl::app {

namespace {

using help::HelpLength;
using help::Subject;

bool has_word(std::span<const std::string> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_help_on_words(const spec::Invocation& invocation) {
  return invocation.command != nullptr && !invocation.arguments.empty() &&
         invocation.command->arguments[0].takes == spec::Takes::subject;
}

// `mrctl config --help` has no command: the noun is somewhere among the arguments.
Subject subject_of(const spec::Invocation& invocation, std::span<const std::string> arguments) {
  if (invocation.command != nullptr) return {.command = invocation.command};
  const auto noun = std::find_if(arguments.begin(), arguments.end(), spec::is_noun);
  return noun == arguments.end() ? Subject{} : Subject{.noun = *noun};
}

std::string shown(const Subject& subject, HelpLength length, const World& world,
                  spec::WhenColoured when) {
  return commands::help_text(subject, length, text_width_of(world),
                             terminal_of(Stream::out, world, when));
}

} // namespace

Result<std::optional<std::string>> find_help(const spec::Invocation& invocation,
                                             std::span<const std::string> arguments,
                                             const World& world) {
  if (invocation.flags.version) return help::version_text();
  if (!invocation.flags.help) return std::optional<std::string>();
  const auto length = has_word(arguments, "--help") ? HelpLength::full : HelpLength::brief;
  const auto when = when_coloured(invocation);
  if (!is_help_on_words(invocation))
    return shown(subject_of(invocation, arguments), length, world, when);
  return help::find_subject(invocation.arguments).map([&](const Subject& subject) {
    return std::optional(shown(subject, length, world, when));
  });
}

std::optional<std::string> find_overview(std::span<const std::string> arguments,
                                         const World& world) {
  if (!arguments.empty() || !world.output_is_terminal) return std::nullopt;
  return shown({}, HelpLength::brief, world, spec::WhenColoured::automatically);
}

std::size_t text_width_of(const World& world) {
  const auto width = terminal_of(Stream::out, world, spec::WhenColoured::never).width;
  const auto known = width ? width : world.terminal_width;
  return known ? static_cast<std::size_t>(*known) : help::widest_help;
}

} // namespace mrctl::app
