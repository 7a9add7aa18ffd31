#include "words_before.hpp"

#include "mrctl/spec/advice.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mrctl::help {

namespace {

class Reader {
public:
  Reader() { read_.flags = shared_flags(); }

  ReadWords run(std::span<const std::string> words);

private:
  void read(const std::string& word);
  void read_flag(const std::string& word);
  void read_letters(const std::string& word);
  void use(const FlagFacts& flag, std::string value);
  bool continues_command(const std::string& word);
  bool is_found(const spec::Command* command);

  ReadWords read_;
};

ReadWords Reader::run(std::span<const std::string> words) {
  auto& before = read_.before;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool separates = words[i] == "--" && before.awaiting.empty() && !before.separator;
    if (separates)
      before.separator = i;
    else if (before.separator)
      before.arguments.push_back(words[i]);
    else
      read(words[i]);
  }
  return std::move(read_);
}

void Reader::read(const std::string& word) {
  auto& before = read_.before;
  if (!before.awaiting.empty())
    before.flags.push_back({std::exchange(before.awaiting, {}), word});
  else if (word.starts_with("--"))
    read_flag(word);
  else if (word.starts_with('-') && word.size() > 1)
    read_letters(word);
  else if (!continues_command(word))
    before.arguments.push_back(word);
}

void Reader::read_flag(const std::string& word) {
  const auto sign = word.find('=');
  const auto* flag = find_flag(read_.flags, word.substr(0, sign));
  if (flag == nullptr) return;
  if (sign != std::string::npos)
    use(*flag, word.substr(sign + 1));
  else if (flag->takes_value())
    read_.before.awaiting = flag->name;
  else
    use(*flag, {});
}

// "-qo" expects a value, "-qojson" has it.
void Reader::read_letters(const std::string& word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const auto* flag = find_flag(read_.flags, std::string{'-', word[i]});
    if (flag == nullptr) return;
    if (!flag->takes_value()) {
      use(*flag, {});
    } else if (i + 1 < word.size()) {
      return use(*flag, word.substr(i + 1));
    } else {
      read_.before.awaiting = flag->name;
    }
  }
}

void Reader::use(const FlagFacts& flag, std::string value) {
  read_.before.flags.push_back({flag.name, std::move(value)});
}

bool Reader::continues_command(const std::string& word) {
  auto& before = read_.before;
  if (before.command != nullptr || !before.arguments.empty()) return false;
  if (!before.noun.empty()) return is_found(spec::find_command(before.noun, word));
  if (is_found(spec::find_command(word, {}))) return true;
  if (!spec::is_noun(word)) return false;
  before.noun = word;
  return true;
}

bool Reader::is_found(const spec::Command* command) {
  if (command == nullptr) return false;
  read_.before.command = command;
  read_.before.noun = command->noun;
  auto flags = command_flags(*command);
  std::move(flags.begin(), flags.end(), std::back_inserter(read_.flags));
  return true;
}

} // namespace

ReadWords read_words(std::span<const std::string> words) {
  return Reader().run(words);
}

const FlagFacts* find_flag(const std::vector<FlagFacts>& flags, std::string_view spelling) {
  const auto found = std::find_if(flags.begin(), flags.end(), [&](const FlagFacts& flag) {
    const bool is_letter = spelling.size() == 2 && flag.letter != 0 && spelling[1] == flag.letter;
    return flag.name == spelling || is_letter;
  });
  return found == flags.end() ? nullptr : &*found;
}

std::vector<std::string> WordsBefore::values_of(std::string_view flag) const {
  std::vector<std::string> values;
  for (const auto& use : flags)
    if (use.flag == flag) values.push_back(use.value);
  return values;
}

} // namespace mrctl::help
