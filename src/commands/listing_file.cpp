#include "listing_file.hpp"

#include "mrctl/base/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

using Documents = std::vector<std::string_view>;

Error not_a_listing(const std::string& path, std::string_view why) {
  return Error::usage(fmt::format("{} is not a listing of endpoints: {}", path, why),
                      "create it with 'mrctl endpoints list MODEL... -o json'");
}

Error too_large(const std::string& path) {
  return Error::usage(fmt::format("{} is larger than {} bytes", path, largest_listing));
}

Result<std::string> read_text(const Context& context, const std::string& path) {
  std::error_code no_size;
  const auto size = std::filesystem::file_size(path, no_size);
  if (!no_size && size > largest_listing) return fail(too_large(path));
  auto text = context.read_file(path);
  if (!text) {
    text.error().kind = ErrorKind::internal;
    return text;
  }
  if (text->size() > largest_listing) return fail(too_large(path));
  return text;
}

// Returns where the string ends that begins at `begin`.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  for (auto i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i;
  }
  return text.size();
}

// Parts texts that follow one another, by their brackets alone: what is inside is checked later.
Documents documents_in(std::string_view text) {
  Documents documents;
  std::size_t begin = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') i = end_of_string(text, i);
    if (c == '{' || c == '[') ++depth;
    if (c != '}' && c != ']') continue;
    if (depth > 0) --depth;
    if (depth > 0) continue;
    documents.push_back(text.substr(begin, i + 1 - begin));
    begin = i + 1;
  }
  const auto rest = text.substr(std::min(begin, text.size()));
  if (rest.find_first_not_of(" \t\r\n") != std::string_view::npos) documents.push_back(rest);
  return documents;
}

// Collects the models of one file.
class ListingReader {
public:
  explicit ListingReader(const std::string& path) : path_(path) {}

  [[nodiscard]] Status read(std::string_view document);
  [[nodiscard]] std::vector<model::Model> models() && { return std::move(models_); }

private:
  [[nodiscard]] Status read_value(const Json& value, std::string_view text);
  [[nodiscard]] Status add(const Json& data, std::string_view text);

  const std::string& path_;
  std::vector<model::Model> models_;
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
  models_.push_back(std::move(model));
  return {};
}

} // namespace

Result<std::vector<model::Model>> read_listing_file(const Context& context,
                                                    const std::string& path) {
  const auto text = read_text(context, path);
  if (!text) return fail(text.error());
  const auto name = request::name_of_input(path);
  ListingReader reader(name);
  const auto documents = documents_in(*text);
  if (documents.empty()) return fail(not_a_listing(name, "it is empty"));
  for (const auto document : documents)
    if (auto read = reader.read(document); !read) return fail(std::move(read.error()));
  return std::move(reader).models();
}

} // namespace mrctl::commands
