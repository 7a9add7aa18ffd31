#include "mrctl/body/body.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/spec/field.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::body {

namespace {

bool is_text(const JsonView& value) {
  return value.is_string() && !value.is("");
}

bool has_text(const JsonItem& part) {
  const auto text = find_member(part.value, "text");
  return text && is_text(*text);
}

bool has_kept_text(const JsonItem& message) {
  if (!is_kept_message(message.value)) return false;
  const auto content = find_member(message.value, "content");
  if (!content) return false;
  const auto parts = content->items();
  return content->is_array() ? std::any_of(parts.begin(), parts.end(), has_text)
                             : is_text(*content);
}

bool has_kept_field(const JsonView& body) {
  const auto fields = spec::request_fields();
  return std::ranges::any_of(fields, [&](const spec::Field& field) {
    return field.kept == spec::Kept::yes && find_member(body, field.name);
  });
}

} // namespace

bool has_something_to_store(const JsonText& body) {
  if (has_kept_field(body.root())) return true;
  const auto messages = find_messages(body);
  if (!messages) return false;
  const auto items = messages->items();
  return std::any_of(items.begin(), items.end(), has_kept_text);
}

void warn_of_nothing_to_store(Body& body) {
  if (has_something_to_store(body.json)) return;
  body.problems.push_back(
      {.severity = Severity::warning,
       .rule = "body.nothing-to-store",
       .message = "nothing to store: a preset created from this body would be empty",
       .suggestion = "add a field that a preset keeps, or a system message"});
}

} // namespace mrctl::body
