#include "mrctl/spec/flag_value.hpp"

#include "mrctl/base/table.hpp"

namespace mrctl::spec {

bool is_scalar(Kind kind) {
  return kind != Kind::list && kind != Kind::map && kind != Kind::object && kind != Kind::tagged;
}

const Shape* list_in(const Shape& shape) {
  return shape.kind == Kind::list ? &shape : find_row(shape.alternatives, &Shape::kind, Kind::list);
}

bool takes_pairs(const Shape& shape) {
  const bool is_open = shape.kind == Kind::object && shape.unknown == Unknown::accepted;
  return shape.kind == Kind::map || (is_open && !shape.members.empty());
}

bool takes_items(const Shape& shape) {
  const auto* list = list_in(shape);
  if (list == nullptr) return false;
  return list->element->kind == Kind::any ? shape.nullable : is_scalar(list->element->kind);
}

bool takes_file(const Shape& shape) {
  if (shape.kind == Kind::list && takes_items(shape)) return false;
  return shape.kind == Kind::any || !is_scalar(shape.kind) ||
         std::any_of(shape.alternatives.begin(), shape.alternatives.end(),
                     [](const Shape& other) { return other.kind == Kind::object; });
}

bool repeats(const Shape& shape) {
  if (takes_pairs(shape) || object_of_word(shape) != nullptr) return shape.kind != Kind::tagged;
  return takes_items(shape);
}

} // namespace mrctl::spec
