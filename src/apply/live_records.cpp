#include "mrctl/apply/live_records.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace mrctl::apply {

KnownWorkspace workspace_of(const ListedRecords& records, const std::string& service) {
  for (const auto& [place, record] : records)
    if (record.service == service && record.last && record.last->workspace_id)
      return record.last->workspace_id;
  return std::nullopt;
}

Result<LiveRecords> read_live_records(const ListedRecords& records, const LiveSource& source) {
  std::vector<const ListedRecords::value_type*> asked;
  std::vector<LiveQuestion> questions;
  for (const auto& listed : records) {
    if (listed.second.service != source.service.base_url) continue;
    asked.push_back(&listed);
    questions.push_back({listed.second.slug, listed.second.last.has_value()});
  }
  LiveRecords found;
  const auto take = [&](std::size_t at, const std::optional<LivePreset>& live) -> Status {
    const auto& [place, record] = *asked[at];
    if (!live) return {};
    const auto state = record.last ? compare_live(*live, *record.last) : LiveState::unread;
    found.emplace(place,
                  LiveRecord{state, live->facts.version, live->facts.version_id, live->status});
    return {};
  };
  TRY_ASSIGN(const auto missing, ask_live(source, questions, take));
  for (const auto at : missing) {
    const auto& [place, record] = *asked[at];
    if (record.last) found.emplace(place, LiveRecord{.state = LiveState::gone});
  }
  return found;
}

} // namespace mrctl::apply
