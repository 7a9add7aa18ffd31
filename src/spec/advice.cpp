#include "mrctl/spec/advice.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/setting.hpp"

#include "foreign_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mrctl::spec {

namespace {

// Each at the position of its value.
constexpr std::array<std::string_view, 15> place_names{
    "preset", "preset FILE", "preset state", "byok",       "endpoints",
    "auth",   "config",      "schema",       "help",       "--output",
    "init",   "completion",  "emulator",     "mrctl.toml", "config.toml"};

constexpr bool has_rows(std::string_view place) {
  return std::ranges::any_of(foreign_rows, [&](const ForeignWords& row) {
    return row.kind == ForeignKind::word && row.place == place;
  });
}
static_assert(std::ranges::is_sorted(foreign_rows, {}, &ForeignWords::kind));
static_assert(place_names.size() == static_cast<std::size_t>(WordPlace::config_file) + 1);
static_assert(std::ranges::all_of(place_names, has_rows));
static_assert(std::ranges::all_of(foreign_rows, [](const ForeignWords& row) {
  return row.kind != ForeignKind::word || contains(place_names, row.place);
}));

template <class Fits>
const ForeignWords* find_foreign(ForeignKind kind, std::string_view word, Fits fits) {
  const auto* found = std::ranges::find_if(foreign_rows, [&](const ForeignWords& row) {
    return row.kind == kind && has_word(row.words, ' ', word) && fits(row.place);
  });
  return found == foreign_rows.end() ? nullptr : found;
}

std::string advice_of(const ForeignWords* row) {
  return row == nullptr ? std::string() : row->text();
}

const ForeignWords* find_word_at(std::string_view place, std::string_view word) {
  return find_foreign(ForeignKind::word, word,
                      [&](std::string_view other) { return other == place; });
}

bool is_at(const Command& command, std::string_view place) {
  if (place == "FIELDS") return command.body_flags == BodyFlags::yes;
  if (place == "PATH") return command.has_argument(Takes::preset_file);
  return command.name() == place || find_row(command.flags, &Flag::name, place) != nullptr;
}

} // namespace

std::string ForeignWords::text() const {
  if (does == Does::use) return fmt::format("use {}", answer);
  return does == Does::drop ? fmt::format("leave it out: {}", answer) : std::string(answer);
}

std::span<const ForeignWords> foreign_words() {
  return foreign_rows;
}

// The first row of a place of the command counts, without a command that of a setting, and else
// the first one of any command.
std::string advice_on_flag(std::string_view flag, const Command* command) {
  const auto* row = find_foreign(ForeignKind::flag, flag, [&](std::string_view places) {
    for (const auto place : split(places, ','))
      if (command == nullptr ? find_row(setting_rows, &Setting::flag, place) != nullptr
                             : is_at(*command, place))
        return true;
    return false;
  });
  if (row == nullptr)
    row =
        find_foreign(ForeignKind::flag, flag, [](std::string_view place) { return place == "*"; });
  return advice_of(row);
}

Suggestion suggestion_in(WordPlace place, std::string_view word) {
  const auto* row = find_word_at(place_names.at(static_cast<std::size_t>(place)), word);
  return row == nullptr ? Suggestion() : row->suggestion();
}

std::string advice_in(WordPlace place, std::string_view word) {
  return suggestion_in(place, word).sentence();
}

std::string advice_on_verb(std::string_view words, std::string_view word) {
  return advice_of(find_word_at(words, word));
}

std::string advice_at(const Command& command, std::string_view word) {
  auto advice = advice_on_verb(command.name(), word);
  return advice.empty() ? advice_on_verb(command.noun, word) : advice;
}

std::string advice_on_noun(std::string_view noun) {
  auto hint =
      advice_of(find_foreign(ForeignKind::command, noun, [](std::string_view) { return true; }));
  return hint.empty() && nearest_commands(noun).empty() ? advice_in(WordPlace::preset, noun) : hint;
}

const ForeignWords* find_refusal(std::string_view sentence) {
  auto letters = lower_case(sentence);
  std::erase_if(letters, [](char c) { return c == '"' || c == '.'; });
  const auto* found = std::ranges::find_if(foreign_rows, [&](const ForeignWords& row) {
    return row.kind == ForeignKind::refusal && std::string_view(letters).starts_with(row.words);
  });
  return found == foreign_rows.end() ? nullptr : found;
}

const ForeignWords* find_foreign(ForeignKind kind, std::string_view place, std::string_view word) {
  const auto is_meant = [&](std::string_view other) { return have_same_letters(other, word); };
  const auto* begin = std::ranges::lower_bound(foreign_rows, kind, {}, &ForeignWords::kind);
  const auto* end = std::ranges::upper_bound(foreign_rows, kind, {}, &ForeignWords::kind);
  const auto* found = std::find_if(begin, end, [&](const ForeignWords& row) {
    return has_word(row.place, ',', place) && std::ranges::any_of(split(row.words, ' '), is_meant);
  });
  return found == end ? nullptr : found;
}

std::string advice_on_value(std::string_view name, Takes takes, std::string_view word) {
  if (const auto* row = find_foreign(ForeignKind::value, name, word)) return row->text();
  if (takes != Takes::format) return {};
  const auto first = word.substr(0, word.find('='));
  if (auto advice = advice_in(WordPlace::output, first); !advice.empty()) return advice;
  const auto* row = find_row(format_rows, &FormatRow::name, first);
  if (row != nullptr && first != word) return fmt::format("use --report {}", word);
  if (row == nullptr)
    return word.find('.') == word.npos
               ? std::string()
               : fmt::format("-o takes a format; --report FORMAT={} writes a file", word);
  if (!is_of_findings(row->format)) return {};
  std::vector<std::string> judges;
  for (const auto& command : commands())
    if (command.findings == HasFindings::yes) judges.push_back(command.name());
  return fmt::format("use --report {}=FILE, with one of {}", word, fmt::join(judges, ", "));
}

std::vector<std::string_view> nouns() {
  std::vector<std::string_view> nouns;
  for (const auto& command : commands())
    if (nouns.empty() || nouns.back() != command.noun) nouns.push_back(command.noun);
  return nouns;
}

bool is_noun(std::string_view word) {
  const auto known = nouns();
  return contains(known, word);
}

std::vector<std::string> nearest_commands(std::string_view word) {
  if (const auto noun = nearest_word(word, nouns()); !noun.empty()) return {std::string(noun)};
  const auto verb = nearest_in(word, commands(), &Command::verb);
  std::vector<std::string> names;
  for (const auto& command : commands())
    if (!verb.empty() && command.verb == verb) names.push_back(command.name());
  if (!names.empty()) return names;
  const auto name = nearest_word( // "preset-create" and "preset create" as one word
      word, mapped(commands(), [](const auto& command) { return command.name(); }));
  return name.empty() ? names : std::vector{name};
}

std::string nearest_command(std::string_view noun, std::string_view verb) {
  std::vector<std::string_view> known;
  for (const auto& command : commands())
    if (command.noun == noun) known.push_back(command.verb);
  const auto near = nearest_word(verb, known);
  return near.empty() ? std::string() : std::string(noun) + " " + std::string(near);
}

std::string type_words(const Shape& shape) {
  std::string words(words_of(json_type(shape.kind)).required);
  if (shape.kind == ShapeKind::alternatives) {
    words.clear();
    for (const auto& alternative : shape.alternatives)
      words += (words.empty() ? "" : " or ") +
               std::string(words_of(json_type(alternative.kind)).required);
  }
  return shape.nullable ? words + " or null" : words;
}

std::string bound_words(const Bounds& bounds) {
  const Bounds none;
  if (bounds.most >= none.most) return fmt::format("at least {}", bounds.least);
  if (bounds.least <= none.least) return fmt::format("at most {}", bounds.most);
  return fmt::format("between {} and {}", bounds.least, bounds.most);
}

} // namespace mrctl::spec
