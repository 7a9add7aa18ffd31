#pragma once

#include "mrctl/spec/rule.hpp"

#include <set>
#include <string>

namespace mrctl::contract {

// The ids of all rules, those of texts and files and those of fields.
inline std::set<std::string> listed_rules() {
  std::set<std::string> ids;
  for (const auto& rule : spec::general_rules())
    ids.emplace(rule.id);
  for (const auto& rule : spec::field_rules())
    ids.insert(rule.id);
  return ids;
}

} // namespace mrctl::contract
