#pragma once

#include "mrctl/service/operations.hpp"

#include <optional>
#include <string_view>

namespace mrctl::service {

// The request, for messages about its answer.
struct RequestContext {
  const Service& service;
  const http::Request& request;
  std::string_view missing_hint; // what to do about a 404
};

// Reads a response that must be a 2xx with `data`. Fails as described at the operations.
[[nodiscard]] Result<Answer> read_answer(const RequestContext& context,
                                         Result<http::Exchange> exchange,
                                         AnswerParts parts = AnswerParts::values);

// Returns the failure of a response: by its status, or by an `error` in place of data.
[[nodiscard]] std::optional<Error> find_failure(const RequestContext& context,
                                                const http::Exchange& exchange);

// Returns a failure without a response, with the facts about the request added.
[[nodiscard]] Error complete(const RequestContext& context, Error error);

} // namespace mrctl::service
