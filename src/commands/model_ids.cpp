#include "model_ids.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/spec/model_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

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

} // namespace mrctl::commands
