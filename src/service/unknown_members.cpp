#include "unknown_members.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

#include "value_texts.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace mrctl::service {

UnknownMembers read_unknown(std::string_view object, std::span<const std::string_view> known) {
  UnknownMembers unknown;
  std::map<std::string, std::size_t> positions;
  for (const auto& member : json_members(object)) {
    auto name = json_unquoted("\"" + std::string(member.key) + "\"");
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto [position, is_new] = positions.try_emplace(name, unknown.size());
    if (is_new) unknown.push_back({std::move(name), {}});
    unknown[position->second].text = text_of_value(member.value);
  }
  return unknown;
}

} // namespace mrctl::service
