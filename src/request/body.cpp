#include "mrctl/request/body.hpp"

#include "mrctl/request/stored.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

constexpr std::string_view placeholder_text = "placeholder";

constexpr std::string_view placeholder_rule = "messages.placeholder";

Problem warning_of_messages(std::string_view rule, std::string message, std::string suggestion) {
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = rule;
  warning.path = "/messages";
  warning.message = std::move(message);
  warning.suggestion = std::move(suggestion);
  return warning;
}

} // namespace

void add_placeholder(Body& body) {
  const auto messages = body.value.find("messages");
  const bool is_missing = messages == body.value.end();
  if (!is_missing && !(messages->is_array() && messages->empty())) return;
  (is_missing ? append_member(body.value, "messages") : *messages) =
      Json::array({Json{{"role", "user"}, {"content", placeholder_text}}});
  body.is_as_read = false;
  body.problems.push_back(warning_of_messages(
      placeholder_rule,
      "the service requires messages: mrctl adds a placeholder user message, which a preset does "
      "not keep",
      "add a system message; preset create takes --system TEXT or --message ROLE=TEXT"));
}

bool has_placeholder(const Body& body) {
  return std::any_of(body.problems.begin(), body.problems.end(),
                     [](const Problem& problem) { return problem.rule == placeholder_rule; });
}

void warn_of_ignored_messages(Body& body) {
  const auto count = has_placeholder(body) ? 0 : count_ignored_messages(body.value);
  if (count == 0) return;
  body.problems.push_back(warning_of_messages(
      "messages.ignored",
      fmt::format("the service ignores {} message{}: a preset keeps only the text of system and "
                  "developer messages",
                  count, count == 1 ? "" : "s"),
      "--strip removes what is not kept before sending"));
}

bool is_kept_message(const Json& message) {
  const auto* role = find_member(message, "role");
  return role != nullptr && (*role == "system" || *role == "developer");
}

void strip(Body& body) {
  for (const auto& field : spec::request_fields())
    if (field.kept == spec::Kept::no && field.name != "messages" &&
        body.value.erase(std::string(field.name)) > 0)
      body.is_as_read = false;
  if (count_ignored_messages(body.value) == 0) return;
  body.is_as_read = false;
  auto& messages = body.value["messages"];
  auto kept = Json::array();
  Source move{"/messages", {}, {}};
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!is_kept_message(messages[i])) continue;
    kept.push_back(std::move(messages[i]));
    move.moved_from.push_back(i);
  }
  messages = std::move(kept);
  if (!move.moved_from.empty()) body.sources.push_back(std::move(move));
}

std::size_t count_ignored_messages(const Json& body) {
  const auto* messages = find_member(body, "messages");
  if (messages == nullptr || !messages->is_array()) return 0;
  const auto kept = std::count_if(messages->begin(), messages->end(), is_kept_message);
  return messages->size() - static_cast<std::size_t>(kept);
}

} // namespace mrctl::request
