#include "mrctl/apply/canonical.hpp"
#include "mrctl/base/sha256.hpp"

namespace mrctl::apply {

namespace {

constexpr std::string_view scheme = "h1:";

} // namespace

std::string hash_of(std::string_view canonical) {
  return std::string(scheme) + sha256(canonical);
}

bool is_hash(std::string_view text) {
  if (!text.starts_with(scheme)) return false;
  const auto digits = text.substr(scheme.size());
  return digits.size() == sha256_digits &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace mrctl::apply
