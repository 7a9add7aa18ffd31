#include "completion_scripts.hpp"
#include "completion_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mrctl::help {

namespace {

// Helpers that make offers. `cur` is the text to complete, and `before` the text before it in the
// same word ("--output="). `kept` is the beginning of the word that stays on the line: bash
// replaces only the part after the last character of COMP_WORDBREAKS.
//
// Words are compared here instead of by compgen -W, which would execute "$(…)" and needs another
// process. The configuration file is found as mrctl does, so that completion never starts mrctl.
constexpr std::string_view head = R"bash(# bash completion for mrctl
# Generated from the tables of mrctl by 'mrctl completion bash'

# Offers a text as a completion.
_mrctl_reply() {
  local reply=$before$1
  COMPREPLY+=("${reply#"$kept"}")
}

# Each word of $1 that begins with what was typed.
_mrctl_words() {
  local word
  for word in $1; do
    if [[ $word == "$cur"* ]]; then _mrctl_reply "$word"; fi
  done
}

# Without a space after them.
_mrctl_beginnings() {
  compopt -o nospace 2>/dev/null
  _mrctl_words "$1"
}

# Several words separated by commas, each at most once.
_mrctl_word_list() {
  local word list=
  if [[ $cur == *,* ]]; then list=${cur%,*},; fi
  compopt -o nospace 2>/dev/null
  for word in $1; do
    if [[ ,$list != *",$word,"* && $list$word == "$cur"* ]]; then _mrctl_reply "$list$word"; fi
  done
}

# Bash's own completion of paths, where all that it replaces is the path. Bash 3.2 can't be asked for
# it here.
_mrctl_files() {
  if [[ $kept != "$before" ]] || ! compopt -o default 2>/dev/null; then _mrctl_paths '' "$cur"; fi
}

# Paths that begin with $2, after the text $1. The option `filenames` would put a backslash before
# the @.
_mrctl_paths() {
  local path
  while IFS= read -r path; do
    if [[ -d $path ]]; then
      path=$path/
      compopt -o nospace 2>/dev/null
    fi
    if [[ -z $quote ]]; then printf -v path %q "$path"; fi
    _mrctl_reply "$1${path/#\\~/~}"
  done < <(compgen -f -- "${2//\\/}")
}

_mrctl_text() {
  if [[ $cur == @* ]]; then
    _mrctl_paths @ "${cur#@}"
  else
    _mrctl_words "${1-}"
  fi
}

_mrctl_pairs() {
  if [[ $cur == *=@* ]]; then
    _mrctl_paths "${cur%%=@*}=@" "${cur#*=@}"
  else
    _mrctl_beginnings "$1"
  fi
}

_mrctl_profiles() {
  local line names=default file=${config:-${MRCTL_CONFIG:-}}
  local table='^[[:space:]]*\[[[:space:]]*profiles[.]["'\'']?([A-Za-z0-9_.-]+)["'\'']?[[:space:]]*\]'
  if [[ -z $file && ${XDG_CONFIG_HOME:-} == /* ]]; then
    file=$XDG_CONFIG_HOME/mrctl/config.toml
  elif [[ -z $file && -n ${HOME:-} ]]; then
    file=$HOME/.config/mrctl/config.toml
  fi
  if [[ $file == '~/'* ]]; then file=${HOME:-}/${file#'~/'}; fi
  if [[ -f $file && -r $file ]]; then
    while IFS= read -r line || [[ $line ]]; do
      if [[ $line =~ $table && ${BASH_REMATCH[1]} != default ]]; then
        names+=" ${BASH_REMATCH[1]}"
      fi
    done <"$file"
  fi
  _mrctl_words "$names"
}

# The commands of mrctl that start with $arguments, and the topics of $1.
_mrctl_commands() {
  _mrctl_next "$arguments"
  if [[ -z $arguments ]]; then _mrctl_words "$1"; fi
}

# The values of the setting that the only argument names.
_mrctl_setting_values() {
  _mrctl_setting "$arguments"
}

# The shell's own completion of another command. bash-completion knows most; without it, there are the
# names of commands, then what is registered for the command, else files.
_mrctl_command_line() {
  if declare -F _comp_command_offset >/dev/null; then
    _comp_command_offset "$behind"
  elif declare -F _command_offset >/dev/null; then
    _command_offset "$behind"
  elif ((behind == starts[last])) && [[ $cur != */* ]]; then
    _mrctl_command_names
  else
    _mrctl_registered || _mrctl_files
  fi
}

_mrctl_command_names() {
  local word
  while IFS= read -r word; do _mrctl_reply "$word"; done < <(compgen -c -- "$cur")
}

# Runs the completion function registered for the command, as if the command line started with it.
_mrctl_registered() {
  local row line=$COMP_LINE word
  row=$(complete -p -- "${COMP_WORDS[behind]}" 2>/dev/null) || return
  if [[ $row != *' -F '* ]]; then return 1; fi
  row=${row##* -F }
  for word in "${COMP_WORDS[@]:0:behind}"; do line=${line#*"$word"}; done
  line=${line#"${line%%[![:blank:]]*}"}
  local COMP_POINT=$((COMP_POINT - ${#COMP_LINE} + ${#line})) COMP_LINE=$line
  local COMP_CWORD=$((COMP_CWORD - behind))
  local COMP_WORDS=("${COMP_WORDS[@]:behind}")
  "${row%% *}" "${COMP_WORDS[0]}" "$partial" "${COMP_WORDS[COMP_CWORD - 1]}"
}

)bash";

constexpr std::string_view tail = R"bash(# Splits "-qo".
_mrctl_letters() {
  local letters=${1#-}
  while [[ $letters ]]; do
    _mrctl_use "-${letters:0:1}"
    letters=${letters:1}
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
  used+="$1 $twin "
}

# Parses a word before the one to complete.
_mrctl_read() {
  local word=${1//[\\\"\']/}
  if [[ $flag ]]; then
    if [[ $flag == --config ]]; then config=$word; fi
    flag=
  elif [[ $word == --*=* ]]; then
    _mrctl_use "${word%%=*}"
    if [[ $word == --config=* ]]; then config=${word#*=}; fi
  elif [[ $word == --* ]]; then
    _mrctl_use "$word"
    if _mrctl_takes_value "$word"; then flag=$word; fi
  elif [[ $word == -?* ]]; then
    _mrctl_letters "$word"
  elif ((count == 0)) && _mrctl_is_command "${command:+$command }$word"; then
    command=${command:+$command }$word
  else
    arguments=${arguments:+$arguments }$word
    count=$((count + 1))
  fi
}

_mrctl_offer_flags() {
  local word words=
  _mrctl_flags "$command"
  for word in $words; do
    if [[ $used != *" $word "* ]] || _mrctl_is_repeated "$word"; then _mrctl_words "$word"; fi
  done
}

# Completes $cur, which follows the words that were parsed.
_mrctl_offer() {
  if [[ $behind ]]; then
    _mrctl_argument "--:$command"
  elif [[ $flag ]]; then
    _mrctl_value "$flag"
  elif [[ $cur == --*=* ]]; then
    flag=${cur%%=*}
    before=$flag=
    cur=${cur#*=}
    _mrctl_value "$flag"
  elif [[ $cur == -* ]]; then
    _mrctl_offer_flags
  else
    if ((count == 0)); then _mrctl_next "$command"; fi
    _mrctl_argument "$command:$count"
  fi
}

# Puts the words up to the cursor into `typed`, and where each begins in COMP_WORDS into `starts`:
# bash hands over "--output=json" in three words, but what no blank parts belongs together. The file
# that is read from or written to is left out, except where it is the last one.
_mrctl_split() {
  local line=${COMP_LINE:0:COMP_POINT} blanks piece index place=word
  for ((index = 0; index <= COMP_CWORD; index++)); do
    piece=${COMP_WORDS[index]}
    blanks=${line%%[![:blank:]]*}
    line=${line#"$blanks"}
    if ((index == COMP_CWORD)); then piece=$line; fi
    line=${line#"$piece"}
    if [[ $piece == *[\<\>]* && $piece != *[!0-9\&\|\<\>]* ]]; then
      place=behind_arrow
    elif [[ $place == behind_arrow ]]; then
      place=file
      redirected=$piece
    elif [[ $blanks || $index == 0 ]]; then
      place=word
      typed+=("$piece")
      starts+=("$index")
    elif [[ $place == file ]]; then
      redirected+=$piece
    else
      typed[${#typed[@]} - 1]+=$piece
    fi
  done
  if [[ $place != word ]]; then is_redirected=1; fi
}

_mrctl() {
  local IFS=$' \t\n' typed starts cur before= kept= quote= index last is_redirected= redirected=
  local command= arguments= count=0 flag= config= used=' ' twin= behind= partial=${2-}
  COMPREPLY=() typed=() starts=()
  _mrctl_split
  if [[ $is_redirected ]]; then
    cur=$redirected
    _mrctl_files
    return
  fi
  last=$((${#typed[@]} - 1))
  cur=${typed[last]}
  for ((index = 1; index < last; index++)); do
    if [[ -z $flag && ${typed[index]} == -- ]]; then
      behind=${starts[index + 1]}
      break
    fi
    _mrctl_read "${typed[index]}"
  done
  if [[ $cur == [\"\']* ]]; then
    quote=${cur:0:1}
    cur=${cur:1}
  fi
  kept=${cur%"$partial"}
  _mrctl_offer
}

complete -F _mrctl mrctl
)bash";

// The words are one text, because none of them contains a space or anything that bash would expand.
std::string list_of(const std::vector<Word>& words) {
  return shell_quoted(fmt::format("{}", fmt::join(texts_of(words), " ")));
}

std::vector<Branch> offer_branches(const std::vector<OfferRow>& rows) {
  std::vector<Branch> branches;
  for (const auto& row : rows) {
    auto command = fmt::format("_mrctl_{}", function_name(row.offer));
    if (!row.words.empty()) command += " " + list_of(row.words);
    branches.push_back({row.keys, std::move(command)});
  }
  return branches;
}

std::vector<Branch> next_branches(const std::vector<CommandWords>& rows) {
  std::vector<Branch> branches;
  for (const auto& row : rows)
    branches.push_back({{row.command}, "_mrctl_words " + list_of(row.words)});
  return branches;
}

std::string flags_function(const CompletionTables& tables) {
  std::vector<Branch> branches;
  std::string shared;
  for (const auto& row : tables.flags)
    if (row.command.empty())
      shared = list_of(row.words);
    else
      branches.push_back({{row.command}, "words=" + list_of(row.words)});
  auto text = case_function("_mrctl_flags", branches);
  return text.insert(text.size() - 3, fmt::format("  words+=' '{}\n", shared));
}

} // namespace

std::string bash_completion() {
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
