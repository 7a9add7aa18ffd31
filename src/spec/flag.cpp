#include "mrctl/spec/flag.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include <string_view>

namespace mrctl::spec {

namespace {

// A switch, a count, or an optional value.
template <class Value>
bool says_something(const Value& value) {
  return static_cast<bool>(value);
}

bool says_something(const std::vector<std::string>& values) {
  return !values.empty();
}

template <class Type>
bool is_kept_as(const Flag& flag) {
  const auto* member = std::get_if<FlagValueMember>(&flag.member);
  return member != nullptr && std::holds_alternative<Type FlagValues::*>(*member);
}

} // namespace

bool Flag::takes_value() const {
  if (const auto* setting = std::get_if<const Setting*>(&member))
    return (*setting)->kind != SettingKind::boolean;
  return !is_kept_as<bool>(*this) && !is_kept_as<std::size_t>(*this) && !may_be_false();
}

bool Flag::may_be_false() const {
  return is_kept_as<std::optional<bool>>(*this);
}

bool Flag::repeats() const {
  if (const auto* flag = std::get_if<BodyFlag>(&member)) return *flag != BodyFlag::system;
  return is_kept_as<std::size_t>(*this) || is_kept_as<std::vector<std::string>>(*this);
}

std::string_view name_of(const FlagMember& member) {
  if (const auto* row = find_row(global_flags(), &Flag::member, member)) return row->name;
  for (const auto& command : commands())
    if (const auto* row = find_row(command.flags, &Flag::member, member)) return row->name;
  return {};
}

bool is_given(const FlagValues& values, const FlagValueMember& flag) {
  return std::visit([&](auto member) { return says_something(values.*member); }, flag);
}

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
         contains(shape.alternatives, ShapeKind::object, &Shape::kind);
}

bool repeats(const Shape& shape) {
  if (takes_pairs(shape) || object_of_word(shape) != nullptr)
    return shape.kind != ShapeKind::tagged;
  return takes_items(shape);
}

} // namespace mrctl::spec
