# bash completion for mrctl
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

_mrctl_is_command() {
  case $1 in
    preset|'preset create'|'preset lint'|'preset plan'|'preset apply'|'preset explain'|endpoints|'endpoints list'|'endpoints diff'|byok|'byok get'|'byok diff'|api|auth|'auth login'|'auth status'|'auth logout'|config|'config list'|'config get'|'config set'|'config unset'|'config path'|emulator|'emulator serve'|'emulator exec'|schema|completion|help|version) return 0 ;;
  esac
  return 1
}

_mrctl_takes_value() {
  case $1 in
    --base-url|--profile|--config|--api-key-file|--output|-o|--report|--summary|--jq|--color|--error-format|--timeout|--connect-timeout|--retries|--jobs|--proxy|--ca-cert|--client-cert|--client-key|--body|--system|--message|--set|--set-string|--set-json|--unset|--messages|--model|--models|--stream-options|--debug|--max-tokens|--max-completion-tokens|--temperature|--top-p|--top-k|--min-p|--top-a|--frequency-penalty|--presence-penalty|--repetition-penalty|--seed|--stop|--logit-bias|--top-logprobs|--tools|--tool-choice|--response-format|--reasoning|--reasoning-effort|--modalities|--image-config|--prediction|--service-tier|--cache-control|--prompt-cache-key|--prompt-cache-options|--session-id|--metadata|--user|--trace|--provider|--route|--plugins|--stop-server-tools-when|--reasoning-summary|--provider-data-collection|--provider-ignore|--provider-only|--provider-order|--provider-max-price|--provider-max-price-prompt|--provider-max-price-completion|--provider-max-price-image|--provider-max-price-audio|--provider-max-price-request|--provider-preferred-max-latency|--provider-preferred-min-throughput|--provider-quantizations|--provider-sort|--plugins-auto-router-allowed-models|--plugins-auto-router-cost-quality-tradeoff|--plugins-web-engine|--plugins-web-exclude-domains|--plugins-web-include-domains|--plugins-web-max-results|--plugins-web-max-uses|--plugins-web-search-prompt|--plugins-web-fetch-allowed-domains|--plugins-web-fetch-blocked-domains|--plugins-web-fetch-max-content-tokens|--plugins-web-fetch-max-uses|--plugins-pareto-router-min-coding-score|--plugins-pareto-router-price-source|--base|--slug-prefix|--target|--state|--listing|--prompt-tokens|--completion-tokens|--images|--why|--at-least|--max-cost|--require|--columns|--where|--sort|--limit|--chart|--fail-on|--presets|--header|-H|--listen|--db|--catalogue|--management-key|--inference-key|--latency|--fault) return 0 ;;
  esac
  return 1
}

_mrctl_is_repeated() {
  case $1 in
    --report|--verbose|-v|--message|--set|--set-string|--set-json|--unset|--models|--stop|--logit-bias|--tools|--modalities|--image-config|--metadata|--trace|--plugins|--provider-ignore|--provider-only|--provider-order|--provider-quantizations|--plugins-auto-router-allowed-models|--plugins-web-exclude-domains|--plugins-web-include-domains|--plugins-web-fetch-allowed-domains|--plugins-web-fetch-blocked-domains|--listing|--where|--fail-on|--presets|--header|-H|--fault) return 0 ;;
  esac
  return 1
}

_mrctl_twin() {
  case $1 in
    -o) twin=--output ;;
    --output) twin=-o ;;
    -r) twin=--raw-output ;;
    --raw-output) twin=-r ;;
    -q) twin=--quiet ;;
    --quiet) twin=-q ;;
    -v) twin=--verbose ;;
    --verbose) twin=-v ;;
    -h) twin=--help ;;
    --help) twin=-h ;;
    -H) twin=--header ;;
    --header) twin=-H ;;
  esac
}

_mrctl_flags() {
  case $1 in
    'preset create') words='--body --system --message --set --set-string --set-json --unset --dry-run --print-curl --strip --strict --allow-unknown --no-validate --messages --model --models --stream --stream-options --debug --max-tokens --max-completion-tokens --temperature --top-p --top-k --min-p --top-a --frequency-penalty --presence-penalty --repetition-penalty --seed --stop --logit-bias --logprobs --top-logprobs --parallel-tool-calls --tools --tool-choice --response-format --reasoning --reasoning-effort --modalities --image-config --prediction --service-tier --cache-control --prompt-cache-key --prompt-cache-options --session-id --metadata --user --trace --provider --route --plugins --stop-server-tools-when --reasoning-summary --provider-allow-fallbacks --provider-data-collection --provider-enforce-distillable-text --provider-ignore --provider-only --provider-order --provider-max-price --provider-max-price-prompt --provider-max-price-completion --provider-max-price-image --provider-max-price-audio --provider-max-price-request --provider-preferred-max-latency --provider-preferred-min-throughput --provider-quantizations --provider-require-parameters --provider-sort --provider-zdr --plugins-auto-router-enabled --plugins-auto-router-allowed-models --plugins-auto-router-cost-quality-tradeoff --plugins-web-enabled --plugins-web-engine --plugins-web-exclude-domains --plugins-web-include-domains --plugins-web-max-results --plugins-web-max-uses --plugins-web-search-prompt --plugins-web-fetch-enabled --plugins-web-fetch-allowed-domains --plugins-web-fetch-blocked-domains --plugins-web-fetch-max-content-tokens --plugins-web-fetch-max-uses --plugins-file-parser-enabled --plugins-response-healing-enabled --plugins-context-compression-enabled --plugins-pareto-router-enabled --plugins-pareto-router-min-coding-score --plugins-pareto-router-price-source --plugins-fusion-enabled' ;;
    'preset lint') words='--strict --allow-unknown --strip' ;;
    'preset plan') words='--base --set --set-string --set-json --unset --slug-prefix --target --state --only-changed --fail-changed --strict --allow-unknown' ;;
    'preset apply') words='--base --set --set-string --set-json --unset --slug-prefix --target --state --yes --fail-fast --dry-run --only-changed --strict --allow-unknown' ;;
    'preset explain') words='--body --system --message --base --set --set-string --set-json --unset --listing --prompt-tokens --completion-tokens --images --why --at-least --max-cost --require --allow-unknown --messages --model --models --stream --stream-options --debug --max-tokens --max-completion-tokens --temperature --top-p --top-k --min-p --top-a --frequency-penalty --presence-penalty --repetition-penalty --seed --stop --logit-bias --logprobs --top-logprobs --parallel-tool-calls --tools --tool-choice --response-format --reasoning --reasoning-effort --modalities --image-config --prediction --service-tier --cache-control --prompt-cache-key --prompt-cache-options --session-id --metadata --user --trace --provider --route --plugins --stop-server-tools-when --reasoning-summary --provider-allow-fallbacks --provider-data-collection --provider-enforce-distillable-text --provider-ignore --provider-only --provider-order --provider-max-price --provider-max-price-prompt --provider-max-price-completion --provider-max-price-image --provider-max-price-audio --provider-max-price-request --provider-preferred-max-latency --provider-preferred-min-throughput --provider-quantizations --provider-require-parameters --provider-sort --provider-zdr --plugins-auto-router-enabled --plugins-auto-router-allowed-models --plugins-auto-router-cost-quality-tradeoff --plugins-web-enabled --plugins-web-engine --plugins-web-exclude-domains --plugins-web-include-domains --plugins-web-max-results --plugins-web-max-uses --plugins-web-search-prompt --plugins-web-fetch-enabled --plugins-web-fetch-allowed-domains --plugins-web-fetch-blocked-domains --plugins-web-fetch-max-content-tokens --plugins-web-fetch-max-uses --plugins-file-parser-enabled --plugins-response-healing-enabled --plugins-context-compression-enabled --plugins-pareto-router-enabled --plugins-pareto-router-min-coding-score --plugins-pareto-router-price-source --plugins-fusion-enabled' ;;
    'endpoints list') words='--columns --wide --where --sort --limit --chart --at-least --fail-empty' ;;
    'endpoints diff') words='--fail-on --statistics --presets --base' ;;
    'byok diff') words='--fail-on' ;;
    api) words='--body --header -H' ;;
    'auth login') words='--no-verify' ;;
    'config list') words='--show-origin' ;;
    'emulator serve') words='--listen --db --catalogue --management-key --inference-key --latency --fault --seed --log' ;;
    'emulator exec') words='--listen --db --catalogue --management-key --inference-key --latency --fault --seed --log' ;;
    help) words='--json' ;;
    version) words='--build' ;;
  esac
  words+=' ''--base-url --profile --config --api-key-file --output -o --report --summary --jq --raw-output -r --no-header --color --error-format --quiet -q --verbose -v --timeout --connect-timeout --retries --jobs --proxy --ca-cert --client-cert --client-key --insecure --no-input --help -h --version'
}

_mrctl_next() {
  case $1 in
    '') _mrctl_words 'preset endpoints byok api auth config emulator schema completion help version' ;;
    preset) _mrctl_words 'create lint plan apply explain' ;;
    endpoints) _mrctl_words 'list diff' ;;
    byok) _mrctl_words 'get diff' ;;
    auth) _mrctl_words 'login status logout' ;;
    config) _mrctl_words 'list get set unset path' ;;
    emulator) _mrctl_words 'serve exec' ;;
  esac
}

_mrctl_value() {
  case $1 in
    --profile|--target) _mrctl_profiles ;;
    --config|--api-key-file|--summary|--ca-cert|--client-cert|--client-key|--body|--base|--state|--listing|--presets|--db|--catalogue) _mrctl_files ;;
    --output|-o) _mrctl_words 'table text wide json jsonl csv tsv yaml markdown raw name html' ;;
    --report) _mrctl_beginnings 'table= text= wide= json= jsonl= csv= tsv= yaml= markdown= raw= name= html= junit= codequality=' ;;
    --color) _mrctl_words 'auto always never' ;;
    --error-format) _mrctl_words 'text json github' ;;
    --system|--messages|--stream-options|--debug|--logit-bias|--tools|--reasoning|--image-config|--prediction|--cache-control|--prompt-cache-options|--metadata|--trace|--provider|--stop-server-tools-when|--reasoning-summary|--provider-max-price|--provider-preferred-max-latency|--provider-preferred-min-throughput|--provider-sort|--plugins-web-engine|--slug-prefix) _mrctl_text ;;
    --message) _mrctl_pairs 'system= user= developer= assistant= tool=' ;;
    --set|--set-string) _mrctl_beginnings 'messages= model= models= stream= stream_options= debug= max_tokens= max_completion_tokens= temperature= top_p= top_k= min_p= top_a= frequency_penalty= presence_penalty= repetition_penalty= seed= stop= logit_bias= logprobs= top_logprobs= parallel_tool_calls= tools= tool_choice= response_format= reasoning= reasoning_effort= modalities= image_config= prediction= service_tier= cache_control= prompt_cache_key= prompt_cache_options= session_id= metadata= user= trace= provider= route= plugins= stop_server_tools_when= reasoning.summary= provider.allow_fallbacks= provider.data_collection= provider.enforce_distillable_text= provider.ignore= provider.only= provider.order= provider.max_price= provider.max_price.prompt= provider.max_price.completion= provider.max_price.image= provider.max_price.audio= provider.max_price.request= provider.preferred_max_latency= provider.preferred_min_throughput= provider.quantizations= provider.require_parameters= provider.sort= provider.zdr=' ;;
    --set-json) _mrctl_pairs 'messages= model= models= stream= stream_options= debug= max_tokens= max_completion_tokens= temperature= top_p= top_k= min_p= top_a= frequency_penalty= presence_penalty= repetition_penalty= seed= stop= logit_bias= logprobs= top_logprobs= parallel_tool_calls= tools= tool_choice= response_format= reasoning= reasoning_effort= modalities= image_config= prediction= service_tier= cache_control= prompt_cache_key= prompt_cache_options= session_id= metadata= user= trace= provider= route= plugins= stop_server_tools_when= reasoning.summary= provider.allow_fallbacks= provider.data_collection= provider.enforce_distillable_text= provider.ignore= provider.only= provider.order= provider.max_price= provider.max_price.prompt= provider.max_price.completion= provider.max_price.image= provider.max_price.audio= provider.max_price.request= provider.preferred_max_latency= provider.preferred_min_throughput= provider.quantizations= provider.require_parameters= provider.sort= provider.zdr=' ;;
    --unset) _mrctl_words 'messages model models stream stream_options debug max_tokens max_completion_tokens temperature top_p top_k min_p top_a frequency_penalty presence_penalty repetition_penalty seed stop logit_bias logprobs top_logprobs parallel_tool_calls tools tool_choice response_format reasoning reasoning_effort modalities image_config prediction service_tier cache_control prompt_cache_key prompt_cache_options session_id metadata user trace provider route plugins stop_server_tools_when reasoning.summary provider.allow_fallbacks provider.data_collection provider.enforce_distillable_text provider.ignore provider.only provider.order provider.max_price provider.max_price.prompt provider.max_price.completion provider.max_price.image provider.max_price.audio provider.max_price.request provider.preferred_max_latency provider.preferred_min_throughput provider.quantizations provider.require_parameters provider.sort provider.zdr' ;;
    --stream|--plugins-auto-router-enabled|--plugins-web-enabled|--plugins-web-fetch-enabled|--plugins-file-parser-enabled|--plugins-response-healing-enabled|--plugins-context-compression-enabled|--plugins-pareto-router-enabled|--plugins-fusion-enabled) _mrctl_words 'true false' ;;
    --logprobs|--parallel-tool-calls|--provider-allow-fallbacks|--provider-enforce-distillable-text|--provider-require-parameters|--provider-zdr) _mrctl_words 'true false null' ;;
    --tool-choice) _mrctl_text 'none auto required' ;;
    --response-format) _mrctl_text 'text json_object python' ;;
    --modalities) _mrctl_words 'text image audio' ;;
    --service-tier) _mrctl_words 'auto default flex priority scale null' ;;
    --route) _mrctl_words 'fallback sort null' ;;
    --plugins) _mrctl_text 'auto-router moderation web web-fetch file-parser response-healing context-compression pareto-router fusion' ;;
    --provider-data-collection) _mrctl_words 'allow deny null' ;;
    --plugins-pareto-router-price-source) _mrctl_words 'prompt weighted_avg' ;;
    --columns) _mrctl_word_list 'model tag provider name context max_output max_prompt quantization status prompt completion request image latency_p50 latency_p75 latency_p90 latency_p99 throughput_p50 throughput_p75 throughput_p90 throughput_p99 uptime_5m uptime_30m uptime_1d caching supports help' ;;
    --where) _mrctl_beginnings 'model tag provider name context max_output max_prompt quantization status prompt completion request image latency_p50 latency_p75 latency_p90 latency_p99 throughput_p50 throughput_p75 throughput_p90 throughput_p99 uptime_5m uptime_30m uptime_1d caching supports' ;;
    --sort) _mrctl_words 'model tag provider name context max_output max_prompt quantization status prompt completion request image latency_p50 latency_p75 latency_p90 latency_p99 throughput_p50 throughput_p75 throughput_p90 throughput_p99 uptime_5m uptime_30m uptime_1d caching supports -model -tag -provider -name -context -max_output -max_prompt -quantization -status -prompt -completion -request -image -latency_p50 -latency_p75 -latency_p90 -latency_p99 -throughput_p50 -throughput_p75 -throughput_p90 -throughput_p99 -uptime_5m -uptime_30m -uptime_1d -caching -supports' ;;
    --chart) _mrctl_words 'price latency throughput uptime context max_output max_prompt prompt completion request image latency_p50 latency_p75 latency_p90 latency_p99 throughput_p50 throughput_p75 throughput_p90 throughput_p99 uptime_5m uptime_30m uptime_1d' ;;
    --fail-on) _mrctl_word_list 'worse any added removed price-up price-down price-known price-unknown context-up context-down max-output-up max-output-down quantization parameter-added parameter-removed status provider-name caching latency throughput uptime label disabled enabled restriction workspace provider name order fallback other' ;;
  esac
}

_mrctl_argument() {
  case $1 in
    'preset lint:'*) _mrctl_files ;;
    'preset plan:'*) _mrctl_files ;;
    'preset apply:'*) _mrctl_files ;;
    'preset explain:'*) _mrctl_files ;;
    'endpoints diff:0') _mrctl_files ;;
    'endpoints diff:1') _mrctl_files ;;
    'byok diff:0') _mrctl_files ;;
    'byok diff:1') _mrctl_files ;;
    'api:0') _mrctl_words 'GET POST PUT PATCH DELETE' ;;
    'config get:0') _mrctl_words 'base_url profile config api_key_file credential_command output color error_format timeout connect_timeout retries jobs proxy ca_cert client_cert client_key insecure strip target state' ;;
    'config set:0') _mrctl_words 'base_url profile api_key_file credential_command output color timeout connect_timeout retries jobs proxy ca_cert client_cert client_key strip target' ;;
    'config set:1') _mrctl_setting_values ;;
    'config unset:0') _mrctl_words 'base_url profile api_key_file credential_command output color timeout connect_timeout retries jobs proxy ca_cert client_cert client_key strip target' ;;
    'emulator exec:0') _mrctl_words '--' ;;
    '--:emulator exec') _mrctl_command_line ;;
    'schema:0') _mrctl_words 'request preset endpoints credential' ;;
    'completion:0') _mrctl_words 'bash zsh fish' ;;
    'help:'*) _mrctl_commands 'environment exit-codes output auth automation routing' ;;
  esac
}

_mrctl_setting() {
  case $1 in
    profile) _mrctl_profiles ;;
    config) _mrctl_files ;;
    api_key_file) _mrctl_files ;;
    output) _mrctl_words 'table text wide json jsonl csv tsv yaml markdown raw name html' ;;
    color) _mrctl_words 'auto always never' ;;
    error_format) _mrctl_words 'text json github' ;;
    ca_cert) _mrctl_files ;;
    client_cert) _mrctl_files ;;
    client_key) _mrctl_files ;;
    insecure) _mrctl_words 'true false' ;;
    strip) _mrctl_words 'true false' ;;
    state) _mrctl_files ;;
  esac
}

# Splits "-qo".
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
