#include "conversion.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "meant_value.hpp"
#include "text_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace mrctl::body {

namespace {

using spec::ShapeKind;

constexpr spec::Shape text_shape = spec::string();

tl::unexpected<NotConverted> not_converted(std::string rule, std::string message) {
  return tl::unexpected(
      NotConverted{.problem = Problem{.rule = std::move(rule), .message = std::move(message)}});
}

bool is_word(std::string_view text) {
  constexpr std::string_view others = "0123456789_-:.";
  if (text.empty() || !is_letter(text.front())) return false;
  if (text == "true" || text == "false" || text == "null") return false;
  if (spec::has_body_ending(text)) return false; // a word never names a file
  return std::ranges::all_of(
      text, [&](char c) { return is_letter(c) || others.find(c) != std::string_view::npos; });
}

bool is_beyond_range(std::string_view text, const JsonFault& fault) {
  return fault.rule == "json.number" && text.find_first_of("0123456789") != std::string_view::npos;
}

tl::unexpected<NotConverted> number_beyond_range(const std::string& text) {
  return not_converted(
      "range",
      fmt::format("must have at most 1,000 digits when written without an exponent, got '{}'",
                  abbreviated(text)));
}

Conversion convert_number(const spec::Shape& shape, const std::string& given) {
  const auto text = json_number(given).value_or(given);
  auto parsed = parse_json(text, Reading::strict);
  if (parsed && is_number(*parsed)) return Converted{.value = *std::move(parsed)};
  if (!parsed && is_beyond_range(text, parsed.error())) return number_beyond_range(text);
  auto failure = not_converted(
      "type", fmt::format("must be {}, got '{}'", words_of(json_type(shape.kind)).required, given));
  auto& suggestion = failure.value().problem->suggestion;
  suggestion = {meant_text(shape, text), Does::meant};
  if (!parsed && meant_number(text).empty()) suggestion = std::move(parsed.error().suggestion);
  return failure;
}

Conversion convert_boolean(const std::string& text) {
  if (text == "true") return Converted{.value = true};
  if (text == "false") return Converted{.value = false};
  return not_converted("type", fmt::format("must be true or false, got '{}'", text));
}

std::string words_of_variants(const spec::Shape& object) {
  std::string words;
  for (const auto& variant : object.variants)
    if (variant.first_required() == nullptr) words += std::string(variant.value) + ", ";
  return words;
}

// A text that is neither a word nor JSON is probably a misspelt word.
Conversion convert_object(const spec::Shape& shape, const std::string& text,
                          const ReadFile& read_file) {
  if (is_word_for(shape, text)) return convert_word(shape, text);
  const auto* object = spec::object_of_word(shape);
  const auto written = trimmed(text);
  if (object == nullptr || (!written.empty() && looks_structured(written)))
    return convert_json(text, read_file);
  return not_converted("type", fmt::format("must be one of {}JSON or @FILE, got '{}'",
                                           words_of_variants(*object), text));
}

// "--tool-choice auto" is a word, "--tool-choice '{…}'" an object.
Conversion convert_alternative(const spec::Shape& shape, const std::string& text,
                               const ReadFile& read_file) {
  if (looks_structured(text) &&
      find_row(shape.alternatives, &spec::Shape::kind, ShapeKind::object) != nullptr)
    return convert_json(text, read_file);
  const auto* scalar = std::ranges::find_if(shape.alternatives, [](const spec::Shape& alternative) {
    return is_scalar(alternative.kind);
  });
  return convert(scalar == shape.alternatives.end() ? text_shape : *scalar, text, read_file);
}

bool is_plain_name(std::string_view text) {
  return !text.empty() && !parse_json(text, Reading::strict) && is_alphanumeric(text, "-_./:~@*");
}

// Returns the names in "[acme, globex]" and "['acme']"; none if the text is anything else.
std::vector<std::string> plain_names_in(std::string_view text) {
  text = trimmed(text);
  const bool is_list =
      text.starts_with('[') && text.find('[', 1) == text.npos && text.find(']') == text.size() - 1;
  if (!is_list) return {};
  auto names = spec::split_names(text.substr(1, text.size() - 2));
  for (auto& name : names)
    name = trimmed(name, "'");
  return std::ranges::all_of(names, is_plain_name) ? names : std::vector<std::string>();
}

// Returns what a text that is no JSON was probably meant to be.
Suggestion advice_on_text(const spec::Shape& shape, const std::string& text) {
  if (looks_structured(text)) return {};
  if (spec::has_body_ending(text)) return fmt::format("to read a file, write @{}", text);
  const auto equals = text.find('=');
  const auto* member =
      find_row(shape.members, &spec::ShapeMember::name, std::string_view(text).substr(0, equals));
  if (equals != text.npos && member != nullptr) {
    const auto value = convert_loosely(text.substr(equals + 1));
    if (value)
      return {fmt::format(R"({{"{}": {}}})", member->name, dump_json(value->value)), Does::meant};
  }
  return {meant_text(shape, text), Does::meant};
}

} // namespace

bool looks_structured(std::string_view text) {
  return text.starts_with('{') || text.starts_with('[') || text.starts_with('@');
}

const spec::Shape& element_shape(const spec::Shape& shape) {
  if (shape.kind == ShapeKind::map) return *shape.element;
  const auto* list = list_in(shape);
  return list == nullptr || list->element->kind == ShapeKind::any ? text_shape : *list->element;
}

Conversion convert(const spec::Shape& shape, const std::string& text, const ReadFile& read_file) {
  if (shape.nullable && text == "null") return Converted{.value = nullptr};
  switch (shape.kind) {
  case ShapeKind::string:
  case ShapeKind::choice:
    return Converted{.value = text};
  case ShapeKind::integer:
  case ShapeKind::number:
    return convert_number(shape, text);
  case ShapeKind::boolean:
    return convert_boolean(text);
  case ShapeKind::alternatives:
    return convert_alternative(shape, text, read_file);
  case ShapeKind::any:
    return looks_structured(text) ? convert_json(text, read_file) : convert_loosely(text);
  case ShapeKind::list:
  case ShapeKind::map:
  case ShapeKind::object:
  case ShapeKind::tagged:
    break;
  }
  auto converted = convert_object(shape, text, read_file);
  if (!converted && converted.error().problem && converted.error().problem->suggestion.empty())
    converted.error().problem->suggestion = advice_on_text(shape, text);
  return converted;
}

bool is_word_for(const spec::Shape& shape, std::string_view text) {
  return spec::object_of_word(shape) != nullptr && is_word(text);
}

Conversion convert_word(const spec::Shape& shape, const std::string& text) {
  const auto& object = *spec::object_of_word(shape);
  const auto* variant = std::ranges::find_if(
      object.variants, [&](const spec::Variant& known) { return known.matches(text); });
  const auto* missing = variant == object.variants.end() ? nullptr : variant->first_required();
  if (missing == nullptr) return Converted{.value = Json{{object.tag, text}}};
  const bool is_list = shape.kind == ShapeKind::list;
  return not_converted("required",
                       fmt::format(R"(needs the member '{}' beside the {} {}; give it as JSON, )"
                                   R"('{}{{"{}":"{}","{}":…}}{}', or @FILE)",
                                   missing->name, object.tag, text, is_list ? "[" : "", object.tag,
                                   text, missing->name, is_list ? "]" : ""));
}

Conversion convert_json(const std::string& text, const ReadFile& read_file) {
  if (text.starts_with('@')) {
    const auto path = text.substr(1);
    auto content = read_file(path);
    if (!content) return tl::unexpected(NotConverted{.error = std::move(content.error())});
    auto read = read_with_texts(document::make_document(name_of_input(path), *std::move(content)),
                                {path}, read_file);
    if (!read) return tl::unexpected(NotConverted{.problem = std::move(read.error())});
    return Converted{.value = read->json.value(),
                     .document = std::move(read->document),
                     .texts = std::move(read->texts)};
  }
  auto parsed = parse_json(text, Reading::strict);
  if (parsed) return Converted{.value = *std::move(parsed)};
  auto failure = not_converted(parsed.error().rule,
                               fmt::format("must be JSON or @FILE: {}", parsed.error().message));
  const bool has_words = parsed.error().rule == "json.syntax"; // "[Infinity]" has none
  const auto names = has_words ? plain_names_in(text) : std::vector<std::string>();
  failure.value().problem->suggestion =
      names.empty() ? std::move(parsed.error().suggestion) : suggested_list(names);
  return failure;
}

std::optional<std::vector<std::string>> texts_of_array(std::string_view text) {
  if (!text.starts_with('[')) return std::nullopt;
  const auto parsed = parse_json(text, Reading::strict);
  const auto is_text = [](const Json& item) { return item.is_string(); };
  if (!parsed || !parsed->is_array() || !std::all_of(parsed->begin(), parsed->end(), is_text))
    return std::nullopt;
  return parsed->get<std::vector<std::string>>();
}

tl::expected<std::vector<std::string>, NotConverted> convert_names(const std::string& text) {
  const auto written = trimmed(text);
  if (!written.starts_with('[')) return spec::split_names(text);
  if (auto texts = texts_of_array(written)) {
    for (auto& each : *texts)
      each = trimmed(each);
    std::erase(*texts, "");
    return *std::move(texts);
  }
  auto names = plain_names_in(written);
  if (!names.empty() && written.find('\'') == written.npos) return names;
  auto failure = not_converted(
      "type",
      fmt::format("must be names separated by commas, or a JSON array of texts, got '{}'", text));
  if (names.empty()) names = spec::split_names(trimmed(written, "[]"));
  if (!names.empty() && std::ranges::all_of(names, is_plain_name))
    failure.value().problem->suggestion = {fmt::format("{}", fmt::join(names, ",")), Does::meant};
  return failure;
}

tl::expected<std::string, NotConverted> convert_text(const std::string& text,
                                                     const ReadFile& read_file) {
  if (!text.starts_with('@')) return text;
  const auto path = text.substr(1);
  auto content = read_file(path);
  if (!content) return tl::unexpected(NotConverted{.error = std::move(content.error())});
  auto read = text_of_file(name_of_input(path), *std::move(content));
  if (!read) return tl::unexpected(NotConverted{.problem = std::move(read.error())});
  if (read->ends_with('\n')) read->pop_back();
  return *std::move(read);
}

// Flags read .5, +1 and 1. too. Digits behind a zero are no number, but an identifier.
Conversion convert_loosely(const std::string& text) {
  const auto digits = std::string_view(text).substr(text.find_first_not_of("+-") == 1 ? 1 : 0);
  const bool is_padded = digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
  auto parsed = parse_json(is_padded ? text : json_number(text).value_or(text), Reading::strict);
  if (parsed && parsed->is_primitive() && !parsed->is_string())
    return Converted{.value = *std::move(parsed)};
  if (!parsed && is_beyond_range(text, parsed.error())) return number_beyond_range(text);
  return Converted{.value = text};
}

std::string example_of(const spec::FieldFlag& flag) {
  return fmt::format("for example {}={}", flag.name, flag.field->example);
}

Suggestion with_equals(std::string text) {
  if (const auto all = text.find("[]"); all != text.npos)
    return {text.replace(all, 2, "[0]"), Does::meant};
  const auto colon = text.find(':');
  if (colon == text.npos || text.find('=') != text.npos) return {};
  text[colon] = '=';
  return {std::move(text), Does::meant};
}

std::string advice_on_message(std::string_view flag, const std::string& text) {
  if (text.starts_with('{')) return fmt::format("write --messages '[{}]'", text);
  const auto colon = text.find(':');
  for (const auto role : {"system", "developer", "user", "assistant"})
    if (colon != text.npos && text.substr(0, colon) == role)
      return fmt::format("write {} '{}={}'", flag, role,
                         trimmed(std::string_view(text).substr(colon + 1)));
  return fmt::format("write {} 'system={}'", flag, text);
}

} // namespace mrctl::body
