#include "mrctl/spec/nearest_command.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/spec/command.hpp"

#include <algorithm>

namespace mrctl::spec {

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
  return std::find(known.begin(), known.end(), word) != known.end();
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

} // namespace mrctl::spec
