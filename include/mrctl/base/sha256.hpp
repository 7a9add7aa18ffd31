#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mrctl {

// Returns the SHA-256 of the bytes as 64 hexadecimal digits, in lower case.
[[nodiscard]] std::string sha256(std::string_view bytes);

inline constexpr std::size_t sha256_digits = 64;

// Hashes bytes that come in parts.
class Sha256 {
public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  [[nodiscard]] std::string digits() &&;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace mrctl
