#pragma once

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/record.hpp"

#include <optional>
#include <string_view>

namespace mrctl::apply {

// Reads a text that record_text() may have written, with nothing pending; nothing for every other
// text, valid or not. Takes a fraction of the time of the reader that explains faults.
[[nodiscard]] std::optional<Record> read_own_text(std::string_view text, RecordOf wanted,
                                                  const Hashed* known);

} // namespace mrctl::apply
