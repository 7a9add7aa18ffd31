#include "mrctl/help/help.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/version.hpp"
#include "mrctl/help/layout.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

namespace mrctl::help {

namespace {

constexpr std::size_t narrowest_help = 20;
// The brief help is to fit a screen.
constexpr std::ptrdiff_t most_brief_lines = 40;
constexpr std::ptrdiff_t most_lines_of_overview = 50;

bool has_at_most(std::string_view text, std::ptrdiff_t lines) {
  return std::ranges::count(text, '\n') <= lines;
}

std::string usage_section(std::string_view text, std::size_t width) {
  constexpr std::string_view label = "Usage: ";
  return wrapped(fmt::format("{}mrctl {}", label, text), width,
                 {0, std::min(label.size() + 2, width / 4)});
}

std::string closing(std::string_view text, std::size_t width) {
  return "\n" + wrapped(text, width, {});
}

spec::Rows<spec::Example> first_of(spec::Rows<spec::Example> rows, std::size_t most) {
  rows.count = std::min(rows.count, most);
  return rows;
}

std::string example_section(spec::Rows<spec::Example> examples, std::size_t width) {
  std::string out;
  for (const auto& example : examples) {
    out += out.empty() ? "\nExamples:\n" : "\n";
    out += comment(example.says, width, margin);
    out += command_line(example.command, width, margin);
  }
  return out;
}

std::vector<HelpLine> argument_lines(const spec::Command& command) {
  return mapped(argument_facts(command), [&](const auto& argument) {
    return HelpLine{argument.name, argument.help};
  });
}

// Returns the command's own flags, then those of the body's fields by group. No group is empty.
std::vector<FlagGroup> flag_groups(const spec::Command& command) {
  constexpr auto groups_of_fields = static_cast<std::size_t>(spec::FieldGroup::tracking) + 1;
  std::vector<FlagGroup> groups(1 + groups_of_fields);
  for (auto& flag : command_flags(command)) {
    const auto position =
        flag.field == nullptr ? 0 : 1 + static_cast<std::size_t>(flag.field->field->group);
    auto& group = groups.at(position);
    group.title = group_of(flag);
    group.flags.push_back(std::move(flag));
  }
  std::erase_if(groups, [](const FlagGroup& group) { return group.flags.empty(); });
  return groups;
}

std::string flag_sections(const spec::Command& command, HelpLength length, std::size_t width) {
  std::string out;
  for (const auto& group : flag_groups(command))
    if (length == HelpLength::full || group.flags.front().field == nullptr)
      out += section(group.title, flag_lines(group.flags), width);
  return out;
}

std::vector<HelpLine> setting_lines() {
  std::vector<HelpLine> lines;
  for (const auto& setting : spec::settings()) {
    if (setting.place == spec::SettingPlace::nowhere) continue;
    std::string says(setting.help);
    if (!setting.choices.empty()) says += fmt::format(": {}", fmt::join(setting.choices, "|"));
    if (!setting.fallback.empty()) says += fmt::format("; the default is {}", setting.fallback);
    lines.push_back({std::string(setting.key), std::move(says)});
  }
  return lines;
}

// The flags that build or change a body, which several commands share.
bool changes_bodies(const spec::Flag& flag) {
  return std::holds_alternative<spec::BodyFlag>(flag.member) ||
         flag.member == spec::FlagMember(&spec::FlagValues::base) ||
         flag.member == spec::FlagMember(&spec::FlagValues::body);
}

// The flags of a command, those for bodies by their names alone.
std::string grouped_flags(const spec::Command& command, std::size_t width) {
  std::vector<std::string_view> grouped;
  for (const auto& flag : command.flags)
    if (changes_bodies(flag)) grouped.push_back(flag.name);
  auto groups = flag_groups(command);
  auto& own = groups.front().flags;
  std::erase_if(own, [&](const FlagFacts& flag) { return contains(grouped, flag.name); });
  return "\nFlags for bodies:\n" +
         wrapped(fmt::format("{}", fmt::join(grouped, ", ")), width, {margin, margin}) +
         section(groups.front().title, flag_lines(own), width);
}

std::vector<HelpLine> command_lines(std::string_view noun) {
  std::vector<HelpLine> lines;
  for (const auto& command : spec::commands())
    if (noun.empty() || command.noun == noun)
      lines.push_back({command.name(), std::string(command.summary)});
  return lines;
}

std::string list_of_topics(std::size_t width) {
  const auto names = mapped(topics(), [](const auto& topic) { return topic.name; });
  return "\n" + wrapped(fmt::format("Topics: {}", fmt::join(names, ", ")), width, {0, margin});
}

std::string overview_with(spec::Rows<spec::Example> examples, const std::string& rest,
                          std::size_t width) {
  return wrapped(introduction, width, {}) + "\n" + usage_section(general_usage, width) +
         example_section(examples, width) + section("Commands", command_lines({}), width) + rest +
         closing("'mrctl COMMAND --help' explains a command, 'mrctl help TOPIC' a topic.", width);
}

std::string overview(HelpLength length, std::size_t width) {
  const auto topic_lines = mapped(topics(), [](const auto& topic) {
    return HelpLine{std::string(topic.name), std::string(topic.title)};
  });
  if (length == HelpLength::full)
    return overview_with(first_examples(),
                         section("Topics", topic_lines, width) +
                             section("Global flags", flag_lines(shared_flags()), width) +
                             section("Exit codes", lines_of_table(WordTable::exit_code), width),
                         width);
  auto text = overview_with(first_of(first_examples(), 2), list_of_topics(width), width);
  return has_at_most(text, most_lines_of_overview)
             ? text
             : overview_with(first_of(first_examples(), 1), list_of_topics(width), width);
}

std::string noun_help(std::string_view noun, std::size_t width) {
  return usage_section(fmt::format("{} COMMAND", noun), width) +
         section("Commands", command_lines(noun), width) +
         closing(fmt::format("Run 'mrctl {} COMMAND --help' for more.", noun), width);
}

std::string more_on(const spec::Command& command) {
  std::vector<std::string> titles; // of the groups of fields
  for (const auto& group : flag_groups(command))
    if (group.flags.front().field != nullptr) titles.push_back(lower_case(group.title));
  if (titles.empty())
    return fmt::format("Run 'mrctl {} --help' for more, 'mrctl help global' for global flags.",
                       command.name());
  return fmt::format("Run 'mrctl {} --help' for the flags of fields ({}) and everything else.",
                     command.name(), fmt::join(titles, ", "));
}

std::string brief_help(const spec::Command& command, std::size_t width) {
  const auto begin =
      wrapped(command.summary, width, {}) + "\n" + usage_section(usage_of(command), width);
  const auto arguments = section("Arguments", argument_lines(command), width);
  const auto end = closing(more_on(command), width);
  const auto with = [&](std::size_t examples, const std::string& flags) {
    return begin + example_section(first_of(spec::examples_of(command), examples), width) +
           arguments + flags + end;
  };
  if (auto text = with(2, flag_sections(command, HelpLength::brief, width));
      has_at_most(text, most_brief_lines))
    return text;
  const auto grouped = grouped_flags(command, width);
  auto text = with(2, grouped);
  return has_at_most(text, most_brief_lines) ? text : with(1, grouped);
}

std::string full_help(const spec::Command& command, std::size_t width) {
  auto out = wrapped(command.summary, width, {}) + "\n" + usage_section(usage_of(command), width);
  out += example_section(spec::examples_of(command), width);
  if (const auto about = spec::about_of(command); !about.empty())
    out += "\nDescription:\n" + laid_out(about, width, margin);
  out += section("Arguments", argument_lines(command), width);
  const bool stores_settings =
      std::ranges::any_of(command.arguments, [](const spec::Argument& argument) {
        return argument.takes == Takes::stored_setting;
      });
  if (stores_settings) out += section("Settings", setting_lines(), width);
  out += flag_sections(command, HelpLength::full, width);
  return out + closing("See also: mrctl help global, mrctl help environment, mrctl help exit-codes",
                       width);
}

std::string topic_text(const Subject& subject, std::size_t width) {
  auto out = wrapped(subject.topic->title, width, {});
  for (const auto& part : parts_of(*subject.topic, subject.checks)) {
    const bool is_first = part.title.empty();
    out += is_first ? "\n" : fmt::format("\n{}:\n", part.title);
    if (!part.text.empty()) out += laid_out(part.text, width, is_first ? 0 : margin);
    if (!part.text.empty() && !part.lines.empty()) out += "\n";
    out += columns(part.lines, width);
  }
  return out;
}

std::string text_on(const Subject& subject, HelpLength length, std::size_t width) {
  if (subject.command != nullptr)
    return length == HelpLength::full ? full_help(*subject.command, width)
                                      : brief_help(*subject.command, width);
  if (subject.topic != nullptr)
    return topic_text(subject, width) +
           (subject.noun.empty() ? "" : section("Commands", command_lines(subject.noun), width));
  if (!subject.noun.empty()) return noun_help(subject.noun, width);
  return subject.word.empty() ? overview(length, width) : std::string();
}

Error unexpected_word(const std::string& word) {
  return Error::usage(fmt::format("unexpected argument '{}'", word),
                      "help takes one command, topic or word");
}

std::vector<std::string> nearest_subjects(const std::string& word, const WordTables& tables) {
  if (number_in<std::size_t>(word)) return {"exit-codes"};
  auto known = spec::nouns();
  for (const auto& topic : topics())
    known.push_back(topic.name);
  if (const auto near = nearest_word(word, known); !near.empty()) return {std::string(near)};
  if (auto near = spec::nearest_commands(word); !near.empty()) return near;
  std::vector<std::string> words;
  for (auto& line : all_words(tables))
    words.push_back(std::move(line.name));
  if (auto near = Vocabulary(std::move(words)).nearest(word); !near.empty()) return {near};
  auto part = word.substr(0, word.find_first_of("-_. /")); // "gate" of "gate-ids"
  const bool is_known = part.size() > 2 && !meanings_of(part, tables).empty();
  return is_known ? std::vector{std::move(part)} : std::vector<std::string>();
}

Error unknown_subject(const std::string& word, const WordTables& tables) {
  auto advice = spec::advice_on_flag(word, spec::find_command("help", {}));
  if (!advice.empty())
    return Error::usage(fmt::format("unknown flag '{}'", word), std::move(advice));
  for (const auto place : {spec::WordPlace::help, spec::WordPlace::preset})
    if (advice.empty()) advice = spec::advice_in(place, word);
  const auto near = advice.empty() ? nearest_subjects(word, tables) : std::vector<std::string>();
  auto hint = !advice.empty() ? std::move(advice)
              : near.empty()  ? std::string("run 'mrctl help' for the commands and topics")
                              : fmt::format("did you mean '{}'?", fmt::join(near, "' or '"));
  return Error::usage(fmt::format("unknown command, topic or word '{}'", word), std::move(hint));
}

Result<Subject> subject_of_word(Subject subject) {
  subject.command = spec::find_command(subject.word, {});
  subject.topic = find_topic(subject.word);
  if (subject.command == nullptr && spec::is_noun(subject.word)) subject.noun = subject.word;
  const auto tables = word_tables({subject.checks, subject.results});
  subject.meanings = meanings_of(subject.word, tables);
  const bool is_known = subject.command != nullptr || subject.topic != nullptr ||
                        !subject.noun.empty() || !subject.meanings.empty();
  return is_known ? Result<Subject>(std::move(subject))
                  : fail(unknown_subject(subject.word, tables));
}

} // namespace

Result<Subject> find_subject(std::span<const std::string> words, std::vector<HelpLine> checks,
                             std::span<const ResultSchema> results) {
  Subject subject{.checks = std::move(checks), .results = results};
  if (!words.empty() && words[0] == "mrctl") words = words.subspan(1);
  if (words.empty()) return subject;
  const auto sentence = fmt::format("{}", fmt::join(words, " "));
  const auto* refusal = spec::find_refusal(sentence);
  subject.word = refusal == nullptr ? words[0] : std::string(refusal->words);
  if (refusal != nullptr) return subject_of_word(std::move(subject));
  if (words.size() == 1) return subject_of_word(std::move(subject));
  const auto& noun = words[0];
  if (!spec::is_noun(noun)) {
    const auto near = fmt::format("{} {}", nearest_word(noun, spec::nouns()), words[1]);
    if (spec::find_command(near.substr(0, near.find(' ')), words[1]) != nullptr)
      return fail(Error::unknown_word("command", fmt::format("{} {}", noun, words[1]), near));
    TRY_ASSIGN(const auto known, subject_of_word(std::move(subject)));
    return fail(unexpected_word(words[1]));
  }
  if (spec::find_command(noun, {}) != nullptr) return fail(unexpected_word(words[1]));
  subject.command = spec::find_command(noun, words[1]);
  if (subject.command == nullptr)
    return fail(Error::unknown_word("command", noun + " " + words[1],
                                    spec::nearest_command(noun, words[1]),
                                    fmt::format("run 'mrctl {} --help'", noun)));
  if (words.size() > 2) return fail(unexpected_word(words[2]));
  return subject;
}

std::string help_text(const Subject& subject, HelpLength length, std::size_t width) {
  const auto usable = std::clamp(width, narrowest_help, widest_help);
  auto text = text_on(subject, length, usable);
  const bool has_both = !text.empty() && !subject.meanings.empty();
  return text + (has_both ? "\n" : "") + meanings_text(subject.meanings, usable);
}

std::string version_text() {
  return fmt::format("mrctl {}\n", version());
}

spec::Rows<spec::Example> first_examples() {
  static constexpr std::array examples{
      spec::Example{"", "mrctl emulator exec -- mrctl endpoints list acme/large",
                    "try it without an account, against an emulator of the service"},
      spec::Example{"", "mrctl preset lint presets/",
                    "check every body in a folder, without network or key"},
      spec::Example{"", "mrctl preset create support --body presets/support.yaml --temperature 0.2",
                    "create a preset from a file, with one change"},
  };
  return examples;
}

std::string_view group_of(const FlagFacts& flag) {
  return flag.field == nullptr ? "Flags" : spec::group_title(flag.field->field->group);
}

std::string usage_of(const spec::Command& command) {
  const bool takes_command = command.has_argument(Takes::command);
  const bool has_flags = !command.flags.empty() || command.body_flags != spec::BodyFlags::no;
  auto usage = command.name();
  if (takes_command) usage += has_flags ? " [flags] --" : " --";
  for (const auto& argument : argument_facts(command)) {
    const auto text = argument.name + (argument.repeats ? "..." : "");
    usage += argument.is_optional ? " [" + text + "]" : " " + text;
  }
  if (has_flags && !takes_command) usage += " [flags]";
  return usage;
}

} // namespace mrctl::help
