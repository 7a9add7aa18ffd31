#include "mrctl/spec/advice.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include "foreign_global_flags.hpp"
#include "foreign_preset_flags.hpp"
#include "foreign_service_flags.hpp"
#include "foreign_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mrctl::spec {

namespace {

bool has_word(std::string_view words, std::string_view word) {
  for (auto at = words.find(word); !word.empty() && at != words.npos;
       at = words.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
      return true;
  }
  return false;
}

template <class Table, class Fits>
std::string_view hint_in(const Table& table, std::string_view word, Fits fits) {
  const auto found = std::ranges::find_if(
      table, [&](const ForeignWords& row) { return has_word(row.words, word) && fits(row.place); });
  return found == table.end() ? std::string_view() : found->hint;
}

bool has_place(const Command& command, std::string_view place) {
  return command.name() == place || find_row(command.flags, &Flag::name, place) != nullptr ||
         find_row(field_flags(command.body_flags), &FieldFlag::name, place) != nullptr ||
         std::ranges::any_of(command.arguments, [&](const Argument& argument) {
           return argument.name == place && argument.takes == Takes::preset_file;
         });
}

} // namespace

std::string_view advice_on_flag(std::string_view flag, const Command* command) {
  const auto is_here = [&](std::string_view place) {
    return command != nullptr && has_place(*command, place);
  };
  auto hint = hint_in(foreign_preset_flags, flag, is_here);
  if (hint.empty()) hint = hint_in(foreign_service_flags, flag, is_here);
  if (hint.empty())
    hint = hint_in(foreign_global_flags, flag, [](std::string_view) { return true; });
  return hint;
}

std::string_view advice_in(std::string_view wanted, std::string_view word) {
  return hint_in(foreign_verbs, word, [&](std::string_view place) { return place == wanted; });
}

std::string_view advice_on_noun(std::string_view noun) {
  const auto hint = hint_in(foreign_nouns, noun, [](std::string_view) { return true; });
  return hint.empty() && nearest_commands(noun).empty() ? advice_in("preset", noun) : hint;
}

std::string advice_on_format(std::string_view name) {
  const auto* row = find_row(format_rows, &FormatRow::name, name);
  if (row == nullptr || !is_of_findings(row->format)) return {};
  std::vector<std::string> judges;
  for (const auto& command : commands())
    if (command.findings == HasFindings::yes) judges.push_back(command.name());
  return fmt::format("use --report {}=FILE, with one of {}", name, fmt::join(judges, ", "));
}

namespace {

std::vector<std::string_view> verbs() {
  std::vector<std::string_view> verbs;
  for (const auto& command : commands())
    if (!command.verb.empty()) verbs.push_back(command.verb);
  return verbs;
}

// "preset-create" and "preset create" as one word.
std::string nearest_name(std::string_view word) {
  std::vector<std::string> names;
  for (const auto& command : commands())
    names.push_back(command.name());
  return nearest_word(word, names);
}

} // namespace

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
  const auto verb = nearest_word(word, verbs());
  std::vector<std::string> names;
  for (const auto& command : commands())
    if (!verb.empty() && command.verb == verb) names.push_back(command.name());
  if (names.empty())
    if (auto name = nearest_name(word); !name.empty()) names.push_back(std::move(name));
  return names;
}

std::string nearest_command(std::string_view noun, std::string_view verb) {
  std::vector<std::string_view> known;
  for (const auto& command : commands())
    if (command.noun == noun) known.push_back(command.verb);
  const auto near = nearest_word(verb, known);
  return near.empty() ? std::string() : std::string(noun) + " " + std::string(near);
}

namespace {

std::string_view kind_words(ShapeKind kind) {
  switch (kind) {
  case ShapeKind::string:
  case ShapeKind::choice:
    return "a string";
  case ShapeKind::integer:
    return "an integer";
  case ShapeKind::number:
    return "a number";
  case ShapeKind::boolean:
    return "true or false";
  case ShapeKind::list:
    return "an array";
  case ShapeKind::map:
  case ShapeKind::object:
  case ShapeKind::tagged:
    return "an object";
  case ShapeKind::any:
  case ShapeKind::alternatives:
    break;
  }
  return "anything";
}

} // namespace

std::string type_words(const Shape& shape) {
  std::string words(kind_words(shape.kind));
  if (shape.kind == ShapeKind::alternatives) {
    words.clear();
    for (const auto& alternative : shape.alternatives)
      words += (words.empty() ? "" : " or ") + std::string(kind_words(alternative.kind));
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
