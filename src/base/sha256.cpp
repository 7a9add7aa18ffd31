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

struct Sha256::State {
  SHA2_CTX context{};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  SHA256Init(&state_->context);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  SHA256Update(&state_->context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string Sha256::digits() && {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256End(&state_->context, digits.data());
  return digits.data();
}

} // namespace mrctl
