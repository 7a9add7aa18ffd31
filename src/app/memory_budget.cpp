#include "answer_ledger.hpp"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>

namespace mrctl::app {

namespace {

struct Allocations {
  std::size_t allocated = 0;
  std::size_t most = MemoryBudget::unlimited;
};

// If one thread frees what another allocated, both counts are off; this concerns few bytes.
thread_local Allocations allocations;

// The allocator's own data for each piece.
constexpr std::size_t overhead = sizeof(std::size_t);

std::size_t size_of_piece(void* piece) {
  return ::malloc_usable_size(piece) + overhead;
}

void* allocate(std::size_t size) {
  const auto room = allocations.most - std::min(allocations.most, allocations.allocated);
  if (size > room) {
    allocations.most = MemoryBudget::unlimited; // destructors allocate during unwinding
    throw OverBudget();
  }
  auto* piece = std::malloc(std::max<std::size_t>(size, 1));
  if (piece == nullptr) throw std::bad_alloc();
  allocations.allocated += size_of_piece(piece);
  return piece;
}

void* allocate_if_possible(std::size_t size) noexcept {
  if (size > allocations.most - std::min(allocations.most, allocations.allocated)) return nullptr;
  auto* piece = std::malloc(std::max<std::size_t>(size, 1));
  if (piece != nullptr) allocations.allocated += size_of_piece(piece);
  return piece;
}

void release(void* piece) {
  if (piece == nullptr) return;
  allocations.allocated -= std::min(allocations.allocated, size_of_piece(piece));
  std::free(piece);
}

} // namespace

MemoryBudget::MemoryBudget(std::size_t bytes) : outer_(allocations.most) {
  allocations.most = bytes == unlimited ? unlimited : allocations.allocated + bytes;
}

MemoryBudget::~MemoryBudget() {
  allocations.most = outer_;
}

std::size_t allocated_bytes() {
  return allocations.allocated;
}

} // namespace mrctl::app

void* operator new(std::size_t size) {
  return mrctl::app::allocate(size);
}

// Callers of this operator can do without the memory, so the budget stays in force.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return mrctl::app::allocate_if_possible(size);
}

void operator delete(void* piece) noexcept {
  mrctl::app::release(piece);
}

void operator delete(void* piece, const std::nothrow_t& /*tag*/) noexcept {
  mrctl::app::release(piece);
}

void operator delete(void* piece, std::size_t /*size*/) noexcept {
  mrctl::app::release(piece);
}
