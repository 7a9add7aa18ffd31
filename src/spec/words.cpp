#include "mrctl/spec/words.hpp"

#include "mrctl/base/counted.hpp"

#include <fmt/format.h>

namespace mrctl::spec {

namespace {

std::string_view kind_words(ShapeKind kind) {
  switch (kind) {
  case ShapeKind::string:
  case ShapeKind::choice:
    return "a string";
  case ShapeKind::integer:
    return "an integer";
  case ShapeKind::number:
    return "a number";
  case ShapeKind::boolean:
    return "true or false";
  case ShapeKind::list:
    return "an array";
  case ShapeKind::map:
  case ShapeKind::object:
  case ShapeKind::tagged:
    return "an object";
  case ShapeKind::any:
  case ShapeKind::alternatives:
    break;
  }
  return "anything";
}

} // namespace

std::string type_words(const Shape& shape) {
  std::string words(kind_words(shape.kind));
  if (shape.kind == ShapeKind::alternatives) {
    words.clear();
    for (const auto& alternative : shape.alternatives)
      words += (words.empty() ? "" : " or ") + std::string(kind_words(alternative.kind));
  }
  return shape.nullable ? words + " or null" : words;
}

std::string bound_words(const Bounds& bounds) {
  const Bounds none;
  if (bounds.most >= none.most) return fmt::format("at least {}", bounds.least);
  if (bounds.least <= none.least) return fmt::format("at most {}", bounds.most);
  return fmt::format("between {} and {}", bounds.least, bounds.most);
}

std::string size_words(const Sizes& sizes, std::string_view unit) {
  if (sizes.most == no_limit) return "at least " + counted(sizes.least, unit);
  if (sizes.least == 0) return "at most " + counted(sizes.most, unit);
  return fmt::format("{} to {}", sizes.least, counted(sizes.most, unit));
}

} // namespace mrctl::spec
