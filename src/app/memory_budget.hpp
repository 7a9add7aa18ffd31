#pragma once

#include <cstddef>
#include <limits>
#include <new>

namespace mrctl::app {

// Thrown if a thread would allocate more than its budget allows.
class OverBudget : public std::bad_alloc {
public:
  [[nodiscard]] const char* what() const noexcept override { return "over the memory budget"; }
};

// While this object lives, this thread may allocate at most that many bytes more than it had
// before. Budgets nest: the innermost one applies. The program's operators new and delete do the
// counting.
class MemoryBudget {
public:
  static constexpr auto unlimited = std::numeric_limits<std::size_t>::max();

  explicit MemoryBudget(std::size_t bytes);
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;
  ~MemoryBudget();

private:
  std::size_t outer_;
};

// Bytes that this thread has allocated and not freed.
[[nodiscard]] std::size_t allocated_bytes();

} // namespace mrctl::app
