#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/spec/command.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::help {

// The subject of help: one of these, or none for mrctl as a whole. "auth" is both a topic and a
// noun.
struct Subject {
  const spec::Command* command = nullptr;
  const Topic* topic = nullptr;
  std::string_view noun{}; // "config", for all its commands
};

// Reads the arguments of `mrctl help`. Fails with a usage error that names the nearest command or
// topic.
[[nodiscard]] Result<Subject> find_subject(std::span<const std::string> words);

// The width of a help text without a known terminal width, and the maximum width.
inline constexpr std::size_t widest_help = 100;

enum class HelpLength { brief, full };

// Returns the help on a subject for a terminal of that width. The brief one is usage and flags; the
// full one has examples, explanations, the flags of every command, the environment and the exit
// codes as well. Lines that begin without a space and end in a colon are headings.
[[nodiscard]] std::string help_text(const Subject& subject, HelpLength length, std::size_t width);

// Returns "mrctl 0.1.0\n".
[[nodiscard]] std::string version_text();

} // namespace mrctl::help
