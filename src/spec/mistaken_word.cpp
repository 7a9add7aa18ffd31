#include "mrctl/spec/mistaken_word.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace mrctl::spec {

namespace {

constexpr std::array<std::string_view, 3> long_dashes{"\u2014", "\u2013", "\u2212"};
constexpr std::array<std::string_view, 8> typographic_quotes{
    "\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u201a", "\u00ab", "\u00bb"};

// The word, where it stands, and what that place takes.
struct Word {
  enum class Place : std::uint8_t { anywhere, path, slug, model, slug_or_model };

  std::string_view text;
  Takes expected;
  const Command& command;

  [[nodiscard]] bool offers(std::string_view flag) const {
    return find_row(command.flags, &Flag::name, flag) != nullptr;
  }
  [[nodiscard]] bool is_at(Place place) const {
    switch (place) {
    case Place::path:
      return is_path(expected);
    case Place::slug:
      return expected == Takes::slug;
    case Place::model:
      return expected == Takes::model;
    case Place::slug_or_model:
      return !is_path(expected);
    case Place::anywhere:
      break;
    }
    return true;
  }
};

bool has_part(const Word& word, std::string_view part) {
  return word.text.find(part) != word.text.npos;
}

// "presets\\support.yaml", as other systems separate folders.
std::string with_slashes(const Word& word) {
  std::string path(word.text);
  std::ranges::replace(path, '\\', '/');
  return kind_of_file(path).value_or(FileKind::absent) == FileKind::absent
             ? std::string()
             : fmt::format("did you mean {}?", path);
}

std::string on_commas(const Word& word) {
  const auto names = split_names(word.text, ",");
  return names.size() < 2 || word.text.find_first_of(" {[") != word.text.npos
             ? std::string()
             : fmt::format("write several as separate arguments: {}", fmt::join(names, " "));
}

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
  if (text.size() == word.text.size() || text.empty()) return {};
  const auto* quote = text.find(' ') == text.npos ? "" : "'";
  return fmt::format("its quotes are typographic, which no shell removes: write {0}{1}{0}", quote,
                     text);
}

constexpr std::string_view preset_model = "@preset/";

std::string on_at_sign(const Word& word) {
  const auto skipped = word.text.starts_with(preset_model) ? preset_model.size() : 1;
  return fmt::format("leave out the '{}': {}", word.text.substr(0, skipped),
                     word.text.substr(skipped));
}

bool is_body(const Word& word) {
  const auto colon = word.text.find(": ");
  return word.text.starts_with('{') ||
         (colon != word.text.npos && find_field(word.text.substr(0, colon)) != nullptr);
}

// "provider.order", and "preset.provider.order" as other programs write it.
std::string on_member(const Word& word) {
  constexpr std::string_view noun = "preset.";
  const auto path = word.text.starts_with(noun) ? word.text.substr(noun.size()) : word.text;
  const bool is_member =
      !has_body_ending(word.text) &&
      (find_field(path) != nullptr || find_row(field_flags(), &FieldFlag::path, path) != nullptr);
  return is_member ? fmt::format("it is a member of a body: 'mrctl help {}' explains it", path)
                   : std::string();
}

std::string on_glob(const Word& word) {
  return fmt::format("mrctl expands no patterns: leave out the quotes, or name the folder {}",
                     folder_of_pattern(word.text));
}

bool is_revision(const Word& word) {
  constexpr std::array<std::string_view, 4> branches{"main", "master", "HEAD", "origin"};
  constexpr std::size_t short_hash = 7;
  constexpr std::size_t long_hash = 40;
  const auto text = word.text;
  const auto first = text.substr(0, text.find_first_of("/~^@:."));
  const bool is_hash = text.size() >= short_hash && text.size() <= long_hash &&
                       std::ranges::all_of(text, [](char c) { return value_of_hex_digit(c) >= 0; });
  return is_hash || (contains(branches, first) && !has_body_ending(text) && !text.ends_with('/'));
}

// ".plan" and ".[0].slug".
bool is_jq_program(const Word& word) {
  const auto text = word.text;
  return text.size() > 1 && text[0] == '.' && (is_letter(text[1]) || text[1] == '[') &&
         text.find('/') == text.npos && !has_body_ending(text);
}

std::string on_assignment(const Word& word) {
  const auto equals = word.text.find('=');
  if (equals == word.text.npos || equals == 0 || !is_letter(word.text.front())) return {};
  const std::string rest(word.text.substr(equals + 1));
  if (kind_of_file(rest).value_or(FileKind::absent) != FileKind::absent)
    return fmt::format("name the file alone: {}", rest);
  return word.offers("--set") ? fmt::format("did you mean --set {}?", word.text) : std::string();
}

std::string on_verb(const Word& word) {
  const auto advice = advice_at(word.command, word.text);
  return advice.empty() ? advice
                        : fmt::format("there is no command '{} {}': {}", word.command.name(),
                                      word.text, advice);
}

bool is_unknown_model(const Word& word) {
  const auto first = kind_of_file(std::string(word.text.substr(0, word.text.find('/'))));
  return is_model_id(word.text) && !has_body_ending(word.text) && first &&
         *first == FileKind::absent;
}

std::string on_file(const Word& word) {
  if (word.expected != Takes::slug)
    return fmt::format("it is a file: 'mrctl preset explain {}' shows the endpoints of its models",
                       word.text);
  const auto name = after_last(word.text, "/");
  return fmt::format("a slug is the name of the file alone: {}", name.substr(0, name.rfind('.')));
}

bool has_version(const Word& word) {
  const auto at = word.text.find('@');
  return at != word.text.npos && at > 0;
}

using Given = const Word&;
using Where = Word::Place;

bool is_pattern(Given word) {
  return word.text.find_first_of("*?") != word.text.npos;
}

constexpr std::array<Slip<Word>, 24> slips_of_words{{
    {Where::path, [](Given word) { return has_part(word, "://"); },
     [](Given) {
       return std::string("mrctl reads files, not URLs: download it first, for example "
                          "with 'curl -O'");
     }},
    {Where::path, [](Given word) { return has_part(word, "\\"); }, with_slashes},
    {Where::path, [](Given word) { return word.offers("--plan") && has_part(word, "plan"); },
     [](Given word) {
       return fmt::format("a plan is named by its fingerprint: mrctl {} --plan FINGERPRINT",
                          word.command.name());
     }},
    {Where::path, nullptr, on_commas},
    {Where::slug, nullptr, on_commas},
    {Where::anywhere, nullptr, on_long_dash},
    {Where::anywhere, nullptr, on_quotes},
    {Where::model, [](Given word) { return word.text.starts_with(preset_model); },
     [](Given) {
       return std::string("a preset is not a model: 'mrctl preset explain FILE' shows the "
                          "endpoints of its models");
     }},
    {Where::anywhere, [](Given word) { return word.text.starts_with('@'); }, on_at_sign},
    {Where::slug, [](Given word) { return has_part(word, preset_model); },
     [](Given word) { // "acme/large@preset/support"
       return fmt::format("the slug is what follows '{}': {}", preset_model,
                          word.text.substr(word.text.find(preset_model) + preset_model.size()));
     }},
    {Where::path, is_body,
     [](Given word) {
       return fmt::format("it is the text of a body, not the name of a file: {}",
                          word.offers("--body") ? "pipe it in with --body -"
                                                : "write it into SLUG.yaml");
     }},
    {Where::anywhere, [](Given word) { return word.text == "help"; },
     [](Given word) { return fmt::format("run 'mrctl help {}'", word.command.name()); }},
    {Where::path, [](Given word) { return word.text == "true" || word.text == "false"; },
     [](Given) {
       return std::string("write a flag that switches something on alone, or with '=', as "
                          "in --live=false");
     }},
    {Where::path, is_pattern, on_glob},
    {Where::slug_or_model, is_pattern,
     [](Given word) {
       return std::string(word.expected == Takes::slug
                              ? "mrctl expands no patterns: 'mrctl preset list -o name' lists "
                                "the live slugs, 'mrctl preset state -o name' the recorded ones"
                              : "mrctl expands no patterns: name each one");
     }},
    {Where::slug_or_model, [](Given word) { return has_body_ending(word.text); }, on_file},
    {Where::path, is_jq_program,
     [](Given word) { return fmt::format("if it is a jq program, write --jq '{}'", word.text); }},
    {Where::path, is_revision,
     [](Given word) {
       return fmt::format("a git revision is not a path: 'git worktree add ../other {}' "
                          "checks out its files; name those",
                          word.text.substr(0, word.text.find("..")));
     }},
    {Where::anywhere, nullptr, on_assignment},
    {Where::slug_or_model, nullptr, on_verb},
    {Where::path, nullptr, on_member},
    {Where::path, is_unknown_model,
     [](Given word) {
       return fmt::format(
           fmt::runtime(word.command.body_flags != BodyFlags::no
                            ? "if it is a model, write --model {}"
                            : "if it is a model, 'mrctl endpoints list {} -o json > FILE' "
                              "saves its listing"),
           word.text);
     }},
    {Where::slug, has_version,
     [](Given word) {
       const auto at = word.text.find('@');
       return word.offers("--version")
                  ? fmt::format("did you mean 'mrctl {} {} --version {}'?", word.command.name(),
                                word.text.substr(0, at), word.text.substr(at + 1))
                  : fmt::format("leave out '{}'", word.text.substr(at));
     }},
    {Where::model, has_version,
     [](Given word) {
       const auto at = word.text.find('@');
       return fmt::format("leave out '{}': a variant follows a colon, as in {}:free",
                          word.text.substr(at), word.text.substr(0, at));
     }},
}};
static_assert(cover_places(slips_of_words, Where::slug_or_model));

} // namespace

std::string advice_on_word(std::string_view word, Takes expected, const Command& command) {
  return answer_to(Word{word, expected, command}, slips_of_words);
}

Status check_slug(const std::string& word, const Command& command) {
  if (is_slug(word)) return {};
  auto hint = advice_on_word(word, Takes::slug, command);
  return fail(Error::usage(fmt::format("'{}' is not a slug", word),
                           hint.empty() ? std::string(slug_hint) : std::move(hint)));
}

std::string folder_of_pattern(std::string_view path) {
  const auto slash = path.rfind('/', path.find_first_of("*?"));
  return std::string(slash == path.npos ? "." : path.substr(0, slash));
}

const Command* command_taking(std::string_view word, std::string_view noun) {
  const auto fits = [&](const Command& command) {
    if (command.arguments.count == 0 || (!noun.empty() && command.noun != noun)) return false;
    const auto& argument = command.arguments[0];
    if (argument.name == "ID") return kind_of(Takes::uuid).holds(word);
    if (argument.takes == Takes::model) return is_model_id(word) && !has_body_ending(word);
    return command.name() == "preset check" && has_body_ending(word);
  };
  const auto all = commands();
  const auto* found = std::ranges::find_if(all, fits);
  return found == all.end() ? nullptr : found;
}

} // namespace mrctl::spec
