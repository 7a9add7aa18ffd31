// A document, a line "=>", and the object that it is to become, or bytes that decide what changes.
// What is edited, or else written whole, must read as it was meant; without a change, every byte
// stays.
#include "mrctl/document/edit.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/yaml.hpp"

#include "checks.hpp"
#include "json_changes.hpp"
#include "slices.hpp"

#include <cstdint>
#include <optional>
#include <span>

using namespace mrctl;

namespace {

// Members in the order of their names.
nlohmann::json sorted(std::string_view json) {
  return nlohmann::json::parse(json, nullptr, false);
}

bool reads_as(const std::string& name, const std::string& text, const std::string& meant) {
  const auto read = document::read_document(document::make_document(name, SharedText(text)));
  return read && sorted(read->json.text()) == sorted(meant);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto [text, change] = fuzz::split({reinterpret_cast<const char*>(data), size}, "\n=>\n");
  const std::string name = text.starts_with('{') ? "body.json" : "body.yaml";
  const auto document =
      document::read_document(document::make_document(name, SharedText(std::string(text))));
  if (!document || !document->json.root().is_object()) return 0;
  const auto same =
      document::edit_document(*document, document->json, document->json, output::yaml);
  fuzz::require(!same || (same->text == text && same->files.empty()), "no change is none", text);

  const auto value = parse_json(change, Reading::strict);
  fuzz::Choices choices({data + size - change.size(), change.size()});
  const auto meant = dump_json(
      value && value->is_object() ? *value : fuzz::changed(document->json.value(), choices));
  const auto wanted = read_json_text(SharedText(meant));
  if (!wanted || !wanted->root().is_object()) return 0;
  if (sorted(meant).is_discarded()) return 0; // a number that no double holds
  const auto edited = document::edit_document(*document, document->json, *wanted, output::yaml);
  if (edited && (!edited->files.empty() || reads_as(name, edited->text, meant))) return 0;
  const auto whole = name.ends_with(".json") ? pretty_json(meant) : output::yaml(meant);
  fuzz::require(reads_as(name, whole, meant), "it reads as it was meant", whole);
  return 0;
}
