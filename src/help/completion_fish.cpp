#include "completion_scripts.hpp"
#include "completion_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mrctl::help {

namespace {

// Helpers that make offers. They find the configuration file as mrctl does, so that completion
// never starts mrctl. Functions see the variables of __mrctl_complete: `cur` is the text to
// complete, and `kept` its beginning, which fish expects in each offer.
constexpr std::string_view head = R"fish(# fish completion for mrctl
# Generated from the tables of mrctl by 'mrctl completion fish'

# Words, each with its meaning after a tab.
function __mrctl_words -S
    string join \n -- $kept$argv
end

# Words that $argv[1] may follow. Fish adds a space after a single match, so there are always two.
function __mrctl_open -S
    set -l left (string match -r -- '^'(string escape --style=regex -- $cur)'.*' $argv[2..-1])
    __mrctl_words $argv[2..-1]
    if test (count $left) = 1
        __mrctl_words (string replace -r '(\t|$)' "$argv[1]\$1" -- $left)
    end
end

# Fish adds no space after a word that ends in "=".
function __mrctl_beginnings -S
    if string match -q -- '*=' (string split -f 1 \t -- $argv)
        __mrctl_words $argv
    else
        __mrctl_open = $argv
    end
end

# Several words separated by commas, each at most once.
function __mrctl_word_list -S
    set -l list (string replace -r '[^,]*$' '' -- $cur)
    set -l taken (string split , -- $list)
    set -l left
    for word in $argv
        if not contains -- (string split -f 1 \t -- $word) $taken
            set -a left $list$word
        end
    end
    __mrctl_open , $left
end

function __mrctl_files -S
    __mrctl_paths '' $cur
end

# Paths that begin with $argv[2], after the text $argv[1].
function __mrctl_paths -S
    __mrctl_words $argv[1](complete -C "'' $argv[2]")
end

function __mrctl_text -S
    if string match -q -- '@*' $cur
        __mrctl_paths @ (string sub -s 2 -- $cur)
    else
        __mrctl_words $argv
    end
end

function __mrctl_pairs -S
    set -l parts (string match -r '^([^=]*=@)(.*)$' -- $cur)
    if set -q parts[1]
        __mrctl_paths $parts[2] "$parts[3]"
    else
        __mrctl_words $argv
    end
end

function __mrctl_profiles -S
    set -l file $config
    if test -z "$file"
        set file $MRCTL_CONFIG
    end
    if test -z "$file"; and string match -q '/*' -- $XDG_CONFIG_HOME
        set file $XDG_CONFIG_HOME/mrctl/config.toml
    end
    if test -z "$file"; and test -n "$HOME"
        set file $HOME/.config/mrctl/config.toml
    end
    set file (string replace -r '^~/' $HOME/ -- $file)
    set -l names default
    if test -f "$file"; and test -r "$file"
        set -a names (string match -rg '^\s*\[\s*profiles\.["\']?([A-Za-z0-9_.-]+)["\']?\s*\]' <$file)
    end
    __mrctl_words $names
end

# The commands of mrctl that start with $arguments, and the given topics.
function __mrctl_commands -S
    __mrctl_next "$arguments"
    if test -z "$arguments"
        __mrctl_words $argv
    end
end

# The values of the setting that the only argument names.
function __mrctl_setting_values -S
    __mrctl_setting "$arguments"
end

# The shell's own completion of another command.
function __mrctl_command_line -S
    complete -C (string join ' ' -- (string escape -- $typed[$behind..-1]) $cur)
end

)fish";

constexpr std::string_view tail = R"fish(# Splits "-qo".
function __mrctl_letters -S
    set -l letters (string split '' -- (string sub -s 2 -- $argv[1]))
    while set -q letters[1]
        __mrctl_use -$letters[1]
        set -e letters[1]
        if __mrctl_takes_value $twin
            if not set -q letters[1]
                set flag $twin
            end
            return
        end
    end
end

# Records a flag by its name and its letter.
function __mrctl_use -S
    set twin $argv[1]
    __mrctl_twin $argv[1]
    set -a used $argv[1] $twin
end

# Parses a word before the one to complete.
function __mrctl_read -S
    set -l word $argv[1]
    if test -n "$flag"
        if test $flag = --config
            set config $word
        end
        set flag
    else if string match -q -- '--*=*' $word
        __mrctl_use (string split -f 1 = -- $word)
        if string match -q -- '--config=*' $word
            set config (string replace -- --config= '' $word)
        end
    else if string match -q -- '--*' $word
        __mrctl_use $word
        if __mrctl_takes_value $word
            set flag $word
        end
    else if string match -q -- '-?*' $word
        __mrctl_letters $word
    else if test $count = 0; and __mrctl_is_command (string join ' ' -- $command $word)
        set command (string join ' ' -- $command $word)
    else
        set arguments (string join ' ' -- $arguments $word)
        set count (math $count + 1)
    end
end

function __mrctl_offer_flags -S
    for word in (__mrctl_flags "$command")
        set -l name (string split -f 1 \t -- $word)
        if not contains -- $name $used; or __mrctl_is_repeated $name
            __mrctl_words $word
        end
    end
end

# Completes $cur, which follows the words that were parsed.
function __mrctl_offer -S
    if test -n "$behind"
        __mrctl_argument "--:$command"
    else if test -n "$flag"
        __mrctl_value $flag
    else if string match -q -- '--*=*' $cur
        set flag (string split -f 1 = -- $cur)
        set kept $flag=
        set cur (string replace -- $kept '' $cur)
        __mrctl_value $flag
    else if string match -q -- '-*' $cur
        __mrctl_offer_flags
    else
        if test $count = 0
            __mrctl_next "$command"
        end
        __mrctl_argument "$command:$count"
    end
end

function __mrctl_complete
    set -l typed (commandline -opc)
    set -l cur (string replace -r '^["\']' '' -- (commandline -ct))
    set -l kept ''
    set -l command
    set -l arguments
    set -l flag
    set -l config
    set -l twin
    set -l used
    set -l behind
    set -l count 0
    set -l index 1
    for word in $typed[2..-1]
        set index (math $index + 1)
        if test -z "$flag"; and test "$word" = --
            set behind (math $index + 1)
            break
        end
        __mrctl_read $word
    end
    __mrctl_offer
end

complete -c mrctl -e
complete -c mrctl -f -a '(__mrctl_complete)'
)fish";

// Fish knows two escapes within single quotes.
std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string list_of(const std::vector<std::string>& words) {
  std::string list;
  for (const auto& word : words)
    list += " " + shell_quoted(word);
  return list;
}

// "'--output'\t'format of the result'", where \t is fish's own.
std::string list_of(const std::vector<Word>& words) {
  std::string list;
  for (const auto& word : words) {
    list += " " + shell_quoted(word.text);
    if (!word.says.empty()) list += "\\t" + shell_quoted(word.says);
  }
  return list;
}

std::string case_of(const std::vector<std::string>& keys, std::string_view command) {
  return fmt::format("        case{}\n            {}\n", list_of(keys), command);
}

std::string switch_function(std::string_view name, const std::string& cases) {
  return fmt::format("function {} -S\n    switch $argv[1]\n{}    end\nend\n\n", name, cases);
}

std::string test_function(std::string_view name, const std::vector<std::string>& words) {
  return fmt::format("function {}\n    contains -- $argv[1]{}\nend\n\n", name, list_of(words));
}

std::string offer_function(std::string_view name, const std::vector<OfferRow>& rows) {
  std::string cases;
  for (const auto& row : rows)
    cases += case_of(row.keys,
                     fmt::format("__mrctl_{}{}", function_name(row.offer), list_of(row.words)));
  return switch_function(name, cases);
}

std::string next_function(const std::vector<CommandWords>& rows) {
  std::string cases;
  for (const auto& row : rows)
    cases += case_of({row.command}, "__mrctl_words" + list_of(row.words));
  return switch_function("__mrctl_next", cases);
}

std::string twin_function(const CompletionTables& tables) {
  std::string cases;
  for (const auto& [letter, name] : tables.spellings)
    cases += case_of({letter}, "set twin " + name) + case_of({name}, "set twin " + letter);
  return switch_function("__mrctl_twin", cases);
}

// One flag per line, because each has its help.
std::string lines_of(const std::vector<Word>& words) {
  std::string lines = "printf '%s\\t%s\\n'";
  for (const auto& word : words)
    lines +=
        fmt::format(" \\\n                {} {}", shell_quoted(word.text), shell_quoted(word.says));
  return lines;
}

std::string flags_function(const CompletionTables& tables) {
  std::string cases;
  std::string shared;
  for (const auto& row : tables.flags)
    if (row.command.empty())
      shared = lines_of(row.words);
    else
      cases += case_of({row.command}, lines_of(row.words));
  return fmt::format("function __mrctl_flags\n    switch $argv[1]\n{}    end\n    {}\nend\n\n",
                     cases, shared);
}

} // namespace

std::string fish_completion() {
  const auto tables = completion_tables();
  return std::string(head) + test_function("__mrctl_is_command", tables.commands) +
         test_function("__mrctl_takes_value", tables.value_flags) +
         test_function("__mrctl_is_repeated", tables.repeated_flags) + twin_function(tables) +
         flags_function(tables) + next_function(tables.next_words) +
         offer_function("__mrctl_value", tables.flag_values) +
         offer_function("__mrctl_argument", tables.arguments) +
         offer_function("__mrctl_setting", tables.setting_values) + std::string(tail);
}

} // namespace mrctl::help
