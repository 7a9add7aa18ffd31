#pragma once

#include "mrctl/args/invocation.hpp"
#include "mrctl/base/result.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/commands/activity.hpp"
#include "mrctl/config/environment.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/docgen/help.hpp"
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

// What app lends a command: what was asked, the settings, and the ways to the outside.
struct Context {
  const args::Invocation& invocation;
  const config::Environment& environment;
  config::Settings settings;
  render::Terminal terminal; // what standard output can show
  bool output_is_terminal = false;
  bool input_is_terminal = false;
  request::ReadFile read_file; // "-" is standard input
  std::function<Result<std::string>(std::string_view prompt)> ask_secret;
  std::function<void(std::string_view line)> trace; // a line for stderr, now
  MakeTransport make_transport;
  BeginActivity begin_activity{};               // missing where nobody would be told
  std::size_t text_width = docgen::widest_help; // of running text
  // What must not be seen in anything that goes to stderr from now on.
  std::function<void(const Secret& secret)> learn_secret{};
  std::function<void(Problem warning)> warn{}; // a warning that stands whatever becomes of the rest
  // Asks on the terminal and returns the line that is typed; missing where nobody can be asked.
  std::function<Result<std::string>(std::string_view prompt)> ask{};
  std::function<void(std::string_view text)> write_out{}; // a part of the result, now
};

// Where it stands why a command that judges fails: on stderr, or, in text, in the result as well,
// and then stderr does not repeat it.
enum class Verdict : std::uint8_t { on_stderr, in_result };

// What becomes of the result where a signal ended the command.
enum class WhenInterrupted : std::uint8_t { nothing, result };

// A file that gets the result as well.
struct Report {
  std::string file;
  std::string text;
};

// A file that what a CI service shows of a job is added to.
struct Summary {
  std::string file;
  render::Digest digest;
};

// What a command has to say. App prints it: `out` on stdout, the rest on stderr.
struct Answer {
  std::string out;
  std::vector<std::string> notes;
  Problems warnings;
  std::vector<Error>
      failures; // in the order of the arguments; the first one's code is the exit code
  std::vector<std::string> become{};   // a program and its arguments to go on as, instead of ending
  std::optional<HttpFacts> exchange{}; // of a request that may have changed something
  std::optional<render::Account> stored{}; // what became of a body
  Verdict verdict = Verdict::on_stderr;    // of all failures
  WhenInterrupted when_interrupted = WhenInterrupted::nothing;
  std::vector<Report> reports{};
  std::optional<Summary> summary{};
};

// A command's function. Failing means that there is nothing on stdout.
using Function = Result<Answer> (*)(const Context& context);

// Returns the function of a row of the command table; every row has one.
[[nodiscard]] Function function_of(const spec::Command& command);

// Runs the command of the context's invocation, and the program of --jq on what it prints.
[[nodiscard]] Result<Answer> answer_to(const Context& context);

} // namespace mrctl::commands
