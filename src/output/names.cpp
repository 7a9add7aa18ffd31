#include "mrctl/output/names.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/output/text.hpp"

#include <array>

namespace mrctl::output {

namespace {

constexpr std::array<std::string_view, 3> identifying{"slug", "tag", "id"};

void add_name(std::string_view record, ResultNames& names) {
  for (const auto key : identifying) {
    const auto value = json_member(record, key);
    if (!value || !value->starts_with('"')) continue;
    names.push_back(json_unquoted(*value));
    return;
  }
}

} // namespace

std::string name_lines(const ResultNames& names) {
  std::string out;
  for (const auto& name : names)
    out += safe_text(name) + "\n";
  return out;
}

ResultNames names_of_records(std::string_view json) {
  ResultNames names;
  if (JsonTokens(json).peek() != "[") {
    add_name(json, names);
    return names;
  }
  for (const auto record : json_elements(json))
    add_name(record, names);
  return names;
}

} // namespace mrctl::output
