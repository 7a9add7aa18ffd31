#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_rules.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::spec;

namespace {

constexpr std::size_t most_rows = 250;

std::vector<std::string> matches(std::string_view text, const char* pattern) {
  const std::string copy(text);
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(copy.begin(), copy.end(), regex);
       at != std::sregex_iterator(); ++at)
    found.push_back((*at)[1].str());
  return found;
}

bool has_flag(const Command& command, std::string_view name) {
  return find_row(command.flags, &Flag::name, name) != nullptr ||
         find_row(global_flags(), &Flag::name, name) != nullptr ||
         (command.body_flags == BodyFlags::yes &&
          find_row(field_flags(), &FieldFlag::name, name) != nullptr);
}

// The command of a quoted line, such as "mrctl preset plan --live"; null if there is none.
const Command* command_of(const std::vector<std::string_view>& words) {
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string_view(); };
  const auto* command = find_command(word(1), word(2));
  return command == nullptr ? find_command(word(1), {}) : command;
}

void check_line(const std::string& line) {
  CAPTURE(line);
  const auto words = split(line, ' ');
  const auto* command = command_of(words);
  REQUIRE(command != nullptr);
  for (const auto word : words)
    if (word.starts_with("--") && word.size() > 2)
      CHECK_MESSAGE(has_flag(*command, word.substr(0, word.find('='))), std::string(word));
}

bool is_at(const Command& command, std::string_view places) {
  const auto all = split(places, ',');
  return contains(all, "*") || contains(all, command.name()) ||
         (contains(all, "FIELDS") && command.body_flags == BodyFlags::yes) ||
         (contains(all, "PATH") &&
          find_row(command.arguments, &Argument::takes, Takes::preset_file) != nullptr) ||
         std::ranges::any_of(command.flags,
                             [&](const Flag& flag) { return contains(all, flag.name); });
}

} // namespace

TEST_CASE("answers to words of other programs name commands and flags that there are") {
  for (const auto& row : foreign_words()) {
    CAPTURE(row.words);
    const auto text = row.text();
    CHECK_FALSE(text.ends_with(' '));
    const bool is_word = !row.answer.empty() && row.answer.find(' ') == row.answer.npos;
    if (row.does != Does::use) CHECK((row.does == Does::meant) == is_word);
    CHECK_FALSE(text.find("mrctl  ") != text.npos);
    for (const auto& line : matches(text, "'(mrctl [^']+)'"))
      check_line(line);
    for (const auto& flag : matches(text, "(?:^|[ '])(--[a-z][a-z-]+)"))
      CHECK_MESSAGE(
          std::ranges::any_of(commands(),
                              [&](const Command& command) { return has_flag(command, flag); }),
          flag);
  }
}

TEST_CASE("no word of other programs is hidden by another row, or by what there is") {
  CHECK(foreign_words().size() <= most_rows);
  std::set<std::string> seen;
  for (const auto& row : foreign_words())
    for (const auto place : split(row.place, ','))
      for (const auto word : split(row.words, row.kind == ForeignKind::refusal ? '\n' : ' ')) {
        CAPTURE(word);
        CHECK(seen.insert(fmt::format("{} {} {}", static_cast<int>(row.kind), place, word)).second);
      }
  for (const auto& row : foreign_words())
    for (const auto word : split(row.words, ' '))
      if (row.kind == ForeignKind::flag)
        CHECK_MESSAGE(std::ranges::any_of(commands(),
                                          [&](const Command& command) {
                                            return is_at(command, row.place) &&
                                                   !has_flag(command, word);
                                          }),
                      std::string(word));
      else if (row.kind == ForeignKind::member)
        CHECK_MESSAGE(find_row(body_members(), &BodyMember::path,
                               fmt::format("{}.{}", row.place, word)) == nullptr,
                      std::string(word));
      else if (row.kind == ForeignKind::command)
        CHECK_MESSAGE(!is_noun(word), std::string(word));
      else if (row.kind == ForeignKind::word)
        CHECK_MESSAGE(find_command(row.place, word) == nullptr, std::string(word));
}

TEST_CASE("each member of other programs is looked for in an object of a body") {
  const auto members = body_members();
  for (const auto& row : foreign_words())
    if (row.kind == ForeignKind::member)
      CHECK_MESSAGE(find_row(members, &BodyMember::path, row.place) != nullptr,
                    std::string(row.place));
  REQUIRE(find_foreign(ForeignKind::member, "provider", "blockList") != nullptr);
  CHECK(find_foreign(ForeignKind::member, "provider", "blockList")->text() == "ignore");
  CHECK(find_foreign(ForeignKind::member, "reasoning", "blocklist") == nullptr);
}

TEST_CASE("an answer fits the command that lacks the flag") {
  CHECK(advice_on_flag("--port", find_command("emulator", "serve")) == "use --listen HOST:PORT");
  CHECK(advice_on_flag("--port", find_command("preset", "lint")).empty());
  CHECK(advice_on_flag("--context", find_command("preset", "plan")).starts_with("use --target"));
  CHECK(advice_on_flag("--context", find_command("byok", "get")).starts_with("use --profile"));
  CHECK(advice_on_noun("destroy") == advice_in(WordPlace::preset, "destroy"));
  CHECK(advice_on_noun("zzzz").empty());
}
