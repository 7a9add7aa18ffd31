#pragma once

#include "mrctl/service/operations.hpp"

#include <optional>
#include <string_view>

namespace mrctl::service {

// The request, for messages about its answer.
struct Question {
  const Service& service;
  const http::Request& request;
  std::string_view missing_hint; // what to do about a 404
};

// Reads a response that must be a 2xx with `data`. Fails as described at the operations.
[[nodiscard]] Result<Answer> read_answer(const Question& question, Result<http::Exchange> exchange,
                                         AnswerParts parts = AnswerParts::values);

// Returns the failure of a response by its status or its `error`, whatever else it contains.
[[nodiscard]] std::optional<Error> find_failure(const Question& question,
                                                const http::Exchange& exchange);

// Returns a failure without a response, with the facts about the question added.
[[nodiscard]] Error complete(const Question& question, Error error);

} // namespace mrctl::service
