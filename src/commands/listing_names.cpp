#include "listing_names.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

#include "answer_file.hpp"

#include <optional>
#include <utility>

namespace mrctl::commands {

namespace {

std::string member_text(std::optional<std::string_view> value) {
  return value && value->starts_with('"') ? json_unquoted(*value) : std::string();
}

// With the envelope of an answer or without it.
ListedNames names_of_model(std::string_view value) {
  auto members = json_members(value);
  if (const auto data = find_json_member(members, "data")) members = json_members(*data);
  ListedNames names{member_text(find_json_member(members, "id")),
                    member_text(find_json_member(members, "name")),
                    {}};
  for (const auto endpoint : json_elements(find_json_member(members, "endpoints").value_or("")))
    names.tags.push_back(member_text(json_member(endpoint, "tag")));
  return names;
}

} // namespace

std::vector<ListedNames> names_in_listing(std::string_view text) {
  std::vector<ListedNames> all;
  for (const auto document : documents_in(text)) {
    if (!outline_json(document)) return {};
    if (JsonTokens(document).peek() == "[")
      for (const auto element : json_elements(document))
        all.push_back(names_of_model(element));
    else
      all.push_back(names_of_model(document));
  }
  return all;
}

} // namespace mrctl::commands
