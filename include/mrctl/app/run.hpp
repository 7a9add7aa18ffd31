#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/config/settings.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::app {

// Writes text. Returns 0, or the system's error number.
using Sink = std::function<int(std::string_view text)>;

// Whether the first interrupt aborts requests in progress, or only prevents new ones.
enum class FirstInterrupt { ends, stops };

// Notes signals that would end the program, until the returned object is destroyed.
using NoteSignals = std::function<std::shared_ptr<const void>(FirstInterrupt first,
                                                              std::function<void()> stopping)>;

using MakeTransport = std::function<Result<std::unique_ptr<http::Transport>>(http::Options)>;

// The process as the program sees it; tests provide their own.
struct World {
  config::Environment environment;
  Sink out;
  Sink err;
  bool input_is_terminal = false;
  bool output_is_terminal = false;
  bool error_is_terminal = false;
  std::optional<int> terminal_width; // of standard output or standard error, if one is a terminal
  std::function<Result<std::string>()> read_input;
  // Returns whether a pipe or a file at standard input has bytes that were not read.
  std::function<bool()> has_unread_input = [] { return false; };
  std::function<Result<std::string>(std::string_view prompt)> ask_secret;
  MakeTransport make_transport; // aborts requests after signals that are noted
  NoteSignals note_signals{};
  // Returns whether a noted signal ends even what the first interrupt does not.
  std::function<bool()> gives_up{};
  // Asks for a line on the terminal; missing if there is no terminal to ask on.
  std::function<Result<std::string>(std::string_view prompt)> ask{};
  // Replaces the process by another program; returns only if that fails, with the system's error
  // number.
  std::function<int(const std::vector<std::string>& program)> become;
  // Asks the system for failures of `out` that it has not reported yet. Returns 0, or its error
  // number; missing if there cannot be any.
  std::function<int()> flush_out{};
};

// Runs one command line, without the program's name, and returns its exit code. Writes the result
// to `out`, and everything else to `err`.
[[nodiscard]] int run(std::span<const std::string> arguments, const World& world);

} // namespace mrctl::app
