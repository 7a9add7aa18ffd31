#include "mrctl/service/answer_file.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

namespace mrctl::service {

namespace {

Error too_large(const std::string& path) {
  return Error::usage(fmt::format("{} is larger than {} bytes", path, largest_answer_file));
}

Result<std::string> read_answer_file(const ReadNamedFile& read_file, const std::string& path) {
  std::error_code no_size;
  const auto size = std::filesystem::file_size(path, no_size);
  if (!no_size && size > largest_answer_file) return fail(too_large(path));
  auto text = read_file(path);
  if (!text) return text;
  if (text->size() > largest_answer_file) return fail(too_large(path));
  return text;
}

// Does not build values, which would take longer than everything else.
class ListingReader {
public:
  explicit ListingReader(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] Status read(std::string_view document) {
    const auto index = index_json(document, Reading::tolerant);
    const auto known = index ? known_document(index->root()) : known_text(document);
    if (known && known->what != "a listing of endpoints")
      return fail(not_valid(
          fmt::format("it is {}{}{}", known->what, known->next.empty() ? "" : ": ", known->next)));
    if (!index) return fail(not_valid(index.error().message));
    return add(index->root());
  }

  [[nodiscard]] Error not_valid(std::string_view why) const {
    return Error::usage(fmt::format("{} is not a listing of endpoints: {}", name_, why),
                        "create it with 'mrctl endpoints list MODEL... -o json'");
  }

  [[nodiscard]] std::vector<Model> take() && { return std::move(models_); }

private:
  // Adds the listings of a document: of an answer, with its envelope and maybe a list, or one
  // alone.
  [[nodiscard]] Status add(const JsonView& document) {
    const auto answer = find_member(document, "data").value_or(document);
    if (answer.is_array()) {
      for (const auto& item : answer.items())
        TRY(add(item.value));
      return {};
    }
    const auto endpoints = json_member(answer.text(), "endpoints");
    if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
      return fail(not_valid("a model has no list 'endpoints'"));
    const auto& model = models_.emplace_back(read_model_text(std::string(answer.text())));
    if (!model.id) return fail(not_valid("a model has no 'id'"));
    if (ids_.insert(*model.id).second) return {};
    return fail(Error::usage(fmt::format("{} lists {} twice", name_, *model.id)));
  }

  std::string name_;
  std::vector<Model> models_;
  std::set<std::string> ids_;
};

} // namespace

Result<std::vector<Model>> read_listing_file(const ReadNamedFile& read_file,
                                             const std::string& path) {
  TRY_ASSIGN(const auto text, read_answer_file(read_file, path));
  const auto documents = json_documents(text);
  ListingReader reader(name_of_input(path));
  if (documents.empty()) return fail(reader.not_valid("it is empty"));
  for (const auto document : documents)
    TRY(reader.read(document));
  return std::move(reader).take();
}

} // namespace mrctl::service
