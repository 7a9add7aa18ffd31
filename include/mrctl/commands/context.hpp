#pragma once

#include "mrctl/args/invocation.hpp"
#include "mrctl/base/result.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/commands/activity.hpp"
#include "mrctl/config/environment.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/http/curl_transport.hpp"
#include "mrctl/http/transport.hpp"
#include "mrctl/render/report.hpp"
#include "mrctl/render/summary.hpp"
#include "mrctl/render/terminal.hpp"
#include "mrctl/request/body.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

using MakeTransport = std::function<Result<std::unique_ptr<http::Transport>>(http::Options)>;

// The input of a command: the invocation, the settings, and access to files, network and streams.
struct Context {
  const args::Invocation& invocation;
  const config::Environment& environment;
  config::Settings settings;
  render::Terminal terminal; // capabilities of standard output
  bool output_is_terminal = false;
  bool input_is_terminal = false;
  request::ReadFile read_file; // "-" is standard input
  std::function<Result<std::string>(std::string_view prompt)> ask_secret;
  std::function<void(std::string_view line)> trace; // a line for stderr, now
  MakeTransport make_transport;
  BeginActivity begin_activity{};             // missing if nothing would be shown
  std::size_t text_width = help::widest_help; // of running text
  // Registers a text that must be hidden on stderr from now on.
  std::function<void(const Secret& secret)> learn_secret{};
  std::function<void(Problem warning)> warn{}; // a warning that is shown even if the command fails
  // Asks on the terminal and returns the line that is typed; missing if nobody can be asked.
  std::function<Result<std::string>(std::string_view prompt)> ask{};
  std::function<void(std::string_view text)> write_out{}; // a part of the result, now
};

// Where the reason is reported if a command that judges fails: on stderr, or in a text result as
// well, so that stderr does not repeat it.
enum class Verdict : std::uint8_t { on_stderr, in_result };

// Whether the result is printed if a signal ended the command.
enum class WhenInterrupted : std::uint8_t { nothing, result };

// A file that also gets the result.
struct Report {
  std::string file;
  std::string text;
};

// A file to which a CI job's summary is appended.
struct Summary {
  std::string file;
  render::Digest digest;
};

// The output of a command. App prints `out` on stdout and the rest on stderr.
struct Answer {
  std::string out;
  std::vector<std::string> notes;
  Problems warnings;
  std::vector<Error>
      failures; // in the order of the arguments; the first one's code is the exit code
  std::vector<std::string> become{};   // a program and its arguments to execute instead of ending
  std::optional<HttpFacts> exchange{}; // about a request that may have changed something
  std::optional<render::Account> stored{}; // what the service stored of a body
  Verdict verdict = Verdict::on_stderr;    // of all failures
  WhenInterrupted when_interrupted = WhenInterrupted::nothing;
  std::vector<Report> reports{};
  std::optional<Summary> summary{};
};

// A command's function. If it fails, nothing is printed on stdout.
using Function = Result<Answer> (*)(const Context& context);

// Returns the function of a row of the command table; every row has one.
[[nodiscard]] Function function_of(const spec::Command& command);

// Runs the command of the context's invocation, and the --jq program on its output.
[[nodiscard]] Result<Answer> answer_to(const Context& context);

} // namespace mrctl::commands
