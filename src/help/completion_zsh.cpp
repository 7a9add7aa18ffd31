#include "completion_scripts.hpp"
#include "completion_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mrctl::help {

namespace {

// Helpers that make offers. They find the configuration file as mrctl does, so that completion
// never starts mrctl.
constexpr std::string_view head = R"zsh(#compdef mrctl
# zsh completion for mrctl
# Generated from the tables of mrctl by 'mrctl completion zsh'

# Words with their meanings: 'always' '--output:format of the result'. Includes those of
# `also`.
_mrctl_words() {
  local -a offered=("$@" "${also[@]}")
  _describe -t values value offered
}

# Without a space after them.
_mrctl_beginnings() {
  local -a offered=("$@")
  _describe -t values value offered -S ''
}

# Several words separated by commas, each at most once.
_mrctl_word_list() {
  local word
  local -a offered taken=(${(s:,:)PREFIX%,*})
  if [[ $PREFIX == *,* ]]; then compset -P '*,'; else taken=(); fi
  for word in "$@"; do
    if (( ! ${taken[(Ie)${word%%:*}]} )); then offered+=("$word"); fi
  done
  _describe -t values value offered -S ''
}

_mrctl_files() {
  _files
}

_mrctl_text() {
  if compset -P @; then _files; elif (( $# )); then _mrctl_words "$@"; fi
}

_mrctl_pairs() {
  if compset -P '[^=]#=@'; then _files; else _mrctl_beginnings "$@"; fi
}

_mrctl_profiles() {
  local line file=${config:-$MRCTL_CONFIG}
  local table='[[:space:]]#\[[[:space:]]#profiles.["'\'']#([A-Za-z0-9_.-]##)["'\'']#[[:space:]]#\]*'
  local -a names=(default)
  if [[ -z $file && $XDG_CONFIG_HOME == /* ]]; then
    file=$XDG_CONFIG_HOME/mrctl/config.toml
  elif [[ -z $file && -n $HOME ]]; then
    file=$HOME/.config/mrctl/config.toml
  fi
  if [[ $file == '~/'* ]]; then file=$HOME/${file#'~/'}; fi
  if [[ -f $file && -r $file ]]; then
    for line in "${(@f)"$(<$file)"}"; do
      if [[ $line == (#b)${~table} ]]; then names+=($match[1]); fi
    done
  fi
  names=(${(u)names})
  _mrctl_words $names
}

# The commands of mrctl that start with $arguments, and the given topics.
_mrctl_commands() {
  if [[ -z $arguments ]]; then also=("$@"); fi
  _mrctl_next "$arguments"
}

# The values of the setting that the only argument names.
_mrctl_setting_values() {
  _mrctl_setting "$arguments"
}

# The shell's own completion of another command.
_mrctl_command_line() {
  words=("${(@)words[behind,-1]}")
  (( CURRENT -= behind - 1 ))
  _normal -p mrctl
}

)zsh";

constexpr std::string_view tail = R"zsh(# Splits "-qo".
_mrctl_letters() {
  local letters=${1#-}
  while [[ -n $letters ]]; do
    _mrctl_use "-${letters[1]}"
    letters=${letters[2,-1]}
    if _mrctl_takes_value "$twin"; then
      if [[ -z $letters ]]; then flag=$twin; fi
      return
    fi
  done
}

# Records a flag by its name and its letter.
_mrctl_use() {
  twin=$1
  _mrctl_twin "$1"
  used+=("$1" "$twin")
}

# Parses a word before the one to complete.
_mrctl_read() {
  if [[ -n $flag ]]; then
    if [[ $flag == --config ]]; then config=$1; fi
    flag=
  elif [[ $1 == --*=* ]]; then
    _mrctl_use "${1%%=*}"
    if [[ $1 == --config=* ]]; then config=${1#*=}; fi
  elif [[ $1 == --* ]]; then
    _mrctl_use "$1"
    if _mrctl_takes_value "$1"; then flag=$1; fi
  elif [[ $1 == -?* ]]; then
    _mrctl_letters "$1"
  elif (( count == 0 )) && _mrctl_is_command "${command:+$command }$1"; then
    command=${command:+$command }$1
  else
    arguments=${arguments:+$arguments }$1
    (( ++count ))
  fi
}

_mrctl_offer_flags() {
  local word
  local -a all offered
  _mrctl_flags "$command"
  for word in "${all[@]}"; do
    if (( ! ${used[(Ie)${word%%:*}]} )) || _mrctl_is_repeated "${word%%:*}"; then
      offered+=("$word")
    fi
  done
  _describe -o -t options flag offered
}

# Completes $PREFIX, which follows the words that were parsed.
_mrctl_offer() {
  if [[ -n $behind ]]; then
    _mrctl_argument "--:$command"
  elif [[ -n $flag ]]; then
    _mrctl_value "$flag"
  elif [[ $PREFIX == --*=* ]]; then
    flag=${PREFIX%%=*}
    compset -P 1 '*='
    _mrctl_value "$flag"
  elif [[ $PREFIX == -* ]]; then
    _mrctl_offer_flags
  else
    if (( count == 0 )); then _mrctl_next "$command"; fi
    _mrctl_argument "$command:$count"
  fi
}

_mrctl() {
  local command= arguments= flag= config= twin= behind=
  local -i count=0 index
  local -a used also
  for (( index = 2; index < CURRENT; index++ )); do
    if [[ -z $flag && $words[index] == -- ]]; then
      behind=$(( index + 1 ))
      break
    fi
    _mrctl_read "${(Q)words[index]}"
  done
  local -i before=$compstate[nmatches]
  _mrctl_offer
  (( compstate[nmatches] > before ))
}

if [[ $funcstack[1] == _mrctl ]]; then
  _mrctl "$@"
elif (( $+functions[compdef] )); then
  compdef _mrctl mrctl
fi
)zsh";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// "'--output:format of the result'"
std::string text_of(const Word& word) {
  return shell_quoted(word.says.empty() ? escaped(word.text)
                                        : escaped(word.text) + ":" + word.says);
}

std::string list_of(const std::vector<Word>& words) {
  std::string list;
  for (const auto& word : words)
    list += " " + text_of(word);
  return list;
}

std::vector<Branch> offer_branches(const std::vector<OfferRow>& rows) {
  std::vector<Branch> branches;
  for (const auto& row : rows)
    branches.push_back(
        {row.keys, fmt::format("_mrctl_{}{}", function_name(row.offer), list_of(row.words))});
  return branches;
}

std::vector<Branch> next_branches(const std::vector<CommandWords>& rows) {
  std::vector<Branch> branches;
  for (const auto& row : rows)
    branches.push_back({{row.command}, "_mrctl_words" + list_of(row.words)});
  return branches;
}

// One flag per line, because each has its help.
std::string array_of(const std::vector<Word>& words) {
  std::string lines = "all+=(\n";
  for (const auto& word : words)
    lines += "      " + text_of(word) + "\n";
  return lines + "      )";
}

std::string flags_function(const CompletionTables& tables) {
  std::vector<Branch> branches;
  std::string shared;
  for (const auto& row : tables.flags)
    if (row.command.empty())
      shared = array_of(row.words);
    else
      branches.push_back({{row.command}, array_of(row.words)});
  auto text = case_function("_mrctl_flags", branches);
  return text.insert(text.size() - 3, fmt::format("  {}\n", shared));
}

} // namespace

std::string zsh_completion() {
  const auto tables = completion_tables();
  return std::string(head) + test_function("_mrctl_is_command", tables.commands) +
         test_function("_mrctl_takes_value", tables.value_flags) +
         test_function("_mrctl_is_repeated", tables.repeated_flags) +
         case_function("_mrctl_twin", twin_branches(tables)) + flags_function(tables) +
         case_function("_mrctl_next", next_branches(tables.next_words)) +
         case_function("_mrctl_value", offer_branches(tables.flag_values)) +
         case_function("_mrctl_argument", offer_branches(tables.arguments)) +
         case_function("_mrctl_setting", offer_branches(tables.setting_values)) + std::string(tail);
}

} // namespace mrctl::help
