#include "value_type.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/utf8.hpp"

#include <algorithm>
#include <string>

namespace mrctl::request {

namespace {

using spec::ShapeKind;

bool is_integer(const JsonView& value) {
  if (!value.is_number()) return false;
  const auto number = plain_number(value.text());
  return number && number->find('.') == std::string::npos;
}

} // namespace

bool has_type_of(const spec::Shape& shape, const JsonView& value) {
  switch (shape.kind) {
  case ShapeKind::any:
    return true;
  case ShapeKind::string:
  case ShapeKind::choice:
    return value.is_string();
  case ShapeKind::integer:
    return is_integer(value);
  case ShapeKind::number:
    return value.is_number();
  case ShapeKind::boolean:
    return value.is_boolean();
  case ShapeKind::list:
    return value.is_array();
  case ShapeKind::map:
  case ShapeKind::object:
  case ShapeKind::tagged:
    return value.is_object();
  case ShapeKind::alternatives:
    break;
  }
  return std::any_of(
      shape.alternatives.begin(), shape.alternatives.end(),
      [&](const spec::Shape& alternative) { return has_type_of(alternative, value); });
}

std::string quote_value(const JsonView& value) {
  return value.is_structured() ? std::string(json_type_with_article(value))
                               : abbreviated(dump_json(value.value()));
}

} // namespace mrctl::request
