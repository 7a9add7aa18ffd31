#include "mrctl/help/completion.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/help/value_facts.hpp"
#include "mrctl/spec/advice.hpp"

#include "value_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::help {

namespace {

// `typed` is what is there of the value, the end of the last word; what precedes it is already in
// `completion.kept`.
void complete_flag_value(Completion& completion, const FlagFacts& flag, std::string_view typed) {
  if (flag.field != nullptr) return complete_shape(completion, *flag.field->shape, typed);
  auto choices = mapped(flag.choices, [&](const auto& choice) { return Word{choice}; });
  complete_value(completion, flag.takes, std::move(choices), typed);
}

// The last argument may be repeated.
const spec::Argument* argument_at(const spec::Command& command, std::size_t index) {
  const auto& arguments = command.arguments;
  if (index < arguments.count) return &arguments[index];
  if (arguments.empty()) return nullptr;
  const auto& last = arguments[arguments.count - 1];
  return last.arity == spec::Arity::at_least_one ? &last : nullptr;
}

void offer_flags(Completion& completion, const std::vector<FlagFacts>& flags) {
  for (const auto& flag : flags) {
    const auto& used = completion.before.flags;
    if (!flag.repeats && contains(used, flag.name, &spec::WordsBefore::Use::flag)) continue;
    completion.words.push_back({flag.name, flag.help});
    if (flag.letter != 0) completion.words.push_back({fmt::format("-{}", flag.letter), flag.help});
  }
}

// "--output=js".
void complete_assigned(Completion& completion, const std::vector<FlagFacts>& flags,
                       std::string_view last) {
  const auto sign = last.find('=');
  const auto* flag = find_row(flags, &FlagFacts::name, last.substr(0, sign));
  if (flag == nullptr || flag->value_name.empty()) return;
  completion.kept = last.substr(0, sign + 1);
  complete_flag_value(completion, *flag, last.substr(sign + 1));
}

void complete_word(Completion& completion, std::string_view last) {
  const auto& before = completion.before;
  if (before.command == nullptr) {
    if (before.arguments.empty() && !before.separator) offer_commands(completion, before.noun);
  } else if (const auto* argument = argument_at(*before.command, before.arguments.size())) {
    complete_value(completion, argument->takes, words_of_choices(argument->choices), last);
  }
}

void complete_last(Completion& completion, const std::vector<FlagFacts>& flags,
                   std::string_view last) {
  const auto& before = completion.before;
  if (!before.awaiting.empty())
    complete_flag_value(completion, *find_row(flags, &FlagFacts::name, before.awaiting), last);
  else if (before.separator || !last.starts_with('-'))
    complete_word(completion, last);
  else if (last.starts_with("--") && last.find('=') != std::string_view::npos)
    complete_assigned(completion, flags, last);
  else
    offer_flags(completion, flags);
}

bool is_plain(std::string_view text) {
  return !text.empty() && is_alphanumeric(text, "_-.,:=/@+%");
}

std::string names_of_endings(const Completion& completion) {
  std::string names;
  for (const auto ending : completion.endings)
    names += fmt::format(" {}", ending.substr(1));
  return names;
}

std::string first_line(const Completion& completion) {
  switch (completion.completer) {
  case Completer::words:
    break;
  case Completer::open:
    return fmt::format("open {}", completion.continuation);
  case Completer::files:
    return fmt::format("files {}{}", count_characters(completion.kept),
                       names_of_endings(completion));
  case Completer::folders:
    return fmt::format("folders {}", count_characters(completion.kept));
  case Completer::command:
    return fmt::format("command {}", completion.command_index);
  }
  return "words";
}

struct Shell {
  std::string_view name;
  std::string_view (*script)();
};

constexpr std::array shells{
    Shell{"bash", bash_script},
    Shell{"zsh", zsh_script},
    Shell{"fish", fish_script},
};

constexpr auto names_of_shells = names_of(shells);

} // namespace

Completion complete(std::span<const std::string> words) {
  Completion completion;
  completion.before = spec::parse_to_cursor(words.first(words.size() - 1));
  const auto& before = completion.before;
  if (before.separator && before.command != nullptr &&
      before.command->has_argument(Takes::command)) {
    completion.completer = Completer::command;
    completion.command_index = *before.separator + 1;
    return completion;
  }
  auto flags = shared_flags();
  if (before.command != nullptr) append(flags, command_flags(*before.command));
  complete_last(completion, flags, words.back());
  return completion;
}

std::string lines_of(const Completion& completion) {
  auto lines = first_line(completion) + "\n";
  for (const auto& word : completion.words)
    if (is_plain(word.text))
      lines += fmt::format("{}{}{}{}\n", completion.kept, word.text, word.says.empty() ? "" : "\t",
                           word.says);
  return lines;
}

Result<std::string> completion_script(std::string_view shell) {
  if (const auto* found = find_row(shells, &Shell::name, shell))
    return std::string(found->script());
  if (auto advice = spec::advice_in(spec::WordPlace::completion, shell); !advice.empty())
    return fail(Error::usage(fmt::format("unknown shell '{}'", shell), std::move(advice)));
  const auto name = after_last(shell, "/"); // of "/bin/bash"
  return fail(
      Error::unknown_word("shell", shell, nearest_word(name, names_of_shells),
                          fmt::format("the shells are {}", fmt::join(names_of_shells, ", "))));
}

} // namespace mrctl::help
