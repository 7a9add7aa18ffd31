#include "mrctl/spec/flag_value.hpp"

#include "mrctl/base/table.hpp"

#include <algorithm>

namespace mrctl::spec {

bool is_scalar(ShapeKind kind) {
  return kind != ShapeKind::list && kind != ShapeKind::map && kind != ShapeKind::object &&
         kind != ShapeKind::tagged;
}

const Shape* list_in(const Shape& shape) {
  return shape.kind == ShapeKind::list
             ? &shape
             : find_row(shape.alternatives, &Shape::kind, ShapeKind::list);
}

bool takes_pairs(const Shape& shape) {
  const bool is_open = shape.kind == ShapeKind::object && shape.unknown == Unknown::accepted;
  return shape.kind == ShapeKind::map || (is_open && !shape.members.empty());
}

bool takes_items(const Shape& shape) {
  const auto* list = list_in(shape);
  if (list == nullptr) return false;
  return list->element->kind == ShapeKind::any ? shape.nullable : is_scalar(list->element->kind);
}

bool takes_file(const Shape& shape) {
  if (shape.kind == ShapeKind::list && takes_items(shape)) return false;
  return shape.kind == ShapeKind::any || !is_scalar(shape.kind) ||
         std::any_of(shape.alternatives.begin(), shape.alternatives.end(),
                     [](const Shape& other) { return other.kind == ShapeKind::object; });
}

bool repeats(const Shape& shape) {
  if (takes_pairs(shape) || object_of_word(shape) != nullptr)
    return shape.kind != ShapeKind::tagged;
  return takes_items(shape);
}

} // namespace mrctl::spec
