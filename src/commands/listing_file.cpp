#include "listing_file.hpp"

#include "mrctl/json/text.hpp"

#include "answer_file.hpp"

#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

constexpr AnswersOf listing_answers{"is not a listing of endpoints", "endpoints list MODEL...",
                                    "lists"};

tl::expected<std::string, std::string_view> take_model(std::string_view data,
                                                       std::vector<compare::ListedModel>& models) {
  const auto endpoints = json_member(data, "endpoints");
  if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
    return tl::unexpected(std::string_view("a model has no list 'endpoints'"));
  const auto& model =
      models.emplace_back(compare::ListedModel{service::read_model_text(data), std::string(data)})
          .model;
  if (!model.id) return tl::unexpected(std::string_view("a model has no 'id'"));
  return *model.id;
}

} // namespace

Result<std::vector<compare::ListedModel>> read_listing(const Context& context,
                                                       const std::string& path) {
  std::vector<compare::ListedModel> models;
  auto read = read_answers(context, path, listing_answers,
                           [&](std::string_view data) { return take_model(data, models); });
  if (!read) return fail(std::move(read.error()));
  return models;
}

Result<std::vector<service::Model>> read_listing_file(const Context& context,
                                                      const std::string& path) {
  auto listed = read_listing(context, path);
  if (!listed) return fail(std::move(listed.error()));
  std::vector<service::Model> models;
  for (auto& each : *listed)
    models.push_back(std::move(each.model));
  return models;
}

} // namespace mrctl::commands
