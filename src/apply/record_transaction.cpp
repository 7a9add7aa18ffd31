#include "mrctl/apply/record_transaction.hpp"

namespace mrctl::apply {

Status write_record(LockedRecords& folder, std::string_view slug,
                    const std::optional<Record>& record) {
  return folder.replace_record(slug, record ? std::optional(record_text(*record)) : std::nullopt);
}

Status RecordTransaction::put(LockedRecords& folder, const std::optional<Record>& before,
                              const std::optional<Record>& after) {
  const auto& slug = before ? before->slug : after->slug;
  auto written = write_record(folder, slug, after);
  if (written) {
    done_.push_back({&folder, slug, before});
    return written;
  }
  // What cannot be restored either is reported by the next command that reads it.
  for (const auto& done : done_)
    if (!write_record(*done.folder, done.slug, done.before)) break;
  return written;
}

} // namespace mrctl::apply
