#include "mrctl/emulator/service.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/message.hpp"

#include "target.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <optional>
#include <utility>

namespace mrctl::emulator {

namespace {

constexpr std::string_view withdrawn = "null"; // in the catalogue, in place of a listing

http::Response list_endpoints(const Request& /*request*/, const PathParameters& parameters,
                              Store& store) {
  store.sources.wait(store.latency);
  const auto found = store.catalogue.models.find(parameters[0] + "/" + parameters[1]);
  const bool is_there = found != store.catalogue.models.end() && found->second != withdrawn;
  return is_there ? data_reply(found->second) : error_reply(404);
}

// A malformed identifier counts as unknown: 404, because the specification has no 400 here.
http::Response get_credential(const Request& /*request*/, const PathParameters& parameters,
                              Store& store) {
  store.sources.wait(store.latency);
  const auto found = store.catalogue.credentials.find(lower_case(parameters[0]));
  return found == store.catalogue.credentials.end() ? error_reply(404) : data_reply(found->second);
}

constexpr std::array route_rows{
    Route{"POST", "/presets/{slug}/chat/completions", 403, create_preset},
    Route{"GET", "/models/{author}/{slug}/endpoints", 200, list_endpoints},
    Route{"GET", "/byok/{id}", 401, get_credential},
    Route{"GET", "/presets/{slug}", 403, get_preset, false},
    Route{"GET", "/presets", 403, list_presets, false},
    Route{"GET", "/presets/{slug}/versions", 403, list_versions, false},
    Route{"GET", "/presets/{slug}/versions/{version}", 403, get_version, false},
    Route{"GET", "/byok", 403, list_credentials, false},
};

// The key is checked before anything else of the request (specification, section 5).
http::Response answer(const Route& route, const Request& request, const PathParameters& parameters,
                      Store& store) {
  const auto caller = caller_of(request, store.keys);
  const int for_other_key = caller == Caller::with_inference_key ? route.for_inference_key : 401;
  const int status = caller == Caller::with_management_key ? 200 : for_other_key;
  if (status == 200) return route.answer(request, parameters, store);
  return status == 401 ? refuse(caller) : error_reply(status);
}

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
  if (!path) return error_reply(404);
  const auto segments = path_segments(*path);
  for (const auto& route : route_rows) {
    const bool is_known = route.is_specified || store.reads == Reads::answered;
    if (!is_known || route.method != request.method) continue;
    if (const auto parameters = match(path_segments(route.path), segments))
      return answer(route, request, *parameters, store);
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

namespace {

struct StatusMessage {
  int status;
  std::string_view message;
};

constexpr std::array messages{
    StatusMessage{400, "Invalid request parameters"},
    StatusMessage{401, "Missing Authentication header"},
    StatusMessage{403, "Only management keys can perform this operation"},
    StatusMessage{404, "Resource not found"},
    StatusMessage{409, "Resource conflict. Please try again later."},
    StatusMessage{500, "Internal Server Error"},
};

std::string error_message(int status) {
  const auto* known = find_row(messages, &StatusMessage::status, status);
  if (known != nullptr) return std::string(known->message);
  const auto phrase = http::status_phrase(status);
  return phrase.empty() ? fmt::format("Status {}", status) : std::string(phrase);
}

http::Response json_reply(int status, std::string body) {
  return {status, {{"Content-Type", "application/json"}}, std::move(body)};
}

http::Response status_fault(int status) {
  constexpr int no_content = 204;
  constexpr int not_modified = 304;
  if (status == no_content || status == not_modified) return {status, {}, {}};
  return error_reply(status);
}

http::Response html_fault() {
  return {502,
          {{"Content-Type", "text/html; charset=utf-8"}},
          "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n"
          "<body><h1>502 Bad Gateway</h1></body></html>\n"};
}

Outcome with_request_id(Outcome outcome, const Sources& sources) {
  outcome.response.headers.push_back({"x-request-id", sources.request_id()});
  return outcome;
}

// Changes the data of a success, as if by a key of another workspace, or by versions made
// elsewhere.
template <class Change>
http::Response changed(http::Response response, Change change) {
  auto body = parse_json(response.body, Reading::tolerant);
  if (!body || !body->contains("data") || !(*body)["data"].contains("designated_version"))
    return response;
  change((*body)["data"]);
  response.body = dump_json(*body);
  return response;
}

Outcome spoil(const FaultRule& rule, const Request& request, Store& store) {
  switch (rule.kind) {
  case FaultKind::status:
    return with_request_id({status_fault(rule.status)}, store.sources);
  case FaultKind::html:
    return with_request_id({html_fault()}, store.sources);
  case FaultKind::no_code:
    return with_request_id(
        {json_reply(500, dump_json(Json{{"error", {{"message", error_message(500)}}}}))},
        store.sources);
  case FaultKind::reset:
    return {{}, Ending::reset};
  case FaultKind::hang:
    return {{}, Ending::hang};
  case FaultKind::reset_after_commit:
    return {handle(request, store), Ending::reset};
  case FaultKind::truncate:
    return {handle(request, store), Ending::truncate};
  case FaultKind::other_workspace:
    return {changed(handle(request, store), [](Json& preset) {
      preset["workspace_id"] = "99999999-9999-4999-8999-999999999999";
    })};
  case FaultKind::jump_version:
    return {changed(handle(request, store), [](Json& preset) {
      auto& version = preset["designated_version"]["version"];
      version = version.get<long long>() + 2;
    })};
  case FaultKind::other_slug:
    return {changed(handle(request, store), [](Json& preset) { preset["slug"] = "another"; })};
  case FaultKind::no_version:
    return {changed(handle(request, store),
                    [](Json& preset) { preset["designated_version"] = nullptr; })};
  case FaultKind::slow:
    break;
  }
  return {handle(request, store), Ending::answer, rule.delay};
}

} // namespace

Service::Service(Store store, std::vector<FaultRule> rules, std::uint64_t seed)
    : store_(std::move(store)), faults_(std::move(rules), seed) {}

http::Response Service::refuse(int status, std::string_view reason) {
  return with_request_id({error_reply(status, Json{{"reason", reason}})}, store_.sources).response;
}

Outcome Service::respond(const Request& request) {
  const auto rule = faults_.draw(request);
  if (!rule) return {handle(request, store_)};
  auto outcome = spoil(*rule, request, store_);
  if (rule->retry_after) outcome.response.headers.push_back({"Retry-After", *rule->retry_after});
  return outcome;
}

http::Response data_reply(std::string_view data) {
  return json_reply(200, fmt::format(R"({{"data":{}}})", data));
}

http::Response error_reply(int status, const Json& metadata) {
  Json error{{"code", status}, {"message", error_message(status)}};
  if (!metadata.is_null()) error["metadata"] = metadata;
  return json_reply(status, dump_json(Json{{"error", std::move(error)}}));
}

} // namespace mrctl::emulator
