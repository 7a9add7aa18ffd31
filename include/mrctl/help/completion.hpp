#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/invocation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// Returns the completion script for a shell ("bash", "zsh", "fish"): a file of completions/, which
// asks `mrctl __complete`. Fails with a usage error that names the nearest shell for an unknown
// name.
[[nodiscard]] Result<std::string> completion_script(std::string_view shell);

// A word that may be offered.
struct Word {
  std::string text;
  std::string says{}; // its meaning; empty if obvious
};

// How a shell completes the last word of a command line.
enum class Completer : std::uint8_t {
  words,   // one of the words; a space follows
  open,    // one of the words; more text follows
  files,   // the shell's own completion of paths
  folders, // likewise
  command, // the shell's own completion of another command
};

// What may replace the last word of a command line.
struct Completion {
  spec::WordsBefore before;
  Completer completer = Completer::words;
  std::string kept;        // beginning of the last word that stays: "--output=", "tag,"
  std::vector<Word> words; // that may follow it, whatever was typed behind it
  char continuation = 0;   // open: the character that most likely follows
  // What the words are if files list them: a kind of Completed::listed_word.
  Takes listed = Takes::text;
  spec::Rows<std::string_view> endings; // files: of the names to prefer; empty for all
  std::size_t command_index = 0;        // command: its position among the words
};

// Completes the last one of the words that follow "mrctl"; there is at least one. Reads no file.
[[nodiscard]] Completion complete(std::span<const std::string> words);

// Returns what a script reads: one line that says how to complete, then one line for each word with
// its meaning after a tab. docs/decisions/0017-completion-by-the-program.md describes the lines.
// Words that would need quotes in a shell are left out.
[[nodiscard]] std::string lines_of(const Completion& completion);

// The files of completions/, which the build carries inside the program
// (cmake/completion_scripts.cmake).
[[nodiscard]] std::string_view bash_script();
[[nodiscard]] std::string_view zsh_script();
[[nodiscard]] std::string_view fish_script();

} // namespace mrctl::help
