#include "mrctl/diff/credentials.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/json/value.hpp"

#include "record_comparison.hpp"
#include "value_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace mrctl::diff {

namespace {

constexpr Kinds credential_kinds = model::credential_change_kinds;

bool is_in_the_table(std::string_view name) {
  return find_row(model::credential_fields(), &model::RecordField<model::Credential>::name, name) !=
         nullptr;
}

struct NamedText {
  std::string name;
  std::string_view text; // as the service spelled it
};

// The members that the table does not have. Of several of one name the last one counts.
std::vector<NamedText> other_members_of(std::string_view record) {
  std::vector<NamedText> members;
  for (const auto& [key, value] : json_members(record))
    if (auto name = json_unquoted(fmt::format("\"{}\"", key)); !is_in_the_table(name))
      members.push_back({std::move(name), value});
  return members;
}

using TextsByName = std::map<std::string_view, std::string_view>;

TextsByName by_name(const std::vector<NamedText>& members) {
  TextsByName texts;
  for (const auto& member : members)
    texts.insert_or_assign(member.name, member.text);
  return texts;
}

std::string_view text_or_null(const TextsByName& texts, std::string_view name) {
  const auto found = texts.find(name);
  return found == texts.end() ? std::string_view("null") : found->second;
}

// Two lists are equal if they have the same items in any order.
bool is_same_value(const Json& from, const Json& to) {
  ValueNumbers numbers(ListOrder::ignored);
  return numbers.of(from) == numbers.of(to);
}

std::optional<std::string> shown_value(const Json& value, const std::string& text) {
  if (value.is_null()) return std::nullopt;
  return value.is_string() ? value.get<std::string>() : text;
}

class FieldComparison {
public:
  FieldComparison(const StoredCredential& before, const StoredCredential& after)
      : before_(before), after_(after) {}

  [[nodiscard]] RecordChanges changes() &&;

private:
  void compare_fields();
  void compare_other_members();
  void compare_member(const std::string& name, std::string_view old, std::string_view now);

  const StoredCredential& before_;
  const StoredCredential& after_;
  RecordChanges changes_;
};

RecordChanges FieldComparison::changes() && {
  if (before_.text == after_.text && before_.credential.label == after_.credential.label) return {};
  compare_fields();
  compare_other_members();
  order_by_kind(changes_);
  return std::move(changes_);
}

void FieldComparison::compare_fields() {
  for (const auto& field : model::credential_fields()) {
    if (!field.changes.is_compared()) continue;
    const ValueRow row{field.name, field.name, {}, field.kind, field.changes};
    auto found = changes_of(row, credential_kinds, {field.cell(before_.credential), before_.text},
                            {field.cell(after_.credential), after_.text});
    std::move(found.begin(), found.end(), std::back_inserter(changes_));
  }
}

void FieldComparison::compare_other_members() {
  const auto before = other_members_of(before_.text);
  const auto after = other_members_of(after_.text);
  const auto old = by_name(before);
  const auto now = by_name(after);
  std::set<std::string_view> seen;
  for (const auto* members : {&before, &after})
    for (const auto& [name, text] : *members)
      if (seen.insert(name).second)
        compare_member(name, text_or_null(old, name), text_or_null(now, name));
}

void FieldComparison::compare_member(const std::string& name, std::string_view old,
                                     std::string_view now) {
  const auto from = parse_json(old, Reading::tolerant);
  const auto to = parse_json(now, Reading::tolerant);
  if (!from || !to || is_same_value(*from, *to)) return;
  auto before = compact_json(old);
  auto after = compact_json(now);
  // The path has the name; there is no table row whose name could be used.
  changes_.push_back(
      {.kind = &find_kind(credential_kinds, "other"),
       .path = pointer_join("", name),
       .from = before,
       .to = after,
       .shown = {.from = shown_value(*from, before), .to = shown_value(*to, after)}});
}

} // namespace

CredentialComparison compare_credentials(std::span<const StoredCredential> before,
                                         std::span<const StoredCredential> after) {
  std::map<std::string_view, const StoredCredential*> now;
  for (const auto& stored : after)
    now.emplace(stored.id, &stored);
  CredentialComparison out;
  std::set<std::string_view> known;
  for (const auto& stored : before) {
    known.insert(stored.id);
    const auto found = now.find(stored.id);
    if (found == now.end())
      out.push_back({stored.id,
                     &stored.credential,
                     nullptr,
                     {{.kind = &find_kind(credential_kinds, model::removed)}}});
    else
      out.push_back({stored.id, &stored.credential, &found->second->credential,
                     FieldComparison(stored, *found->second).changes()});
  }
  for (const auto& stored : after)
    if (!known.contains(stored.id))
      out.push_back({stored.id,
                     nullptr,
                     &stored.credential,
                     {{.kind = &find_kind(credential_kinds, model::added)}}});
  return out;
}

} // namespace mrctl::diff
