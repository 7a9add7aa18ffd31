#include "mrctl/service/answer_file.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>

#include <algorithm>
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
class AnswersReader {
public:
  AnswersReader(std::string name, const AnswersOf& kind, const TakeAnswer& take)
      : name_(std::move(name)), kind_(kind), take_(take) {}

  [[nodiscard]] Status read(std::string_view document) {
    const auto index = index_json(document, Reading::tolerant);
    const auto known = index ? known_document(index->root()) : known_text(document);
    if (!known.what.empty() && known.what != kind_.known)
      return fail(not_valid(
          fmt::format("it is {}{}{}", known.what, known.next.empty() ? "" : ": ", known.next)));
    if (!index) return fail(not_valid(index.error().message));
    return add(index->root());
  }

  [[nodiscard]] Error not_valid(std::string_view why) const {
    return Error::usage(fmt::format("{} {}: {}", name_, kind_.what, why),
                        fmt::format("create it with 'mrctl {} -o json'", kind_.command));
  }

private:
  // With the envelope of an answer, which may hold a list, or without it.
  [[nodiscard]] Status add(const JsonView& document) {
    const auto answer = find_member(document, "data").value_or(document);
    if (answer.is_array()) {
      for (const auto& item : answer.items())
        TRY(add(item.value));
      return {};
    }
    auto id = take_(answer.text());
    if (!id) return fail(not_valid(id.error()));
    if (ids_.insert(*id).second) return {};
    return fail(Error::usage(fmt::format("{} {} {} twice", name_, kind_.has, *id)));
  }

  std::string name_;
  const AnswersOf& kind_;
  const TakeAnswer& take_;
  std::set<std::string> ids_;
};

} // namespace

Status read_answers(const ReadNamedFile& read_file, const std::string& path, const AnswersOf& kind,
                    const TakeAnswer& take) {
  TRY_ASSIGN(const auto text, read_answer_file(read_file, path));
  const auto documents = json_documents(text);
  AnswersReader reader(name_of_input(path), kind, take);
  if (documents.empty()) return fail(reader.not_valid("it is empty"));
  for (const auto document : documents)
    TRY(reader.read(document));
  return {};
}

namespace {

constexpr AnswersOf listing_answers{"is not a listing of endpoints", "endpoints list MODEL...",
                                    "lists", "a listing of endpoints"};

tl::expected<std::string, std::string_view> take_model(std::string_view data,
                                                       std::vector<Model>& models) {
  const auto endpoints = json_member(data, "endpoints");
  if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
    return tl::unexpected(std::string_view("a model has no list 'endpoints'"));
  const auto& model = models.emplace_back(read_model_text(std::string(data)));
  if (!model.id) return tl::unexpected(std::string_view("a model has no 'id'"));
  return *model.id;
}

} // namespace

Result<std::vector<Model>> read_listing_file(const ReadNamedFile& read_file,
                                             const std::string& path) {
  std::vector<Model> models;
  auto read = read_answers(read_file, path, listing_answers,
                           [&](std::string_view data) { return take_model(data, models); });
  if (!read) return fail(std::move(read.error()));
  return models;
}

} // namespace mrctl::service
