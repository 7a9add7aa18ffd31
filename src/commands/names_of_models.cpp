#include "names_of_models.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "answer_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  const auto several = spec::split_names(text);
  if (several.size() > 1)
    return fail(Error::usage(
        fmt::format("'{}' is not a model", text),
        fmt::format("several models are several arguments: {}", fmt::join(several, " "))));
  if (is_whole) return service::Query{{text.substr(0, slash), text.substr(slash + 1)}};
  const auto meant = hint_on_model(text, {});
  return fail(
      Error::usage(fmt::format("'{}' is not a model", text),
                   meant.empty() ? "a model is author/slug, for example acme/large" : meant));
}

std::string meant_model(std::string_view model, const std::vector<std::string>& known) {
  const std::string whole(spec::model_id_in(model));
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
    TRY_ASSIGN(auto model, read_model_id(text));
    models.push_back(std::move(model));
  }
  return models;
}

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

} // namespace mrctl::commands
