#include "value_words.hpp"

#include <utility>

namespace mrctl::help {

namespace {

using spec::ShapeKind;
using Words = std::vector<Word>;

// Other objects require more than their word.
std::vector<std::string> object_words(const spec::Shape& object) {
  std::vector<std::string> words;
  for (const auto& variant : object.variants)
    if (variant.first_required() == nullptr) words.emplace_back(variant.value);
  return words;
}

std::vector<std::string> values_of(const spec::Shape& shape) {
  if (shape.kind == ShapeKind::boolean) return {"true", "false"};
  if (shape.kind == ShapeKind::list && !shape.element->has_word) return values_of(*shape.element);
  auto values = choices_of(shape);
  for (const auto& alternative : shape.alternatives)
    for (auto& value : values_of(alternative))
      values.push_back(std::move(value));
  return values;
}

} // namespace

std::vector<Word> words_of(spec::Rows<std::string_view> choices) {
  Words words;
  for (const auto choice : choices)
    words.push_back({std::string(choice)});
  return words;
}

// A word that stands for many can't be offered.
std::vector<Word> words_of(const spec::Shape& shape) {
  auto values = values_of(shape);
  if (!values.empty() && shape.nullable) values.emplace_back("null");
  Words words;
  for (auto& value : values)
    if (value != spec::prefixed_name) words.push_back({std::move(value)});
  return words;
}

std::vector<std::string> choices_of(const spec::Shape& shape) {
  if (const auto* object = object_of_word(shape)) return object_words(*object);
  return {shape.choices.begin(), shape.choices.end()};
}

spec::Takes named_by(const spec::Shape& shape) {
  return shape.kind == ShapeKind::list ? shape.element->takes : shape.takes;
}

} // namespace mrctl::help
