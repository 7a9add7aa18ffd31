#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include "memory_budget.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::app {

// What a run has sent, for an error that knows nothing of it, and what its answers may take.
class AnswerLedger {
public:
  explicit AnswerLedger(std::string_view base_url);

  // Returns transports that enter what they send here. What is made of an answer may take 32 MiB
  // and 12 times its text, and at most 700 MiB; more throws OverBudget.
  [[nodiscard]] commands::MakeTransport watching(commands::MakeTransport make);

  // Errors that say in `sent` what became of the request that matters: the last one that may have
  // changed something, or else the last one. Both lift the limit.
  [[nodiscard]] Error too_large();
  [[nodiscard]] Error failure(std::string message);

private:
  class Watched;
  class WatchedSource;

  // The request that an outcome is of.
  struct Origin {
    std::size_t place = 0; // in the call of the transport
    std::string operation;
  };

  void hand_over(Origin origin, Result<http::Exchange> outcome, const http::Receive& receive);
  void limit_what_follows(std::size_t allocated_before);
  void note_request(std::string operation);
  void note_outcome(std::string operation, const Result<http::Exchange>& outcome);
  void enter(HttpFacts facts);
  [[nodiscard]] std::string operation_of(const http::Request& request) const;
  [[nodiscard]] Error with_facts(Error error);

  std::string base_url_;
  std::optional<HttpFacts> sent_;
  std::size_t most_ = 0; // memory, for all answers that came
  std::optional<MemoryBudget> budget_;
  std::string reserve_; // for the words of failure() where there is no memory
};

} // namespace mrctl::app
