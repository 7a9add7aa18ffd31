#pragma once

#include "mrctl/api/service.hpp"
#include "mrctl/http/message.hpp"

#include <string>
#include <string_view>

namespace mrctl::api {

// The requests of the operations, exactly as they would be sent. They contain the service's key if
// there is one. All fail with a usage error if the base URL, or a part of the path, cannot be used.

// A model as "author/slug", variants included: {"acme", "large:free"}.
struct Model {
  std::string author;
  std::string slug;
};

// POST /presets/{slug}/chat/completions (specification, section 4.1).
[[nodiscard]] Result<http::Request> create_preset_request(const Service& service,
                                                          std::string_view slug, std::string body);

// GET /models/{author}/{slug}/endpoints (specification, section 4.2).
[[nodiscard]] Result<http::Request> list_endpoints_request(const Service& service,
                                                           const Model& model);

// GET /byok/{id} (specification, section 4.3).
[[nodiscard]] Result<http::Request> get_credential_request(const Service& service,
                                                           std::string_view id);

// Any operation, as `mrctl api METHOD PATH` asks for it. The path is relative to the base URL, with
// or without a slash in front, and may have a query.
struct Call {
  std::string method;
  std::string path;
  http::Headers headers;
  std::string body;
};

// Adds "Content-Type: application/json" to a body without one. Fails with a usage error for a
// method or a header that cannot be sent, for headers that are mrctl's own (Authorization, Host,
// Content-Length …), and for a path that is a complete URL, because the key is for this service
// only.
[[nodiscard]] Result<http::Request> any_request(const Service& service, const Call& call);

} // namespace mrctl::api
