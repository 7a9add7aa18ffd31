#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::app {

// Records what a run has sent, for errors that do not know.
class AnswerLedger {
public:
  explicit AnswerLedger(std::string_view base_url);

  // Returns transports that record what they send here.
  [[nodiscard]] commands::MakeTransport watching(commands::MakeTransport make);

  // Returns an error whose `sent` says what happened to the relevant request: the last one that may
  // have changed something, or else the last one.
  [[nodiscard]] Error failure(std::string message);

private:
  class Watched;
  class WatchedSource;

  void note_request(std::string operation);
  void note_outcome(std::string operation, const Result<http::Exchange>& outcome);
  void enter(HttpFacts facts);
  [[nodiscard]] std::string operation_of(const http::Request& request) const;
  [[nodiscard]] Error with_facts(Error error);

  std::string base_url_;
  std::optional<HttpFacts> sent_;
  std::string reserve_; // for the words of failure() if there is no memory
};

} // namespace mrctl::app
