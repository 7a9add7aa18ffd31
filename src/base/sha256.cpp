#include "mrctl/base/sha256.hpp"

#include <array>
#include <cstdint>
#include <sha2.h>

namespace mrctl {

static_assert(sha256_digits == SHA256_DIGEST_STRING_LENGTH - 1);

std::string sha256(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), digits.data());
  return digits.data();
}

} // namespace mrctl
