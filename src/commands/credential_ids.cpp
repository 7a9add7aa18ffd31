#include "credential_ids.hpp"

#include "mrctl/base/percent_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mrctl::commands {

namespace {

bool is_uuid(std::string_view text) {
  constexpr std::string_view form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return text.size() == form.size() &&
         std::equal(text.begin(), text.end(), form.begin(), [](char c, char f) {
           return f == '-' ? c == '-' : value_of_hex_digit(c) >= 0;
         });
}

} // namespace

Result<std::vector<service::Query>> read_credential_ids(const std::vector<std::string>& texts) {
  const auto wrong = std::find_if_not(texts.begin(), texts.end(), is_uuid);
  if (wrong == texts.end()) {
    std::vector<service::Query> queries;
    for (const auto& id : texts)
      queries.push_back({{id}});
    return queries;
  }
  return fail(Error::usage(fmt::format("'{}' is not the UUID of a credential", *wrong),
                           "a UUID looks like 11111111-1111-4111-8111-111111111111"));
}

} // namespace mrctl::commands
