#include "mrctl/spec/mistaken_word.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mrctl::spec {

namespace {

constexpr std::array<std::string_view, 3> long_dashes{"\u2014", "\u2013", "\u2212"};
constexpr std::array<std::string_view, 8> typographic_quotes{
    "\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u201a", "\u00ab", "\u00bb"};

bool offers(const Command& command, std::string_view name) {
  return find_row(command.flags, &Flag::name, name) != nullptr;
}

// The word, where it stands, and what that place takes.
struct Word {
  std::string_view text;
  Takes expected;
  const Command& command;
};

std::string on_long_dash(const Word& word) {
  for (const auto dash : long_dashes)
    if (word.text.starts_with(dash))
      return fmt::format("it begins with a long dash: write --{}",
                         trimmed(word.text.substr(dash.size()), "-"));
  return {};
}

std::string on_quotes(const Word& word) {
  std::string text(word.text);
  for (const auto quote : typographic_quotes)
    for (auto at = text.find(quote); at != text.npos; at = text.find(quote))
      text.erase(at, quote.size());
  return text.size() == word.text.size()
             ? std::string()
             : fmt::format("its quotes are typographic, which no shell removes: write {}", text);
}

std::string on_at_sign(const Word& word) {
  constexpr std::string_view preset = "@preset/";
  if (!word.text.starts_with('@')) return {};
  if (word.text.starts_with(preset) && word.expected == Takes::model)
    return "a preset is not a model: 'mrctl preset explain FILE' shows the endpoints of its models";
  const auto skipped = word.text.starts_with(preset) ? preset.size() : 1;
  return fmt::format("leave out the '{}': {}", word.text.substr(0, skipped),
                     word.text.substr(skipped));
}

std::string on_body(const Word& word) {
  const auto colon = word.text.find(": ");
  const bool is_member =
      colon != word.text.npos && find_field(word.text.substr(0, colon)) != nullptr;
  if (!is_path(word.expected) || (!word.text.starts_with('{') && !is_member)) return {};
  return offers(word.command, "--body")
             ? "it is the text of a body, not the name of a file: pipe it in with --body -"
             : "it is the text of a body, not the name of a file: write it into SLUG.yaml";
}

std::string on_switch(const Word& word) {
  return is_path(word.expected) && (word.text == "true" || word.text == "false")
             ? "write a flag that switches something on alone, or with '=', as in --live=false"
             : std::string();
}

std::string on_help(const Word& word) {
  return word.text == "help" ? fmt::format("run 'mrctl help {}'", word.command.name())
                             : std::string();
}

// "provider.order", and "preset.provider.order" as other programs write it.
std::string on_member(const Word& word) {
  constexpr std::string_view noun = "preset.";
  const auto path = word.text.starts_with(noun) ? word.text.substr(noun.size()) : word.text;
  const bool is_member =
      !has_body_ending(word.text) &&
      (find_field(path) != nullptr || find_row(field_flags(), &FieldFlag::path, path) != nullptr);
  return is_path(word.expected) && is_member
             ? fmt::format("it is a member of a body: 'mrctl help {}' explains it", path)
             : std::string();
}

std::string on_glob(const Word& word) {
  if (word.text.find_first_of("*?") == word.text.npos) return {};
  if (!is_path(word.expected))
    return word.expected == Takes::slug
               ? "mrctl expands no patterns: 'mrctl preset state -o name' lists the slugs"
               : "mrctl expands no patterns: name each one";
  const auto slash = word.text.rfind('/');
  const auto folder = slash == word.text.npos ? "." : word.text.substr(0, slash);
  return fmt::format("mrctl expands no patterns: leave out the quotes, or name the folder {}",
                     folder);
}

bool is_revision(std::string_view word) {
  constexpr std::array<std::string_view, 4> branches{"main", "master", "HEAD", "origin"};
  constexpr std::size_t short_hash = 7;
  constexpr std::size_t long_hash = 40;
  const auto first = word.substr(0, word.find_first_of("/~^@:."));
  const bool is_hash = word.size() >= short_hash && word.size() <= long_hash &&
                       std::ranges::all_of(word, [](char c) { return value_of_hex_digit(c) >= 0; });
  return is_hash || (contains(branches, first) && !has_body_ending(word) && !word.ends_with('/'));
}

std::string on_revision(const Word& word) {
  if (!is_path(word.expected) || !is_revision(word.text)) return {};
  return fmt::format("a git revision is not a path: 'git worktree add ../other {}' checks out "
                     "its files; name those",
                     word.text.substr(0, word.text.find("..")));
}

std::string on_assignment(const Word& word) {
  const auto equals = word.text.find('=');
  if (equals == word.text.npos || equals == 0 || !is_letter(word.text.front())) return {};
  const std::string rest(word.text.substr(equals + 1));
  if (kind_of_file(rest).value_or(FileKind::absent) != FileKind::absent)
    return fmt::format("name the file alone: {}", rest);
  if (offers(word.command, "--set")) return fmt::format("did you mean --set {}?", word.text);
  return {};
}

std::string on_verb(const Word& word) {
  for (const auto& place : {word.command.name(), std::string(word.command.noun)})
    if (const auto advice = advice_in(place, word.text); !advice.empty())
      return fmt::format("there is no command '{} {}': {}", word.command.name(), word.text, advice);
  return {};
}

std::string on_model(const Word& word) {
  const auto first = kind_of_file(std::string(word.text.substr(0, word.text.find('/'))));
  if (!is_path(word.expected) || !is_model_id(word.text) || has_body_ending(word.text) || !first ||
      *first != FileKind::absent)
    return {};
  if (word.command.body_flags != BodyFlags::no)
    return fmt::format("if it is a model, write --model {}", word.text);
  return fmt::format("if it is a model, 'mrctl endpoints list {} -o json > FILE' saves its listing",
                     word.text);
}

std::string on_file(const Word& word) {
  if (is_path(word.expected) || !has_body_ending(word.text)) return {};
  if (word.expected != Takes::slug)
    return fmt::format("it is a file: 'mrctl preset explain {}' shows the endpoints of its models",
                       word.text);
  const auto name = word.text.substr(word.text.rfind('/') + 1);
  return fmt::format("a slug is the name of the file alone: {}", name.substr(0, name.rfind('.')));
}

std::string on_version(const Word& word) {
  const auto at = word.text.find('@');
  if (word.expected == Takes::slug && at != word.text.npos && at > 0)
    return fmt::format("only the live version can be read: leave out '{}'", word.text.substr(at));
  return word.expected == Takes::model && at != word.text.npos && at > 0
             ? fmt::format("leave out '{}': a variant follows a colon, as in {}:free",
                           word.text.substr(at), word.text.substr(0, at))
             : std::string();
}

std::string on_url(const Word& word) {
  if (!is_path(word.expected) || word.text.find("://") == word.text.npos) return {};
  return "mrctl reads files, not URLs: download it first, for example with 'curl -O'";
}

std::string on_commas(const Word& word) {
  const auto names = split_names(word.text, ",");
  const bool is_list = names.size() > 1 && word.text.find_first_of(" {[") == word.text.npos;
  return is_list && (is_path(word.expected) || word.expected == Takes::slug)
             ? fmt::format("write several as separate arguments: {}", fmt::join(names, " "))
             : std::string();
}

// The first one that has something to say counts.
constexpr std::array kinds{on_url,  on_commas, on_long_dash, on_quotes, on_at_sign,  on_body,
                           on_help, on_switch, on_glob,      on_file,   on_revision, on_assignment,
                           on_verb, on_member, on_model,     on_version};

} // namespace

std::string advice_on_word(std::string_view word, Takes expected, const Command& command) {
  for (const auto kind : kinds)
    if (auto advice = kind({word, expected, command}); !advice.empty()) return advice;
  return {};
}

const Command* command_taking(std::string_view word, std::string_view noun) {
  const auto fits = [&](const Command& command) {
    if (command.arguments.count == 0 || (!noun.empty() && command.noun != noun)) return false;
    const auto& argument = command.arguments[0];
    if (argument.name == "ID") return is_uuid(word);
    if (argument.takes == Takes::model) return is_model_id(word) && !has_body_ending(word);
    return command.name() == "preset check" && has_body_ending(word);
  };
  const auto all = commands();
  const auto* found = std::ranges::find_if(all, fits);
  return found == all.end() ? nullptr : found;
}

} // namespace mrctl::spec
