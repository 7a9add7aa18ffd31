#include "mrctl/help/words.hpp"

#include "mrctl/base/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mrctl::help {

namespace {

bool is_named(const Meaning& meaning, std::string_view word) {
  return have_same_letters(meaning.name, word);
}

bool has_word(const Meaning& meaning, std::string_view word) {
  return std::ranges::any_of(
      meaning.words, [&](std::string_view other) { return have_same_letters(other, word); });
}

} // namespace

// Among the rows of a table, those of that very name are meant, not members that end in it.
std::vector<Meaning> meanings_of(std::string_view word, const WordTables& tables) {
  std::vector<Meaning> found;
  if (word.find_first_not_of("-_") == std::string_view::npos) return found;
  for (const auto& rows : tables) {
    const auto is_meant = [&](const Meaning& meaning) { return is_named(meaning, word); };
    const bool has_name = std::ranges::any_of(rows, is_meant);
    for (const auto& meaning : rows)
      if (is_meant(meaning) || (!has_name && has_word(meaning, word))) found.push_back(meaning);
  }
  return found;
}

std::vector<HelpLine> all_words(const WordTables& tables) {
  std::vector<HelpLine> all;
  std::set<std::string> known;
  for (const auto& rows : tables)
    for (const auto& meaning : rows)
      if (known.insert(meaning.name).second)
        all.push_back({meaning.name, std::string(meaning.kind)});
  return all;
}

std::string meanings_text(std::span<const Meaning> meanings, std::size_t width) {
  std::string out;
  for (const auto& meaning : meanings) {
    out += fmt::format("{}{} ({}):\n", out.empty() ? "" : "\n", meaning.name, meaning.kind);
    if (!meaning.says.empty()) out += wrapped(meaning.says, width, {margin, margin});
    out += columns(meaning.facts, width, 2 * margin);
  }
  return out;
}

} // namespace mrctl::help
