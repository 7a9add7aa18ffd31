#include "shape_advice.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "meant_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace mrctl::body {

namespace {

// [city, date] names the properties of an object.
std::string schema_of(const JsonView& names) {
  constexpr std::size_t longest = 100;
  const auto items = names.items();
  const bool are_names = names.size() > 0 && names.text().size() <= longest &&
                         std::all_of(items.begin(), items.end(),
                                     [](const JsonItem& item) { return item.value.is_string(); });
  if (!are_names) return {};
  std::string properties;
  for (const auto& item : items)
    properties += fmt::format(R"({}{}: {{"type": "string"}})", properties.empty() ? "" : ", ",
                              item.value.text());
  return fmt::format(R"({{"type": "object", "properties": {{{}}}}})", properties);
}

bool is_left_out(const JsonView& value) {
  return value.is_null() || value.is("");
}

} // namespace

std::string function_named(std::string_view name) {
  return fmt::format(R"({{"type": "function", "function": {{"name": {}}}}})", dump_json(name));
}

std::string synonym_of(std::string_view subject, std::string_view word) {
  const auto* row = spec::foreign_value(subject, word);
  return row == nullptr ? std::string() : row->text();
}

Suggestion advice_on_type(const spec::Shape& shape, const JsonView& value, const BodyPath& path) {
  const auto subject = path.rule();
  if (!value.is_structured())
    if (const auto* row = spec::foreign_value(subject, text_or_spelling(value)); row != nullptr)
      return {row->text(), row->does};
  const auto* field = spec::find_field(name_of(path));
  const auto example = field == nullptr ? std::string_view() : field->example;
  if (is_left_out(value))
    return {fmt::format("leave it out, or write a value{}{}", example.empty() ? "" : ", such as ",
                        example),
            Does::drop};
  auto meant = subject == "tools.function.parameters" && value.is_array()
                   ? schema_of(value)
                   : meant_value(shape, value);
  if (meant.empty()) return example.empty() ? meant : fmt::format("for example {}", example);
  const auto does = is_json(meant) ? Does::use : Does::say;
  return {std::move(meant), does};
}

std::string advice_on_choice(const spec::Shape& shape, std::string_view word,
                             const BodyPath& path) {
  const auto subject = path.rule();
  if (auto synonym = synonym_of(subject, word); !synonym.empty()) return synonym;
  const std::vector<std::string_view> choices(shape.choices.begin(), shape.choices.end());
  if (spec::is_placeholder(word)) return "mrctl replaces no variables: write its value";
  const auto nearest = nearest_word(word, choices);
  return subject == "tool_choice" && nearest.empty() ? function_named(word) : std::string(nearest);
}

std::string advice_on_tag(const spec::Shape& shape, std::string_view tag) {
  const auto nearest = nearest_tag(shape, tag);
  if (!nearest.empty() || shape.variants[0].first_required() == nullptr)
    return std::string(nearest);
  return shape.variants[0].value == "function" && !tag.empty() && advice_on_name(tag) == tag
             ? "write " + function_named(tag)
             : form_of_first(shape);
}

// A share is often given in percent.
std::string advice_on_range(std::string_view number, const spec::Bounds& bounds) {
  constexpr int hundredth = -2; // as a power of ten
  const auto value = Decimal::parse(number);
  const bool is_share = bounds.least == 0 && bounds.most == 1;
  const bool is_percent =
      is_share && value && *value >= *Decimal::parse("10") && *value <= *Decimal::parse("100");
  return is_percent ? value->shifted(hundredth).text() : std::string();
}

std::string advice_on_name(std::string_view name) {
  std::string meant;
  for (const char c : trimmed(name)) {
    if (is_alphanumeric(c) || c == '_' || c == '-')
      meant += c;
    else if (!is_visible_ascii(c) && c != ' ')
      return {};
    else if (!meant.ends_with('_'))
      meant += '_';
  }
  return trimmed(meant, "_").empty() ? std::string() : meant;
}

std::string advice_on_missing(const spec::Member& missing, const JsonView& object) {
  if (auto nested = with_nested(missing, object); !nested.empty()) return "write " + nested;
  return missing.form.empty() ? "" : fmt::format("write {}", missing.form);
}

std::string form_of_first(const spec::Shape& shape) {
  if (shape.variants.count == 0) return {};
  const auto& first = shape.variants[0];
  const auto* required = first.first_required();
  if (required == nullptr) return fmt::format(R"(write "{}": "…")", shape.tag);
  return fmt::format(R"(write "{}": "{}", {})", shape.tag, first.value, required->form);
}

std::string advice_on_names(const spec::Shape& shape, const JsonView& object) {
  constexpr std::size_t longest = 200;
  if (shape.list_member.empty() || object.size() == 0 || object.text().size() > longest) return {};
  std::vector<std::string> names;
  std::vector<std::string_view> known;
  for (const auto& member : shape.members)
    known.push_back(member.name);
  for (const auto& item : object.items()) {
    names.push_back(item.key());
    const bool is_name =
        item.value.is_object() && nearest_word(lower_case(names.back()), known).empty();
    const bool holds_members =
        object.size() == 1 && std::ranges::any_of(known, [&](std::string_view name) {
          return find_member(item.value, name).has_value();
        });
    if (!is_name || holds_members) return {};
  }
  return fmt::format(R"(write "{}": {})", shape.list_member, list_of_texts(names));
}

} // namespace mrctl::body
