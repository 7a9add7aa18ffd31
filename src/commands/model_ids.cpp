#include "model_ids.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::commands {

namespace {

Result<api::Query> read_model_id(const std::string& text) {
  const auto slash = text.find('/');
  const bool is_whole = slash != std::string::npos && slash > 0 && slash + 1 < text.size() &&
                        text.find('/', slash + 1) == std::string::npos;
  if (is_whole) return api::Query{{text.substr(0, slash), text.substr(slash + 1)}};
  return fail(Error::usage(fmt::format("'{}' is not a model", text),
                           "a model is author/slug, for example acme/large"));
}

} // namespace

Result<std::vector<api::Query>> read_model_ids(const std::vector<std::string>& texts) {
  std::vector<api::Query> models;
  for (const auto& text : texts) {
    auto model = read_model_id(text);
    if (!model) return fail(std::move(model.error()));
    models.push_back(*std::move(model));
  }
  return models;
}

} // namespace mrctl::commands
