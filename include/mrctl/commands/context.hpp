#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/body/input.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/http/curl_transport.hpp"
#include "mrctl/http/transport.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/invocation.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// Which requests are retried if that is safe: all, or those that change something only with
// --retries.
enum class Repeat { safe, on_request };

// What a command asks of a connection.
struct ConnectionRequest {
  spec::KeyNeed need = spec::KeyNeed::required;
  Repeat repeat = Repeat::safe;
  std::optional<ApiKey> key{}; // instead of the configured one
};

// The service as the settings describe it, with an open transport.
struct Connection {
  std::unique_ptr<http::Transport> transport;
  service::Service service;
};

// A file of --report.
struct ReportFile {
  output::Target target;
  std::string file;
};

// What a command is given. Its own function gets the whole; functions below it take the parts that
// they need.
struct Context {
  // What the user wants of the result: wanted_of() fills it in, once in a run.
  struct Wanted {
    output::Target target{};                    // standard output
    std::vector<ReportFile> reports{};          // further files for the result
    std::optional<std::string> summary{};       // the file of --summary
    std::vector<output::Format> formats{};      // of all of them
    std::size_t text_width = help::widest_help; // of running text
    // Writes a part of the result now; missing if it may not leave in parts.
    std::function<void(std::string_view text)> write_out{};
    // Returns a result without the key that was used, which a service may answer in a value.
    std::function<std::string(std::string_view text)> hide_key = [](std::string_view text) {
      return std::string(text);
    };
  };

  // The settings, the way to the service, and what is shown while it is called.
  struct Service {
    const config::Environment& environment;
    const config::Settings& settings;
    std::optional<Secret> environment_key{};           // MRCTL_API_KEY, if it can be a key
    config::Asking asking = config::Asking::refused;   // of a program that may ask for a key
    http::Verbosity verbosity = http::Verbosity::none; // of traces
    // Fails with a usage error if there is no base URL, it is not that of the chosen target or a
    // setting of the transport cannot be used, and with an unauthorized error if a key is required
    // and there is none, or the one there is can't be used. Sends nothing. Warns if --insecure is
    // given, and notes a base URL that does not end in /api/v1.
    std::function<Result<Connection>(ConnectionRequest)> connect{};
    std::function<void(std::string_view line)> trace{}; // a line for stderr, now
    // Hides the secret in whatever is written to standard error afterwards.
    std::function<void(const Secret& secret)> learn_secret{};
    // Returns a text as it may be shown: without the secrets of the run, what looks like a key,
    // values of sensitive headers, and user information in URLs.
    std::function<std::string(std::string_view text)> hide_secrets = [](std::string_view text) {
      return std::string(text);
    };
    std::function<void(Problem warning)> warn{}; // is shown even if the command fails
    // Notes a sentence, once, for people who read the result, before the notes of the result
    // itself.
    std::function<void(std::string sentence)> note{};
    std::function<void(std::string sentence)> note_now{}; // likewise, before a question
    // Returns whether a signal came that ends even what the first interrupt does not.
    std::function<bool()> gives_up = [] { return false; };
  };

  const spec::Invocation& invocation;
  Service service;
  Wanted wanted{};
  body::Input input{};
};

// Returns problems without secrets in what they quote of files and values.
[[nodiscard]] Problems without_secrets(Problems problems, const Context::Service& service);

// Where the reasons are reported if a command that judges fails: on stderr, or in a text result as
// well (all of them, or those of conditions that were not met), so that stderr does not repeat
// them.
enum class ReasonIn : std::uint8_t { stderr_only, result, conditions_in_result };

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
  std::function<std::string(std::string_view text)> hide_key;
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
