#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/help/schema.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/help/value_facts.hpp"
#include "mrctl/help/vocabulary.hpp"
#include "mrctl/spec/command.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// The subject of help: one of these, or none for mrctl as a whole. "auth" is both a topic and a
// noun, and any of them may be a word that has meanings, too.
struct Subject {
  const spec::Command* command = nullptr;
  const Topic* topic = nullptr;
  std::string noun{}; // "config", for all its commands
  // The checks of `preset explain`, which a room above knows: each code, and when it passes.
  std::vector<HelpLine> checks{};
  std::span<const ResultSchema> results{}; // the same of the schemas of results
  std::string word{};                      // of `mrctl help WORD`
  std::vector<Meaning> meanings{};
};

// Reads the arguments of `mrctl help`. Fails with a usage error that names the nearest command,
// topic or word.
[[nodiscard]] Result<Subject> find_subject(std::span<const std::string> words,
                                           std::vector<HelpLine> checks = {},
                                           std::span<const ResultSchema> results = {});

// The width of a help text without a known terminal width, and the maximum width.
inline constexpr std::size_t widest_help = 100;

enum class HelpLength { brief, full };

// Returns the help on a subject for a terminal of that width. The brief one is usage and flags; the
// full one has every example and explanation as well. Flags of every command, the environment and
// the exit codes are topics. Lines that begin without a space and end in a colon are headings.
[[nodiscard]] std::string help_text(const Subject& subject, HelpLength length, std::size_t width);

// Returns "mrctl 0.1.0\n".
[[nodiscard]] std::string version_text();

// What overviews of mrctl begin with: help, the manual page, the description for programs.
inline constexpr std::string_view introduction =
    "mrctl manages presets, endpoints and provider credentials of a model-routing service.";

inline constexpr std::string_view general_usage = "[global flags] COMMAND [arguments] [flags]";

// Returns what to try first.
[[nodiscard]] spec::Rows<spec::Example> first_examples();

// The flags of a command under one heading.
struct FlagGroup {
  std::string_view title; // "Flags", "Sampling"
  std::vector<FlagFacts> flags;
};

[[nodiscard]] std::string_view group_of(const FlagFacts& flag);

// Returns the usage of a command without the program's name: "byok get ID...".
[[nodiscard]] std::string usage_of(const spec::Command& command);

// Returns the help on a subject for programs: the map of everything, the commands of a noun as an
// array, or one command or topic.
[[nodiscard]] Json command_map(const Subject& subject);

// Returns the parts of a subject as an array of {"name", "summary"}, for tables: the commands and
// topics, the flags of a command, or the lines of a topic.
[[nodiscard]] Json command_index(const Subject& subject);

} // namespace mrctl::help
