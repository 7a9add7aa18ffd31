#include "mrctl/emulator/handle.hpp"

#include "mrctl/emulator/service.hpp"

#include "target.hpp"

#include <exception>
#include <optional>

namespace mrctl::emulator {

namespace {

// Returns the parameters if the segments are those of the route.
std::optional<PathParameters> match(const std::vector<std::string>& pattern,
                                    const std::vector<std::string>& segments) {
  if (pattern.size() != segments.size()) return std::nullopt;
  PathParameters parameters;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool is_parameter = pattern[i].starts_with('{');
    if (is_parameter ? segments[i].empty() : segments[i] != pattern[i]) return std::nullopt;
    if (is_parameter) parameters.push_back(segments[i]);
  }
  return parameters;
}

http::Response dispatch(const Request& request, Store& store) {
  const auto path = path_behind_prefix(request.target);
  const auto segments = path ? path_segments(*path) : std::nullopt;
  if (!segments) return error_reply(404);
  for (const auto& route : route_rows) {
    if (route.method != request.method) continue;
    if (const auto parameters = match(*path_segments(route.path), *segments))
      return route.answer(request, *parameters, store);
  }
  return error_reply(404);
}

http::Response dispatch_safely(const Request& request, Store& store) {
  try {
    return dispatch(request, store);
  } catch (const std::exception& exception) {
    return error_reply(500, Json{{"reason", exception.what()}});
  }
}

} // namespace

std::span<const Route> routes() {
  return route_rows;
}

http::Response handle(const Request& request, Store& store) {
  auto response = dispatch_safely(request, store);
  response.headers.push_back({"x-request-id", store.sources.request_id()});
  return response;
}

} // namespace mrctl::emulator
