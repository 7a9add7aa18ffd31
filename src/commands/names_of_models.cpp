#include "names_of_models.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "answer_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

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

namespace {

Result<service::Query> read_model_id(const std::string& text) {
  const auto slash = text.find('/');
  const bool is_whole = slash != std::string::npos && slash > 0 && slash + 1 < text.size() &&
                        text.find('/', slash + 1) == std::string::npos;
  if (is_whole) return service::Query{{text.substr(0, slash), text.substr(slash + 1)}};
  const auto meant = hint_on_model(text, {});
  return fail(
      Error::usage(fmt::format("'{}' is not a model", text),
                   meant.empty() ? "a model is author/slug, for example acme/large" : meant));
}

std::string meant_model(std::string_view model, const std::vector<std::string>& known) {
  const std::string whole(spec::without_client(model));
  const std::string base(spec::without_variant(whole));
  for (const auto& id : {whole, base})
    if (id != model && (known.empty() || std::find(known.begin(), known.end(), id) != known.end()))
      return id;
  return nearest_word(whole, known);
}

} // namespace

std::string hint_on_model(std::string_view model, const std::vector<std::string>& known) {
  const auto meant = meant_model(model, known);
  return meant.empty() ? "" : fmt::format("did you mean {}?", meant);
}

Result<std::vector<service::Query>> read_model_ids(const std::vector<std::string>& texts) {
  std::vector<service::Query> models;
  for (const auto& text : texts) {
    auto model = read_model_id(text);
    if (!model) return fail(std::move(model.error()));
    models.push_back(*std::move(model));
  }
  return models;
}

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
