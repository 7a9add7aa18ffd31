#include "mrctl/spec/command_line.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/spec/advice.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::spec {

namespace {

// Returns whether a flag may be named so: "-" alone, "---" and "- x" are no flags.
bool begins_name(std::string_view rest) {
  return !rest.empty() && static_cast<unsigned char>(rest.front()) > '!' && rest.front() != '-';
}

bool is_word_to_explain(std::string_view word, std::span<const std::string> words) {
  if (words.front() != "help" || word.size() < 2 || word.front() != '-') return false;
  for (const std::string_view own : {"--", "-h", "--help", "--version", "--json"})
    if (word.substr(0, word.find('=')) == own) return false;
  const auto is_meant = [&](const Flag& flag) {
    return word.starts_with("--") ? word.substr(0, word.find('=')) == flag.name
                                  : flag.letter != 0 && word[1] == flag.letter;
  };
  return words.size() == 2 || std::ranges::none_of(global_flags(), is_meant);
}

class LineReader {
public:
  explicit LineReader(std::span<const std::string> words) : words_(words) {}

  CommandLine run() && {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string_view word = words_[i];
      if (line_.awaiting)
        use(*std::exchange(line_.awaiting, std::nullopt), word);
      else if (line_.separator)
        take(word);
      else if (word == "--")
        line_.separator = i;
      else if (is_word_to_explain(word, words_))
        line_.arguments.emplace_back(word);
      else if (word.starts_with("--") && begins_name(word.substr(2)))
        read_name(word);
      else if (word.starts_with('-') && begins_name(word.substr(1)))
        read_letters(word);
      else if (!continues_command(word))
        take(word);
    }
    return std::move(line_);
  }

private:
  template <class Key, class Wanted>
  [[nodiscard]] const Flag* find_row_of(Key Flag::*key, const Wanted& wanted) const {
    const auto* own =
        line_.command == nullptr ? nullptr : find_row(line_.command->flags, key, wanted);
    return own != nullptr ? own : find_row(global_flags(), key, wanted);
  }

  [[nodiscard]] std::optional<FlagUse> find_flag(std::string_view name) const {
    if (const auto* flag = find_row_of(&Flag::name, name)) return FlagUse{.flag = flag};
    if (line_.command == nullptr) return std::nullopt;
    const auto& fields = field_flags(line_.command->body_flags);
    const auto* field = find_row(fields, &FieldFlag::name, name);
    return field == nullptr ? std::nullopt : std::optional(FlagUse{.field = field});
  }

  void read_name(std::string_view word) {
    const auto sign = word.find('=');
    auto found = find_flag(word.substr(0, sign));
    if (!found)
      line_.unknown.emplace_back(word);
    else if (sign != word.npos)
      use(*std::move(found), word.substr(sign + 1));
    else if (found->takes_value())
      line_.awaiting = std::move(found);
    else
      use(*std::move(found), "true");
  }

  // "-qo" awaits a value, "-qojson" has it.
  void read_letters(std::string_view word) {
    for (word.remove_prefix(1); !word.empty(); word.remove_prefix(1)) {
      const auto* flag = find_row_of(&Flag::letter, word.front());
      if (flag == nullptr) return line_.unknown.push_back("-" + std::string(word));
      FlagUse found{.flag = flag};
      if (!found.takes_value()) {
        use(std::move(found), "true");
        continue;
      }
      if (word.size() > 1) return use(std::move(found), word.substr(1));
      line_.awaiting = std::move(found);
    }
  }

  void use(FlagUse flag, std::string_view value) {
    flag.value = value;
    flag.position = line_.flags.size() + 1;
    line_.flags.push_back(std::move(flag));
  }

  void take(std::string_view word) {
    const bool has_place = line_.command != nullptr && !line_.command->arguments.empty();
    (has_place ? line_.arguments : line_.unknown).emplace_back(word);
  }

  bool continues_command(std::string_view word) {
    if (line_.command != nullptr) return false;
    if (!line_.noun.empty()) return is_begun(find_command(line_.noun, word));
    if (is_begun(find_command(word, {}))) return true;
    if (is_noun(word)) line_.noun = word;
    return !line_.noun.empty();
  }

  bool is_begun(const Command* command) {
    if (command == nullptr) return false;
    line_.command = command;
    line_.noun = command->noun;
    return true;
  }

  std::span<const std::string> words_;
  CommandLine line_{};
};

} // namespace

bool FlagUse::takes_value() const {
  return flag != nullptr ? flag->takes_value() : field->shape->kind != ShapeKind::boolean;
}

std::vector<std::string> CommandLine::values_of(std::string_view flag) const {
  std::vector<std::string> values;
  for (const auto& use : flags)
    if (use.name() == flag) values.push_back(use.value);
  return values;
}

CommandLine read_words(std::span<const std::string> words) {
  return LineReader(words).run();
}

} // namespace mrctl::spec
