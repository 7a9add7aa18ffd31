#include "listing_file.hpp"

#include "mrctl/base/json_text.hpp"

#include "answer_file.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

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
  [[nodiscard]] Status read_value(const Json& value, std::string_view text);
  [[nodiscard]] Status add(const Json& data, std::string_view text);

  const std::string& path_;
  std::vector<diff::ListedModel> models_;
  std::set<std::string> ids_;
};

Status ListingReader::read(std::string_view document) {
  const auto value = parse_json(document, Reading::tolerant);
  if (!value) return fail(not_a_listing(path_, value.error().message));
  if (!value->is_array()) return read_value(*value, document);
  const auto texts = json_elements(document);
  for (std::size_t i = 0; i < value->size(); ++i)
    if (auto read = read_value((*value)[i], texts[i]); !read) return read;
  return {};
}

// With the envelope of an answer or without it.
Status ListingReader::read_value(const Json& value, std::string_view text) {
  const auto* data = find_member(value, "data");
  return data == nullptr ? add(value, text) : add(*data, *json_member(text, "data"));
}

Status ListingReader::add(const Json& data, std::string_view text) {
  const auto* endpoints = find_member(data, "endpoints");
  if (endpoints == nullptr || (!endpoints->is_array() && !endpoints->is_null()))
    return fail(not_a_listing(path_, "a model has no list 'endpoints'"));
  auto model = model::read_model(data, text);
  if (!model.id) return fail(not_a_listing(path_, "a model has no 'id'"));
  if (!ids_.insert(*model.id).second)
    return fail(Error::usage(fmt::format("{} lists {} twice", path_, *model.id)));
  models_.push_back({std::move(model), std::string(text)});
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
