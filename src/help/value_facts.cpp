#include "mrctl/help/value_facts.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/config/setting.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/model/change_kind.hpp"
#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_measure.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::help {

namespace {

using spec::Kind;
using Words = std::vector<Word>;

FlagFacts facts_of(const spec::Flag& flag);
FlagFacts facts_of(const spec::FieldFlag& flag);
ArgumentFacts facts_of(const spec::Argument& argument, const spec::Command& command);

} // namespace

std::vector<FlagFacts> command_flags(const spec::Command& command) {
  std::vector<FlagFacts> all;
  for (const auto& flag : command.flags)
    all.push_back(facts_of(flag));
  if (command.body_flags == spec::BodyFlags::yes)
    for (const auto& flag : spec::field_flags())
      all.push_back(facts_of(flag));
  return all;
}

std::vector<FlagFacts> shared_flags() {
  std::vector<FlagFacts> all;
  for (const auto& flag : spec::global_flags())
    all.push_back(facts_of(flag));
  return all;
}

std::vector<ArgumentFacts> argument_facts(const spec::Command& command) {
  std::vector<ArgumentFacts> all;
  for (const auto& argument : command.arguments)
    all.push_back(facts_of(argument, command));
  return all;
}

namespace {

// The meaning of the names of values in the command table.

Words no_words() {
  return {};
}

Words column_words() {
  Words words;
  for (const auto& column : model::all_columns())
    words.push_back(
        {std::string(column.name),
         fmt::format("{}{}{}", column.title, column.unit.empty() ? "" : ", ", column.unit)});
  return words;
}

Words listed_columns() {
  auto words = column_words();
  words.push_back({"help", "list the columns"});
  return words;
}

Words sortings() {
  auto words = column_words();
  for (const auto& column : column_words())
    words.push_back({"-" + column.text, column.says + ", descending"});
  return words;
}

Words measures() {
  Words words;
  for (const auto name : model::measure_names())
    words.push_back({std::string(name), {}});
  return words;
}

// The kinds of all commands, because the meaning of a flag must not depend on the command.
Words kinds_of_changes() {
  Words words{{"worse", "every kind that is worse"}, {"any", "every kind"}};
  const auto add = [&](const auto& kinds) {
    for (const auto& kind : kinds)
      if (std::none_of(words.begin(), words.end(),
                       [&](const Word& word) { return word.text == kind.name; }))
        words.push_back({std::string(kind.name), {}});
  };
  add(model::endpoint_change_kinds);
  add(model::credential_change_kinds);
  return words;
}

Words roles() {
  Words words;
  for (const auto& variant : spec::find_field("messages")->shape.element->variants)
    words.push_back({fmt::format("{}=", variant.value), {}});
  return words;
}

// Fields outside lists, whose paths need only dots.
Words body_paths() {
  Words words;
  for (const auto& flag : spec::field_flags())
    if (flag.path.find('[') == std::string::npos)
      words.push_back({flag.path, std::string(flag.help)});
  return words;
}

Words report_formats() {
  Words words;
  for (const auto& row : format_rows)
    words.push_back({std::string(row.name) + "=", std::string(row.meaning)});
  return words;
}

Words assigned_paths() {
  auto words = body_paths();
  for (auto& word : words)
    word.text += '=';
  return words;
}

struct Meaning {
  std::string_view value_name;
  Offer offer;
  Words (*words)();
};

constexpr std::array meanings{
    Meaning{"FILE", Offer::files, no_words},
    Meaning{"FORMAT=FILE", Offer::beginnings, report_formats},
    Meaning{"DIR", Offer::files, no_words},
    Meaning{"TEXT", Offer::text, no_words},
    Meaning{"NAME", Offer::profiles, no_words},
    Meaning{"ROLE=TEXT", Offer::pairs, roles},
    Meaning{"PATH", Offer::words, body_paths},
    Meaning{"PATH=VALUE", Offer::beginnings, assigned_paths},
    Meaning{"PATH=TEXT", Offer::beginnings, assigned_paths},
    Meaning{"PATH=JSON", Offer::pairs, assigned_paths},
    Meaning{"a,b", Offer::word_list, listed_columns},
    Meaning{"[-]COLUMN", Offer::words, sortings},
    Meaning{"CONDITION", Offer::beginnings, column_words},
    Meaning{"COLUMN", Offer::words, measures},
    Meaning{"KIND,...", Offer::word_list, kinds_of_changes},
};

Words words_of(spec::Rows<std::string_view> choices) {
  Words words;
  for (const auto choice : choices)
    words.push_back({std::string(choice), {}});
  return words;
}

FlagFacts facts_of(const spec::Flag& flag) {
  FlagFacts facts;
  facts.name = flag.name;
  facts.letter = flag.letter;
  facts.value_name = flag.value_name;
  facts.repeats = flag.kind == spec::FlagKind::list || flag.kind == spec::FlagKind::count;
  facts.help = flag.help;
  facts.choices.assign(flag.choices.begin(), flag.choices.end());
  facts.fallback = flag.fallback;
  if (!flag.choices.empty()) {
    facts.offer = Offer::words;
    facts.words = words_of(flag.choices);
    return facts;
  }
  const auto* meaning = std::find_if(meanings.begin(), meanings.end(), [&](const Meaning& row) {
    return row.value_name == flag.value_name;
  });
  if (meaning == meanings.end()) return facts;
  facts.offer = meaning->offer;
  facts.words = meaning->words();
  return facts;
}

// The flags of fields: names and choices of the values of a shape.

bool is_scalar(const spec::Shape& shape) {
  return shape.kind != Kind::list && shape.kind != Kind::map && shape.kind != Kind::object &&
         shape.kind != Kind::tagged;
}

std::string kind_name(const spec::Shape& shape) {
  if (const auto* object = object_of_word(shape)) return upper_case(object->tag) + "|JSON";
  if (spec::takes_pairs(shape)) return "KEY=VALUE";
  switch (shape.kind) {
  case Kind::boolean:
    return "true|false";
  case Kind::integer:
  case Kind::number:
    return "N";
  case Kind::object:
  case Kind::tagged:
    return "JSON";
  case Kind::list:
    return spec::takes_items(shape) ? "VALUE" : "JSON";
  default:
    return "VALUE";
  }
}

std::string value_name_of(const spec::Shape& shape) {
  return kind_name(shape) + (shape.nullable ? "|null" : "");
}

// Other objects require more than their word.
std::vector<std::string> object_words(const spec::Shape& object) {
  std::vector<std::string> words;
  for (const auto& variant : object.variants)
    if (variant.first_required() == nullptr) words.emplace_back(variant.value);
  return words;
}

std::vector<std::string> choices_of(const spec::Shape& shape) {
  if (const auto* object = object_of_word(shape)) return object_words(*object);
  return {shape.choices.begin(), shape.choices.end()};
}

std::vector<std::string> values_of(const spec::Shape& shape) {
  if (shape.kind == Kind::boolean) return {"true", "false"};
  if (shape.kind == Kind::list && !shape.element->has_word) return values_of(*shape.element);
  auto values = choices_of(shape);
  for (const auto& alternative : shape.alternatives)
    for (auto& value : values_of(alternative))
      values.push_back(std::move(value));
  return values;
}

// A word that stands for many ("router:*") can't be offered.
Words offered_values(const spec::Shape& shape) {
  auto values = values_of(shape);
  if (!values.empty() && shape.nullable) values.emplace_back("null");
  Words words;
  for (auto& value : values)
    if (!value.ends_with('*')) words.push_back({std::move(value), {}});
  return words;
}

bool takes_file(const spec::Shape& shape) {
  return shape.kind == Kind::any || !is_scalar(shape) ||
         std::any_of(shape.alternatives.begin(), shape.alternatives.end(),
                     [](const spec::Shape& other) { return other.kind == Kind::object; });
}

Offer offer_of(const spec::Shape& shape) {
  const bool is_list_of_words = shape.kind == Kind::list && spec::takes_items(shape);
  if (takes_file(shape) && !is_list_of_words) return Offer::text;
  return offered_values(shape).empty() ? Offer::nothing : Offer::words;
}

FlagFacts facts_of(const spec::FieldFlag& flag) {
  const auto& shape = *flag.shape;
  FlagFacts facts;
  facts.name = flag.name;
  facts.value_name = value_name_of(shape);
  facts.field = &flag;
  facts.is_value_optional = shape.kind == Kind::boolean;
  facts.repeats = spec::repeats(shape);
  facts.help = flag.help;
  if (flag.path == flag.field->name && !flag.field->replacement.empty())
    facts.help += fmt::format(" (deprecated, use {})", flag.field->replacement);
  facts.choices = choices_of(shape);
  facts.offer = offer_of(shape);
  facts.words = offered_values(shape);
  return facts;
}

// Arguments.

Words setting_words(const spec::Command& command) {
  Words words;
  for (const auto& setting : config::settings())
    if (command.verb == "get" || setting.place != config::SettingPlace::nowhere)
      words.push_back({std::string(setting.key), std::string(setting.help)});
  return words;
}

Words topic_words() {
  Words words;
  for (const auto& topic : topics())
    words.push_back({std::string(topic.name), std::string(topic.title)});
  return words;
}

void offer(ArgumentFacts& facts, Offer offered, Words words = {}) {
  facts.offer = offered;
  facts.words = std::move(words);
}

void add_offer(ArgumentFacts& facts, const spec::Argument& argument, const spec::Command& command) {
  if (!argument.choices.empty()) return offer(facts, Offer::words, words_of(argument.choices));
  if (argument.is_path) return offer(facts, Offer::files);
  if (command.noun == "help") return offer(facts, Offer::commands, topic_words());
  if (argument.name == "COMMAND") return offer(facts, Offer::command_line);
  if (command.noun != "config") return;
  if (argument.name == "KEY") return offer(facts, Offer::words, setting_words(command));
  if (argument.name == "VALUE") return offer(facts, Offer::setting_values);
}

ArgumentFacts facts_of(const spec::Argument& argument, const spec::Command& command) {
  ArgumentFacts facts;
  facts.name = argument.name;
  facts.is_optional = argument.is_optional;
  facts.repeats = argument.arity == spec::Arity::at_least_one;
  facts.help = argument.help;
  add_offer(facts, argument, command);
  return facts;
}

} // namespace

} // namespace mrctl::help
