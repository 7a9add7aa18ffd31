#include "convert.hpp"

#include "mrctl/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

using spec::Kind;

constexpr spec::Shape text_shape = spec::string();

tl::unexpected<NotConverted> not_converted(std::string rule, std::string message) {
  Problem problem;
  problem.rule = std::move(rule);
  problem.message = std::move(message);
  return tl::unexpected(NotConverted{std::move(problem), {}});
}

const spec::Shape* find_alternative(const spec::Shape& shape, Kind kind) {
  for (const auto& alternative : shape.alternatives)
    if (alternative.kind == kind) return &alternative;
  return nullptr;
}

const spec::Shape* list_in(const spec::Shape& shape) {
  return shape.kind == Kind::list ? &shape : find_alternative(shape, Kind::list);
}

bool is_scalar(Kind kind) {
  return kind != Kind::list && kind != Kind::map && kind != Kind::object && kind != Kind::tagged;
}

Conversion convert_number(const spec::Shape& shape, const std::string& text) {
  auto parsed = parse_json(text, Reading::strict);
  if (parsed && parsed->is_number()) return Converted{*std::move(parsed), {}};
  if (!parsed && parsed.error().rule == "json.number")
    return not_converted("range", fmt::format("must be within 64 bits, got '{}'", text));
  return not_converted("type",
                       fmt::format("must be {}, got '{}'",
                                   shape.kind == Kind::integer ? "an integer" : "a number", text));
}

Conversion convert_boolean(const std::string& text) {
  if (text == "true") return Converted{true, {}};
  if (text == "false") return Converted{false, {}};
  return not_converted("type", fmt::format("must be true or false, got '{}'", text));
}

// "--tool-choice auto" is a word, "--tool-choice '{…}'" an object.
Conversion convert_alternative(const spec::Shape& shape, const std::string& text,
                               const ReadFile& read_file) {
  if (looks_structured(text) && find_alternative(shape, Kind::object) != nullptr)
    return convert_json(text, read_file);
  const auto* scalar =
      std::find_if(shape.alternatives.begin(), shape.alternatives.end(),
                   [](const spec::Shape& alternative) { return is_scalar(alternative.kind); });
  return convert(scalar == shape.alternatives.end() ? text_shape : *scalar, text, read_file);
}

} // namespace

bool looks_structured(std::string_view text) {
  return text.starts_with('{') || text.starts_with('[') || text.starts_with('@');
}

bool is_repeated(const spec::Shape& shape) {
  const auto* list = list_in(shape);
  return list != nullptr && shape.kind != Kind::any && is_scalar(list->element->kind) &&
         (list->element->kind != Kind::any || shape.nullable);
}

bool takes_pairs(const spec::Shape& shape) {
  const bool is_open_object =
      shape.kind == Kind::object && shape.unknown == spec::Unknown::accepted;
  return shape.kind == Kind::map || (is_open_object && !shape.members.empty());
}

const spec::Shape& element_shape(const spec::Shape& shape) {
  if (shape.kind == Kind::map) return *shape.element;
  const auto* list = list_in(shape);
  return list == nullptr || list->element->kind == Kind::any ? text_shape : *list->element;
}

Conversion convert(const spec::Shape& shape, const std::string& text, const ReadFile& read_file) {
  if (shape.nullable && text == "null") return Converted{nullptr, {}};
  switch (shape.kind) {
  case Kind::string:
  case Kind::choice:
    return Converted{text, {}};
  case Kind::integer:
  case Kind::number:
    return convert_number(shape, text);
  case Kind::boolean:
    return convert_boolean(text);
  case Kind::alternatives:
    return convert_alternative(shape, text, read_file);
  case Kind::any:
    return looks_structured(text) ? convert_json(text, read_file)
                                  : Converted{convert_loosely(text), {}};
  case Kind::list:
  case Kind::map:
  case Kind::object:
  case Kind::tagged:
    break;
  }
  return convert_json(text, read_file);
}

Conversion convert_json(const std::string& text, const ReadFile& read_file) {
  if (text.starts_with('@')) {
    const auto path = text.substr(1);
    auto content = read_file(path);
    if (!content) return tl::unexpected(NotConverted{{}, std::move(content.error())});
    auto document = make_document(path == "-" ? "<stdin>" : path, *std::move(content));
    auto parsed = parse_document(document);
    if (!parsed) return tl::unexpected(NotConverted{std::move(parsed.error()), {}});
    return Converted{*std::move(parsed), std::move(document)};
  }
  auto parsed = parse_json(text, Reading::strict);
  if (parsed) return Converted{*std::move(parsed), {}};
  return not_converted(parsed.error().rule,
                       fmt::format("must be JSON or @FILE: {}", parsed.error().message));
}

Result<std::string> convert_text(const std::string& text, const ReadFile& read_file) {
  if (!text.starts_with('@')) return text;
  const auto path = text.substr(1);
  auto content = read_file(path);
  if (content && find_invalid_utf8(*content))
    return fail(Error::usage(fmt::format("{} is not valid UTF-8", path)));
  if (content && content->ends_with('\n')) content->pop_back();
  return content;
}

Json convert_loosely(const std::string& text) {
  auto parsed = parse_json(text, Reading::strict);
  if (parsed && parsed->is_primitive() && !parsed->is_string()) return *std::move(parsed);
  return text;
}

} // namespace mrctl::request
