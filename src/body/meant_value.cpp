#include "meant_value.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
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
#include <span>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

using spec::ShapeKind;

// A longer text is no word that stands for a list or an object.
constexpr std::size_t longest_meant = 200;

// A text that stands for a list of names may contain several names; for any other list, it is the
// only item.
std::vector<std::string> parts_of(const spec::Shape& list, std::string_view text) {
  if (!list.holds_names) return spec::split_names(text, ",");
  auto several = several_names_in(text);
  return several && !several->may_be_one ? std::move(several->names)
                                         : std::vector{std::string(trimmed(text))};
}

std::string list_of_texts(const spec::Shape& element, std::vector<std::string> parts) {
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

// Returns the tag that a text was probably meant to be, or the server tool; empty if none is close.
std::string_view nearest_tag(const spec::Shape& shape, std::string_view text) {
  for (const auto& variant : shape.variants) {
    if (variant.matches(text)) return text;
    if (!variant.alias.empty() && have_same_letters(variant.alias, text)) return variant.value;
    if (variant.is_open())
      if (const auto tool = server_tool_named(text); !tool.empty()) return tool;
  }
  return nearest_in(text, shape.variants, &spec::Variant::value);
}

// Returns an object with this tag in front.
std::string tagged_item(std::string_view name, std::string_view tag, const JsonView& object) {
  auto members = fmt::format(R"("{}": {})", name, dump_json(tag));
  for (const auto& member : object.items())
    if (!member.has_key(name)) members.append(", ").append(member.text());
  return fmt::format("{{{}}}", members);
}

// {"web": {"max_results": 3}} and {"0": {"id": "web", "max_results": 3}} are
// [{"id": "web", "max_results": 3}]; empty if a name is neither a tag nor a number.
std::string list_by_tags(const spec::Shape& element, const JsonView& object) {
  std::vector<std::string> items;
  for (const auto& item : object.items()) {
    const auto name = item.key();
    const bool is_numbered = std::ranges::all_of(name, is_digit);
    const auto own = is_numbered ? find_member(item.value, element.tag) : std::nullopt;
    const auto tag =
        own && own->is_string() ? own->string() : std::string(nearest_tag(element, name));
    if (!tag.empty() && item.value.is_object())
      items.push_back(tagged_item(element.tag, tag, item.value));
    else if (!tag.empty() && is_message(element) && item.value.is_string())
      items.push_back(message_of(tag, item.value.text()));
    else
      return {};
  }
  return items.empty() ? std::string() : fmt::format("[{}]", fmt::join(items, ", "));
}

// Returns the list whose one item is an object with a tag, or whose items an object has under their
// tags. The item may have members where they belong inside another; see with_nested().
std::string list_of_tagged(const spec::Shape& element, const JsonView& object) {
  const auto tag = find_member(object, element.tag);
  if (!tag) return list_by_tags(element, object);
  std::string item(object.text());
  for (const auto& variant : element.variants)
    if (const auto* required = variant.first_required();
        required != nullptr && tag->is(variant.value) && !find_member(object, required->name))
      item = with_nested(*required, object);
  return item.empty() ? item : fmt::format("[{}]", item);
}

// Returns the list that an object stands for: the object is its one item, or each of its members is
// one, or has one as its name: ["acme"] for {"acme": 1}. Empty if there is none.
std::string list_of_object(const spec::Shape& element, const JsonView& object) {
  if (element.kind == ShapeKind::tagged) return list_of_tagged(element, object);
  if (has_type_of(element, object)) return fmt::format("[{}]", object.text());
  const bool holds_texts = element.kind == ShapeKind::string || element.kind == ShapeKind::choice;
  std::vector<std::string> items;
  for (const auto& item : object.items()) {
    const bool is_item = has_type_of(element, item.value);
    if (!is_item && !holds_texts) return {};
    items.push_back(holds_texts ? meant_text(element, is_item ? item.value.string() : item.key())
                                : std::string(item.value.text()));
    if (items.back().empty()) return {};
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string object_with(std::string_view member, const std::string& value) {
  return value.empty() ? value : fmt::format(R"({{"{}": {}}})", member, value);
}

// Returns the shape of the member that people mean who write a text in place of the object.
const spec::Shape& shape_of_text(const spec::Shape& object) {
  return std::ranges::find(object.members, object.text_member, &spec::ShapeMember::name)->shape;
}

bool may_be_number(const spec::Shape& shape) {
  return find_row(shape.alternatives, &spec::Shape::kind, ShapeKind::number) != nullptr;
}

// Objects that need more than their tag, as small as they are complete, by the tag.
using CompleteForm = std::pair<std::string_view, std::string_view>;
constexpr std::array<CompleteForm, 3> complete_forms{{
    {"json_schema",
     R"({"type": "json_schema", "json_schema": {"name": "answer", "schema": {"type": "object"}}})"},
    {"function", R"({"type": "function", "function": {"name": "look_up"}})"},
    {"grammar", R"({"type": "grammar", "grammar": "…"})"},
}};

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
             ? list_of_texts(*shape.element, parts_of(shape, text.substr(1, text.size() - 2)))
             : std::string();
}

// Returns the share that people mean by "5%", and by 50 where only a share is valid: less than ten
// may be any other mistake. Empty if they mean none.
std::string share_of_percent(std::string_view text, const spec::Bounds& bounds) {
  constexpr int hundredth = -2; // as a power of ten
  const auto percent = Decimal::parse(meant_number(text));
  if (bounds.least != 0 || bounds.most != 1 || !percent) return {};
  auto share = percent->shifted(hundredth).text();
  const double least = trimmed(text).ends_with('%') ? 0 : 0.1;
  return is_within_bounds(share, {least, bounds.most}) ? share : std::string();
}

// Returns the number that people mean by a text; empty if the field may not have it.
std::string number_within(const spec::Bounds& bounds, std::string_view text) {
  auto share = share_of_percent(text, bounds);
  if (!share.empty()) return share;
  auto number = meant_number(text);
  return !number.empty() && is_within_bounds(number, bounds) ? number : std::string();
}

std::string meant_boolean(std::string_view text) {
  const auto word = lower_case(text);
  if (word == "true" || word == "yes" || word == "on") return "true";
  return word == "false" || word == "no" || word == "off" ? "false" : "";
}

} // namespace

std::string meant_text(const spec::Shape& shape, std::string_view text) {
  if (text.size() > longest_meant) return {};
  switch (shape.kind) {
  case ShapeKind::any:
  case ShapeKind::string:
    return dump_json(text);
  case ShapeKind::choice: {
    const std::span choices(shape.choices.begin(), shape.choices.count);
    const auto word = nearest_word(lower_case(text), choices);
    return word.empty() ? "" : dump_json(word);
  }
  case ShapeKind::integer: {
    auto number = number_within(shape.bounds, text);
    return number.find('.') == std::string::npos ? number : "";
  }
  case ShapeKind::number:
    return number_within(shape.bounds, text);
  case ShapeKind::boolean:
    return meant_boolean(text);
  case ShapeKind::list:
    if (is_message(*shape.element)) return fmt::format("[{}]", meant_text(*shape.element, text));
    return list_of_texts(*shape.element, parts_of(shape, text));
  case ShapeKind::tagged: {
    if (is_message(shape)) return message_of("system", dump_json(text));
    if (!shape.has_word) return {};
    const auto tag = nearest_tag(shape, text);
    const auto* form = find_row(complete_forms, &CompleteForm::first, tag);
    if (form != nullptr) return std::string(form->second);
    return tag.empty() ? "" : object_with(shape.tag, dump_json(tag));
  }
  case ShapeKind::object:
    return shape.text_member.empty()
               ? ""
               : object_with(shape.text_member, meant_text(shape_of_text(shape), text));
  case ShapeKind::alternatives: // of which services document the text
    return may_be_number(shape) && Decimal::parse(text) ? dump_json(text) : "";
  case ShapeKind::map:
    break;
  }
  return {};
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

bool has_type_of(const spec::Shape& shape, const JsonView& value) {
  switch (shape.kind) {
  case ShapeKind::any:
    return true;
  case ShapeKind::string:
  case ShapeKind::choice:
    return value.is_string();
  case ShapeKind::integer: {
    const auto number = value.is_number() ? plain_number(value.text()) : std::nullopt;
    return number && number->find('.') == std::string::npos;
  }
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

Suggestion suggested_list(const std::vector<std::string>& texts, std::string_view member) {
  if (std::ranges::any_of(
          texts, [](const std::string& text) { return text.find_first_of("{}<>$%") != text.npos; }))
    return "mrctl replaces no variables: write each name";
  auto list = list_of_texts(spec::any_string, texts);
  if (member.empty()) return {std::move(list), Does::meant};
  return fmt::format("write \"{}\": {}", member, list);
}

Suggestion synonym_of(std::string_view subject, std::string_view word) {
  const auto* row = spec::find_foreign(spec::ForeignKind::value, subject, word);
  return row == nullptr ? Suggestion() : row->suggestion();
}

bool WrongValue::is_at(Place wanted) const {
  if (wanted == Place::anywhere || wanted == place) return true;
  if (place != Place::type || value.text().size() > longest_meant) return false;
  return (wanted == Place::text && value.is_string()) ||
         (wanted == Place::object && value.is_object()) ||
         (wanted == Place::list && value.is_array());
}

namespace {

Suggestion suggested(std::string json) {
  return {std::move(json), Does::meant};
}

std::string_view example_for(Wrong wrong) {
  const auto* field = spec::find_field(name_of(wrong.path));
  return field == nullptr ? std::string_view() : field->example;
}

// {"name": "acme"}, and {"acme": 1}
Suggestion name_in(Wrong wrong) {
  const auto& object = wrong.value;
  for (const auto* name : {"model", "id", "slug", "tag", "name"})
    if (const auto member = find_member(object, name); member && member->is_string())
      return find_member(object, "weight")
                 ? fmt::format("write {}: there are no weights, they are tried in order",
                               member->text())
                 : suggested(std::string(member->text()));
  return object.size() == 1 ? suggested(dump_json(object.items().begin()->key())) : Suggestion();
}

// Returns the texts that are the items of a list; none if it has other items.
std::vector<std::string> texts_in(const JsonView& list) {
  std::vector<std::string> texts;
  for (const auto& item : list.items()) {
    if (!item.value.is_string()) return {};
    texts.push_back(item.value.string());
  }
  return texts;
}

// [city, date] names the properties of an object.
Suggestion schema_of_names(Wrong wrong) {
  const auto names = mapped(texts_in(wrong.value), [](const std::string& name) {
    return fmt::format(R"({}: {{"type": "string"}})", dump_json(name));
  });
  if (names.empty()) return {};
  return suggested(
      fmt::format(R"({{"type": "object", "properties": {{{}}}}})", fmt::join(names, ", ")));
}

// A list where one text or an object is required.
Suggestion list_as_member(Wrong wrong) {
  const auto texts = texts_in(wrong.value);
  if (texts.size() < wrong.value.size()) return {};
  const bool is_inside = wrong.shape.kind == ShapeKind::object;
  auto list = suggested_list(texts, is_inside ? "" : wrong.shape.list_member);
  return list.does == Does::meant ? suggested(object_with(wrong.shape.list_member, list.text))
                                  : list;
}

Suggestion without_other_characters(Wrong wrong) {
  std::string meant;
  for (const char c : trimmed(wrong.text)) {
    if (is_alphanumeric(c, "_-"))
      meant += c;
    else if (!is_visible_ascii(c) && c != ' ')
      return {};
    else if (!meant.ends_with('_'))
      meant += '_';
  }
  return trimmed(meant, "_").empty() ? Suggestion() : suggested(std::move(meant));
}

// Returns how the first variant is written.
Suggestion first_form(Wrong wrong) {
  const auto& first = wrong.shape.variants[0];
  const auto* required = first.first_required();
  if (required == nullptr) return fmt::format(R"(write "{}": "…")", wrong.shape.tag);
  return fmt::format(R"(write "{}": "{}", {})", wrong.shape.tag, first.value, required->form);
}

constexpr std::array<Slip<WrongValue, Suggestion>, 24> slips_of_values{{
    {WrongAt::anywhere, nullptr,
     [](Wrong wrong) { return synonym_of(wrong.path.rule(), wrong.text); }},
    {WrongAt::type, [](Wrong wrong) { return wrong.value.is_null() || wrong.value.is(""); },
     [](Wrong wrong) {
       const auto example = example_for(wrong);
       return Suggestion(fmt::format("leave it out, or write a value{}{}",
                                     example.empty() ? "" : ", such as ", example),
                         Does::drop);
     }},
    {WrongAt::type, [](Wrong wrong) { return wrong.shape.choices.count > 1; },
     [](Wrong wrong) {
       return Suggestion(fmt::format("one of {}", fmt::join(wrong.shape.choices, ", ")));
     }},
    {WrongAt::type,
     [](Wrong wrong) {
       return wrong.value.is_number() && wrong.shape.kind == ShapeKind::object &&
              !wrong.shape.text_member.empty() && may_be_number(shape_of_text(wrong.shape));
     },
     [](Wrong wrong) { return suggested(meant_text(wrong.shape, wrong.text)); }},
    {WrongAt::text, [](Wrong wrong) { return wrong.text.starts_with('@'); },
     [](Wrong) {
       return Suggestion("a body reads no files here: leave it out, and use --set-json NAME=@FILE");
     }},
    {WrongAt::text, nullptr,
     [](Wrong wrong) {
       const bool is_json = wrong.text.find_first_of("{[") == 0;
       return suggested((is_json ? meant_json : meant_text)(wrong.shape, wrong.text));
     }},
    {WrongAt::object, [](Wrong wrong) { return wrong.shape.kind == ShapeKind::list; },
     [](Wrong wrong) {
       auto items = list_of_object(*wrong.shape.element, wrong.value);
       return items == "[]" ? "write a list: [\"…\"]" : suggested(std::move(items));
     }},
    {WrongAt::object, [](Wrong wrong) { return wrong.shape.kind == ShapeKind::string; }, name_in},
    {WrongAt::list, [](Wrong wrong) { return wrong.path.rule() == "tools.function.parameters"; },
     schema_of_names},
    {WrongAt::list, [](Wrong wrong) { return !wrong.shape.list_member.empty(); }, list_as_member},
    {WrongAt::list, // of one object, or of values of which one is enough
     [](Wrong wrong) {
       const auto kind = wrong.shape.kind;
       return wrong.value.size() > 0 &&
              (kind == ShapeKind::alternatives ||
               (kind == ShapeKind::object && wrong.value.size() == 1)) &&
              has_type_of(wrong.shape, wrong.value.items().begin()->value);
     },
     [](Wrong wrong) { return suggested(std::string(wrong.value.items().begin()->value.text())); }},
    {WrongAt::list, [](Wrong wrong) { return wrong.shape.kind == ShapeKind::list; },
     [](Wrong wrong) {
       return suggested(list_of_texts(*wrong.shape.element, texts_in(wrong.value)));
     }},
    {WrongAt::type, [](Wrong wrong) { return !example_for(wrong).empty(); },
     [](Wrong wrong) { return Suggestion(fmt::format("for example {}", example_for(wrong))); }},
    {WrongAt::choice, [](Wrong wrong) { return spec::is_placeholder(wrong.text); },
     [](Wrong) { return Suggestion("mrctl replaces no variables: write its value"); }},
    {WrongAt::choice, // of an effort
     [](Wrong wrong) {
       return contains(wrong.words, "high") && Decimal::parse(wrong.text).has_value();
     },
     [](Wrong) { return Suggestion("a number of tokens is reasoning.max_tokens"); }},
    {WrongAt::choice, nullptr,
     [](Wrong wrong) {
       return Suggestion(nearest_word(lower_case(wrong.text), wrong.words), Does::meant);
     }},
    {WrongAt::choice, [](Wrong wrong) { return wrong.path.rule() == "tool_choice"; },
     [](Wrong wrong) { return suggested(function_named(wrong.text)); }},
    {WrongAt::range, nullptr,
     [](Wrong wrong) { return suggested(share_of_percent(wrong.text, wrong.shape.bounds)); }},
    {WrongAt::name, nullptr, without_other_characters},
    {WrongAt::tag, nullptr,
     [](Wrong wrong) { return Suggestion(nearest_tag(wrong.shape, wrong.text), Does::meant); }},
    {WrongAt::tag,
     [](Wrong wrong) {
       return wrong.shape.variants[0].value == "function" && !wrong.text.empty() &&
              is_alphanumeric(wrong.text, "_-");
     },
     [](Wrong wrong) { return Suggestion("write " + function_named(wrong.text)); }},
    {WrongAt::tag, [](Wrong wrong) { return wrong.shape.variants[0].first_required() != nullptr; },
     first_form},
    {WrongAt::untagged, // {"system": "Be brief."} is written as in a list of messages
     [](Wrong wrong) { return is_message(wrong.shape); },
     [](Wrong wrong) {
       const auto list = list_by_tags(wrong.shape, wrong.value);
       return list.empty() ? Suggestion() : suggested(list.substr(1, list.size() - 2));
     }},
    {WrongAt::untagged, nullptr, first_form},
}};
static_assert(cover_places(slips_of_values, WrongAt::untagged));

} // namespace

Suggestion advice_on(const WrongValue& wrong) {
  return answer_to(wrong, slips_of_values);
}

Suggestion advice_on_names(const spec::Shape& shape, const JsonView& object) {
  if (shape.list_member.empty() || object.size() == 0 || object.text().size() > longest_meant)
    return {};
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
  return suggested_list(names, shape.list_member);
}

} // namespace mrctl::body
