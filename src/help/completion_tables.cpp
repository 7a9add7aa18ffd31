#include "completion_tables.hpp"

#include "mrctl/config/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mrctl::help {

namespace {

std::vector<std::string> command_names();
std::vector<CommandWords> next_words();
std::vector<CommandWords> flags_of_commands();
std::vector<FlagFacts> every_flag();
std::vector<std::string> spellings_of(const FlagFacts& flag);
std::vector<OfferRow> flag_values(const std::vector<FlagFacts>& flags);
std::vector<OfferRow> argument_offers();
std::vector<OfferRow> setting_values();

void append(std::vector<std::string>& all, std::vector<std::string> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

CompletionTables completion_tables() {
  CompletionTables tables;
  tables.commands = command_names();
  tables.next_words = next_words();
  tables.flags = flags_of_commands();
  const auto flags = every_flag();
  for (const auto& flag : flags) {
    if (flag.letter != 0) tables.spellings.emplace_back(fmt::format("-{}", flag.letter), flag.name);
    if (flag.takes_value()) append(tables.value_flags, spellings_of(flag));
    if (flag.repeats) append(tables.repeated_flags, spellings_of(flag));
  }
  tables.flag_values = flag_values(flags);
  tables.arguments = argument_offers();
  tables.setting_values = setting_values();
  return tables;
}

std::string_view function_name(Offer offer) {
  switch (offer) {
  case Offer::nothing:
    return "nothing";
  case Offer::words:
    return "words";
  case Offer::word_list:
    return "word_list";
  case Offer::beginnings:
    return "beginnings";
  case Offer::pairs:
    return "pairs";
  case Offer::text:
    return "text";
  case Offer::files:
    return "files";
  case Offer::profiles:
    return "profiles";
  case Offer::setting_values:
    return "setting_values";
  case Offer::commands:
    return "commands";
  case Offer::command_line:
    return "command_line";
  }
  return "nothing";
}

namespace {

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  std::string_view last;
  for (const auto& command : spec::commands()) {
    if (!command.verb.empty() && command.noun != last) names.emplace_back(command.noun);
    names.push_back(command.name());
    last = command.noun;
  }
  return names;
}

Word word_of(const spec::Command& command) {
  return {std::string(command.verb.empty() ? command.noun : command.verb),
          std::string(command.summary)};
}

// Nouns come first: "preset", with its verbs as help.
std::vector<CommandWords> next_words() {
  std::vector<CommandWords> all{{{}, {}}};
  for (const auto& command : spec::commands()) {
    if (command.verb.empty()) {
      all.front().words.push_back(word_of(command));
      continue;
    }
    const bool is_new = all.back().command != command.noun;
    if (is_new) {
      all.front().words.push_back({std::string(command.noun), {}});
      all.push_back({std::string(command.noun), {}});
    }
    all.back().words.push_back(word_of(command));
    auto& verbs = all.front().words.back().says;
    verbs += fmt::format("{}{}", verbs.empty() ? "" : ", ", command.verb);
  }
  return all;
}

std::vector<std::string> spellings_of(const FlagFacts& flag) {
  std::vector<std::string> spellings{flag.name};
  if (flag.letter != 0) spellings.push_back(fmt::format("-{}", flag.letter));
  return spellings;
}

std::vector<Word> flag_words(const std::vector<FlagFacts>& flags) {
  std::vector<Word> words;
  for (const auto& flag : flags)
    for (auto& spelling : spellings_of(flag))
      words.push_back({std::move(spelling), flag.help});
  return words;
}

std::vector<CommandWords> flags_of_commands() {
  std::vector<CommandWords> all{{{}, flag_words(shared_flags())}};
  for (const auto& command : spec::commands())
    if (auto words = flag_words(command_flags(command)); !words.empty())
      all.push_back({command.name(), std::move(words)});
  return all;
}

// A name means the same in every command; value_facts_test.cpp checks this.
std::vector<FlagFacts> every_flag() {
  auto flags = shared_flags();
  std::set<std::string> seen;
  for (const auto& flag : flags)
    seen.insert(flag.name);
  for (const auto& command : spec::commands())
    for (auto& flag : command_flags(command))
      if (seen.insert(flag.name).second) flags.push_back(std::move(flag));
  return flags;
}

bool offer_the_same(const OfferRow& row, const FlagFacts& flag) {
  return row.offer == flag.offer &&
         std::equal(row.words.begin(), row.words.end(), flag.words.begin(), flag.words.end(),
                    [](const Word& a, const Word& b) { return a.text == b.text; });
}

std::vector<OfferRow> flag_values(const std::vector<FlagFacts>& flags) {
  std::vector<OfferRow> rows;
  for (const auto& flag : flags) {
    if (flag.offer == Offer::nothing) continue;
    const auto same = std::find_if(rows.begin(), rows.end(),
                                   [&](const OfferRow& row) { return offer_the_same(row, flag); });
    if (same == rows.end())
      rows.push_back({spellings_of(flag), flag.offer, flag.words});
    else
      append(same->keys, spellings_of(flag));
  }
  return rows;
}

// A last argument may be repeated only if it is also the first.
void add_argument(std::vector<OfferRow>& rows, const std::string& command, std::size_t index,
                  const ArgumentFacts& facts) {
  if (facts.offer == Offer::nothing) return;
  if (facts.offer != Offer::command_line) {
    auto number = facts.repeats && index == 0 ? std::string("*") : fmt::format("{}", index);
    rows.push_back({{fmt::format("{}:{}", command, number)}, facts.offer, facts.words});
    return;
  }
  rows.push_back({{command + ":0"}, Offer::words, {{"--", facts.help}}});
  rows.push_back({{"--:" + command}, Offer::command_line, {}});
}

std::vector<OfferRow> argument_offers() {
  std::vector<OfferRow> rows;
  for (const auto& command : spec::commands()) {
    std::size_t index = 0;
    for (const auto& facts : argument_facts(command))
      add_argument(rows, command.name(), index++, facts);
  }
  return rows;
}

std::vector<Word> values_of(const config::Setting& setting) {
  std::vector<Word> words;
  for (const auto choice : setting.choices)
    words.push_back({std::string(choice), {}});
  if (setting.kind == config::SettingKind::boolean) words = {{"true", {}}, {"false", {}}};
  return words;
}

std::vector<OfferRow> setting_values() {
  std::vector<OfferRow> rows;
  for (const auto& setting : config::settings()) {
    auto words = values_of(setting);
    auto offer = words.empty() ? Offer::nothing : Offer::words;
    if (setting.kind == config::SettingKind::path) offer = Offer::files;
    if (setting.key == "profile") offer = Offer::profiles;
    if (offer != Offer::nothing)
      rows.push_back({{std::string(setting.key)}, offer, std::move(words)});
  }
  return rows;
}

} // namespace

} // namespace mrctl::help
