#include "mrctl/compare/comparison.hpp"
#include "mrctl/json/text.hpp"

#include "record_changes.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace mrctl::compare {

namespace {

std::string credential_change_json(const ComparedCredential& credential,
                                   const RecordChange& change) {
  return fmt::format(R"({{"kind":"{}","id":{},{}}})", change.kind->name, json_quote(credential.id),
                     value_members(change));
}

} // namespace

std::string title_of(const ComparedCredential& compared) {
  const auto& credential = compared.after == nullptr ? *compared.before : *compared.after;
  return credential.name ? fmt::format("{}  {}", compared.id, *credential.name)
                         : std::string(compared.id);
}

std::string comparison_text(const CredentialComparison& comparison,
                            const output::Terminal& terminal) {
  RecordDrawing drawing(terminal);
  std::vector<const RecordChange*> changes;
  for (const auto& credential : comparison) {
    if (credential.changes.empty()) continue;
    drawing.record(title_of(credential), credential.changes);
    for (const auto& change : credential.changes)
      changes.push_back(&change);
  }
  if (drawing.is_empty()) return {};
  drawing.empty_line();
  drawing.sum(changes);
  return std::move(drawing).take();
}

std::string comparison_json(const CredentialComparison& comparison) {
  std::string out = R"({"changes":[)";
  std::string_view separator;
  for (const auto& credential : comparison)
    for (const auto& change : credential.changes) {
      out.append(separator).append(credential_change_json(credential, change));
      separator = ",";
    }
  return out + "]}";
}

std::string comparison_jsonl(const CredentialComparison& comparison) {
  std::string out;
  for (const auto& credential : comparison)
    for (const auto& change : credential.changes)
      out += credential_change_json(credential, change) + "\n";
  return out;
}

output::Records comparison_records(const CredentialComparison& comparison) {
  output::Records records{{"kind", "id", "path", "from", "to"}};
  for (const auto& credential : comparison)
    for (const auto& change : credential.changes)
      records.rows.push_back({std::string(change.kind->name), std::string(credential.id),
                              output::text_or_nothing(change.path), plain_value(change.from),
                              plain_value(change.to)});
  return records;
}

output::ResultNames changed_names(const CredentialComparison& comparison) {
  output::ResultNames names;
  for (const auto& credential : comparison)
    if (!credential.changes.empty()) names.emplace_back(credential.id);
  return names;
}

} // namespace mrctl::compare
