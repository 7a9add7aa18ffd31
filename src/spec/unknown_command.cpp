#include "unknown_command.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mrctl::spec {

namespace {

Error unknown(std::string_view name, std::string hint) {
  return Error::usage(fmt::format("unknown command '{}'", name), std::move(hint));
}

std::string as_argument(std::string_view word, std::string_view noun) {
  const auto* command = command_taking(word, noun);
  return command == nullptr ? std::string()
                            : fmt::format("did you mean 'mrctl {} {}'?", command->name(), word);
}

// With a noun in the plural they mean a list.
constexpr std::array<std::string_view, 4> verbs_of_one{"get", "show", "view", "describe"};

// "get presets": the noun may be misspelt, too.
std::string with_noun_first(std::string_view verb, std::string_view noun) {
  const auto meant = is_noun(noun) ? noun : nearest_word(noun, nouns());
  if (meant.empty() || meant == verb) return {};
  if (find_command(meant, verb) != nullptr)
    return fmt::format("the noun comes first: mrctl {} {}", meant, verb);
  const bool is_of_many = meant != noun && noun.ends_with('s') && contains(verbs_of_one, verb);
  auto hint = advice_in(meant, is_of_many ? "list" : verb);
  if (hint.empty()) hint = advice_on_noun(verb);
  return std::string(hint);
}

// "--profile preset check": a flag has taken the noun.
std::string on_lost_noun(const UnknownCommand& unknown, std::size_t place) {
  const auto& words = unknown.arguments;
  if (place < 2 || !is_noun(words[place - 1])) return {};
  const auto& flag = words[place - 2];
  const auto* row = find_row(global_flags(), &Flag::name, flag);
  if (row == nullptr || !row->takes_value()) return {};
  return fmt::format("{0} took '{1}' as its value: write {0} {2} {1} {3}", flag, words[place - 1],
                     row->value_name, unknown.word);
}

// "state rm", where the noun of the first word is missing and the second is a verb of other tools.
std::string on_second_verb(std::string_view verb, std::string_view word) {
  for (const auto& command : commands())
    if (command.verb == verb)
      for (const auto& place : {command.name(), std::string(command.noun)})
        if (const auto advice = advice_in(place, word); !advice.empty()) return std::string(advice);
  return {};
}

Error without_noun(const UnknownCommand& given, std::size_t place) {
  const auto& [word, noun, words] = given;
  if (auto hint = on_lost_noun(given, place); !hint.empty()) return unknown(word, std::move(hint));
  const auto next = place + 1 < words.size() ? words[place + 1] : std::string();
  const auto both = fmt::format("{} {}", word, next);
  if (auto hint = with_noun_first(word, next); !hint.empty()) return unknown(both, std::move(hint));
  if (auto hint = on_second_verb(word, next); !hint.empty()) return unknown(both, std::move(hint));
  if (const auto advice = advice_on_noun(word); !advice.empty())
    return unknown(word, std::string(advice));
  if (auto hint = as_argument(word, {}); !hint.empty()) return unknown(word, std::move(hint));
  if (const auto advice = advice_in(nearest_word(word, nouns()), next); !advice.empty())
    return unknown(both, std::string(advice)); // "presets list"
  const auto near = nearest_commands(word);
  return unknown(word, near.empty() ? std::string("run 'mrctl --help' for the list of commands")
                                    : fmt::format("did you mean '{}'?", fmt::join(near, "' or '")));
}

} // namespace

std::string list_of_verbs(std::string_view noun) {
  std::string verbs;
  for (const auto& command : commands())
    if (command.noun == noun) verbs += (verbs.empty() ? "" : ", ") + std::string(command.verb);
  return verbs;
}

Error unknown_command(const UnknownCommand& given) {
  const auto& [word, noun, words] = given;
  const auto at = std::ranges::find(words, word);
  const auto place = static_cast<std::size_t>(at - words.begin());
  if (noun.empty()) return without_noun(given, place);
  if (std::ranges::find(words, noun) > at)
    if (auto hint = with_noun_first(word, noun); !hint.empty())
      return unknown(fmt::format("{} {}", word, noun), std::move(hint));
  const auto name = fmt::format("{} {}", noun, word);
  if (place + 1 < words.size() && has_body_ending(words[place + 1]))
    if (const auto advice = advice_in(fmt::format("{} FILE", noun), word); !advice.empty())
      return unknown(name, fmt::format("{} {}", advice, words[place + 1]));
  if (const auto advice = advice_in(noun, word); !advice.empty())
    return unknown(name, std::string(advice));
  if (auto hint = as_argument(word, noun); !hint.empty()) return unknown(name, std::move(hint));
  return Error::unknown_word("command", name, nearest_command(noun, word),
                             fmt::format("'{}' needs one of {}", noun, list_of_verbs(noun)));
}

} // namespace mrctl::spec
