#pragma once

#include "mrctl/http/message.hpp"
#include "mrctl/service/service.hpp"
#include "mrctl/spec/operation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// The requests of the operations, exactly as they would be sent. They contain the service's key if
// there is one. All fail with a usage error if the base URL, or a part of the path, cannot be used.

// What an operation is asked for.
struct Query {
  std::vector<std::string> parameters; // of the operation's path: {"acme", "large:free"}
  SharedText body{};
};

[[nodiscard]] Result<http::Request> request_for(const Service& service,
                                                const spec::Operation& operation, Query query);

// Any operation, as `mrctl api METHOD PATH` asks for it. The path is relative to the base URL, with
// or without a slash in front, and may have a query.
struct Call {
  std::string method;
  std::string path;
  http::Headers headers;
  SharedText body;
};

// Adds "Content-Type: application/json" to a body without one. Fails with a usage error for a
// method or a header that cannot be sent, for headers that are mrctl's own (Authorization, Host,
// Content-Length …), and for a path that is a complete URL, because the key is for this service
// only.
[[nodiscard]] Result<http::Request> any_request(const Service& service, const Call& call);

} // namespace mrctl::service
