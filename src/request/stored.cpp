#include "mrctl/request/stored.hpp"

#include "mrctl/spec/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mrctl::request {

namespace {

bool is_same(const Json& sent, const Json& stored);

// Members that are null may be missing on the other side.
bool has_all_of(const Json& object, const Json& other) {
  for (const auto& member : object.items()) {
    const auto* counterpart = find_member(other, member.key());
    if (!is_same(member.value(), counterpart == nullptr ? Json(nullptr) : *counterpart))
      return false;
  }
  return true;
}

bool is_same(const Json& sent, const Json& stored) {
  if (sent.is_object() && stored.is_object())
    return has_all_of(sent, stored) && has_all_of(stored, sent);
  if (sent.is_array() && stored.is_array())
    return std::equal(sent.begin(), sent.end(), stored.begin(), stored.end(), is_same);
  return sent == stored;
}

std::vector<std::string>& place_for(Stored& out, std::string_view name, const Json& sent,
                                    const Json* stored) {
  if (stored != nullptr && !stored->is_null())
    return is_same(sent, *stored) ? out.kept : out.changed;
  const auto* field = spec::find_field(name);
  return field != nullptr && field->kept == spec::Kept::yes ? out.lost : out.ignored;
}

void add_part(std::string& text, std::string_view verb, const std::vector<std::string>& names) {
  if (names.empty()) return;
  text += fmt::format("{}{} {}", text.empty() ? "" : "; ", verb, fmt::join(names, ", "));
}

} // namespace

Stored compare_with_stored(const Json& sent, const Json& config) {
  Stored out;
  for (const auto& member : sent.items()) {
    if (member.key() == "messages" || member.value().is_null()) continue;
    place_for(out, member.key(), member.value(), find_member(config, member.key()))
        .push_back(member.key());
  }
  return out;
}

std::string describe_stored(const Stored& stored, std::size_t ignored_messages) {
  auto ignored = stored.ignored;
  if (ignored_messages > 0)
    ignored.push_back(
        fmt::format("{} message{}", ignored_messages, ignored_messages == 1 ? "" : "s"));
  std::string text;
  add_part(text, "kept", stored.kept);
  add_part(text, "changed", stored.changed);
  add_part(text, "did not keep", stored.lost);
  add_part(text, "ignored", ignored);
  return text;
}

} // namespace mrctl::request
