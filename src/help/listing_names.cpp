#include "listing_names.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

namespace mrctl::help {

namespace {

std::string member_text(const JsonView& value, std::string_view key) {
  const auto member = find_member(value, key);
  return member && member->is_string() ? member->string() : std::string();
}

// With the envelope of an answer or without it.
ListedNames names_of_model(const JsonView& value) {
  const auto model = find_member(value, "data").value_or(value);
  ListedNames names{member_text(model, "id"), member_text(model, "name"), {}};
  const auto endpoints = find_member(model, "endpoints");
  if (!endpoints || !endpoints->is_array()) return names;
  for (const auto& endpoint : endpoints->items())
    names.tags.push_back(member_text(endpoint.value, "tag"));
  return names;
}

} // namespace

std::vector<ListedNames> names_in_listing(std::string_view text) {
  std::vector<ListedNames> all;
  for (const auto document : json_documents(text)) {
    const auto index = index_json(document, Reading::tolerant);
    if (!index) return {};
    if (index->root().is_array())
      for (const auto& element : index->root().items())
        all.push_back(names_of_model(element.value));
    else
      all.push_back(names_of_model(index->root()));
  }
  return all;
}

} // namespace mrctl::help
