#pragma once

#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// Replaces the record of a preset, or removes it; fails as LockedRecords::replace_record() does.
[[nodiscard]] Status write_record(LockedRecords& folder, std::string_view slug,
                                  const std::optional<Record>& record);

// Changes several records: all, or none if one cannot be written.
class RecordTransaction {
public:
  // At least one of both is there. A failure takes back what was done before.
  [[nodiscard]] Status put(LockedRecords& folder, const std::optional<Record>& before,
                           const std::optional<Record>& after);

private:
  struct Done {
    LockedRecords* folder;
    std::string slug;
    std::optional<Record> before;
  };

  std::vector<Done> done_;
};

} // namespace mrctl::apply
