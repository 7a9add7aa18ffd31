#include "mrctl/compare/credentials.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/alignment.hpp"
#include "mrctl/service/answer_file.hpp"

#include "record_comparison.hpp"

#include <map>
#include <set>
#include <utility>

namespace mrctl::compare {

namespace {

constexpr Kinds credential_kinds = service::credential_change_kinds;

bool is_in_the_table(std::string_view name) {
  return find_row(service::credential_fields(), &service::RecordField<service::Credential>::name,
                  name) != nullptr;
}

// Two lists are equal if they have the same items in any order.
bool is_same_value(const Json& from, const Json& to) {
  output::ValueNumbers numbers(output::ListOrder::ignored);
  return numbers.of(from) == numbers.of(to);
}

constexpr OtherMembers unknown_members{
    .kind = find_kind(credential_kinds, "other"),
    .is_described = is_in_the_table,
    .is_same = is_same_value,
};

class FieldComparison {
public:
  FieldComparison(const StoredCredential& before, const StoredCredential& after)
      : before_(before), after_(after) {}

  [[nodiscard]] RecordChanges changes() && {
    if (before_.text == after_.text && before_.credential.label == after_.credential.label)
      return {};
    compare_fields();
    auto others = changes_of_others(unknown_members, before_.text, after_.text);
    append(changes_, std::move(others));
    order_by_kind(changes_);
    return std::move(changes_);
  }

private:
  void compare_fields() {
    for (const auto& field : service::credential_fields()) {
      if (!field.changes.is_compared()) continue;
      const ValueRow row{field.name, field.name, {}, field.kind, field.changes};
      auto found = changes_of(row, credential_kinds, {field.cell(before_.credential), before_.text},
                              {field.cell(after_.credential), after_.text});
      append(changes_, std::move(found));
    }
  }

  const StoredCredential& before_;
  const StoredCredential& after_;
  RecordChanges changes_;
};

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
                     {{.kind = &find_kind(credential_kinds, service::removed)}}});
    else
      out.push_back({stored.id, &stored.credential, &found->second->credential,
                     FieldComparison(stored, *found->second).changes()});
  }
  for (const auto& stored : after)
    if (!known.contains(stored.id))
      out.push_back({stored.id,
                     nullptr,
                     &stored.credential,
                     {{.kind = &find_kind(credential_kinds, service::added)}}});
  return out;
}

StoredCredential stored_credential(std::string id, std::string_view text) {
  return {std::move(id), service::read_credential(text),
          service::masked_credential_json(text).text};
}

namespace {

constexpr service::AnswersOf credential_answers{"does not contain credentials", "byok get ID...",
                                                "has the credential", "a credential"};

tl::expected<std::string, std::string_view>
take_credential(std::string_view text, std::vector<StoredCredential>& credentials) {
  if (json_member(text, "endpoints"))
    return tl::unexpected(
        std::string_view("it is a listing of endpoints, which 'mrctl endpoints diff' compares"));
  const auto data = parse_json(text, Reading::tolerant);
  const auto* id = data ? find_member(*data, "id") : nullptr;
  if (id == nullptr || !id->is_string())
    return tl::unexpected(std::string_view("a record has no 'id'"));
  return credentials.emplace_back(stored_credential(id->get<std::string>(), text)).id;
}

} // namespace

Result<std::vector<StoredCredential>> read_credentials_file(const ReadNamedFile& read_file,
                                                            const std::string& path) {
  std::vector<StoredCredential> credentials;
  auto read =
      service::read_answers(read_file, path, credential_answers, [&](std::string_view text) {
        return take_credential(text, credentials);
      });
  if (!read) return fail(std::move(read.error()));
  return credentials;
}

} // namespace mrctl::compare
