#include "mrctl/emulator/service.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/emulator/body_schema.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/json/writer.hpp"

#include "target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::emulator {

namespace {

constexpr std::size_t largest_body = std::size_t{64} << 20U;

// "[],[],[]" takes many times its size in memory when it is parsed and checked.
constexpr std::size_t most_values = 2'000'000;

using Texts = std::vector<std::string>;

void add_text(Texts& texts, const Json* text) {
  if (text != nullptr && text->is_string()) texts.push_back(text->get<std::string>());
}

std::optional<std::string> system_prompt_of(const Json& conversation) {
  Texts texts;
  for (const auto& message : conversation) {
    const auto* role = find_member(message, "role");
    const auto* content = find_member(message, "content");
    if (role == nullptr || content == nullptr || (*role != "system" && *role != "developer"))
      continue;
    add_text(texts, content); // or an array of text parts
    if (content->is_array())
      for (const auto& part : *content)
        add_text(texts, find_member(part, "text"));
  }
  if (texts.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(texts, "\n\n"));
}

// Returns what a preset keeps of a checked body.
std::string config_of(const Json& body) {
  auto config = Json::object();
  for (const auto& [key, value] : body.items())
    if (is_kept(key)) config[key] = value;
  return dump_json(config);
}

// Whether the body has more bytes or more values than the emulator reads: docs/emulator.md,
// "Limits".
bool is_too_large(std::string_view text) {
  if (text.size() > largest_body) return true;
  if (text.size() <= most_values) return false;
  const auto index = index_json(text, Reading::tolerant);
  return index ? index->count_values() > most_values : index.error().rule == "json.values";
}

// Reads and checks a chat-completions body (specification, section 4.1).
tl::expected<Json, BodyProblem> read_body(std::string_view text) {
  auto body = parse_json(text, Reading::strict);
  if (!body) {
    const auto& fault = body.error();
    return tl::unexpected(
        BodyProblem{fault.path, fmt::format("{}, at byte {}", fault.message, fault.offset)});
  }
  if (auto problem = check_body(*body)) return tl::unexpected(*std::move(problem));
  return std::move(*body);
}

// The specification has no encodings of bodies, and a small compressed body could fill the memory.
bool is_encoded(const Request& request) {
  const auto encoding = http::find_header(request.headers, "Content-Encoding");
  return encoding && !encoding->empty() && *encoding != "identity";
}

http::Response invalid(const BodyProblem& problem) {
  auto errors = Json::array({{{"path", problem.path}, {"message", problem.message}}});
  return error_reply(400, Json{{"errors", std::move(errors)}});
}

http::Response write_version(std::string_view slug, const Json& body, Store& store) {
  const auto hold = store.presets.hold(slug);
  if (!hold) return error_reply(409);
  store.sources.wait(store.latency);
  const auto preset = store.presets.add_version(
      *hold, {config_of(body), system_prompt_of(body.at("messages"))}, store.sources);
  return preset ? data_reply(preset_json(*preset))
                : error_reply(500, Json{{"reason", preset.error().message}});
}

// Section 4.1 of the specification.
http::Response create_preset(const Request& request, const PathParameters& parameters,
                             Store& store) {
  const auto& slug = parameters[0];
  // "URL-safe slug" (specification, section 4.1): the unreserved characters of RFC 3986.
  if (!is_alphanumeric(slug, "-._~")) return invalid({"", "the slug is not URL-safe"});
  if (is_encoded(request)) return error_reply(415);
  if (is_too_large(request.body)) return error_reply(413);
  const auto body = read_body(request.body);
  return body ? write_version(slug, *body, store) : invalid(body.error());
}

http::Response internal_failure(const Error& error) {
  return error_reply(500, Json{{"reason", error.message}});
}

// Returns the value of a parameter of the query; nothing if it is no number.
std::optional<long long> parameter(const Request& request, std::string_view name,
                                   long long fallback) {
  const auto question = std::min(request.target.find('?'), request.target.size());
  for (const auto part : split(std::string_view(request.target).substr(question), '&')) {
    const auto pair = part.substr(part.starts_with('?') ? 1 : 0);
    if (!pair.starts_with(name) || pair.substr(name.size(), 1) != "=") continue;
    const auto digits = pair.substr(name.size() + 1);
    constexpr std::size_t most_digits = 9;
    const bool is_number =
        !digits.empty() && digits.size() <= most_digits && std::ranges::all_of(digits, is_digit);
    return is_number ? std::optional(number_in<long long>(digits)) : std::nullopt;
  }
  return fallback;
}

std::optional<ListPage> page_of(const Request& request) {
  constexpr ListPage first;
  const auto limit = parameter(request, "limit", first.limit);
  const auto offset = parameter(request, "offset", first.offset);
  if (!limit || !offset || *limit < 1 || *limit > first.limit) return std::nullopt;
  return ListPage{*limit, *offset};
}

template <class Items, class TextOf>
http::Response list_reply(const Items& items, TextOf json_of, long long total) {
  JsonWriter out;
  out.begin('{').key("data").array(items, [&](const auto& item) { out.raw(json_of(item)); });
  out.member("total_count", total).end('}');
  return {200, {{"Content-Type", "application/json"}}, out.take()};
}

// The reads that follow are what many services answer besides; docs/emulator.md, "Reads".

http::Response get_preset(const Request& /*request*/, const PathParameters& parameters,
                          Store& store) {
  const auto found = store.presets.find(parameters[0]);
  if (!found) return internal_failure(found.error());
  return *found ? data_reply(preset_json(**found)) : error_reply(404);
}

http::Response list_presets(const Request& request, const PathParameters& /*parameters*/,
                            Store& store) {
  const auto page = page_of(request);
  if (!page) return error_reply(400);
  const auto presets = store.presets.list(*page);
  if (!presets) return internal_failure(presets.error());
  const auto count = store.presets.count();
  return count ? list_reply(*presets, listed_preset_json, *count) : internal_failure(count.error());
}

// The number of the newest version is that of all versions.
http::Response list_versions(const Request& request, const PathParameters& parameters,
                             Store& store) {
  const auto page = page_of(request);
  if (!page) return error_reply(400);
  const auto newest = store.presets.find(parameters[0]);
  if (!newest) return internal_failure(newest.error());
  if (!*newest) return error_reply(404);
  const auto versions = store.presets.versions(parameters[0], *page);
  return versions ? list_reply(*versions, version_json, (*newest)->version.number)
                  : internal_failure(versions.error());
}

http::Response get_version(const Request& /*request*/, const PathParameters& parameters,
                           Store& store) {
  const auto& number = parameters[1];
  constexpr std::size_t most_digits = 18;
  if (number.size() > most_digits || !std::ranges::all_of(number, is_digit))
    return error_reply(404);
  const auto found = store.presets.find(parameters[0], number_in<long long>(number));
  if (!found) return internal_failure(found.error());
  return *found ? data_reply(version_json(**found)) : error_reply(404);
}

http::Response list_credentials(const Request& request, const PathParameters& /*parameters*/,
                                Store& store) {
  const auto page = page_of(request);
  if (!page) return error_reply(400);
  const auto& all = store.catalogue.credentials;
  std::vector<std::string_view> shown;
  long long place = 0;
  for (const auto& [id, text] : all)
    if (place++; place > page->offset && place <= page->offset + page->limit) shown.push_back(text);
  return list_reply(
      shown, [](std::string_view text) { return text; }, static_cast<long long>(all.size()));
}

constexpr std::string_view withdrawn = "null"; // in the catalogue, in place of a listing

http::Response list_endpoints(const Request& /*request*/, const PathParameters& parameters,
                              Store& store) {
  const auto found = store.catalogue.models.find(parameters[0] + "/" + parameters[1]);
  const bool is_there = found != store.catalogue.models.end() && found->second != withdrawn;
  return is_there ? data_reply(found->second) : error_reply(404);
}

// A malformed identifier counts as unknown: 404, because the specification has no 400 here.
http::Response get_credential(const Request& /*request*/, const PathParameters& parameters,
                              Store& store) {
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
  if (status == 200) {
    // A writer waits while it holds its slug.
    if (route.method == "GET") store.sources.wait(store.latency);
    return route.answer(request, parameters, store);
  }
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
    return with_request_id({rule.status == 204 || rule.status == 304
                                ? http::Response{rule.status, {}, {}} // which have no body
                                : error_reply(rule.status)},
                           store.sources);
  case FaultKind::html:
    return with_request_id({{502,
                             {{"Content-Type", "text/html; charset=utf-8"}},
                             "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n"
                             "<body><h1>502 Bad Gateway</h1></body></html>\n"}},
                           store.sources);
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

std::span<const Route> routes() {
  return route_rows;
}

http::Response handle(const Request& request, Store& store) {
  http::Response response;
  try {
    response = dispatch(request, store);
  } catch (const std::exception& exception) {
    response = error_reply(500, Json{{"reason", exception.what()}});
  }
  response.headers.push_back({"x-request-id", store.sources.request_id()});
  return response;
}

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
