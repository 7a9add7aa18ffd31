#include "mrctl/service/queries.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace mrctl::service {

namespace {

Result<Query> read_model_id(const std::string& text) {
  const auto slash = text.find('/');
  const bool is_whole = slash != std::string::npos && slash > 0 && slash + 1 < text.size() &&
                        text.find('/', slash + 1) == std::string::npos;
  const auto several = spec::split_names(text);
  if (several.size() > 1)
    return fail(Error::usage(
        fmt::format("'{}' is not a model", text),
        fmt::format("write several models as separate arguments: {}", fmt::join(several, " "))));
  if (is_whole) return Query{{text.substr(0, slash), text.substr(slash + 1)}};
  if (text.ends_with('/') && std::ranges::count(text, '/') == 2) // "acme/large/"
    return fail(Error::usage(fmt::format("'{}' is not a model", text),
                             fmt::format("did you mean {}?", text.substr(0, text.size() - 1))));
  // "router/acme/large" or "acme/large/northlake"
  if (std::ranges::count(text, '/') == 2 && text.find(':') == text.npos)
    return fail(
        Error::usage(fmt::format("'{}' is not a model", text),
                     fmt::format("did you mean {} or {}? A tag is a condition: --where 'tag~{}'",
                                 text.substr(slash + 1), text.substr(0, text.rfind('/')),
                                 text.substr(text.rfind('/') + 1))));
  const auto meant = hint_on_model(text, {});
  return fail(
      Error::usage(fmt::format("'{}' is not a model", text),
                   meant.empty() ? "a model is author/slug, for example acme/large" : meant));
}

std::string meant_model(std::string_view model, const std::vector<std::string>& known) {
  const std::string whole(spec::model_id_in(model));
  const std::string base(spec::without_variant(whole));
  for (const auto& id : {whole, base})
    if (id != model && (known.empty() || contains(known, id))) return id;
  return nearest_word(whole, known);
}

} // namespace

Result<std::vector<Query>> read_credential_ids(const std::vector<std::string>& texts) {
  std::vector<Query> queries;
  for (const auto& id : texts) {
    if (!spec::is_uuid(id))
      return fail(Error::usage(fmt::format("'{}' is not the UUID of a credential", id),
                               spec::split_names(id).size() > 1
                                   ? "write several ids as separate arguments"
                                   : "'mrctl byok list' lists the ids; one looks like "
                                     "11111111-1111-4111-8111-111111111111"));
    queries.push_back({{id}});
  }
  return queries;
}

Result<std::vector<Query>> read_model_ids(const std::vector<std::string>& texts) {
  std::vector<Query> models;
  for (const auto& text : texts) {
    TRY_ASSIGN(auto model, read_model_id(text));
    models.push_back(std::move(model));
  }
  return models;
}

std::string hint_on_model(std::string_view model, const std::vector<std::string>& known) {
  const auto meant = meant_model(model, known);
  return meant.empty() ? "" : fmt::format("did you mean {}?", meant);
}

} // namespace mrctl::service
