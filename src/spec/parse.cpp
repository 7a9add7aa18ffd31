#include "mrctl/base/list.hpp"
#include "mrctl/spec/command_line.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/invocation.hpp"

#include "misuse.hpp"
#include "read_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::spec {

namespace {

// "preset apply --version 3" would print the version of mrctl.
Error version_beside(const Command& command) {
  return Error::usage(
      fmt::format("--version prints the version of mrctl, and cannot be used with '{}'",
                  command.name()),
      command.noun == "preset"
          ? "no command sends an older version of a preset; apply the older file"
          : "run 'mrctl --version'");
}

// Returns the text after '=', or the next word of the command line, unless that is a flag.
std::string_view value_behind(const std::string& word, std::span<const std::string> words) {
  if (const auto equals = word.find('='); equals != std::string::npos)
    return std::string_view(word).substr(equals + 1);
  const auto found = std::ranges::find(words, word);
  const bool is_last = found == words.end() || found + 1 == words.end();
  return is_last || (found + 1)->starts_with('-') ? std::string_view() : *(found + 1);
}

bool is_shared(const FlagUse& use) {
  return std::ranges::any_of(global_flags(), [&](const Flag& flag) { return &flag == use.flag; });
}

// A command line with the values of its flags read, and the errors about its words.
class ParsedLine {
public:
  explicit ParsedLine(std::span<const std::string> words)
      : words_(words), line_(read_words(words)) {
    const auto own = std::stable_partition(line_.flags.begin(), line_.flags.end(), is_shared);
    invocation_ = {.command = line_.command,
                   .arguments = line_.arguments,
                   .words = {words.begin(), words.end()}};
    shared_flags_ = read_flags({line_.flags.begin(), own}, invocation_);
    own_flags_ = read_flags({own, line_.flags.end()}, invocation_);
  }

  Invocation take() { return std::move(invocation_); }

  [[nodiscard]] Status judge() const {
    if (line_.awaiting) return fail(missing_value(*line_.awaiting));
    auto judged = judge_words();
    if (const auto* word = judged ? nullptr : word_with_one_dash())
      judged = fail(misused_flag(*word));
    return judged;
  }

private:
  static Error missing_value(const FlagUse& use) {
    if (use.flag == nullptr)
      return Error::usage(fmt::format("{} needs a value: {}", use.name(), use.field->help),
                          example_of(*use.field));
    return Error::usage(
        fmt::format("{} needs {}: {}", use.name(), use.flag->value_name, use.flag->help),
        example_of(*use.flag));
  }

  [[nodiscard]] Status judge_words() const {
    TRY(judge_unknown_words());
    if (!shared_flags_) return shared_flags_;
    const auto& flags = invocation_.flags;
    if (flags.version && !flags.help && line_.command != nullptr)
      return fail(version_beside(*line_.command));
    if (flags.help || flags.version) return {};
    TRY(judge_repetitions(line_.flags));
    if (!own_flags_) return own_flags_;
    if (runs_mrctl(invocation_)) TRY(judge_words_of_command(invocation_));
    if (line_.command != nullptr) return judge_arguments(invocation_);
    if (line_.noun.empty())
      return fail(Error::usage("no command given", "run 'mrctl --help' for the list of commands"));
    return fail(
        Error::usage(fmt::format("'{}' needs one of {}", line_.noun, list_of_verbs(line_.noun)),
                     fmt::format("run 'mrctl {} --help'", line_.noun)));
  }

  [[nodiscard]] Status judge_unknown_words() const {
    const auto& unknown = line_.unknown;
    if (unknown.empty()) return {};
    const auto is_flag = [](const std::string& word) {
      return word.starts_with('-') && word.size() > 1;
    };
    if (line_.command == nullptr && !is_flag(unknown.front()))
      return fail(unknown_command({unknown.front(), line_.noun, words_}));
    if (line_.command != nullptr) TRY(judge_words_of_command(invocation_));
    if (const auto flag = std::ranges::find_if(unknown, is_flag); flag != unknown.end())
      return fail(misused_flag(*flag));
    return fail(unexpected_argument(unknown.front(), invocation_));
  }

  [[nodiscard]] Error misused_flag(const std::string& word) const {
    // The reader has taken the letter off "-q=1", and the rest is "-=1".
    if (word.starts_with("-="))
      return Error::usage(
          fmt::format("a short flag cannot be followed by '=', got '{}'", word.substr(1)),
          "write '-o json' or '--output=json'");
    return unknown_flag({.name = std::string_view(word).substr(0, word.find('=')),
                         .value = value_behind(word, words_),
                         .command = line_.command,
                         .noun = line_.command == nullptr ? line_.noun : std::string_view()});
  }

  // "-out=plan", which is read as "-o ut=plan".
  [[nodiscard]] const std::string* word_with_one_dash() const {
    const auto end = std::ranges::find(words_, "--");
    const auto found = std::find_if(words_.begin(), end, [&](const std::string& word) {
      return lacks_a_dash(word, line_.command);
    });
    return found == end ? nullptr : &*found;
  }

  std::span<const std::string> words_;
  CommandLine line_;
  Invocation invocation_{};
  Status shared_flags_{}; // the first invalid value of the flags that all commands have
  Status own_flags_{};    // likewise, of the command's own flags
};

} // namespace

tl::expected<Invocation, Misunderstanding> parse(std::span<const std::string> words) {
  ParsedLine line(words);
  if (auto judged = line.judge(); !judged)
    return tl::unexpected(Misunderstanding{std::move(judged.error()), line.take()});
  return line.take();
}

} // namespace mrctl::spec
