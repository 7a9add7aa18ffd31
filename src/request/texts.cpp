#include "mrctl/request/body.hpp"

#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

namespace mrctl::request {

namespace {

constexpr std::size_t large = 1'000'000;

std::size_t hash_of(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

void forget_text(Source& source) {
  const auto& document = source.document;
  if (!document || document->text.size() < large) return;
  source.forgotten = {document->name, document->text.size(), hash_of(document->text)};
  source.document.reset();
}

void recall_text(Source& source, const ReadFile& read_file) {
  std::error_code error;
  // A pipe cannot be read twice, and reading it again would not fail.
  if (!source.forgotten || !std::filesystem::is_regular_file(source.forgotten->name, error)) return;
  auto text = read_file(source.forgotten->name);
  const bool is_same =
      text && text->size() == source.forgotten->size && hash_of(*text) == source.forgotten->hash;
  if (!is_same) return;
  source.document = document::make_document(source.forgotten->name, *std::move(text));
  source.forgotten.reset();
}

} // namespace

void forget_texts(Body& body) {
  for (auto& source : body.sources)
    forget_text(source);
}

void recall_texts(Body& body, const ReadFile& read_file) {
  for (auto& source : body.sources)
    recall_text(source, read_file);
}

} // namespace mrctl::request
