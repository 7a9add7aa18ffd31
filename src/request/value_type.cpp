#include "value_type.hpp"

#include "mrctl/base/utf8.hpp"

#include <algorithm>
#include <cmath>

namespace mrctl::request {

namespace {

using spec::Kind;

bool is_integer(const JsonView& value) {
  if (!value.is_number()) return false;
  const auto number = value.value();
  return number.is_number_integer() || std::trunc(number.get<double>()) == number.get<double>();
}

} // namespace

bool has_type_of(const spec::Shape& shape, const JsonView& value) {
  switch (shape.kind) {
  case Kind::any:
    return true;
  case Kind::string:
  case Kind::choice:
    return value.is_string();
  case Kind::integer:
    return is_integer(value);
  case Kind::number:
    return value.is_number();
  case Kind::boolean:
    return value.is_boolean();
  case Kind::list:
    return value.is_array();
  case Kind::map:
  case Kind::object:
  case Kind::tagged:
    return value.is_object();
  case Kind::alternatives:
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
