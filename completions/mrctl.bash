# bash completion for mrctl. `mrctl __complete` knows what may follow: docs/decisions/0017-completion-by-the-program.md

# Paths (-f, or -d for folders) that begin with $3, after $2; with one of the endings $4, if such paths exist.
_mrctl_paths() {
  local path
  while IFS= read -r path; do
    if [[ $4 && ! -d $path && " $4 " != *" ${path##*.} "* ]]; then continue; fi
    if [[ $2 != "$kept" && -d $path ]]; then path+=/; compopt -o nospace 2>/dev/null; fi
    if [[ $2 != "$kept" && -z $quotes ]]; then printf -v path %q "$path"; fi
    path=$2$path COMPREPLY+=("${path#"$kept"}")
  done < <(compgen "$1" -- "$3")
  if [[ $4 && -z ${COMPREPLY[*]-} ]]; then _mrctl_paths "$1" "$2" "$3" ''; fi
  if [[ $2 == "$kept" ]]; then compopt -o filenames 2>/dev/null; fi
}

# Another command, from $1 of COMP_WORDS on: by bash-completion, else by the function that is registered for it.
_mrctl_command() {
  local row line=$COMP_LINE word
  for word in _comp_command_offset _command_offset; do if declare -F $word >/dev/null; then $word "$1"; return; fi; done
  if (($1 == COMP_CWORD)); then while read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$2"); return; fi
  row=$(complete -p -- "${COMP_WORDS[$1]}" 2>/dev/null)
  if [[ $row != *' -F '* ]]; then _mrctl_paths -f '' "$2" ''; return; fi
  for word in "${COMP_WORDS[@]:0:$1}"; do line=${line#*"$word"}; done
  line=${line#"${line%%[![:blank:]]*}"} row=${row##* -F }
  local COMP_POINT=$((COMP_POINT - ${#COMP_LINE} + ${#line})) COMP_LINE=$line
  local COMP_CWORD=$((COMP_CWORD - $1)) COMP_WORDS=("${COMP_WORDS[@]:$1}")
  "${row%% *}" "${COMP_WORDS[0]}" "$2" "${COMP_WORDS[COMP_CWORD - 1]}"
}

_mrctl() {
  local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} arrow='^[0-9]*&?[<>]+[&|]?' cur= start=0 how= number=0 endings=
  local words=() starts=() index piece blanks kept= quotes= lists=' 33 63 64 ' word meaning
  COMPREPLY=()
  # What no blank parts is one word, even if bash parts it ("--output=json"); redirections are not for mrctl.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    piece=${COMP_WORDS[index]} blanks=${line%%[![:blank:]]*} line=${line#"$blanks"}
    if ((index == COMP_CWORD)); then piece=$line line=; else line=${line#"$piece"}; fi
    if [[ $index != 0 && $blanks && ! $cur =~ ${arrow}$ ]]; then
      if [[ ! $cur =~ $arrow ]]; then words+=("${cur//[\\\"\']/}") starts+=("$start"); fi
      cur= start=$index
    fi
    cur+=$piece
  done
  if [[ $cur =~ $arrow ]]; then _mrctl_paths -f '' "${2//[\\\"\']/}" ''; return; fi
  quotes=${cur//[!\"\']/} cur=${cur//[\\\"\']/} starts+=("$start") kept=${cur%"${2//[\\\"\']/}"}
  { read -r how number endings; while IFS=$'\t' read -r word meaning; do
    [[ $word == "$cur"* ]] || continue
    if [[ $lists == *" ${COMP_TYPE-} "* ]]; then printf -v word '%-28s %s' "$word" "$meaning"; word=${word:0:${COLUMNS:-80}-1}; fi
    COMPREPLY+=("${word#"$kept"}")
  done; } < <(command mrctl __complete -- "${words[@]:1}" "$cur" 2>/dev/null)
  case $how in
    files) _mrctl_paths -f "${cur:0:number}" "${cur:number}" "$endings" ;;
    folders) _mrctl_paths -d "${cur:0:number}" "${cur:number}" '' ;;
    command) _mrctl_command "${starts[number + 1]}" "$2" ;;
    *) if ((${#COMPREPLY[@]} == 1)); then COMPREPLY=("${COMPREPLY[0]%% *}"); fi ;;
  esac
  if [[ $how == open ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -F _mrctl mrctl
