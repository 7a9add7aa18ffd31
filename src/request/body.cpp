#include "mrctl/request/body.hpp"

#include "mrctl/spec/field.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

constexpr std::string_view placeholder_text = "placeholder";

bool is_kept_message(const Json& message) {
  const auto* role = find_member(message, "role");
  return role != nullptr && (*role == "system" || *role == "developer");
}

} // namespace

void add_placeholder(Body& body) {
  const auto* messages = find_member(body.value, "messages");
  if (messages != nullptr && !(messages->is_array() && messages->empty())) return;
  body.value["messages"] = Json::array({Json{{"role", "user"}, {"content", placeholder_text}}});
  Problem note;
  note.severity = Severity::warning;
  note.rule = "messages.placeholder";
  note.path = "/messages";
  note.message = "the service requires messages: one placeholder user message is added, which a "
                 "preset does not keep";
  body.problems.push_back(std::move(note));
}

void strip(Body& body) {
  for (const auto& field : spec::request_fields())
    if (field.kept == spec::Kept::no && field.name != "messages")
      body.value.erase(std::string(field.name));
  const auto messages = body.value.find("messages");
  if (messages == body.value.end() || !messages->is_array()) return;
  auto kept = Json::array();
  Source move{"/messages", {}, {}};
  for (std::size_t i = 0; i < messages->size(); ++i) {
    if (!is_kept_message((*messages)[i])) continue;
    kept.push_back(std::move((*messages)[i]));
    move.moved_from.push_back(i);
  }
  *messages = std::move(kept);
  if (!move.moved_from.empty()) body.sources.push_back(std::move(move));
}

std::size_t count_ignored_messages(const Json& body) {
  const auto* messages = find_member(body, "messages");
  if (messages == nullptr || !messages->is_array()) return 0;
  const auto kept = std::count_if(messages->begin(), messages->end(), is_kept_message);
  return messages->size() - static_cast<std::size_t>(kept);
}

} // namespace mrctl::request
