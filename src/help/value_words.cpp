#include "value_words.hpp"

#include "mrctl/base/output_format.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/model/change_kind.hpp"
#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_measure.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag_value.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::help {

namespace {

using spec::Kind;
using spec::Takes;
using Words = std::vector<Word>;

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
    words.push_back({std::string(name)});
  return words;
}

// The kinds of all commands: what a flag takes does not depend on the command.
Words kinds_of_changes() {
  Words words{{"worse", "every kind that is worse"}, {"any", "every kind"}};
  const auto add = [&](const auto& kinds) {
    for (const auto& kind : kinds)
      if (std::none_of(words.begin(), words.end(),
                       [&](const Word& word) { return word.text == kind.name; }))
        words.push_back({std::string(kind.name)});
  };
  add(model::endpoint_change_kinds);
  add(model::credential_change_kinds);
  return words;
}

Words roles() {
  Words words;
  for (const auto& variant : spec::find_field("messages")->shape.element->variants)
    words.push_back({fmt::format("{}=", variant.value)});
  return words;
}

// Fields outside lists, whose paths need only dots.
Words members() {
  Words words;
  for (const auto& flag : spec::field_flags())
    if (flag.path.find('[') == std::string::npos)
      words.push_back({flag.path, std::string(flag.help)});
  return words;
}

Words assignment_words() {
  auto words = members();
  for (auto& word : words)
    word.text += '=';
  return words;
}

Words report_formats() {
  Words words;
  for (const auto& row : format_rows)
    words.push_back({fmt::format("{}=", row.name), std::string(row.meaning)});
  return words;
}

Words setting_words(bool (*is_meant)(const spec::Setting& setting)) {
  Words words;
  for (const auto& setting : spec::settings())
    if (is_meant(setting)) words.push_back({std::string(setting.key), std::string(setting.help)});
  return words;
}

Words settings() {
  return setting_words([](const spec::Setting&) { return true; });
}

Words stored_settings() {
  return setting_words(
      [](const spec::Setting& setting) { return setting.place != spec::SettingPlace::nowhere; });
}

struct WordSource {
  Takes takes;
  Words (*words)();
};

constexpr std::array word_sources{
    WordSource{Takes::message, roles},
    WordSource{Takes::member, members},
    WordSource{Takes::member_value, assignment_words},
    WordSource{Takes::member_json, assignment_words},
    WordSource{Takes::columns, listed_columns},
    WordSource{Takes::sort_column, sortings},
    WordSource{Takes::condition, column_words},
    WordSource{Takes::measure, measures},
    WordSource{Takes::change_kinds, kinds_of_changes},
    WordSource{Takes::report, report_formats},
    WordSource{Takes::setting, settings},
    WordSource{Takes::stored_setting, stored_settings},
};

bool is_scalar(const spec::Shape& shape) {
  return shape.kind != Kind::list && shape.kind != Kind::map && shape.kind != Kind::object &&
         shape.kind != Kind::tagged;
}

// Other objects require more than their word.
std::vector<std::string> object_words(const spec::Shape& object) {
  std::vector<std::string> words;
  for (const auto& variant : object.variants)
    if (variant.first_required() == nullptr) words.emplace_back(variant.value);
  return words;
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

} // namespace

std::vector<Word> words_for(spec::Takes takes) {
  const auto* found = find_row(word_sources, &WordSource::takes, takes);
  return found == nullptr ? Words() : found->words();
}

std::vector<Word> words_of(spec::Rows<std::string_view> choices) {
  Words words;
  for (const auto choice : choices)
    words.push_back({std::string(choice)});
  return words;
}

// A word that stands for many ("router:*") can't be offered.
std::vector<Word> words_of(const spec::Shape& shape) {
  auto values = values_of(shape);
  if (!values.empty() && shape.nullable) values.emplace_back("null");
  Words words;
  for (auto& value : values)
    if (!value.ends_with('*')) words.push_back({std::move(value)});
  return words;
}

std::vector<std::string> choices_of(const spec::Shape& shape) {
  if (const auto* object = object_of_word(shape)) return object_words(*object);
  return {shape.choices.begin(), shape.choices.end()};
}

bool takes_file(const spec::Shape& shape) {
  if (shape.kind == Kind::list && spec::takes_items(shape)) return false;
  return shape.kind == Kind::any || !is_scalar(shape) ||
         std::any_of(shape.alternatives.begin(), shape.alternatives.end(),
                     [](const spec::Shape& other) { return other.kind == Kind::object; });
}

spec::Takes named_by(const spec::Shape& shape) {
  return shape.kind == Kind::list ? shape.element->takes : shape.takes;
}

} // namespace mrctl::help
