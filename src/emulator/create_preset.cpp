#include "mrctl/base/ascii.hpp"

#include "caller.hpp"
#include "operations.hpp"
#include "preset_body.hpp"
#include "preset_json.hpp"
#include "reply.hpp"

#include <algorithm>

namespace mrctl::emulator {

namespace {

// "URL-safe slug" (specification, section 4.1): the unreserved characters of RFC 3986.
bool is_url_safe(std::string_view slug) {
  constexpr std::string_view marks = "-._~";
  return std::all_of(slug.begin(), slug.end(), [&](char c) {
    return is_alphanumeric(c) || marks.find(c) != std::string_view::npos;
  });
}

// The specification has no encodings of bodies, and a small compressed body could fill the memory.
bool is_encoded(const Request& request) {
  const auto encoding = http::find_header(request.headers, "Content-Encoding");
  return encoding && !encoding->empty() && *encoding != "identity";
}

http::Response invalid(const std::vector<BodyProblem>& problems) {
  auto errors = Json::array();
  for (const auto& problem : problems)
    errors.push_back({{"path", problem.path}, {"message", problem.message}});
  return error_reply(400, Json{{"errors", std::move(errors)}});
}

http::Response write_version(std::string_view slug, const Json& body, Store& store) {
  const auto hold = store.presets.hold(slug);
  if (!hold) return error_reply(409);
  store.sources.wait(store.latency);
  const auto preset = store.presets.add_version(*hold, draft_of(body), store.sources);
  return preset ? data_reply(preset_json(*preset))
                : error_reply(500, Json{{"reason", preset.error().message}});
}

} // namespace

http::Response create_preset(const Request& request, const PathParameters& parameters,
                             Store& store) {
  const auto caller = caller_of(request, store.keys);
  if (caller == Caller::without_key || caller == Caller::with_unknown_key) return refuse(caller);
  if (caller == Caller::with_inference_key) return error_reply(403);
  const auto& slug = parameters[0];
  if (!is_url_safe(slug)) return invalid({{"", "the slug is not URL-safe"}});
  if (is_encoded(request)) return error_reply(415);
  if (is_too_large(request.body)) return error_reply(413);
  const auto body = read_body(request.body);
  return body ? write_version(slug, *body, store) : invalid(body.error());
}

} // namespace mrctl::emulator
