#include "listing_file.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

#include "answer_file.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

using session::Context;

Error not_a_listing(const std::string& path, std::string_view why) {
  return Error::usage(fmt::format("{} is not a listing of endpoints: {}", path, why),
                      "create it with 'mrctl endpoints list MODEL... -o json'");
}

// Collects the models of one file.
class ListingReader {
public:
  explicit ListingReader(const std::string& path) : path_(path) {}

  [[nodiscard]] Status read(std::string_view document);
  [[nodiscard]] std::vector<diff::ListedModel> models() && { return std::move(models_); }

private:
  [[nodiscard]] Status read_value(std::string_view text);
  [[nodiscard]] Status add(std::string_view data);

  const std::string& path_;
  std::vector<diff::ListedModel> models_;
  std::set<std::string> ids_;
};

// Does not build values of all members, which would take longer than everything else.
Status ListingReader::read(std::string_view document) {
  if (!outline_json(document)) {
    const auto value = parse_json(document, Reading::tolerant);
    return fail(not_a_listing(path_, value ? "it is not JSON" : value.error().message));
  }
  if (JsonTokens(document).peek() != "[") return read_value(document);
  for (const auto element : json_elements(document))
    if (auto read = read_value(element); !read) return read;
  return {};
}

// With the envelope of an answer or without it.
Status ListingReader::read_value(std::string_view text) {
  return add(json_member(text, "data").value_or(text));
}

Status ListingReader::add(std::string_view data) {
  const auto endpoints = json_member(data, "endpoints");
  if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
    return fail(not_a_listing(path_, "a model has no list 'endpoints'"));
  auto model = model::read_model_text(data);
  if (!model.id) return fail(not_a_listing(path_, "a model has no 'id'"));
  if (!ids_.insert(*model.id).second)
    return fail(Error::usage(fmt::format("{} lists {} twice", path_, *model.id)));
  models_.push_back({std::move(model), std::string(data)});
  return {};
}

} // namespace

Result<std::vector<diff::ListedModel>> read_listing(const Context& context,
                                                    const std::string& path) {
  const auto text = read_answer_file(context, path);
  if (!text) return fail(text.error());
  const auto name = request::name_of_input(path);
  ListingReader reader(name);
  const auto documents = documents_in(*text);
  if (documents.empty()) return fail(not_a_listing(name, "it is empty"));
  for (const auto document : documents)
    if (auto read = reader.read(document); !read) return fail(std::move(read.error()));
  return std::move(reader).models();
}

Result<std::vector<model::Model>> read_listing_file(const Context& context,
                                                    const std::string& path) {
  auto listed = read_listing(context, path);
  if (!listed) return fail(std::move(listed.error()));
  std::vector<model::Model> models;
  for (auto& each : *listed)
    models.push_back(std::move(each.model));
  return models;
}

} // namespace mrctl::commands
