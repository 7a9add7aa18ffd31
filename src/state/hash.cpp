#include "mrctl/state/canonical.hpp"

#include <algorithm>
#include <array>
#include <sha2.h>

namespace mrctl::state {

namespace {

constexpr std::string_view scheme = "h1:";

} // namespace

std::string hash_of(std::string_view canonical) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(canonical.data()), canonical.size(),
             digits.data());
  return std::string(scheme) + digits.data();
}

bool is_hash(std::string_view text) {
  if (!text.starts_with(scheme)) return false;
  const auto digits = text.substr(scheme.size());
  return digits.size() == SHA256_DIGEST_STRING_LENGTH - 1 &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace mrctl::state
