#include "mrctl/base/rewording.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

// cmake/tables.cmake makes the initializers.
constexpr std::array rows{
#include <rewordings.inc>
};

} // namespace

std::span<const Rewording> rewordings() {
  return rows;
}

const Rewording* find_rewording(Library library, std::string_view said) {
  const auto lower = lower_case(said);
  const auto found = std::ranges::find_if(rows, [&](const Rewording& row) {
    return row.library == library && lower.find(lower_case(row.words)) != lower.npos;
  });
  return found == rows.end() ? nullptr : &*found;
}

} // namespace mrctl
