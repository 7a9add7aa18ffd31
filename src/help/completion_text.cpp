#include "completion_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mrctl::help {

namespace {

bool is_plain(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !text.empty() && text.find_first_not_of(plain) == std::string_view::npos;
}

std::string pattern_of(const std::string& key) {
  if (is_plain(key)) return key;
  if (!key.ends_with('*')) return shell_quoted(key);
  return shell_quoted(std::string_view(key).substr(0, key.size() - 1)) + "*";
}

std::string pattern_of(const std::vector<std::string>& keys) {
  std::vector<std::string> patterns;
  for (const auto& key : keys)
    patterns.push_back(pattern_of(key));
  return fmt::format("{}", fmt::join(patterns, "|"));
}

} // namespace

std::string case_function(std::string_view name, const std::vector<Branch>& branches) {
  auto text = fmt::format("{}() {{\n  case $1 in\n", name);
  for (const auto& branch : branches)
    text += fmt::format("    {}) {} ;;\n", pattern_of(branch.keys), branch.command);
  return text + "  esac\n}\n\n";
}

std::string test_function(std::string_view name, const std::vector<std::string>& words) {
  return fmt::format("{}() {{\n  case $1 in\n    {}) return 0 ;;\n  esac\n  return 1\n}}\n\n", name,
                     pattern_of(words));
}

std::vector<Branch> twin_branches(const CompletionTables& tables) {
  std::vector<Branch> branches;
  for (const auto& [letter, name] : tables.spellings) {
    branches.push_back({{letter}, "twin=" + name});
    branches.push_back({{name}, "twin=" + letter});
  }
  return branches;
}

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return out + "'";
}

std::vector<std::string> texts_of(const std::vector<Word>& words) {
  std::vector<std::string> texts;
  for (const auto& word : words)
    texts.push_back(word.text);
  return texts;
}

} // namespace mrctl::help
