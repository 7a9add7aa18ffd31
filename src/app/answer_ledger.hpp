#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::app {

// Observes the requests of a run: records what was sent, for errors that do not know, shows what it
// waits for, and notes signals meanwhile.
class AnswerLedger {
public:
  // Tells the user of an interrupt that stops new requests, with the number of those in progress.
  using TellOfStopping = std::function<void(std::size_t in_progress)>;

  // The functions may be empty.
  AnswerLedger(std::string_view base_url, BeginActivity begin_activity, NoteSignals note_signals,
               TellOfStopping tell_of_stopping);

  // Returns transports that are observed.
  [[nodiscard]] MakeTransport watching(MakeTransport make);

  // Returns an error whose `sent` says what happened to the relevant request: the last one that may
  // have changed something, or else the last one.
  [[nodiscard]] Error failure(std::string message);

  // Returns what is known when something fails after all requests: the facts of the last one that
  // was carried out and may have changed something, or that nothing was sent if all only read.
  // Returns nothing if it is unknown whether a request has changed something.
  [[nodiscard]] std::optional<HttpFacts> facts_afterwards() const;

  // Adds that nothing was sent to a failure of the program or of its result, if that is so.
  [[nodiscard]] Error completed(Error error) const;

private:
  class ObservedTransport;
  class ObservedBatch;

  void note_request(std::string operation);
  void note_outcome(std::string operation, const Result<http::Exchange>& outcome);
  void enter(HttpFacts facts);
  [[nodiscard]] std::string operation_of(const http::Request& request) const;

  std::string base_url_;
  BeginActivity begin_activity_;
  NoteSignals note_signals_;
  TellOfStopping tell_of_stopping_;
  std::function<void(const std::optional<http::Pause>& pause)> show_pause_; // of the current batch
  std::optional<HttpFacts> sent_;
  std::optional<HttpFacts> done_;
  std::string reserve_; // for the words of failure() if there is no memory
};

} // namespace mrctl::app
