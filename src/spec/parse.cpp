#include "mrctl/base/list.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/invocation.hpp"

#include "misuse.hpp"
#include "read_flags.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace mrctl::spec {

namespace {

// CLI11 splits arguments such as "[a,b]" and gives "++" a meaning. It leaves a word that begins
// with this mark alone; unmarked() removes the mark.
constexpr char plain_word_mark = '\x02';

void take_raw_text(CLI::Option& option) {
  option.expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::string marked_as_plain(const std::string& word) {
  const bool has_meaning =
      word.starts_with('[') || word.starts_with(plain_word_mark) || word == "++";
  return has_meaning ? plain_word_mark + word : word;
}

// In `mrctl help --assume`, the flag is a word to explain: it is no flag of help. So is a global
// flag that stands alone.
bool is_word_to_explain(std::string_view word, std::span<const std::string> arguments) {
  if (arguments.front() != "help" || word.size() < 2 || word.front() != '-') return false;
  for (const std::string_view own : {"--", "-h", "--help", "--version", "--json"})
    if (word.substr(0, word.find('=')) == own) return false;
  const auto is_meant = [&](const Flag& flag) {
    return word.starts_with("--") ? word.substr(0, word.find('=')) == flag.name
                                  : flag.letter != 0 && word[1] == flag.letter;
  };
  return arguments.size() == 2 || std::ranges::none_of(global_flags(), is_meant);
}

bool is_flag(const std::string& word) {
  return word.starts_with('-') && word.size() > 1;
}

// Two flags of one command, of which the first excludes the second or needs it. A row with a value
// is about that value of the first flag alone.
struct FlagPair {
  enum class Relation : std::uint8_t { excludes, needs };

  std::string_view first;
  Relation relation;
  std::string_view second;
  std::string_view says;
  std::string_view hint{};
  std::string_view value{};
};

using enum FlagPair::Relation;
constexpr std::string_view use_one = "use only one of them";

// clang-format off
constexpr std::array flag_pairs{
    FlagPair{"--plan", excludes, "--plan-from", "--plan and --plan-from both say which plan to apply", use_one},
    FlagPair{"--dry-run", excludes, "--print-curl", "--dry-run prints the body, and --print-curl a command that sends it", use_one},
    FlagPair{"--chart", excludes, "--columns", "--chart draws one column, and --columns chooses those of a table", use_one},
    FlagPair{"--all-targets", excludes, "--live", "--all-targets lists the records of many services, but --live reads the presets of one", use_one},
    FlagPair{"--all-targets", excludes, "--target", "--all-targets lists the records of every target, but --target names one", use_one},
    FlagPair{"--state", excludes, "--state-branch", "--state and --state-branch exclude each other", "records are in a folder or on a branch"},
    FlagPair{"--version", excludes, "--from", "--version and --from exclude each other", "--from takes the versions of the other target"},
    FlagPair{"--live", needs, "--ci", "--live needs --ci", "mrctl init --ci github --live"},
    FlagPair{"--cached-tokens", needs, "--prompt-tokens", "--cached-tokens needs --prompt-tokens, of which they are a part"},
    FlagPair{"--fail-on", needs, "--live", "--fail-on drift needs --live", "mrctl does not read presets unless --live is given", fail_on_drift},
    FlagPair{"--fail-on", needs, "--presets", "--fail-on lost needs --presets", "without it, mrctl does not look at presets", "lost"},
};
// clang-format on

// Returns whether the flag is used, and not turned off; with that value, if there is one.
bool uses_flag(const FlagUses& uses, std::string_view name, std::string_view value = {}) {
  return std::ranges::any_of(uses, [&](const FlagUse& use) {
    return use.name() == name && use.value != "false" &&
           (value.empty() || contains(split_names(use.value), value));
  });
}

Status judge_pairs(const FlagUses& uses, const Command& command) {
  for (const auto& pair : flag_pairs) {
    if (!uses_flag(uses, pair.first, pair.value)) continue;
    const bool is_right = pair.relation == excludes
                              ? !uses_flag(uses, pair.second)
                              : uses_flag(uses, pair.second) ||
                                    find_row(command.flags, &Flag::name, pair.second) == nullptr;
    if (!is_right) return fail(Error::usage(std::string(pair.says), std::string(pair.hint)));
  }
  return {};
}

bool is_marked(const std::string& word) {
  return word.starts_with(plain_word_mark);
}

std::string unmarked(const std::string& word) {
  return is_marked(word) ? word.substr(1) : word;
}

std::vector<std::string> all_unmarked(const std::vector<std::string>& words) {
  return mapped(words, [](const auto& word) { return unmarked(word); });
}

// CLI11 would take the next word as the value of "--user="; the mark makes the value empty.
std::vector<std::string> words_for_cli11(std::span<const std::string> arguments) {
  std::vector<std::string> words;
  bool is_behind_separator = false;
  for (const auto& argument : arguments) {
    if (is_behind_separator || is_word_to_explain(argument, arguments))
      words.push_back(plain_word_mark + argument);
    else if (argument.starts_with("--") && argument.find('=') == argument.size() - 1)
      words.push_back(argument + plain_word_mark);
    else
      words.push_back(marked_as_plain(argument));
    is_behind_separator = is_behind_separator || argument == "--";
  }
  return words;
}

// "preset apply --version 3" would print the version of mrctl.
Error version_beside(const Command& command) {
  return Error::usage(
      fmt::format("--version prints the version of mrctl, and cannot be used with '{}'",
                  command.name()),
      command.noun == "preset"
          ? "no command sends an older version of a preset; apply the older file"
          : "run 'mrctl --version'");
}

// The text after '=', or the next word of the command line, unless that is a flag.
std::string_view value_behind(const std::string& word, std::span<const std::string> arguments) {
  if (const auto equals = word.find('='); equals != std::string::npos)
    return std::string_view(word).substr(equals + 1);
  const auto found = std::ranges::find(arguments, word);
  const bool is_last = found == arguments.end() || found + 1 == arguments.end();
  return is_last || (found + 1)->starts_with('-') ? std::string_view() : *(found + 1);
}

// One command line on its way through CLI11, which is asked for raw text only: values, missing
// arguments and unknown words are judged here, in the words of the tables.
class Parser {
public:
  explicit Parser(std::span<const std::string> arguments);
  tl::expected<Invocation, Misunderstanding> parse() {
    try {
      run_cli11();
    } catch (const CLI::ParseError& error) {
      return tl::unexpected(Misunderstanding{as_usage_error(error), collect().invocation});
    }
    auto line = collect();
    if (auto judged = judge(line); !judged) {
      auto error = std::move(judged.error());
      if (const auto* word = word_with_one_dash(line.invocation.command))
        error = misused_flag(*word);
      return tl::unexpected(Misunderstanding{std::move(error), std::move(line.invocation)});
    }
    return std::move(line.invocation);
  }

  // The last argument is the mark of the cursor.
  WordsBefore read_to_cursor() {
    try {
      run_cli11();
    } catch (const CLI::ParseError&) { // what was read before counts
    }
    auto line = collect();
    const auto* node = deepest_node();
    WordsBefore before{.command = line.invocation.command,
                       .noun = node == nullptr ? std::string_view() : node->noun,
                       .arguments = std::move(line.invocation.arguments)};
    if (before.command == nullptr)
      std::ranges::remove_copy_if(unused_words(), std::back_inserter(before.arguments), is_flag);
    std::erase(before.arguments, arguments_.back());
    const auto separator = std::ranges::find(arguments_, "--");
    if (separator != arguments_.end())
      before.separator = static_cast<std::size_t>(separator - arguments_.begin());
    for (auto& use : line.uses)
      if (use.value == arguments_.back())
        before.awaiting = use.name();
      else
        before.flags.push_back({use.name(), std::move(use.value)});
    return before;
  }

private:
  struct Node {
    CLI::App* app;
    std::string_view noun;
    const Command* command; // null for a noun that has verbs
    std::vector<std::string> positionals{};
  };

  void run_cli11() {
    auto words = words_for_cli11(arguments_);
    std::reverse(words.begin(), words.end());
    root_.parse(std::move(words));
  }

  // CLI11 takes time for each command and flag, so it gets only those that words can stand for.
  bool has_word(std::string_view word) const { return contains(arguments_, word); }

  bool may_have_flag(std::string_view name, char letter) const {
    return std::ranges::any_of(arguments_, [&](const std::string& word) {
      if (word.starts_with("--")) return word.starts_with(name);
      return letter != 0 && word.starts_with('-') && word.find(letter) != std::string::npos;
    });
  }

  void add_command(const Command& command) {
    CLI::App* parent = &root_;
    if (!command.verb.empty()) {
      auto& noun = nouns_[std::string(command.noun)];
      if (noun == nullptr) {
        noun = root_.add_subcommand(std::string(command.noun));
        noun->set_help_flag();
        noun->allow_extras();
        noun->require_subcommand(0, 1);
        nodes_.push_back(std::make_unique<Node>(Node{noun, command.noun, nullptr}));
      }
      if (!has_word(command.verb)) return;
      parent = noun;
    }
    auto* app =
        parent->add_subcommand(std::string(command.verb.empty() ? command.noun : command.verb));
    app->set_help_flag();
    app->allow_extras();
    nodes_.push_back(std::make_unique<Node>(Node{app, command.noun, &command}));
    auto* node = nodes_.back().get();
    add_flags(*app, command);
    if (!command.arguments.empty()) app->add_option("arguments", node->positionals);
  }

  void add_flags(CLI::App& app, const Command& command) {
    for (const auto& flag : command.flags)
      add_flag(app, flag);
    for (const auto& flag : field_flags(command.body_flags))
      add_field_flag(app, flag);
  }

  void add_flag(CLI::App& app, const Flag& flag) {
    if (!may_have_flag(flag.name, flag.letter)) return;
    auto names = std::string(flag.name);
    if (flag.letter != 0) names = fmt::format("-{},{}", flag.letter, flag.name);
    auto* option = flag.takes_value() ? app.add_option(names) : app.add_flag(names);
    if (flag.takes_value()) take_raw_text(*option);
    rows_[option].flag = &flag;
  }

  void add_field_flag(CLI::App& app, const FieldFlag& flag) {
    if (!may_have_flag(flag.name, 0)) return;
    const bool takes_value = flag.shape->kind != ShapeKind::boolean;
    auto* option = takes_value ? app.add_option(flag.name) : app.add_flag(flag.name);
    if (takes_value) take_raw_text(*option);
    rows_[option].field = &flag;
  }

  struct Line {
    Invocation invocation;
    FlagUses uses;
    Status shared_flags; // the first invalid value of the flags that all commands have
    Status own_flags;    // likewise, of the command's own flags
  };

  Line collect() const;
  FlagUses uses_of(const CLI::App& app, std::size_t before) const {
    FlagUses uses;
    std::map<const CLI::Option*, std::size_t> used;
    for (const auto* option : app.parse_order()) {
      const auto row = rows_.find(option);
      const auto& results = option->results();
      const auto index = used[option]++;
      if (row == rows_.end() || index >= results.size()) continue;
      auto use = row->second;
      use.value = unmarked(results[index]);
      use.position = before + uses.size() + 1;
      uses.push_back(std::move(use));
    }
    return uses;
  }

  // "--system -- --model acme/tiny"
  Status judge_ends_of_flags(const FlagUses& uses) const {
    for (const auto& use : uses)
      if (use.value == "--" && !has_word(fmt::format("{}=--", use.name())))
        return fail(Error::usage(fmt::format("{} needs a value, and -- ends the flags", use.name()),
                                 fmt::format("write {}=-- if that is the value", use.name())));
    return {};
  }

  Status judge(const Line& line) const {
    const auto& invocation = line.invocation;
    TRY(judge_ends_of_flags(line.uses));
    TRY(judge_unused_words(invocation));
    if (!line.shared_flags) return line.shared_flags;
    if (invocation.flags.version && !invocation.flags.help && invocation.command != nullptr)
      return fail(version_beside(*invocation.command));
    if (invocation.flags.help || invocation.flags.version) return {};
    TRY(judge_repetitions(line.uses));
    if (!line.own_flags) return line.own_flags;
    if (runs_mrctl(invocation)) TRY(judge_words_of_command(invocation));
    if (invocation.command != nullptr) {
      TRY(judge_pairs(line.uses, *invocation.command));
      return judge_arguments(invocation);
    }
    const auto* node = deepest_node();
    if (node == nullptr)
      return fail(Error::usage("no command given", "run 'mrctl --help' for the list of commands"));
    return fail(
        Error::usage(fmt::format("'{}' needs one of {}", node->noun, list_of_verbs(node->noun)),
                     fmt::format("run 'mrctl {} --help'", node->noun)));
  }

  // Returns whether a word that CLI11 has not used is an argument: one behind "--", and another
  // argument.
  bool is_argument(const std::string& word) const {
    const auto* node = deepest_node();
    return is_marked(word) && node != nullptr && node->command != nullptr &&
           !node->command->arguments.empty();
  }

  std::vector<std::string> unused_words() const {
    auto words = root_.remaining(true);
    std::erase_if(words,
                  [&](const std::string& word) { return word == "--" || is_argument(word); });
    return all_unmarked(words);
  }

  Status judge_unused_words(const Invocation& invocation) const {
    const auto words = unused_words();
    if (words.empty()) return {};
    if (invocation.command == nullptr && !is_flag(words.front())) {
      const auto* node = deepest_node();
      const auto noun = node == nullptr ? std::string_view() : node->noun;
      return fail(unknown_command({words.front(), noun, arguments_}));
    }
    if (invocation.command != nullptr) TRY(judge_words_of_command(invocation));
    if (const auto flag = std::ranges::find_if(words, is_flag); flag != words.end())
      return fail(misused_flag(*flag));
    return fail(unexpected_argument(words.front(), invocation));
  }

  Error misused_flag(const std::string& word) const {
    // CLI11 has taken the letter off "-q=1", and the rest is "-=1".
    if (word.starts_with("-="))
      return Error::usage(
          fmt::format("a short flag cannot be followed by '=', got '{}'", word.substr(1)),
          "write '-o json' or '--output=json'");
    const auto* node = deepest_node();
    const bool is_noun = node != nullptr && node->command == nullptr;
    const auto noun = is_noun ? node->noun : std::string_view();
    return unknown_flag({.name = std::string_view(word).substr(0, word.find('=')),
                         .value = value_behind(word, arguments_),
                         .command = node == nullptr ? nullptr : node->command,
                         .noun = noun});
  }

  // "-out=plan", which CLI11 reads as "-o ut=plan".
  const std::string* word_with_one_dash(const Command* command) const {
    const auto end = std::ranges::find(arguments_, "--");
    const auto found = std::find_if(arguments_.begin(), end, [&](const std::string& word) {
      return lacks_a_dash(word, command);
    });
    return found == end ? nullptr : &*found;
  }

  // CLI11 says "--body: 1 required TEXT missing".
  Error as_usage_error(const CLI::ParseError& error) const {
    const std::string text = error.what();
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return Error::usage(text);
    const auto name = text.substr(0, text.find(':'));
    for (const auto& [option, row] : rows_)
      if (row.flag != nullptr && row.flag->takes_value() && row.name() == name)
        return Error::usage(
            fmt::format("{} needs {}: {}", name, row.flag->value_name, row.flag->help),
            example_of(*row.flag));
      else if (row.field != nullptr && row.name() == name)
        return Error::usage(fmt::format("{} needs a value: {}", name, row.field->help),
                            example_of(*row.field));
    return Error::usage(fmt::format("{} needs a value", name));
  }

  const Node* deepest_node() const;

  std::span<const std::string> arguments_;
  CLI::App root_;
  std::map<std::string, CLI::App*> nouns_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::map<const CLI::Option*, FlagUse> rows_; // of the flags, without a value
};

Parser::Parser(std::span<const std::string> arguments) : arguments_(arguments), root_("mrctl") {
  root_.set_help_flag();
  root_.allow_extras();
  root_.fallthrough();
  root_.require_subcommand(0, 1);
  for (const auto& flag : global_flags())
    add_flag(root_, flag);
  for (const auto& command : commands())
    if (has_word(command.noun)) add_command(command);
}

const Parser::Node* Parser::deepest_node() const {
  const Node* deepest = nullptr;
  for (const auto& node : nodes_)
    if (node->app->parsed()) deepest = node.get();
  return deepest;
}

Parser::Line Parser::collect() const {
  Line line;
  auto& invocation = line.invocation;
  invocation.words.assign(arguments_.begin(), arguments_.end());
  line.uses = uses_of(root_, 0);
  line.shared_flags = read_flags(line.uses, invocation);
  if (const auto* node = deepest_node(); node != nullptr && node->command != nullptr) {
    invocation.command = node->command;
    auto words = node->positionals;
    std::ranges::copy_if(root_.remaining(true), std::back_inserter(words),
                         [&](const std::string& word) { return is_argument(word); });
    invocation.arguments = all_unmarked(words);
    auto own = uses_of(*node->app, line.uses.size());
    line.own_flags = read_flags(own, invocation);
    append(line.uses, std::move(own));
  }
  return line;
}

} // namespace

tl::expected<Invocation, Misunderstanding> parse(std::span<const std::string> arguments) {
  return Parser(arguments).parse();
}

WordsBefore parse_to_cursor(std::span<const std::string> words) {
  std::vector<std::string> arguments(words.begin(), words.end());
  arguments.emplace_back(1, plain_word_mark);
  return Parser(arguments).read_to_cursor();
}

} // namespace mrctl::spec
