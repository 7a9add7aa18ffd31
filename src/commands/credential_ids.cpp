#include "credential_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mrctl::commands {

namespace {

bool is_uuid(std::string_view text) {
  constexpr std::string_view form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return text.size() == form.size() &&
         std::equal(text.begin(), text.end(), form.begin(), [](char c, char f) {
           const bool is_hex =
               (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
           return f == '-' ? c == '-' : is_hex;
         });
}

} // namespace

Status check_credential_ids(const std::vector<std::string>& ids) {
  const auto wrong = std::find_if_not(ids.begin(), ids.end(), is_uuid);
  if (wrong == ids.end()) return {};
  return fail(Error::usage(fmt::format("'{}' is not the UUID of a credential", *wrong),
                           "a UUID looks like 11111111-1111-4111-8111-111111111111"));
}

} // namespace mrctl::commands
