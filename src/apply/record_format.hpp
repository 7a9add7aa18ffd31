#pragma once

namespace mrctl::apply {

// The format of the files that this program reads and writes.
inline constexpr int record_format = 1;

} // namespace mrctl::apply
