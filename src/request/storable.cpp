#include "mrctl/request/storable.hpp"

#include "mrctl/spec/field.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

bool is_text(const Json& value) {
  return value.is_string() && !value.get_ref<const std::string&>().empty();
}

bool has_text(const Json& part) {
  const auto* text = find_member(part, "text");
  return text != nullptr && is_text(*text);
}

bool has_kept_text(const Json& message) {
  const auto* content = is_kept_message(message) ? find_member(message, "content") : nullptr;
  if (content == nullptr) return false;
  if (!content->is_array()) return is_text(*content);
  return std::any_of(content->begin(), content->end(), has_text);
}

bool has_kept_field(const Json& body) {
  const auto fields = spec::request_fields();
  return std::any_of(fields.begin(), fields.end(), [&](const spec::Field& field) {
    return field.kept == spec::Kept::yes && find_member(body, field.name) != nullptr;
  });
}

} // namespace

bool has_something_to_store(const Json& body) {
  if (has_kept_field(body)) return true;
  const auto* messages = find_member(body, "messages");
  return messages != nullptr && messages->is_array() &&
         std::any_of(messages->begin(), messages->end(), has_kept_text);
}

void warn_of_nothing_to_store(Body& body) {
  if (has_something_to_store(body.value)) return;
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = "body.nothing-to-store";
  warning.message = "nothing to store: a preset created from this body would be empty";
  warning.suggestion = "add a field that a preset keeps, or a system message";
  body.problems.push_back(std::move(warning));
}

} // namespace mrctl::request
