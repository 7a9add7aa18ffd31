#pragma once

#include <cstddef>
#include <functional>

namespace mrctl {

// Calls work(0), work(1), … work(count - 1), each once, in any order, and returns when all have
// returned. Much work is shared among a few threads, at most one for each processor. An exception
// of the work reaches the caller; then not every index may have been called.
void for_each_in_parallel(std::size_t count, const std::function<void(std::size_t index)>& work);

} // namespace mrctl
