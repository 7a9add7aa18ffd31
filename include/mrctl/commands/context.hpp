#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/http/curl_transport.hpp"
#include "mrctl/http/transport.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/spec/invocation.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// Something that may take long. It ends when this object is destroyed.
class Activity {
public:
  Activity() = default;
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;
  virtual ~Activity() = default;

  // Changes the text.
  virtual void say(std::string text) = 0;
};

// Begins what `text` says: "reading big.yaml (50 MB)". App shows activities of more than a second
// on a terminal. Activities may be nested. Returns null if nothing is shown.
using BeginActivity = std::function<std::unique_ptr<Activity>(std::string text)>;

using MakeTransport = std::function<Result<std::unique_ptr<http::Transport>>(http::Options)>;

// A file of --report.
struct ReportFile {
  output::Format format = output::Format::json;
  std::string file;
};

// The input of a command: the invocation, the settings, and access to files, network and streams.
struct Context {
  const spec::Invocation& invocation;
  const config::Environment& environment;
  config::Settings settings;
  output::Format format = output::Format::table; // of the result
  std::vector<ReportFile> reports{};             // further files for the result
  output::Terminal terminal{};                   // capabilities of standard output
  bool output_is_terminal = false;
  bool input_is_terminal = false;
  body::ReadFile read_file{}; // "-" is standard input
  std::function<Result<std::string>(std::string_view prompt)> ask_secret{};
  std::function<void(std::string_view line)> trace{}; // a line for stderr, now
  MakeTransport make_transport{};
  BeginActivity begin_activity{};             // missing if nothing would be shown
  std::size_t text_width = help::widest_help; // of running text
  // Hides a secret on standard error from now on.
  std::function<void(const Secret& secret)> learn_secret{};
  // Returns a text without the secrets that were learned.
  std::function<std::string(std::string_view text)> hide_secrets = [](std::string_view text) {
    return std::string(text);
  };
  std::function<void(Problem warning)> warn{}; // a warning that is shown even if the command fails
  // Asks on the terminal and returns the line that is typed; missing if nobody can be asked.
  std::function<Result<std::string>(std::string_view prompt)> ask{};
  std::function<void(std::string_view text)> write_out{}; // a part of the result, now
};

// Starts the activity of reading and checking a file that the user named. Returns null if it cannot
// take long, or if the user is typing.
[[nodiscard]] std::unique_ptr<Activity> begin_reading(const Context& context,
                                                      const std::string& path);

// Starts the activity of checking the files of a folder. Returns null for few files.
[[nodiscard]] std::unique_ptr<Activity> begin_checking(const Context& context, std::size_t files,
                                                       const std::string& folder);

// Returns problems without secrets in what they quote of files and values, hidden as in traces: the
// secrets of the run, what looks like a key, values of sensitive headers, and user information in
// URLs.
[[nodiscard]] Problems without_secrets(Problems problems, const Context& context);

// Where the reason is reported if a command that judges fails: on stderr, or in a text result as
// well, so that stderr does not repeat it.
enum class ReasonIn : std::uint8_t { stderr_only, result };

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
  output::Digest digest;
};

// The output of a command. App prints `out` on stdout and the rest on stderr.
struct Output {
  std::string out;
  std::vector<std::string> notes;
  Problems warnings;
  std::vector<Error> failures;       // in the order of the arguments; the first gives the exit code
  std::vector<std::string> become{}; // a program and its arguments to execute instead of ending
  std::optional<HttpFacts> exchange{};           // about a request that may have changed something
  std::optional<output::StoredSummary> stored{}; // what the service stored of a body
  ReasonIn reason_in = ReasonIn::stderr_only;    // of all failures
  WhenInterrupted when_interrupted = WhenInterrupted::nothing;
  std::vector<Report> reports{};
  std::optional<Summary> summary{};
  std::optional<Report> saved{}; // written only once the whole result is printed
};

} // namespace mrctl::commands
