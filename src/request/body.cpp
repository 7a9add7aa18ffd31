#include "mrctl/request/body.hpp"

#include "mrctl/base/counted.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/json/cut.hpp"
#include "mrctl/spec/field.hpp"

#include "messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace mrctl::request {

namespace {

constexpr std::string_view placeholder = R"([{"role":"user","content":"placeholder"}])";

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

bool is_dropped_field(const JsonItem& item) {
  const auto* field = spec::find_field(item.key());
  return field != nullptr && is_dropped(*field);
}

} // namespace

void add_placeholder(Body& body) {
  const auto messages = find_member(body.json.root(), "messages");
  if (messages && !(messages->is_array() && messages->size() == 0)) return;
  body.json = cut_json(
      body.json,
      {messages ? JsonCut{messages->text(), std::string(placeholder)}
                : adding_items(body.json.root(), fmt::format(R"("messages":{})", placeholder))});
  body.problems.push_back(warning_of_messages(
      placeholder_rule,
      "the service requires messages: mrctl adds a placeholder user message, which a preset does "
      "not keep",
      "add a system message; preset create takes --system TEXT or --message ROLE=TEXT"));
}

bool has_placeholder(const Body& body) {
  return find_row(body.problems, &Problem::rule, placeholder_rule) != nullptr;
}

void warn_of_ignored_messages(Body& body) {
  const auto count = has_placeholder(body) ? 0 : count_ignored_messages(body.json);
  if (count == 0) return;
  body.problems.push_back(warning_of_messages(
      "messages.ignored",
      fmt::format("the service ignores {}: a preset keeps only the text of system and "
                  "developer messages",
                  counted(count, "message")),
      "--strip removes what is not kept before sending"));
}

bool is_kept_message(const JsonView& message) {
  const auto role = find_member(message, "role");
  return role && (role->is("system") || role->is("developer"));
}

void strip(Body& body) {
  auto cuts = removing_items(body.json.root(), is_dropped_field);
  if (const auto messages = find_messages(body.json)) {
    auto dropped = removing_messages(
        *messages, [](const JsonView& message) { return !is_kept_message(message); });
    if (!dropped.cuts.empty() && !dropped.kept.empty())
      body.sources.push_back({.pointer = "/messages", .moved_from = std::move(dropped.kept)});
    std::move(dropped.cuts.begin(), dropped.cuts.end(), std::back_inserter(cuts));
  }
  body.json = cut_json(body.json, std::move(cuts));
}

std::size_t count_ignored_messages(const JsonText& body) {
  const auto messages = find_messages(body);
  if (!messages) return 0;
  const auto items = messages->items();
  return static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(),
                    [](const JsonItem& message) { return !is_kept_message(message.value); }));
}

} // namespace mrctl::request
