#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::fuzz {

// Decisions taken from the fuzzer's bytes, so that it can steer them; after the last byte always 0.
class Choices {
public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  // Returns a number below `count`, which is at least 1.
  [[nodiscard]] std::size_t below(std::size_t count) { return next() % count; }
  // Returns true once in `count` times.
  [[nodiscard]] bool once_in(std::size_t count) { return below(count) == count - 1; }
  template <class Container>
  [[nodiscard]] const auto& one_of(const Container& container) {
    return container[below(container.size())];
  }
  [[nodiscard]] bool is_empty() const { return bytes_.empty(); }
  // Returns the bytes that are left, as text.
  [[nodiscard]] std::string_view rest() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

private:
  std::uint8_t next() {
    if (bytes_.empty()) return 0;
    const auto byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }

  std::span<const std::uint8_t> bytes_;
};

} // namespace mrctl::fuzz
