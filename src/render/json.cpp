#include "mrctl/render/json.hpp"

#include "mrctl/base/json_text.hpp"

namespace mrctl::render {

std::string json(std::span<const std::string> data, Arity arity, Layout layout) {
  std::string text;
  for (const auto& document : data) {
    if (!text.empty()) text += ',';
    text += document;
  }
  if (arity == Arity::several) text = "[" + text + "]";
  return (layout == Layout::pretty ? pretty_json(text) : compact_json(text)) + "\n";
}

std::string jsonl(std::span<const std::string> data) {
  std::string text;
  for (const auto& document : data)
    text += compact_json(document) + "\n";
  return text;
}

} // namespace mrctl::render
