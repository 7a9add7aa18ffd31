#include "meant_value.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

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

// A text that stands for a list of names may contain several names; for any other list, it is the
// only item.
std::vector<std::string> parts_of(const spec::Shape& list, std::string_view text) {
  if (!list.holds_names) return spec::split_names(text, ",");
  auto several = several_names_in(text);
  return several && !several->may_be_one ? std::move(several->names)
                                         : std::vector{std::string(trimmed(text))};
}

std::string meant_list(const spec::Shape& element, std::vector<std::string> parts) {
  for (auto& part : parts) {
    part = meant_text(element, part);
    if (part.empty()) return {};
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

bool is_message(const spec::Shape& shape) {
  return shape.kind == ShapeKind::tagged && shape.tag == "role";
}

std::string message_of(std::string_view role, std::string_view content_json) {
  return fmt::format(R"({{"role": "{}", "content": {}}})", role, content_json);
}

// {"web": {"max_results": 3}} is [{"id": "web", "max_results": 3}]; empty if a name is no tag.
std::string meant_by_tags(const spec::Shape& element, const JsonView& object) {
  std::vector<std::string> items;
  for (const auto& item : object.items()) {
    const auto name = item.key(); // which the tag may be
    const auto tag = nearest_tag(element, name);
    if (!tag.empty() && is_message(element) && item.value.is_string()) {
      items.push_back(message_of(tag, item.value.text()));
      continue;
    }
    if (tag.empty() || !item.value.is_object()) return {};
    const auto rest = trimmed(item.value.text().substr(1, item.value.text().size() - 2));
    items.push_back(fmt::format(R"({{"{}": {}{}{}}})", element.tag, dump_json(tag),
                                rest.empty() ? "" : ", ", rest));
  }
  return items.empty() ? std::string() : fmt::format("[{}]", fmt::join(items, ", "));
}

// Returns the first member that the variant of the object's tag requires and that is not there; or
// null.
const spec::ShapeMember* missing_member(const spec::Shape& tagged, const JsonView& object) {
  const auto tag = tagged.tag.empty() ? std::nullopt : find_member(object, tagged.tag);
  if (!tag || !tag->is_string()) return nullptr;
  for (const auto& variant : tagged.variants)
    if (const auto* required = variant.first_required();
        required != nullptr && tag->is(variant.value) && !find_member(object, required->name))
      return required;
  return nullptr;
}

// An object where a list belongs is the one item of the list, or holds the items under numbers or
// tags.
std::string meant_list(const spec::Shape& element, const JsonView& object) {
  if (element.kind == ShapeKind::tagged && !find_member(object, element.tag))
    return meant_by_tags(element, object);
  if (const auto* missing = missing_member(element, object)) {
    const auto nested = with_nested(*missing, object);
    return nested.empty() ? nested : fmt::format("[{}]", nested);
  }
  if (has_type_of(element, object)) return fmt::format("[{}]", object.text());
  std::vector<std::string> items;
  for (const auto& item : object.items()) {
    const bool is_item = has_type_of(element, item.value);
    if (!is_item && element.kind != ShapeKind::string) return {};
    items.emplace_back(is_item ? std::string(item.value.text()) : dump_json(item.key()));
  }
  return items.empty() ? std::string("write a list: [\"…\"]")
                       : fmt::format("[{}]", fmt::join(items, ", "));
}

std::string object_with(std::string_view member, const std::string& value) {
  return value.empty() ? value : fmt::format(R"({{"{}": {}}})", member, value);
}

const spec::Shape& shape_of_member(const spec::Shape& object, std::string_view name) {
  return std::ranges::find(object.members, name, &spec::ShapeMember::name)->shape;
}

bool may_be_number(const spec::Shape& shape) {
  return find_row(shape.alternatives, &spec::Shape::kind, ShapeKind::number) != nullptr;
}

std::string meant_boolean(std::string_view text) {
  if (text == "true" || text == "yes" || text == "on") return "true";
  return text == "false" || text == "no" || text == "off" ? "false" : "";
}

// Objects that need more than their tag, as small as they are complete.
struct CompleteForm {
  std::string_view tag;
  std::string_view json;
};

constexpr std::array complete_forms{
    CompleteForm{
        "json_schema",
        R"({"type": "json_schema", "json_schema": {"name": "answer", "schema": {"type": "object"}}})"},
    CompleteForm{"function", R"({"type": "function", "function": {"name": "look_up"}})"},
    CompleteForm{"grammar", R"({"type": "grammar", "grammar": "…"})"},
};

std::string meant_tag(const spec::Shape& shape, std::string_view text) {
  const auto tag = nearest_tag(shape, text);
  if (const auto* form = find_row(complete_forms, &CompleteForm::tag, tag))
    return std::string(form->json);
  return tag.empty() ? std::string() : object_with(shape.tag, dump_json(tag));
}

// Returns how the text is written as a value of the shape; empty if it cannot be.
std::string meant_text(const spec::Shape& shape, std::string_view text) {
  switch (shape.kind) {
  case ShapeKind::any:
  case ShapeKind::string:
  case ShapeKind::choice:
    return dump_json(text);
  case ShapeKind::integer: {
    auto number = meant_number(text);
    return number.find('.') == std::string::npos ? number : "";
  }
  case ShapeKind::number:
    return meant_number(text);
  case ShapeKind::boolean:
    return meant_boolean(lower_case(text));
  case ShapeKind::list:
    if (is_message(*shape.element)) return fmt::format("[{}]", meant_text(*shape.element, text));
    return meant_list(*shape.element, parts_of(shape, text));
  case ShapeKind::tagged:
    if (is_message(shape)) return message_of("system", dump_json(text));
    return shape.has_word ? meant_tag(shape, text) : "";
  case ShapeKind::object:
    return shape.text_member.empty()
               ? ""
               : object_with(shape.text_member,
                             meant_text(shape_of_member(shape, shape.text_member), text));
  case ShapeKind::alternatives: // of which services document the text
    return may_be_number(shape) && Decimal::parse(text) ? dump_json(text) : "";
  case ShapeKind::map:
    break;
  }
  return {};
}

// A list where one text or an object is required.
std::string meant_by_list(const spec::Shape& shape, const JsonView& list) {
  std::vector<std::string> texts;
  for (const auto& item : list.items()) {
    if (!item.value.is_string()) return {};
    texts.push_back(item.value.string());
  }
  const auto written = list_of_texts(texts);
  return shape.kind == ShapeKind::object
             ? object_with(shape.list_member, written)
             : fmt::format("write \"{}\": {}", shape.list_member, written);
}

// "router:web_search" for "web_search", and for "web_search_20250305" or "web_search_preview" of
// other interfaces.
std::string_view server_tool_named(std::string_view text) {
  const auto is_version = [](std::string_view rest) {
    return rest.starts_with("_preview") || (rest.size() > 1 && rest[0] == '_' && is_digit(rest[1]));
  };
  for (const auto tool : spec::server_tools) {
    const auto name = tool.substr(tool.find(':') + 1);
    const bool is_dated = text.starts_with(name) && is_version(text.substr(name.size()));
    if (is_dated || have_same_letters(name, text)) return tool;
  }
  return {};
}

bool is_text_of(const spec::Shape& shape) {
  return shape.kind == ShapeKind::string || shape.kind == ShapeKind::choice;
}

// "{\"order\": [\"acme\"]}": JSON that was put in quotes.
std::string meant_json(const spec::Shape& shape, std::string_view text) {
  std::string written(text);
  if (!is_json(written)) std::ranges::replace(written, '\'', '"');
  const auto json = read_json_text(SharedText(written));
  if (json) return has_type_of(shape, json->root()) ? written : std::string();
  const bool is_bare_list = // "[acme, globex]", and "{acme,globex}" as shells and charts write it
      (text.starts_with('[') && text.ends_with(']')) ||
      (text.starts_with('{') && text.ends_with('}') && text.find(':') == text.npos);
  return is_bare_list && shape.kind == ShapeKind::list
             ? meant_list(*shape.element, parts_of(shape, text.substr(1, text.size() - 2)))
             : std::string();
}

std::string meant_by_string(const spec::Shape& shape, const std::string& text) {
  if (text.starts_with('@') && !is_text_of(shape))
    return "a body reads no files here: leave it out, and use --set-json NAME=@FILE";
  return text.starts_with('{') || text.starts_with('[') ? meant_json(shape, text)
                                                        : meant_text(shape, text);
}

std::string meant_by_object(const spec::Shape& shape, const JsonView& object) {
  if (shape.kind == ShapeKind::list) return meant_list(*shape.element, object);
  if (shape.kind != ShapeKind::string) return {};
  for (const auto* name : {"model", "id", "slug", "tag", "name"}) // {"name": "acme"}
    if (const auto member = find_member(object, name); member && member->is_string())
      return find_member(object, "weight")
                 ? fmt::format("write {}: there are no weights, they are tried in order",
                               member->text())
                 : std::string(member->text());
  return object.size() == 1 ? dump_json((*object.items().begin()).key()) : std::string(); // acme: 1
}

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

// What a template would replace is no name.
std::string list_of_texts(const std::vector<std::string>& texts) {
  if (std::ranges::any_of(
          texts, [](const std::string& text) { return text.find_first_of("{}<>$%") != text.npos; }))
    return "mrctl replaces no variables: write each name";
  return meant_list(spec::any_string, texts);
}

std::vector<std::string> names_without_marks(std::string_view entry) {
  constexpr std::array<std::string_view, 9> marks{"\"", "\\", "“", "”", "„", "‘", "’", "«", "»"};
  std::string text(entry);
  for (const auto mark : marks)
    for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at))
      text.erase(at, mark.size());
  const bool has_mark = text.size() < entry.size() || text.find_first_of(";|") != text.npos ||
                        text.starts_with('\'') || text.ends_with('\'');
  if (!has_mark) return {text};
  auto names = spec::split_names(text, ";|,");
  for (auto& name : names)
    name = trimmed(name, "' ");
  return names;
}

// Services take display names as well, which may hold blanks and commas.
std::optional<SeveralNames> several_names_in(std::string_view item) {
  constexpr std::string_view blanks = " \t";
  SeveralNames several;
  if (item.find_first_of(",\n") == item.npos) {
    several.names = spec::split_names(item, blanks);
    std::erase_if(several.names, [](const std::string& name) { // "acme > globex"
      return std::ranges::none_of(name, [](char c) { return is_alphanumeric(c); });
    });
    const bool is_one = several.names.size() < 2 || std::ranges::any_of(item, is_upper_case);
    return is_one ? std::nullopt : std::optional(std::move(several));
  }
  several.names = spec::split_names(item);
  const bool is_one_line = several.names.size() < 2 && item.find(',') == item.npos; // "acme\n"
  if (is_one_line) return std::nullopt;
  for (auto comma = item.find(','); comma != item.npos; comma = item.find(',', comma + 1)) {
    const auto next = std::min(item.find_first_not_of(blanks, comma + 1), item.size());
    several.may_be_one |= next > comma + 1 && next < item.size() && is_upper_case(item[next]);
  }
  return several;
}

std::string with_nested(const spec::ShapeMember& missing, const JsonView& object) {
  if (object.text().size() > longest_meant) return {};
  std::string inside;
  std::string beside;
  for (const auto& item : object.items()) {
    const bool is_inside =
        find_row(missing.shape.members, &spec::ShapeMember::name, item.key()) != nullptr;
    auto& part = is_inside ? inside : beside;
    part.append(part.empty() ? "" : ", ").append(item.text());
  }
  const bool lacks_any =
      std::ranges::any_of(missing.shape.members, [&](const spec::ShapeMember& member) {
        return member.presence == spec::Presence::required && !find_member(object, member.name);
      });
  if (inside.empty() || lacks_any) return {};
  return fmt::format(R"({{{}{}"{}": {{{}}}}})", beside, beside.empty() ? "" : ", ", missing.name,
                     inside);
}

std::vector<std::string_view> tags_of(const spec::Shape& shape) {
  return mapped(shape.variants, [](const auto& variant) { return variant.value; });
}

std::string_view nearest_tag(const spec::Shape& shape, std::string_view text) {
  for (const auto& variant : shape.variants) {
    if (variant.matches(text)) return text;
    if (!variant.alias.empty() && have_same_letters(variant.alias, text)) return variant.value;
    if (variant.is_open())
      if (const auto tool = server_tool_named(text); !tool.empty()) return tool;
  }
  return nearest_in(text, shape.variants, &spec::Variant::value);
}

std::string meant_value(const spec::Shape& shape, const JsonView& value) {
  if (value.is_null()) return "leave it out, or write a value";
  if (value.text().size() > longest_meant) return {};
  if (value.is_string()) return meant_by_string(shape, value.string());
  if (value.is_object()) return meant_by_object(shape, value);
  if (value.is_boolean() && shape.choices.count > 0)
    return fmt::format("one of {}", fmt::join(shape.choices, ", "));
  if (value.is_number() && shape.kind == ShapeKind::object && !shape.text_member.empty() &&
      may_be_number(shape_of_member(shape, shape.text_member)))
    return meant_text(shape, value.text());
  if (value.is_array() && value.size() == 1 && shape.kind == ShapeKind::object &&
      (*value.items().begin()).value.is_object())
    return std::string((*value.items().begin()).value.text());
  if (value.is_array() && !shape.list_member.empty()) return meant_by_list(shape, value);
  if (value.is_array() && value.size() > 0 && shape.kind == ShapeKind::alternatives)
    if (const auto first = (*value.items().begin()).value; has_type_of(shape, first)) // one of them
      return std::string(first.text());
  if (shape.kind != ShapeKind::list || !value.is_array()) return {};
  auto words = mapped(value.items(), [](const auto& item) { return item.value.string(); });
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
  return std::ranges::any_of(shape.alternatives, [&](const spec::Shape& alternative) {
    return has_type_of(alternative, value);
  });
}

std::string function_named(std::string_view name) {
  return fmt::format(R"({{"type": "function", "function": {{"name": {}}}}})", dump_json(name));
}

std::string synonym_of(std::string_view subject, std::string_view word) {
  const auto* row = spec::find_foreign(spec::ForeignKind::value, subject, word);
  return row == nullptr ? std::string() : row->text();
}

Suggestion advice_on_type(const spec::Shape& shape, const JsonView& value, const BodyPath& path) {
  const auto subject = path.rule();
  if (!value.is_structured())
    if (const auto* row =
            spec::find_foreign(spec::ForeignKind::value, subject, text_or_spelling(value)))
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
  if (auto share = advice_on_range(meant, shape.bounds); !share.empty()) meant = std::move(share);
  const auto does = is_json(meant) ? Does::use : Does::say;
  return {std::move(meant), does};
}

std::string advice_on_choice(const spec::Shape& shape, std::string_view word,
                             const BodyPath& path) {
  const auto subject = path.rule();
  if (auto synonym = synonym_of(subject, word); !synonym.empty()) return synonym;
  if (spec::is_placeholder(word)) return "mrctl replaces no variables: write its value";
  const auto nearest = nearest_in(word, shape.choices);
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
    if (is_alphanumeric(c, "_-"))
      meant += c;
    else if (!is_visible_ascii(c) && c != ' ')
      return {};
    else if (!meant.ends_with('_'))
      meant += '_';
  }
  return trimmed(meant, "_").empty() ? std::string() : meant;
}

std::string advice_on_missing(const spec::ShapeMember& missing, const JsonView& object) {
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
  const auto known = mapped(shape.members, [](const auto& member) { return member.name; });
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
