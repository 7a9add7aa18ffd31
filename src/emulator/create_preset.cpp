#include "mrctl/base/text.hpp"
#include "mrctl/emulator/body_schema.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/service.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
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

// Content is a string or an array of text parts.
void add_content(Texts& texts, const Json& content) {
  add_text(texts, &content);
  if (!content.is_array()) return;
  for (const auto& part : content)
    add_text(texts, find_member(part, "text"));
}

bool instructs(const Json& message) {
  const auto* role = find_member(message, "role");
  return role != nullptr && (*role == "system" || *role == "developer");
}

std::optional<std::string> system_prompt_of(const Json& messages) {
  Texts texts;
  for (const auto& message : messages)
    if (const auto* content = find_member(message, "content");
        content != nullptr && instructs(message))
      add_content(texts, *content);
  if (texts.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(texts, "\n\n"));
}

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

// "URL-safe slug" (specification, section 4.1): the unreserved characters of RFC 3986.
bool is_url_safe(std::string_view slug) {
  constexpr std::string_view marks = "-._~";
  return std::ranges::all_of(
      slug, [&](char c) { return is_alphanumeric(c) || marks.find(c) != std::string_view::npos; });
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
  // Returns what a preset keeps of a checked body.
  const auto preset = store.presets.add_version(
      *hold, {config_of(body), system_prompt_of(body.at("messages"))}, store.sources);
  return preset ? data_reply(preset_json(*preset))
                : error_reply(500, Json{{"reason", preset.error().message}});
}

} // namespace

http::Response create_preset(const Request& request, const PathParameters& parameters,
                             Store& store) {
  const auto& slug = parameters[0];
  if (!is_url_safe(slug)) return invalid({"", "the slug is not URL-safe"});
  if (is_encoded(request)) return error_reply(415);
  if (is_too_large(request.body)) return error_reply(413);
  const auto body = read_body(request.body);
  return body ? write_version(slug, *body, store) : invalid(body.error());
}

} // namespace mrctl::emulator
