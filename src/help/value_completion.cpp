#include "value_completion.hpp"

#include "mrctl/base/output_format.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/setting.hpp"

#include "value_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace mrctl::help {

namespace {

using spec::Takes;

void complete_value(Completion& completion, Takes takes, std::string_view typed);

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

// Each is how values of one kind are completed.
using Complete = void (*)(Completion& completion, Takes takes, std::string_view typed);

void nothing(Completion& /*completion*/, Takes /*takes*/, std::string_view /*typed*/) {}

void files(Completion& completion, Takes /*takes*/, std::string_view typed) {
  complete_files(completion, typed, 0);
}

void folders(Completion& completion, Takes /*takes*/, std::string_view /*typed*/) {
  completion.completer = Completer::folders;
}

void preset_files(Completion& completion, Takes /*takes*/, std::string_view typed) {
  complete_files(completion, typed, 0);
  completion.endings = spec::body_endings;
}

void text_or_file(Completion& completion, Takes /*takes*/, std::string_view typed) {
  if (typed.starts_with('@')) complete_files(completion, typed, 1);
}

void words(Completion& completion, Takes takes, std::string_view /*typed*/) {
  completion.words = words_for(takes);
}

void conditions(Completion& completion, Takes takes, std::string_view /*typed*/) {
  leave_open(completion, takes, '=');
}

// A file after "=@".
void assignments(Completion& completion, Takes takes, std::string_view typed) {
  const auto sign = typed.find('=');
  const bool is_file = sign != std::string_view::npos && typed.substr(sign + 1).starts_with('@');
  if (is_file) return complete_files(completion, typed, sign + 2);
  if (sign == std::string_view::npos) leave_open(completion, takes, '=');
}

void complete_shape(Completion& completion, const spec::Shape& shape, std::string_view typed) {
  if (takes_file(shape) && typed.starts_with('@')) return complete_files(completion, typed, 1);
  completion.words = words_of(shape);
  completion.listed = named_by(shape);
}

// The value of a member is that of its flag, except that it is never in a file.
void member_values(Completion& completion, Takes takes, std::string_view typed) {
  const auto sign = typed.find('=');
  if (sign == std::string_view::npos) return leave_open(completion, takes, '=');
  const auto& flags = spec::field_flags();
  const auto flag = std::find_if(flags.begin(), flags.end(), [&](const spec::FieldFlag& row) {
    return row.path == typed.substr(0, sign);
  });
  keep(completion, typed, sign + 1);
  const bool is_text = typed.starts_with('@');
  if (flag != flags.end() && !is_text) complete_shape(completion, *flag->shape, typed);
}

// Each word at most once.
void lists(Completion& completion, Takes takes, std::string_view typed) {
  leave_open(completion, takes, ',');
  for (auto comma = typed.find(','); comma != std::string_view::npos; comma = typed.find(',')) {
    const auto taken = typed.substr(0, comma);
    std::erase_if(completion.words, [&](const Word& word) { return word.text == taken; });
    keep(completion, typed, comma + 1);
  }
}

bool prints(const spec::Command& command, Format format) {
  if (is_of_findings(format) && command.findings == spec::Findings::no) return false;
  return command.refusal.refuses == nullptr || !command.refusal.refuses(format);
}

// Words like "raw" and "raw=".
void leave_out_refused_formats(Completion& completion) {
  const auto* command = completion.before.command;
  if (command == nullptr) return;
  for (const auto& row : format_rows)
    if (!prints(*command, row.format))
      std::erase_if(completion.words, [&](const Word& word) {
        return word.text == row.name || word.text == fmt::format("{}=", row.name);
      });
}

void reports(Completion& completion, Takes takes, std::string_view typed) {
  if (const auto sign = typed.find('='); sign != std::string_view::npos)
    return complete_files(completion, typed, sign + 1);
  leave_open(completion, takes, '=');
  leave_out_refused_formats(completion);
}

void listed(Completion& completion, Takes takes, std::string_view /*typed*/) {
  completion.listed = takes;
}

void setting_values(Completion& completion, Takes /*takes*/, std::string_view typed) {
  const auto& arguments = completion.before.arguments;
  const auto* setting = arguments.size() == 1 ? spec::find_setting(arguments.front()) : nullptr;
  if (setting == nullptr) return;
  if (setting->kind == spec::SettingKind::boolean)
    completion.words = words_of(spec::boolean());
  else if (!setting->choices.empty())
    std::transform(setting->choices.begin(), setting->choices.end(),
                   std::back_inserter(completion.words),
                   [](std::string_view choice) { return Word{std::string(choice)}; });
  else
    complete_value(completion, setting->takes, typed);
}

void subjects(Completion& completion, Takes /*takes*/, std::string_view /*typed*/) {
  const auto& arguments = completion.before.arguments;
  if (arguments.size() == 1) offer_commands(completion, arguments.front());
  if (!arguments.empty()) return;
  offer_commands(completion, {});
  auto& words = completion.words;
  for (const auto& topic : topics())
    if (std::none_of(words.begin(), words.end(),
                     [&](const Word& word) { return word.text == topic.name; }))
      words.push_back({std::string(topic.name), std::string(topic.title)});
}

void separator(Completion& completion, Takes /*takes*/, std::string_view /*typed*/) {
  completion.words = {{"--", "the command to run follows"}};
}

struct Completer {
  Takes takes;
  Complete complete;
};

// Each at the position of its value.
constexpr std::array completers{
    Completer{Takes::text, nothing},
    Completer{Takes::file, files},
    Completer{Takes::folder, folders},
    Completer{Takes::preset_file, preset_files},
    Completer{Takes::text_or_file, text_or_file},
    Completer{Takes::message, assignments},
    Completer{Takes::member, words},
    Completer{Takes::member_value, member_values},
    Completer{Takes::member_json, assignments},
    Completer{Takes::columns, lists},
    Completer{Takes::sort_column, words},
    Completer{Takes::condition, conditions},
    Completer{Takes::measure, words},
    Completer{Takes::change_kinds, lists},
    Completer{Takes::report, reports},
    Completer{Takes::profile, listed},
    Completer{Takes::target, listed},
    Completer{Takes::slug, listed},
    Completer{Takes::model, listed},
    Completer{Takes::tag, listed},
    Completer{Takes::setting, words},
    Completer{Takes::stored_setting, words},
    Completer{Takes::setting_value, setting_values},
    Completer{Takes::subject, subjects},
    Completer{Takes::command, separator},
};

constexpr bool completers_are_in_order() {
  for (std::size_t i = 0; i < completers.size(); ++i)
    if (static_cast<std::size_t>(completers.at(i).takes) != i) return false;
  return completers.size() == static_cast<std::size_t>(Takes::command) + 1;
}
static_assert(completers_are_in_order());

void complete_value(Completion& completion, Takes takes, std::string_view typed) {
  completers.at(static_cast<std::size_t>(takes)).complete(completion, takes, typed);
}

void complete_value(Completion& completion, Takes takes, std::vector<Word> choices,
                    std::string_view typed) {
  if (choices.empty()) return complete_value(completion, takes, typed);
  completion.words = std::move(choices);
}

} // namespace

void complete_flag_value(Completion& completion, const FlagFacts& flag, std::string_view typed) {
  if (flag.field != nullptr) return complete_shape(completion, *flag.field->shape, typed);
  std::vector<Word> choices;
  for (const auto& choice : flag.choices)
    choices.push_back({choice});
  complete_value(completion, flag.takes, std::move(choices), typed);
  if (std::ranges::equal(flag.choices, format_names)) leave_out_refused_formats(completion);
}

void complete_argument(Completion& completion, const spec::Argument& argument,
                       std::string_view typed) {
  complete_value(completion, argument.takes, words_of(argument.choices), typed);
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

} // namespace mrctl::help
