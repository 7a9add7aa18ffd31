#include "mrctl/apply/canonical.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/sha256.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// A member of an object: its name without escapes, and the canonical text of its value.
struct CanonicalMember {
  std::string name;
  std::string value;
};

Result<std::string> canonical_value(const JsonView& value);

// Sorts the members: for UTF-8, the order of bytes is that of code points. Of equal names, the last
// one counts.
std::string object_text(std::vector<CanonicalMember> members) {
  std::ranges::stable_sort(members, {}, &CanonicalMember::name);
  std::string out = "{";
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i + 1 < members.size() && members[i].name == members[i + 1].name) continue;
    if (out.size() > 1) out += ',';
    out += json_quote(members[i].name) + ":" + members[i].value;
  }
  return out + "}";
}

std::string array_text(const std::vector<std::string>& elements) {
  return fmt::format("[{}]", fmt::join(elements, ","));
}

Result<std::string> canonical_object(const JsonView& object) {
  std::vector<CanonicalMember> members;
  for (const auto& item : object.items()) {
    TRY_ASSIGN(auto value, canonical_value(item.value));
    members.push_back({item.key(), std::move(value)});
  }
  return object_text(std::move(members));
}

Result<std::string> canonical_array(const JsonView& array) {
  std::vector<std::string> elements;
  for (const auto& item : array.items()) {
    TRY_ASSIGN(auto value, canonical_value(item.value));
    elements.push_back(std::move(value));
  }
  return array_text(elements);
}

Result<std::string> canonical_value(const JsonView& value) {
  if (value.is_object()) return canonical_object(value);
  if (value.is_array()) return canonical_array(value);
  if (value.is_string()) return json_quote(value.string());
  if (!value.is_number()) return std::string(value.text());
  if (auto number = plain_number(value.text())) return *std::move(number);
  return fail(Error::usage(
      fmt::format("the number {} has more than 1,000 digits when written without an exponent",
                  abbreviated(value.text()))));
}

Result<std::vector<std::string>> kept_messages(const JsonView& messages) {
  std::vector<std::string> kept;
  if (!messages.is_array()) return kept;
  for (const auto& item : messages.items()) {
    if (!body::is_kept_message(item.value)) continue;
    TRY_ASSIGN(auto text, canonical_value(item.value));
    kept.push_back(std::move(text));
  }
  return kept;
}

constexpr std::string_view scheme = "h1:";

} // namespace

Result<std::string> canonical_json(std::string_view text) {
  const JsonIndex index(text);
  return canonical_value(index.root());
}

Result<std::string> canonical_body(std::string_view text) {
  std::vector<CanonicalMember> members;
  const JsonIndex index(text);
  for (const auto& item : index.root().items()) {
    auto name = item.key();
    if (name == "messages") {
      TRY_ASSIGN(const auto kept, kept_messages(item.value));
      if (!kept.empty()) members.push_back({std::move(name), array_text(kept)});
      continue;
    }
    TRY_ASSIGN(auto canonical, canonical_value(item.value));
    members.push_back({std::move(name), std::move(canonical)});
  }
  return object_text(std::move(members));
}

Result<std::string> canonical_config(std::string_view text) {
  std::vector<CanonicalMember> members;
  const JsonIndex index(text);
  for (const auto& item : index.root().items()) {
    if (says_nothing(item.value) || item.has_key("messages")) continue;
    TRY_ASSIGN(auto canonical, canonical_value(item.value));
    members.push_back({item.key(), std::move(canonical)});
  }
  return object_text(std::move(members));
}

Result<Hashed> hashed_body(std::string_view text) {
  return canonical_body(text).map([](std::string canonical) {
    auto hash = hash_of(canonical);
    return Hashed{std::move(canonical), std::move(hash)};
  });
}

Result<std::string> stored_hash(StoredTexts stored) {
  const auto or_null = [](std::string_view text) { return text.empty() ? "null" : text; };
  return canonical_json(fmt::format(R"({{"config":{},"system_prompt":{}}})", or_null(stored.config),
                                    or_null(stored.system_prompt)))
      .map(hash_of);
}

std::string hash_of(std::string_view canonical) {
  return std::string(scheme) + sha256(canonical);
}

} // namespace mrctl::apply
