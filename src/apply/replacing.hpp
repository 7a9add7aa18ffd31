#pragma once

#include <string>
#include <string_view>

namespace mrctl::apply {

// Replaces a file in a folder by way of another one beside it, which stays there for the next
// replacement; remove_spare_file() removes it. One is enough, because only the holder of the lock
// writes. Both return 0 or errno.
[[nodiscard]] int replace_file_in(int folder, const std::string& name, std::string_view content);
int remove_spare_file(int folder);

} // namespace mrctl::apply
