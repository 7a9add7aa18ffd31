#include "mrctl/explain/explain.hpp"

#include "question.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::explain {

namespace {

void add_model(std::vector<std::string>& models, const Json& value) {
  if (!value.is_string()) return;
  auto model = value.get<std::string>();
  if (!model.empty() && std::find(models.begin(), models.end(), model) == models.end())
    models.push_back(std::move(model));
}

} // namespace

Result<std::vector<std::string>> models_of(const Json& body) {
  std::vector<std::string> models;
  if (const auto* model = set_member(body, "/model")) add_model(models, *model);
  if (const auto* more = set_member(body, "/models"); more != nullptr && more->is_array())
    for (const auto& model : *more)
      add_model(models, model);
  if (models.empty())
    return fail(Error::usage("the body names no model, so there are no endpoints to explain",
                             "add 'model', or --set model=author/slug"));
  const auto preset = std::find_if(models.begin(), models.end(), [](const std::string& model) {
    return model.starts_with("@preset/");
  });
  if (preset == models.end()) return models;
  return fail(Error::usage(fmt::format("'{}' is a preset, not a model", *preset),
                           "name the model that the preset uses: author/slug"));
}

} // namespace mrctl::explain
