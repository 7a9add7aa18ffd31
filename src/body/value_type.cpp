#include "value_type.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/decimal.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/utf8.hpp"
#include "mrctl/base/white_space.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

namespace mrctl::body {

namespace {

using spec::ShapeKind;

bool is_integer(const JsonView& value) {
  if (!value.is_number()) return false;
  const auto number = plain_number(value.text());
  return number && number->find('.') == std::string::npos;
}

// A longer text is no word that stands for a list or an object.
constexpr std::size_t longest_meant = 200;

std::string meant_text(const spec::Shape& shape, std::string_view text);

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const auto comma = std::min(text.find(','), text.size());
    parts.emplace_back(trimmed(text.substr(0, comma)));
    if (comma == text.size()) return parts;
    text.remove_prefix(comma + 1);
  }
}

std::string meant_list(const spec::Shape& element, std::vector<std::string> parts) {
  for (auto& part : parts) {
    part = meant_text(element, part);
    if (part.empty()) return {};
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string object_with(std::string_view member, const std::string& value) {
  return value.empty() ? value : fmt::format(R"({{"{}": {}}})", member, value);
}

const spec::Shape& shape_of_member(const spec::Shape& object, std::string_view name) {
  return std::find_if(object.members.begin(), object.members.end(),
                      [&](const spec::Member& member) { return member.name == name; })
      ->shape;
}

std::string meant_number(const spec::Shape& shape, std::string_view text) {
  const auto number = Decimal::parse(text);
  const bool is_whole = number && number->text().find('.') == std::string::npos;
  return number && (is_whole || shape.kind == ShapeKind::number) ? std::string(text) : "";
}

std::string meant_boolean(std::string_view text) {
  if (text == "true" || text == "yes" || text == "on") return "true";
  return text == "false" || text == "no" || text == "off" ? "false" : "";
}

std::string meant_tag(const spec::Shape& shape, std::string_view text) {
  const auto tag = nearest_tag(shape, text);
  return tag.empty() ? std::string() : object_with(shape.tag, dump_json(tag));
}

// Returns how the text is written as a value of the shape; empty if it cannot be.
std::string meant_text(const spec::Shape& shape, std::string_view text) {
  switch (shape.kind) {
  case ShapeKind::any:
  case ShapeKind::string:
  case ShapeKind::choice:
    return dump_json(text);
  case ShapeKind::integer:
  case ShapeKind::number:
    return meant_number(shape, text);
  case ShapeKind::boolean:
    return meant_boolean(lower_case(text));
  case ShapeKind::list:
    return meant_list(*shape.element, parts_of(text));
  case ShapeKind::tagged:
    return shape.has_word ? meant_tag(shape, text) : "";
  case ShapeKind::object:
    return shape.text_member.empty()
               ? ""
               : object_with(shape.text_member,
                             meant_text(shape_of_member(shape, shape.text_member), text));
  case ShapeKind::map:
  case ShapeKind::alternatives:
    break;
  }
  return {};
}

} // namespace

std::vector<std::string_view> tags_of(const spec::Shape& shape) {
  std::vector<std::string_view> tags;
  for (const auto& variant : shape.variants)
    tags.push_back(variant.value);
  return tags;
}

std::string_view nearest_tag(const spec::Shape& shape, std::string_view text) {
  for (const auto& variant : shape.variants) {
    if (variant.matches(text)) return text;
    if (!variant.alias.empty() && have_same_letters(variant.alias, text)) return variant.value;
  }
  return nearest_word(text, tags_of(shape));
}

std::string meant_value(const spec::Shape& shape, const JsonView& value) {
  if (value.is_null()) return "leave it out, or write a value";
  if (value.text().size() > longest_meant) return {};
  if (value.is_string()) return meant_text(shape, value.string());
  if (shape.kind != ShapeKind::list || !value.is_array()) return {};
  std::vector<std::string> words;
  for (const auto& item : value.items())
    words.push_back(item.value.string());
  return meant_list(*shape.element, std::move(words));
}

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

} // namespace mrctl::body
