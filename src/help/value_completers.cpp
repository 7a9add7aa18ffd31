#include "value_completers.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/help/words.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/setting.hpp"

#include "value_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace mrctl::help {

namespace {

using spec::Takes;

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

} // namespace

void complete_nothing(Completion& /*completion*/, Takes /*takes*/, std::string_view /*typed*/) {}

void complete_file(Completion& completion, Takes /*takes*/, std::string_view typed) {
  complete_files(completion, typed, 0);
}

void complete_folder(Completion& completion, Takes /*takes*/, std::string_view /*typed*/) {
  completion.completer = Completer::folders;
}

void complete_preset_file(Completion& completion, Takes /*takes*/, std::string_view typed) {
  complete_files(completion, typed, 0);
  completion.endings = spec::body_endings;
}

void complete_text_or_file(Completion& completion, Takes /*takes*/, std::string_view typed) {
  if (typed.starts_with('@')) complete_files(completion, typed, 1);
}

void complete_table_word(Completion& completion, Takes takes, std::string_view /*typed*/) {
  completion.words = words_for(takes);
}

void complete_condition(Completion& completion, Takes takes, std::string_view /*typed*/) {
  leave_open(completion, takes, '=');
}

// A file after "=@".
void complete_assignment(Completion& completion, Takes takes, std::string_view typed) {
  const auto sign = typed.find('=');
  const bool is_file = sign != std::string_view::npos && typed.substr(sign + 1).starts_with('@');
  if (is_file) return complete_files(completion, typed, sign + 2);
  if (sign == std::string_view::npos) leave_open(completion, takes, '=');
}

void complete_shape(Completion& completion, const spec::Shape& shape, std::string_view typed) {
  if (spec::takes_file(shape) && typed.starts_with('@'))
    return complete_files(completion, typed, 1);
  completion.words = words_of(shape);
  completion.listed = named_by(shape);
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

// Each word at most once.
void complete_list(Completion& completion, Takes takes, std::string_view typed) {
  leave_open(completion, takes, ',');
  for (auto comma = typed.find(','); comma != std::string_view::npos; comma = typed.find(',')) {
    const auto taken = typed.substr(0, comma);
    std::erase_if(completion.words, [&](const Word& word) { return word.text == taken; });
    keep(completion, typed, comma + 1);
  }
}

void complete_format(Completion& completion, Takes takes, std::string_view /*typed*/) {
  completion.words = words_for(takes);
  leave_out_refused_formats(completion);
}

void complete_report(Completion& completion, Takes takes, std::string_view typed) {
  if (const auto sign = typed.find('='); sign != std::string_view::npos)
    return complete_files(completion, typed, sign + 1);
  leave_open(completion, takes, '=');
  leave_out_refused_formats(completion);
}

void complete_listed(Completion& completion, Takes takes, std::string_view /*typed*/) {
  completion.listed = takes;
}

void complete_setting_value(Completion& completion, Takes /*takes*/, std::string_view typed) {
  const auto& arguments = completion.before.arguments;
  const auto* setting = arguments.size() == 1 ? spec::find_setting(arguments.front()) : nullptr;
  if (setting == nullptr) return;
  const auto flag = spec::flag_of(*setting);
  if (setting->kind == spec::SettingKind::boolean)
    completion.words = words_of(spec::boolean());
  else
    complete_value(completion, flag.takes, words_of(flag.choices), typed);
}

// Other words are so many that they are offered only for a beginning.
void complete_subject(Completion& completion, Takes /*takes*/, std::string_view typed) {
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

void complete_separator(Completion& completion, Takes /*takes*/, std::string_view /*typed*/) {
  completion.words = {{"--", "the command to run follows"}};
}

} // namespace mrctl::help
