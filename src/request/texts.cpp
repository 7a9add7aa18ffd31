#include "mrctl/base/utf8.hpp"
#include "mrctl/document/fault.hpp"
#include "mrctl/document/place.hpp"
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

bool is_large(const Source& source) {
  return source.document && source.document->text.size() >= large;
}

// Returns the text.
std::string forget_text(Source& source) {
  auto& [name, text, syntax] = *source.document;
  source.forgotten = {std::move(name), text.size(), hash_of(text)};
  auto taken = std::move(text);
  source.document.reset();
  return taken;
}

std::string without_mark(std::string text) {
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
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

std::string json_text(const Body& body) {
  return body.is_as_read ? std::string(text_of(*body.sources.front().document))
                         : dump_json(body.value);
}

std::string take_json_text(Body& body) {
  if (body.is_as_read && is_large(body.sources.front()))
    return without_mark(forget_text(body.sources.front()));
  for (auto& source : body.sources)
    if (is_large(source)) forget_text(source);
  return json_text(body);
}

void recall_texts(Body& body, const ReadFile& read_file) {
  for (auto& source : body.sources)
    recall_text(source, read_file);
}

} // namespace mrctl::request
