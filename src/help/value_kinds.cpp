#include "value_kinds.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/help/completion.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/help/vocabulary.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_table.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/rule.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::help {

namespace {

std::vector<Word> words_of_table(WordTable table) {
  return mapped(words_in(table), [](const auto& row) { return Word{row.name, row.says}; });
}

std::vector<Word> with_ending(std::vector<Word> words, char ending) {
  for (auto& word : words)
    word.text += ending;
  return words;
}

// The columns that `--columns help` lists, without their short names.
std::vector<Word> column_words() {
  return mapped(service::all_columns(), [](const auto& column) {
    return Word{std::string(column.name), std::string(column.says)};
  });
}

// Returns the names of the columns, and "help".
std::vector<Word> column_list_words() {
  auto words = column_words();
  words.push_back({"help", "list the columns"});
  return words;
}

// "price", then "-price": ascending, then descending.
std::vector<Word> sort_words() {
  auto words = column_words();
  for (const auto& name : service::short_names())
    words.push_back({std::string(name.name), std::string(name.column->says)});
  for (std::size_t i = 0, count = words.size(); i < count; ++i)
    words.push_back({"-" + words[i].text, words[i].says + ", descending"});
  return words;
}

std::vector<Word> change_words() {
  std::vector<Word> words{{"worse", "every kind that is worse"}, {"any", "every kind"}};
  append(words, words_of_table(WordTable::change));
  return words;
}

// "system=": roles of messages.
std::vector<Word> role_words() {
  return mapped(spec::find_field("messages")->shape.element->variants,
                [&](const auto& variant) { return Word{fmt::format("{}=", variant.value)}; });
}

// "provider.sort": fields and members outside lists, whose paths need only dots.
std::vector<Word> member_words() {
  std::vector<Word> words;
  for (const auto& flag : spec::field_flags())
    if (flag.path.find('[') == std::string::npos)
      words.push_back({flag.path, std::string(flag.help)});
  return words;
}

std::vector<Word> format_words() {
  auto words = words_of_table(WordTable::format);
  std::erase_if(words, [](const Word& word) { return !contains(format_names, word.text); });
  return words;
}

std::vector<Word> stored_setting_words() {
  return mapped(lines_of_table(WordTable::setting, "config.toml"), [](const auto& line) {
    return Word{line.name, line.says};
  });
}

using spec::ShapeKind;

// Moves a beginning of what is typed to what stays of the word.
void keep(Completion& completion, std::string_view& typed, std::size_t count) {
  completion.kept += typed.substr(0, count);
  typed.remove_prefix(count);
}

void complete_files(Completion& completion, std::string_view typed, std::size_t count) {
  keep(completion, typed, count);
  completion.completer = Completer::files;
}

void leave_open(Completion& completion, Takes takes, char continuation) {
  completion.completer = Completer::open;
  completion.continuation = continuation;
  completion.words = words_for(takes);
}

bool prints(const spec::Command& command, Format format) {
  if (is_of_findings(format) && command.findings == spec::HasFindings::no) return false;
  return command.refusal.refuses == nullptr || !command.refusal.refuses(format);
}

// Leaves out words like "raw" and "raw=".
void leave_out_refused_formats(Completion& completion) {
  const auto* command = completion.before.command;
  if (command == nullptr) return;
  for (const auto& row : format_rows)
    if (!prints(*command, row.format))
      std::erase_if(completion.words, [&](const Word& word) {
        return word.text == row.name || word.text == fmt::format("{}=", row.name);
      });
}

// A file after "=@".
void complete_assignment(Completion& completion, Takes takes, std::string_view typed) {
  const auto sign = typed.find('=');
  const bool is_file = sign != std::string_view::npos && typed.substr(sign + 1).starts_with('@');
  if (is_file) return complete_files(completion, typed, sign + 2);
  if (sign == std::string_view::npos) leave_open(completion, takes, '=');
}

// The value of a member is that of its flag, except that it is never in a file.
void complete_member_value(Completion& completion, Takes takes, std::string_view typed) {
  const auto sign = typed.find('=');
  if (sign == std::string_view::npos) return leave_open(completion, takes, '=');
  const auto& flags = spec::field_flags();
  const auto flag = std::ranges::find_if(
      flags, [&](const spec::FieldFlag& row) { return row.path == typed.substr(0, sign); });
  keep(completion, typed, sign + 1);
  const bool is_text = typed.starts_with('@');
  if (flag != flags.end() && !is_text) complete_shape(completion, *flag->shape, typed);
}

// Completes a list, in which each word may stand once.
void complete_list(Completion& completion, Takes takes, std::string_view typed) {
  leave_open(completion, takes, ',');
  for (auto comma = typed.find(','); comma != std::string_view::npos; comma = typed.find(',')) {
    const auto taken = typed.substr(0, comma);
    std::erase_if(completion.words, [&](const Word& word) { return word.text == taken; });
    keep(completion, typed, comma + 1);
  }
}

void complete_report(Completion& completion, Takes takes, std::string_view typed) {
  if (const auto sign = typed.find('='); sign != std::string_view::npos)
    return complete_files(completion, typed, sign + 1);
  leave_open(completion, takes, '=');
  leave_out_refused_formats(completion);
}

void complete_setting_value(Completion& completion, std::string_view typed) {
  const auto& arguments = completion.before.arguments;
  const auto* setting = arguments.size() == 1 ? spec::find_setting(arguments.front()) : nullptr;
  if (setting == nullptr) return;
  const auto flag = spec::flag_of(*setting);
  if (setting->takes == Takes::boolean)
    completion.words = words_of_shape(spec::boolean());
  else
    complete_value(completion, flag.takes, words_of_choices(flag.choices), typed);
}

// Other words are so many that they are offered only for a beginning.
void complete_subject(Completion& completion, std::string_view typed) {
  const auto& arguments = completion.before.arguments;
  if (arguments.size() == 1) offer_commands(completion, arguments.front());
  if (!arguments.empty()) return;
  offer_commands(completion, {});
  auto& words = completion.words;
  const auto offer = [&](std::string_view text, std::string_view says) {
    if (!contains(words, text, &Word::text))
      words.push_back({std::string(text), std::string(says)});
  };
  for (const auto& topic : topics())
    offer(topic.name, topic.title);
  if (!typed.empty())
    for (const auto& line : all_words(word_tables({})))
      offer(line.name, line.says);
}

// Where tables list the words of a kind.
struct WordsOfKind {
  Takes takes;
  std::vector<Word> (*words)();
};

// clang-format off
constexpr std::array words_of_kinds{
    WordsOfKind{Takes::message, role_words},
    WordsOfKind{Takes::member, member_words},
    WordsOfKind{Takes::member_value, [] { return with_ending(member_words(), '='); }},
    WordsOfKind{Takes::member_json, [] { return with_ending(member_words(), '='); }},
    WordsOfKind{Takes::columns, column_list_words},
    WordsOfKind{Takes::sort_column, sort_words},
    WordsOfKind{Takes::condition, column_words},
    WordsOfKind{Takes::measure, [] { return mapped(service::measure_names(), [&](const auto& name) { return Word{std::string(name)}; }); }},
    WordsOfKind{Takes::endpoint_changes, change_words},
    WordsOfKind{Takes::assumptions, [] { return words_of_choices(spec::assumable_codes); }},
    WordsOfKind{Takes::format, format_words},
    WordsOfKind{Takes::report, [] { return with_ending(words_of_table(WordTable::format), '='); }},
    WordsOfKind{Takes::setting, [] { return words_of_table(WordTable::setting); }},
    WordsOfKind{Takes::stored_setting, stored_setting_words},
};
// clang-format on

std::vector<std::string> values_of(const spec::Shape& shape) {
  if (shape.kind == ShapeKind::boolean) return {"true", "false"};
  if (shape.kind == ShapeKind::list && !shape.element->has_word) return values_of(*shape.element);
  auto values = choices_of(shape);
  for (const auto& alternative : shape.alternatives)
    append(values, values_of(alternative));
  return values;
}

} // namespace

void complete_shape(Completion& completion, const spec::Shape& shape, std::string_view typed) {
  if (spec::takes_file(shape) && typed.starts_with('@'))
    return complete_files(completion, typed, 1);
  completion.words = words_of_shape(shape);
  completion.listed = shape.kind == ShapeKind::list ? shape.element->takes : shape.takes;
}

void complete_value(Completion& completion, Takes takes, std::string_view typed) {
  switch (kind_of(takes).completed) {
  case Completed::not_at_all:
    return;
  case Completed::word:
    completion.words = words_for(takes);
    return;
  case Completed::listed_word:
    completion.listed = takes;
    return;
  case Completed::list:
    return complete_list(completion, takes, typed);
  case Completed::condition:
    return leave_open(completion, takes, '=');
  case Completed::assignment:
    return complete_assignment(completion, takes, typed);
  case Completed::member_value:
    return complete_member_value(completion, takes, typed);
  case Completed::text_or_file:
    return typed.starts_with('@') ? complete_files(completion, typed, 1) : void();
  case Completed::preset_file:
    completion.endings = spec::body_endings;
    [[fallthrough]];
  case Completed::file:
    return complete_files(completion, typed, 0);
  case Completed::folder:
    completion.completer = Completer::folders;
    return;
  case Completed::format:
    completion.words = words_for(takes);
    return leave_out_refused_formats(completion);
  case Completed::report:
    return complete_report(completion, takes, typed);
  case Completed::setting_value:
    return complete_setting_value(completion, typed);
  case Completed::subject:
    return complete_subject(completion, typed);
  case Completed::command:
    completion.words = {{"--", "the command to run follows"}};
  }
}

void complete_value(Completion& completion, Takes takes, std::vector<Word> choices,
                    std::string_view typed) {
  if (takes != Takes::text) return complete_value(completion, takes, typed);
  completion.words = std::move(choices);
}

std::vector<Word> words_for(Takes takes) {
  const auto* row = find_row(words_of_kinds, &WordsOfKind::takes, takes);
  return row == nullptr ? std::vector<Word>() : row->words();
}

void offer_commands(Completion& completion, std::string_view noun) {
  auto& words = completion.words;
  for (const auto& command : spec::commands()) {
    const bool is_new = words.empty() || words.back().text != command.noun;
    if (noun.empty() && !command.verb.empty() && is_new)
      words.push_back({std::string(command.noun), std::string(command.verb)});
    else if (noun.empty() && !command.verb.empty())
      words.back().says += ", " + std::string(command.verb);
    else if (noun.empty())
      words.push_back({std::string(command.noun), std::string(command.summary)});
    else if (command.noun == noun && !command.verb.empty())
      words.push_back({std::string(command.verb), std::string(command.summary)});
  }
}

std::vector<Word> words_of_choices(spec::Rows<std::string_view> choices) {
  return mapped(choices, [&](const auto& choice) { return Word{std::string(choice)}; });
}

// A word that stands for many can't be offered.
std::vector<Word> words_of_shape(const spec::Shape& shape) {
  auto values = values_of(shape);
  if (!values.empty() && shape.nullable) values.emplace_back("null");
  std::vector<Word> words;
  for (auto& value : values)
    if (value != spec::prefixed_name) words.push_back({std::move(value)});
  return words;
}

std::vector<std::string> choices_of(const spec::Shape& shape) {
  const auto* object = object_of_word(shape);
  if (object == nullptr) return {shape.choices.begin(), shape.choices.end()};
  std::vector<std::string> words;
  for (const auto& variant : object->variants)
    if (variant.first_required() == nullptr) words.emplace_back(variant.value);
  return words;
}

} // namespace mrctl::help
