# fish completion for mrctl
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

function __mrctl_is_command
    contains -- $argv[1] 'preset' 'preset create' 'preset lint' 'preset plan' 'preset apply' 'preset explain' 'endpoints' 'endpoints list' 'endpoints diff' 'byok' 'byok get' 'byok diff' 'api' 'auth' 'auth login' 'auth status' 'auth logout' 'config' 'config list' 'config get' 'config set' 'config unset' 'config path' 'emulator' 'emulator serve' 'emulator exec' 'schema' 'completion' 'help' 'version'
end

function __mrctl_takes_value
    contains -- $argv[1] '--base-url' '--profile' '--config' '--api-key-file' '--output' '-o' '--report' '--summary' '--jq' '--color' '--error-format' '--timeout' '--connect-timeout' '--retries' '--jobs' '--proxy' '--ca-cert' '--client-cert' '--client-key' '--body' '--system' '--message' '--set' '--set-string' '--set-json' '--unset' '--messages' '--model' '--models' '--stream-options' '--debug' '--max-tokens' '--max-completion-tokens' '--temperature' '--top-p' '--top-k' '--min-p' '--top-a' '--frequency-penalty' '--presence-penalty' '--repetition-penalty' '--seed' '--stop' '--logit-bias' '--top-logprobs' '--tools' '--tool-choice' '--response-format' '--reasoning' '--reasoning-effort' '--modalities' '--image-config' '--prediction' '--service-tier' '--cache-control' '--prompt-cache-key' '--prompt-cache-options' '--session-id' '--metadata' '--user' '--trace' '--provider' '--route' '--plugins' '--stop-server-tools-when' '--reasoning-summary' '--provider-data-collection' '--provider-ignore' '--provider-only' '--provider-order' '--provider-max-price' '--provider-max-price-prompt' '--provider-max-price-completion' '--provider-max-price-image' '--provider-max-price-audio' '--provider-max-price-request' '--provider-preferred-max-latency' '--provider-preferred-min-throughput' '--provider-quantizations' '--provider-sort' '--plugins-auto-router-allowed-models' '--plugins-auto-router-cost-quality-tradeoff' '--plugins-web-engine' '--plugins-web-exclude-domains' '--plugins-web-include-domains' '--plugins-web-max-results' '--plugins-web-max-uses' '--plugins-web-search-prompt' '--plugins-web-fetch-allowed-domains' '--plugins-web-fetch-blocked-domains' '--plugins-web-fetch-max-content-tokens' '--plugins-web-fetch-max-uses' '--plugins-pareto-router-min-coding-score' '--plugins-pareto-router-price-source' '--base' '--slug-prefix' '--target' '--state' '--listing' '--prompt-tokens' '--completion-tokens' '--images' '--why' '--at-least' '--max-cost' '--require' '--columns' '--where' '--sort' '--limit' '--chart' '--fail-on' '--presets' '--header' '-H' '--listen' '--db' '--catalogue' '--management-key' '--inference-key' '--latency' '--fault'
end

function __mrctl_is_repeated
    contains -- $argv[1] '--report' '--verbose' '-v' '--message' '--set' '--set-string' '--set-json' '--unset' '--models' '--stop' '--logit-bias' '--tools' '--modalities' '--image-config' '--metadata' '--trace' '--plugins' '--provider-ignore' '--provider-only' '--provider-order' '--provider-quantizations' '--plugins-auto-router-allowed-models' '--plugins-web-exclude-domains' '--plugins-web-include-domains' '--plugins-web-fetch-allowed-domains' '--plugins-web-fetch-blocked-domains' '--listing' '--where' '--fail-on' '--presets' '--header' '-H' '--fault'
end

function __mrctl_twin -S
    switch $argv[1]
        case '-o'
            set twin --output
        case '--output'
            set twin -o
        case '-r'
            set twin --raw-output
        case '--raw-output'
            set twin -r
        case '-q'
            set twin --quiet
        case '--quiet'
            set twin -q
        case '-v'
            set twin --verbose
        case '--verbose'
            set twin -v
        case '-h'
            set twin --help
        case '--help'
            set twin -h
        case '-H'
            set twin --header
        case '--header'
            set twin -H
    end
end

function __mrctl_flags
    switch $argv[1]
        case 'preset create'
            printf '%s\t%s\n' \
                '--body' 'JSON or YAML body to start from; - is standard input' \
                '--system' 'system message, as text or @FILE' \
                '--message' 'additional message, as text or ROLE=@FILE' \
                '--set' 'set a member: true, false, null, a number, else text' \
                '--set-string' 'set a member to text' \
                '--set-json' 'set a member to JSON or @FILE' \
                '--unset' 'remove a member' \
                '--dry-run' 'print the body, send nothing' \
                '--print-curl' 'print an equivalent curl command, send nothing' \
                '--strip' 'before sending, remove what a preset does not keep' \
                '--strict' 'treat warnings as errors; exit 10 if something was not kept' \
                '--allow-unknown' 'accept undocumented values with a warning' \
                '--no-validate' 'do not check the body' \
                '--messages' 'messages; the service requires them and keeps only system and developer text' \
                '--model' 'model to use' \
                '--models' 'models to try, in order of preference' \
                '--stream' 'stream the answer; default false' \
                '--stream-options' 'options for streaming' \
                '--debug' 'debugging options' \
                '--max-tokens' 'maximum tokens to generate (deprecated, use max_completion_tokens)' \
                '--max-completion-tokens' 'maximum tokens to generate' \
                '--temperature' 'sampling temperature, 0 to 2' \
                '--top-p' 'nucleus sampling, 0 to 1' \
                '--top-k' 'sample from the k most likely tokens' \
                '--min-p' 'minimum probability relative to the most likely token' \
                '--top-a' 'minimum probability relative to the square of the most likely token\'s' \
                '--frequency-penalty' 'penalty on frequent tokens, -2 to 2' \
                '--presence-penalty' 'penalty on tokens already present, -2 to 2' \
                '--repetition-penalty' 'penalty on repeated tokens; 1.0 is none' \
                '--seed' 'seed for repeatable sampling' \
                '--stop' 'stop sequence, up to 4' \
                '--logit-bias' 'token bias' \
                '--logprobs' 'return log probabilities' \
                '--top-logprobs' 'number of tokens with log probabilities, 0 to 20' \
                '--parallel-tool-calls' 'allow several tool calls at once' \
                '--tools' 'function tools and server tools' \
                '--tool-choice' 'none, auto, required, or a tool' \
                '--response-format' 'format of the answer' \
                '--reasoning' 'reasoning settings' \
                '--reasoning-effort' 'shorthand for reasoning.effort' \
                '--modalities' 'text, image or audio' \
                '--image-config' 'provider-specific image settings' \
                '--prediction' 'predicted output' \
                '--service-tier' 'service tier' \
                '--cache-control' 'prompt caching' \
                '--prompt-cache-key' 'key of the prompt cache' \
                '--prompt-cache-options' 'options of the prompt cache' \
                '--session-id' 'session for sticky routing, up to 256 characters' \
                '--metadata' 'up to 16 pairs of strings' \
                '--user' 'unique user identifier' \
                '--trace' 'trace metadata' \
                '--provider' 'provider routing preferences' \
                '--route' 'routing strategy (deprecated, use provider.sort.partition)' \
                '--plugins' 'plugins by id' \
                '--stop-server-tools-when' 'conditions that halt the server-tool loop' \
                '--reasoning-summary' 'kind of summary to return' \
                '--provider-allow-fallbacks' 'false: use only the primary provider' \
                '--provider-data-collection' 'deny: use only providers that do not collect user data' \
                '--provider-enforce-distillable-text' 'use only models that allow text distillation' \
                '--provider-ignore' 'provider to skip' \
                '--provider-only' 'provider to allow' \
                '--provider-order' 'provider to try, in this order' \
                '--provider-max-price' 'maximum prices' \
                '--provider-max-price-prompt' 'USD per million prompt tokens' \
                '--provider-max-price-completion' 'USD per million completion tokens' \
                '--provider-max-price-image' 'USD per image' \
                '--provider-max-price-audio' 'USD per audio unit' \
                '--provider-max-price-request' 'USD per request' \
                '--provider-preferred-max-latency' 'preferred latency' \
                '--provider-preferred-min-throughput' 'preferred throughput' \
                '--provider-quantizations' 'quantization to allow' \
                '--provider-require-parameters' 'use only providers that support all given parameters' \
                '--provider-sort' 'sort order if provider.order is not given' \
                '--provider-zdr' 'use only endpoints with zero data retention' \
                '--plugins-auto-router-enabled' 'false disables the plugin for the request' \
                '--plugins-auto-router-allowed-models' 'model to choose from; wildcards allowed' \
                '--plugins-auto-router-cost-quality-tradeoff' '0 is best quality, 10 is cheapest; default 7' \
                '--plugins-web-enabled' 'false disables the plugin for the request' \
                '--plugins-web-engine' 'search engine' \
                '--plugins-web-exclude-domains' 'domain to exclude; wildcards and path filters allowed' \
                '--plugins-web-include-domains' 'domain to search' \
                '--plugins-web-max-results' 'maximum results' \
                '--plugins-web-max-uses' 'maximum uses' \
                '--plugins-web-search-prompt' 'prompt for the search' \
                '--plugins-web-fetch-enabled' 'false disables the plugin for the request' \
                '--plugins-web-fetch-allowed-domains' 'domain to allow' \
                '--plugins-web-fetch-blocked-domains' 'domain to block' \
                '--plugins-web-fetch-max-content-tokens' 'longer content is truncated' \
                '--plugins-web-fetch-max-uses' 'maximum uses; after that the tool returns an error' \
                '--plugins-file-parser-enabled' 'false disables the plugin for the request' \
                '--plugins-response-healing-enabled' 'false disables the plugin for the request' \
                '--plugins-context-compression-enabled' 'false disables the plugin for the request' \
                '--plugins-pareto-router-enabled' 'false disables the plugin for the request' \
                '--plugins-pareto-router-min-coding-score' '0.66 is the high tier, 0.33 the medium one' \
                '--plugins-pareto-router-price-source' 'price to compare; default prompt' \
                '--plugins-fusion-enabled' 'false disables the plugin for the request'
        case 'preset lint'
            printf '%s\t%s\n' \
                '--strict' 'exit 10 if there are only warnings' \
                '--allow-unknown' 'accept undocumented values with a warning' \
                '--strip' 'check the body that preset create --strip sends'
        case 'preset plan'
            printf '%s\t%s\n' \
                '--base' 'JSON or YAML body that every preset starts from; the preset file overrides its members' \
                '--set' 'set a member of every body: true, false, null, a number, else text' \
                '--set-string' 'set a member of every body to text' \
                '--set-json' 'set a member of every body to JSON or @FILE' \
                '--unset' 'remove a member of every body' \
                '--slug-prefix' 'prefix for every slug' \
                '--target' 'name of the state that preset plan and apply use; default: the host' \
                '--state' 'state folder of preset plan and apply; default: .mrctl beside the presets' \
                '--only-changed' 'hide unchanged presets in tables' \
                '--fail-changed' 'exit 10 if anything would be sent' \
                '--strict' 'exit 10 if there are warnings' \
                '--allow-unknown' 'accept undocumented values with a warning'
        case 'preset apply'
            printf '%s\t%s\n' \
                '--base' 'JSON or YAML body that every preset starts from; the preset file overrides its members' \
                '--set' 'set a member of every body: true, false, null, a number, else text' \
                '--set-string' 'set a member of every body to text' \
                '--set-json' 'set a member of every body to JSON or @FILE' \
                '--unset' 'remove a member of every body' \
                '--slug-prefix' 'prefix for every slug' \
                '--target' 'name of the state that preset plan and apply use; default: the host' \
                '--state' 'state folder of preset plan and apply; default: .mrctl beside the presets' \
                '--yes' 'apply without asking' \
                '--fail-fast' 'start no new requests after a failure' \
                '--dry-run' 'show the plan, send nothing' \
                '--only-changed' 'hide unchanged presets in tables' \
                '--strict' 'exit 10 if there are warnings, versions made elsewhere or values that were stored differently' \
                '--allow-unknown' 'accept undocumented values with a warning'
        case 'preset explain'
            printf '%s\t%s\n' \
                '--body' 'JSON or YAML body to explain instead of PATH; - is standard input' \
                '--system' 'system message, as text or @FILE' \
                '--message' 'additional message, as text or ROLE=@FILE' \
                '--base' 'JSON or YAML body that every preset starts from; the preset file overrides its members' \
                '--set' 'set a member of every body: true, false, null, a number, else text' \
                '--set-string' 'set a member of every body to text' \
                '--set-json' 'set a member of every body to JSON or @FILE' \
                '--unset' 'remove a member of every body' \
                '--listing' 'read endpoints from a file written by \'endpoints list -o json\' or -o raw; sends nothing' \
                '--prompt-tokens' 'prompt tokens of a request, to calculate its cost and check the context length' \
                '--completion-tokens' 'completion tokens of a request, to calculate its cost' \
                '--images' 'images of a request; the default is 0' \
                '--why' 'show all checks of one endpoint, including passed ones' \
                '--at-least' 'exit 10 unless every model has N eligible endpoints' \
                '--max-cost' 'exit 10 if an eligible endpoint costs more or its cost is unknown' \
                '--require' 'exit 10 unless this endpoint is eligible for every model' \
                '--allow-unknown' 'accept undocumented values with a warning' \
                '--messages' 'messages; the service requires them and keeps only system and developer text' \
                '--model' 'model to use' \
                '--models' 'models to try, in order of preference' \
                '--stream' 'stream the answer; default false' \
                '--stream-options' 'options for streaming' \
                '--debug' 'debugging options' \
                '--max-tokens' 'maximum tokens to generate (deprecated, use max_completion_tokens)' \
                '--max-completion-tokens' 'maximum tokens to generate' \
                '--temperature' 'sampling temperature, 0 to 2' \
                '--top-p' 'nucleus sampling, 0 to 1' \
                '--top-k' 'sample from the k most likely tokens' \
                '--min-p' 'minimum probability relative to the most likely token' \
                '--top-a' 'minimum probability relative to the square of the most likely token\'s' \
                '--frequency-penalty' 'penalty on frequent tokens, -2 to 2' \
                '--presence-penalty' 'penalty on tokens already present, -2 to 2' \
                '--repetition-penalty' 'penalty on repeated tokens; 1.0 is none' \
                '--seed' 'seed for repeatable sampling' \
                '--stop' 'stop sequence, up to 4' \
                '--logit-bias' 'token bias' \
                '--logprobs' 'return log probabilities' \
                '--top-logprobs' 'number of tokens with log probabilities, 0 to 20' \
                '--parallel-tool-calls' 'allow several tool calls at once' \
                '--tools' 'function tools and server tools' \
                '--tool-choice' 'none, auto, required, or a tool' \
                '--response-format' 'format of the answer' \
                '--reasoning' 'reasoning settings' \
                '--reasoning-effort' 'shorthand for reasoning.effort' \
                '--modalities' 'text, image or audio' \
                '--image-config' 'provider-specific image settings' \
                '--prediction' 'predicted output' \
                '--service-tier' 'service tier' \
                '--cache-control' 'prompt caching' \
                '--prompt-cache-key' 'key of the prompt cache' \
                '--prompt-cache-options' 'options of the prompt cache' \
                '--session-id' 'session for sticky routing, up to 256 characters' \
                '--metadata' 'up to 16 pairs of strings' \
                '--user' 'unique user identifier' \
                '--trace' 'trace metadata' \
                '--provider' 'provider routing preferences' \
                '--route' 'routing strategy (deprecated, use provider.sort.partition)' \
                '--plugins' 'plugins by id' \
                '--stop-server-tools-when' 'conditions that halt the server-tool loop' \
                '--reasoning-summary' 'kind of summary to return' \
                '--provider-allow-fallbacks' 'false: use only the primary provider' \
                '--provider-data-collection' 'deny: use only providers that do not collect user data' \
                '--provider-enforce-distillable-text' 'use only models that allow text distillation' \
                '--provider-ignore' 'provider to skip' \
                '--provider-only' 'provider to allow' \
                '--provider-order' 'provider to try, in this order' \
                '--provider-max-price' 'maximum prices' \
                '--provider-max-price-prompt' 'USD per million prompt tokens' \
                '--provider-max-price-completion' 'USD per million completion tokens' \
                '--provider-max-price-image' 'USD per image' \
                '--provider-max-price-audio' 'USD per audio unit' \
                '--provider-max-price-request' 'USD per request' \
                '--provider-preferred-max-latency' 'preferred latency' \
                '--provider-preferred-min-throughput' 'preferred throughput' \
                '--provider-quantizations' 'quantization to allow' \
                '--provider-require-parameters' 'use only providers that support all given parameters' \
                '--provider-sort' 'sort order if provider.order is not given' \
                '--provider-zdr' 'use only endpoints with zero data retention' \
                '--plugins-auto-router-enabled' 'false disables the plugin for the request' \
                '--plugins-auto-router-allowed-models' 'model to choose from; wildcards allowed' \
                '--plugins-auto-router-cost-quality-tradeoff' '0 is best quality, 10 is cheapest; default 7' \
                '--plugins-web-enabled' 'false disables the plugin for the request' \
                '--plugins-web-engine' 'search engine' \
                '--plugins-web-exclude-domains' 'domain to exclude; wildcards and path filters allowed' \
                '--plugins-web-include-domains' 'domain to search' \
                '--plugins-web-max-results' 'maximum results' \
                '--plugins-web-max-uses' 'maximum uses' \
                '--plugins-web-search-prompt' 'prompt for the search' \
                '--plugins-web-fetch-enabled' 'false disables the plugin for the request' \
                '--plugins-web-fetch-allowed-domains' 'domain to allow' \
                '--plugins-web-fetch-blocked-domains' 'domain to block' \
                '--plugins-web-fetch-max-content-tokens' 'longer content is truncated' \
                '--plugins-web-fetch-max-uses' 'maximum uses; after that the tool returns an error' \
                '--plugins-file-parser-enabled' 'false disables the plugin for the request' \
                '--plugins-response-healing-enabled' 'false disables the plugin for the request' \
                '--plugins-context-compression-enabled' 'false disables the plugin for the request' \
                '--plugins-pareto-router-enabled' 'false disables the plugin for the request' \
                '--plugins-pareto-router-min-coding-score' '0.66 is the high tier, 0.33 the medium one' \
                '--plugins-pareto-router-price-source' 'price to compare; default prompt' \
                '--plugins-fusion-enabled' 'false disables the plugin for the request'
        case 'endpoints list'
            printf '%s\t%s\n' \
                '--columns' 'columns to show; --columns help lists them' \
                '--wide' 'show every column; same as -o wide' \
                '--where' 'only endpoints that match, such as \'prompt<=0.5\' or \'supports=tools\'; all conditions apply' \
                '--sort' 'sort by a column, - descending' \
                '--limit' 'at most N endpoints, after sorting' \
                '--chart' 'draw a bar chart of price, latency, throughput, uptime or any numeric column' \
                '--at-least' 'exit 10 unless N endpoints are left' \
                '--fail-empty' 'exit 10 if no endpoint is left'
        case 'endpoints diff'
            printf '%s\t%s\n' \
                '--fail-on' 'exit 10 if there is a change of one of these kinds, any kind, or a worse kind' \
                '--statistics' 'compare latency, throughput and uptime as well' \
                '--presets' 'preset file or folder; show how many endpoints each preset could reach, and can reach now' \
                '--base' 'JSON or YAML body that every preset starts from; the preset file overrides its members'
        case 'byok diff'
            printf '%s\t%s\n' \
                '--fail-on' 'exit 10 if there is a change of one of these kinds, any kind, or a worse kind'
        case 'api'
            printf '%s\t%s\n' \
                '--body' 'body to send unchanged; - is standard input' \
                '--header' 'additional header, except the key\'s' \
                '-H' 'additional header, except the key\'s'
        case 'auth login'
            printf '%s\t%s\n' \
                '--no-verify' 'store the key without checking it first'
        case 'config list'
            printf '%s\t%s\n' \
                '--show-origin' 'show where each value comes from'
        case 'emulator serve'
            printf '%s\t%s\n' \
                '--listen' 'loopback address and port; port 0 picks a free port' \
                '--db' 'keep presets in a SQLite file instead of in memory' \
                '--catalogue' 'serve the models and credentials of a JSON file' \
                '--management-key' 'management key to accept' \
                '--inference-key' 'inference-only key to accept' \
                '--latency' 'delay before each answer' \
                '--fault' 'fault to inject, for example \'GET * = 503 retry-after 1 rate 0.2\'' \
                '--seed' 'random seed for faults with a rate' \
                '--log' 'log each request on standard error'
        case 'emulator exec'
            printf '%s\t%s\n' \
                '--listen' 'loopback address and port; port 0 picks a free port' \
                '--db' 'keep presets in a SQLite file instead of in memory' \
                '--catalogue' 'serve the models and credentials of a JSON file' \
                '--management-key' 'management key to accept' \
                '--inference-key' 'inference-only key to accept' \
                '--latency' 'delay before each answer' \
                '--fault' 'fault to inject, for example \'GET * = 503 retry-after 1 rate 0.2\'' \
                '--seed' 'random seed for faults with a rate' \
                '--log' 'log each request on standard error'
        case 'help'
            printf '%s\t%s\n' \
                '--json' 'describe all commands and flags for programs'
        case 'version'
            printf '%s\t%s\n' \
                '--build' 'also show what a bug report needs: commit, libraries, paths'
    end
    printf '%s\t%s\n' \
                '--base-url' 'base URL of the service, ending in /api/v1' \
                '--profile' 'profile of config.toml to use' \
                '--config' 'configuration file to read instead of config.toml' \
                '--api-key-file' 'file that contains the management key; - is standard input' \
                '--output' 'format of the result; on a pipe, only the flag counts' \
                '-o' 'format of the result; on a pipe, only the flag counts' \
                '--report' 'also write the result to a file: any format of -o, junit or codequality' \
                '--summary' 'add the result to a file as Markdown, for the summary of a CI job' \
                '--jq' 'run a jq program on the JSON result; numbers become doubles' \
                '--raw-output' 'print strings from --jq without quotes' \
                '-r' 'print strings from --jq without quotes' \
                '--no-header' 'leave out the header row of tables, csv, tsv and markdown' \
                '--color' 'when to use colour' \
                '--error-format' 'format of error messages' \
                '--quiet' 'suppress notes and warnings' \
                '-q' 'suppress notes and warnings' \
                '--verbose' 'trace requests; repeat for headers and bodies' \
                '-v' 'trace requests; repeat for headers and bodies' \
                '--timeout' 'time limit for all attempts together, for example 30s; 0 is none' \
                '--connect-timeout' 'time limit for connecting; 0 is none' \
                '--retries' 'maximum retries of requests that are safe to repeat' \
                '--jobs' 'maximum concurrent requests, 1 to 100' \
                '--proxy' 'URL of the proxy to use' \
                '--ca-cert' 'file of trusted certificates, instead of the system\'s' \
                '--client-cert' 'file of the client certificate' \
                '--client-key' 'file of the client certificate\'s private key' \
                '--insecure' 'accept any certificate, and send the key over plain http' \
                '--no-input' 'never prompt' \
                '--help' 'show help' \
                '-h' 'show help' \
                '--version' 'show the version'
end

function __mrctl_next -S
    switch $argv[1]
        case ''
            __mrctl_words 'preset'\t'create, lint, plan, apply, explain' 'endpoints'\t'list, diff' 'byok'\t'get, diff' 'api'\t'Call any operation of the service' 'auth'\t'login, status, logout' 'config'\t'list, get, set, unset, path' 'emulator'\t'serve, exec' 'schema'\t'Print the JSON Schema of a body or an answer' 'completion'\t'Print a completion script for a shell' 'help'\t'Show help on a command or a topic' 'version'\t'Show the version'
        case 'preset'
            __mrctl_words 'create'\t'Create a preset, or a new version of it, from a chat-completions body' 'lint'\t'Check bodies, without network or key' 'plan'\t'Show what preset apply would send, without network or key' 'apply'\t'Send the presets that changed, each once' 'explain'\t'Show which endpoints presets can reach, why not the others, and the cost'
        case 'endpoints'
            __mrctl_words 'list'\t'List the endpoints of models' 'diff'\t'Show what changed between two listings, or since one'
        case 'byok'
            __mrctl_words 'get'\t'Show stored provider credentials, masked' 'diff'\t'Show what changed between credentials, labels masked'
        case 'auth'
            __mrctl_words 'login'\t'Store a management key read from standard input or a prompt' 'status'\t'Show which key is used, where it comes from, and whether the service accepts it' 'logout'\t'Remove the stored key of the profile'
        case 'config'
            __mrctl_words 'list'\t'List the settings in effect' 'get'\t'Print one setting' 'set'\t'Change a setting of the current profile' 'unset'\t'Remove a setting from the current profile' 'path'\t'Print the path of the configuration file'
        case 'emulator'
            __mrctl_words 'serve'\t'Run a local emulator of the service' 'exec'\t'Run a command against a fresh emulator'
    end
end

function __mrctl_value -S
    switch $argv[1]
        case '--profile' '--target'
            __mrctl_profiles
        case '--config' '--api-key-file' '--summary' '--ca-cert' '--client-cert' '--client-key' '--body' '--base' '--state' '--listing' '--presets' '--db' '--catalogue'
            __mrctl_files
        case '--output' '-o'
            __mrctl_words 'table' 'text' 'wide' 'json' 'jsonl' 'csv' 'tsv' 'yaml' 'markdown' 'raw' 'name' 'html'
        case '--report'
            __mrctl_beginnings 'table='\t'tables and cards, as wide as the terminal; the default on a terminal' 'text='\t'the same; the default of commands that check something' 'wide='\t'like table, with every column and field' 'json='\t'the service\'s data, in its spelling and order; the default on a pipe' 'jsonl='\t'one record per line; for endpoints, one endpoint with its model per line' 'csv='\t'one row per record, every column, full precision' 'tsv='\t'like csv, separated by tabs' 'yaml='\t'the data as YAML, with numbers spelled as the service spells them' 'markdown='\t'a Markdown table' 'raw='\t'the response, byte for byte' 'name='\t'one name per line, for use as an argument: slugs, tags, ids, files' 'html='\t'one page for a browser: no scripts, nothing fetched, light and dark' 'junit='\t'JUnit XML, with --report only: one suite per file or model, one case per check' 'codequality='\t'GitLab\'s code quality JSON, with --report only'
        case '--color'
            __mrctl_words 'auto' 'always' 'never'
        case '--error-format'
            __mrctl_words 'text' 'json' 'github'
        case '--system' '--messages' '--stream-options' '--debug' '--logit-bias' '--tools' '--reasoning' '--image-config' '--prediction' '--cache-control' '--prompt-cache-options' '--metadata' '--trace' '--provider' '--stop-server-tools-when' '--reasoning-summary' '--provider-max-price' '--provider-preferred-max-latency' '--provider-preferred-min-throughput' '--provider-sort' '--plugins-web-engine' '--slug-prefix'
            __mrctl_text
        case '--message'
            __mrctl_pairs 'system=' 'user=' 'developer=' 'assistant=' 'tool='
        case '--set' '--set-string'
            __mrctl_beginnings 'messages='\t'messages; the service requires them and keeps only system and developer text' 'model='\t'model to use' 'models='\t'models to try, in order of preference' 'stream='\t'stream the answer; default false' 'stream_options='\t'options for streaming' 'debug='\t'debugging options' 'max_tokens='\t'maximum tokens to generate' 'max_completion_tokens='\t'maximum tokens to generate' 'temperature='\t'sampling temperature, 0 to 2' 'top_p='\t'nucleus sampling, 0 to 1' 'top_k='\t'sample from the k most likely tokens' 'min_p='\t'minimum probability relative to the most likely token' 'top_a='\t'minimum probability relative to the square of the most likely token\'s' 'frequency_penalty='\t'penalty on frequent tokens, -2 to 2' 'presence_penalty='\t'penalty on tokens already present, -2 to 2' 'repetition_penalty='\t'penalty on repeated tokens; 1.0 is none' 'seed='\t'seed for repeatable sampling' 'stop='\t'stop sequence, up to 4' 'logit_bias='\t'token bias' 'logprobs='\t'return log probabilities' 'top_logprobs='\t'number of tokens with log probabilities, 0 to 20' 'parallel_tool_calls='\t'allow several tool calls at once' 'tools='\t'function tools and server tools' 'tool_choice='\t'none, auto, required, or a tool' 'response_format='\t'format of the answer' 'reasoning='\t'reasoning settings' 'reasoning_effort='\t'shorthand for reasoning.effort' 'modalities='\t'text, image or audio' 'image_config='\t'provider-specific image settings' 'prediction='\t'predicted output' 'service_tier='\t'service tier' 'cache_control='\t'prompt caching' 'prompt_cache_key='\t'key of the prompt cache' 'prompt_cache_options='\t'options of the prompt cache' 'session_id='\t'session for sticky routing, up to 256 characters' 'metadata='\t'up to 16 pairs of strings' 'user='\t'unique user identifier' 'trace='\t'trace metadata' 'provider='\t'provider routing preferences' 'route='\t'routing strategy' 'plugins='\t'plugins by id' 'stop_server_tools_when='\t'conditions that halt the server-tool loop' 'reasoning.summary='\t'kind of summary to return' 'provider.allow_fallbacks='\t'false: use only the primary provider' 'provider.data_collection='\t'deny: use only providers that do not collect user data' 'provider.enforce_distillable_text='\t'use only models that allow text distillation' 'provider.ignore='\t'provider to skip' 'provider.only='\t'provider to allow' 'provider.order='\t'provider to try, in this order' 'provider.max_price='\t'maximum prices' 'provider.max_price.prompt='\t'USD per million prompt tokens' 'provider.max_price.completion='\t'USD per million completion tokens' 'provider.max_price.image='\t'USD per image' 'provider.max_price.audio='\t'USD per audio unit' 'provider.max_price.request='\t'USD per request' 'provider.preferred_max_latency='\t'preferred latency' 'provider.preferred_min_throughput='\t'preferred throughput' 'provider.quantizations='\t'quantization to allow' 'provider.require_parameters='\t'use only providers that support all given parameters' 'provider.sort='\t'sort order if provider.order is not given' 'provider.zdr='\t'use only endpoints with zero data retention'
        case '--set-json'
            __mrctl_pairs 'messages='\t'messages; the service requires them and keeps only system and developer text' 'model='\t'model to use' 'models='\t'models to try, in order of preference' 'stream='\t'stream the answer; default false' 'stream_options='\t'options for streaming' 'debug='\t'debugging options' 'max_tokens='\t'maximum tokens to generate' 'max_completion_tokens='\t'maximum tokens to generate' 'temperature='\t'sampling temperature, 0 to 2' 'top_p='\t'nucleus sampling, 0 to 1' 'top_k='\t'sample from the k most likely tokens' 'min_p='\t'minimum probability relative to the most likely token' 'top_a='\t'minimum probability relative to the square of the most likely token\'s' 'frequency_penalty='\t'penalty on frequent tokens, -2 to 2' 'presence_penalty='\t'penalty on tokens already present, -2 to 2' 'repetition_penalty='\t'penalty on repeated tokens; 1.0 is none' 'seed='\t'seed for repeatable sampling' 'stop='\t'stop sequence, up to 4' 'logit_bias='\t'token bias' 'logprobs='\t'return log probabilities' 'top_logprobs='\t'number of tokens with log probabilities, 0 to 20' 'parallel_tool_calls='\t'allow several tool calls at once' 'tools='\t'function tools and server tools' 'tool_choice='\t'none, auto, required, or a tool' 'response_format='\t'format of the answer' 'reasoning='\t'reasoning settings' 'reasoning_effort='\t'shorthand for reasoning.effort' 'modalities='\t'text, image or audio' 'image_config='\t'provider-specific image settings' 'prediction='\t'predicted output' 'service_tier='\t'service tier' 'cache_control='\t'prompt caching' 'prompt_cache_key='\t'key of the prompt cache' 'prompt_cache_options='\t'options of the prompt cache' 'session_id='\t'session for sticky routing, up to 256 characters' 'metadata='\t'up to 16 pairs of strings' 'user='\t'unique user identifier' 'trace='\t'trace metadata' 'provider='\t'provider routing preferences' 'route='\t'routing strategy' 'plugins='\t'plugins by id' 'stop_server_tools_when='\t'conditions that halt the server-tool loop' 'reasoning.summary='\t'kind of summary to return' 'provider.allow_fallbacks='\t'false: use only the primary provider' 'provider.data_collection='\t'deny: use only providers that do not collect user data' 'provider.enforce_distillable_text='\t'use only models that allow text distillation' 'provider.ignore='\t'provider to skip' 'provider.only='\t'provider to allow' 'provider.order='\t'provider to try, in this order' 'provider.max_price='\t'maximum prices' 'provider.max_price.prompt='\t'USD per million prompt tokens' 'provider.max_price.completion='\t'USD per million completion tokens' 'provider.max_price.image='\t'USD per image' 'provider.max_price.audio='\t'USD per audio unit' 'provider.max_price.request='\t'USD per request' 'provider.preferred_max_latency='\t'preferred latency' 'provider.preferred_min_throughput='\t'preferred throughput' 'provider.quantizations='\t'quantization to allow' 'provider.require_parameters='\t'use only providers that support all given parameters' 'provider.sort='\t'sort order if provider.order is not given' 'provider.zdr='\t'use only endpoints with zero data retention'
        case '--unset'
            __mrctl_words 'messages'\t'messages; the service requires them and keeps only system and developer text' 'model'\t'model to use' 'models'\t'models to try, in order of preference' 'stream'\t'stream the answer; default false' 'stream_options'\t'options for streaming' 'debug'\t'debugging options' 'max_tokens'\t'maximum tokens to generate' 'max_completion_tokens'\t'maximum tokens to generate' 'temperature'\t'sampling temperature, 0 to 2' 'top_p'\t'nucleus sampling, 0 to 1' 'top_k'\t'sample from the k most likely tokens' 'min_p'\t'minimum probability relative to the most likely token' 'top_a'\t'minimum probability relative to the square of the most likely token\'s' 'frequency_penalty'\t'penalty on frequent tokens, -2 to 2' 'presence_penalty'\t'penalty on tokens already present, -2 to 2' 'repetition_penalty'\t'penalty on repeated tokens; 1.0 is none' 'seed'\t'seed for repeatable sampling' 'stop'\t'stop sequence, up to 4' 'logit_bias'\t'token bias' 'logprobs'\t'return log probabilities' 'top_logprobs'\t'number of tokens with log probabilities, 0 to 20' 'parallel_tool_calls'\t'allow several tool calls at once' 'tools'\t'function tools and server tools' 'tool_choice'\t'none, auto, required, or a tool' 'response_format'\t'format of the answer' 'reasoning'\t'reasoning settings' 'reasoning_effort'\t'shorthand for reasoning.effort' 'modalities'\t'text, image or audio' 'image_config'\t'provider-specific image settings' 'prediction'\t'predicted output' 'service_tier'\t'service tier' 'cache_control'\t'prompt caching' 'prompt_cache_key'\t'key of the prompt cache' 'prompt_cache_options'\t'options of the prompt cache' 'session_id'\t'session for sticky routing, up to 256 characters' 'metadata'\t'up to 16 pairs of strings' 'user'\t'unique user identifier' 'trace'\t'trace metadata' 'provider'\t'provider routing preferences' 'route'\t'routing strategy' 'plugins'\t'plugins by id' 'stop_server_tools_when'\t'conditions that halt the server-tool loop' 'reasoning.summary'\t'kind of summary to return' 'provider.allow_fallbacks'\t'false: use only the primary provider' 'provider.data_collection'\t'deny: use only providers that do not collect user data' 'provider.enforce_distillable_text'\t'use only models that allow text distillation' 'provider.ignore'\t'provider to skip' 'provider.only'\t'provider to allow' 'provider.order'\t'provider to try, in this order' 'provider.max_price'\t'maximum prices' 'provider.max_price.prompt'\t'USD per million prompt tokens' 'provider.max_price.completion'\t'USD per million completion tokens' 'provider.max_price.image'\t'USD per image' 'provider.max_price.audio'\t'USD per audio unit' 'provider.max_price.request'\t'USD per request' 'provider.preferred_max_latency'\t'preferred latency' 'provider.preferred_min_throughput'\t'preferred throughput' 'provider.quantizations'\t'quantization to allow' 'provider.require_parameters'\t'use only providers that support all given parameters' 'provider.sort'\t'sort order if provider.order is not given' 'provider.zdr'\t'use only endpoints with zero data retention'
        case '--stream' '--plugins-auto-router-enabled' '--plugins-web-enabled' '--plugins-web-fetch-enabled' '--plugins-file-parser-enabled' '--plugins-response-healing-enabled' '--plugins-context-compression-enabled' '--plugins-pareto-router-enabled' '--plugins-fusion-enabled'
            __mrctl_words 'true' 'false'
        case '--logprobs' '--parallel-tool-calls' '--provider-allow-fallbacks' '--provider-enforce-distillable-text' '--provider-require-parameters' '--provider-zdr'
            __mrctl_words 'true' 'false' 'null'
        case '--tool-choice'
            __mrctl_text 'none' 'auto' 'required'
        case '--response-format'
            __mrctl_text 'text' 'json_object' 'python'
        case '--modalities'
            __mrctl_words 'text' 'image' 'audio'
        case '--service-tier'
            __mrctl_words 'auto' 'default' 'flex' 'priority' 'scale' 'null'
        case '--route'
            __mrctl_words 'fallback' 'sort' 'null'
        case '--plugins'
            __mrctl_text 'auto-router' 'moderation' 'web' 'web-fetch' 'file-parser' 'response-healing' 'context-compression' 'pareto-router' 'fusion'
        case '--provider-data-collection'
            __mrctl_words 'allow' 'deny' 'null'
        case '--plugins-pareto-router-price-source'
            __mrctl_words 'prompt' 'weighted_avg'
        case '--columns'
            __mrctl_word_list 'model'\t'MODEL' 'tag'\t'TAG' 'provider'\t'PROVIDER' 'name'\t'NAME' 'context'\t'CONTEXT' 'max_output'\t'MAX OUT, tokens' 'max_prompt'\t'MAX IN, tokens' 'quantization'\t'QUANT' 'status'\t'STATUS' 'prompt'\t'PROMPT/M, per million tokens' 'completion'\t'COMPL/M, per million tokens' 'request'\t'REQUEST' 'image'\t'IMAGE' 'latency_p50'\t'LAT P50' 'latency_p75'\t'LAT P75' 'latency_p90'\t'LAT P90' 'latency_p99'\t'LAT P99' 'throughput_p50'\t'TPUT P50' 'throughput_p75'\t'TPUT P75' 'throughput_p90'\t'TPUT P90' 'throughput_p99'\t'TPUT P99' 'uptime_5m'\t'UP 5M' 'uptime_30m'\t'UP 30M' 'uptime_1d'\t'UP 1D' 'caching'\t'CACHING' 'supports'\t'SUPPORTS' 'help'\t'list the columns'
        case '--where'
            __mrctl_beginnings 'model'\t'MODEL' 'tag'\t'TAG' 'provider'\t'PROVIDER' 'name'\t'NAME' 'context'\t'CONTEXT' 'max_output'\t'MAX OUT, tokens' 'max_prompt'\t'MAX IN, tokens' 'quantization'\t'QUANT' 'status'\t'STATUS' 'prompt'\t'PROMPT/M, per million tokens' 'completion'\t'COMPL/M, per million tokens' 'request'\t'REQUEST' 'image'\t'IMAGE' 'latency_p50'\t'LAT P50' 'latency_p75'\t'LAT P75' 'latency_p90'\t'LAT P90' 'latency_p99'\t'LAT P99' 'throughput_p50'\t'TPUT P50' 'throughput_p75'\t'TPUT P75' 'throughput_p90'\t'TPUT P90' 'throughput_p99'\t'TPUT P99' 'uptime_5m'\t'UP 5M' 'uptime_30m'\t'UP 30M' 'uptime_1d'\t'UP 1D' 'caching'\t'CACHING' 'supports'\t'SUPPORTS'
        case '--sort'
            __mrctl_words 'model'\t'MODEL' 'tag'\t'TAG' 'provider'\t'PROVIDER' 'name'\t'NAME' 'context'\t'CONTEXT' 'max_output'\t'MAX OUT, tokens' 'max_prompt'\t'MAX IN, tokens' 'quantization'\t'QUANT' 'status'\t'STATUS' 'prompt'\t'PROMPT/M, per million tokens' 'completion'\t'COMPL/M, per million tokens' 'request'\t'REQUEST' 'image'\t'IMAGE' 'latency_p50'\t'LAT P50' 'latency_p75'\t'LAT P75' 'latency_p90'\t'LAT P90' 'latency_p99'\t'LAT P99' 'throughput_p50'\t'TPUT P50' 'throughput_p75'\t'TPUT P75' 'throughput_p90'\t'TPUT P90' 'throughput_p99'\t'TPUT P99' 'uptime_5m'\t'UP 5M' 'uptime_30m'\t'UP 30M' 'uptime_1d'\t'UP 1D' 'caching'\t'CACHING' 'supports'\t'SUPPORTS' '-model'\t'MODEL, descending' '-tag'\t'TAG, descending' '-provider'\t'PROVIDER, descending' '-name'\t'NAME, descending' '-context'\t'CONTEXT, descending' '-max_output'\t'MAX OUT, tokens, descending' '-max_prompt'\t'MAX IN, tokens, descending' '-quantization'\t'QUANT, descending' '-status'\t'STATUS, descending' '-prompt'\t'PROMPT/M, per million tokens, descending' '-completion'\t'COMPL/M, per million tokens, descending' '-request'\t'REQUEST, descending' '-image'\t'IMAGE, descending' '-latency_p50'\t'LAT P50, descending' '-latency_p75'\t'LAT P75, descending' '-latency_p90'\t'LAT P90, descending' '-latency_p99'\t'LAT P99, descending' '-throughput_p50'\t'TPUT P50, descending' '-throughput_p75'\t'TPUT P75, descending' '-throughput_p90'\t'TPUT P90, descending' '-throughput_p99'\t'TPUT P99, descending' '-uptime_5m'\t'UP 5M, descending' '-uptime_30m'\t'UP 30M, descending' '-uptime_1d'\t'UP 1D, descending' '-caching'\t'CACHING, descending' '-supports'\t'SUPPORTS, descending'
        case '--chart'
            __mrctl_words 'price' 'latency' 'throughput' 'uptime' 'context' 'max_output' 'max_prompt' 'prompt' 'completion' 'request' 'image' 'latency_p50' 'latency_p75' 'latency_p90' 'latency_p99' 'throughput_p50' 'throughput_p75' 'throughput_p90' 'throughput_p99' 'uptime_5m' 'uptime_30m' 'uptime_1d'
        case '--fail-on'
            __mrctl_word_list 'worse'\t'every kind that is worse' 'any'\t'every kind' 'added' 'removed' 'price-up' 'price-down' 'price-known' 'price-unknown' 'context-up' 'context-down' 'max-output-up' 'max-output-down' 'quantization' 'parameter-added' 'parameter-removed' 'status' 'provider-name' 'caching' 'latency' 'throughput' 'uptime' 'label' 'disabled' 'enabled' 'restriction' 'workspace' 'provider' 'name' 'order' 'fallback' 'other'
    end
end

function __mrctl_argument -S
    switch $argv[1]
        case 'preset lint:*'
            __mrctl_files
        case 'preset plan:*'
            __mrctl_files
        case 'preset apply:*'
            __mrctl_files
        case 'preset explain:*'
            __mrctl_files
        case 'endpoints diff:0'
            __mrctl_files
        case 'endpoints diff:1'
            __mrctl_files
        case 'byok diff:0'
            __mrctl_files
        case 'byok diff:1'
            __mrctl_files
        case 'api:0'
            __mrctl_words 'GET' 'POST' 'PUT' 'PATCH' 'DELETE'
        case 'config get:0'
            __mrctl_words 'base_url'\t'base URL of the service, ending in /api/v1' 'profile'\t'profile of config.toml to use' 'config'\t'configuration file to read instead of config.toml' 'api_key_file'\t'file that contains the management key; - is standard input' 'credential_command'\t'program that prints the management key; run without a shell' 'output'\t'format of the result; on a pipe, only the flag counts' 'color'\t'when to use colour' 'error_format'\t'format of error messages' 'timeout'\t'time limit for all attempts together, for example 30s; 0 is none' 'connect_timeout'\t'time limit for connecting; 0 is none' 'retries'\t'maximum retries of requests that are safe to repeat' 'jobs'\t'maximum concurrent requests, 1 to 100' 'proxy'\t'URL of the proxy to use' 'ca_cert'\t'file of trusted certificates, instead of the system\'s' 'client_cert'\t'file of the client certificate' 'client_key'\t'file of the client certificate\'s private key' 'insecure'\t'accept any certificate, and send the key over plain http' 'strip'\t'before sending, remove what a preset does not keep' 'target'\t'name of the state that preset plan and apply use; default: the host' 'state'\t'state folder of preset plan and apply; default: .mrctl beside the presets'
        case 'config set:0'
            __mrctl_words 'base_url'\t'base URL of the service, ending in /api/v1' 'profile'\t'profile of config.toml to use' 'api_key_file'\t'file that contains the management key; - is standard input' 'credential_command'\t'program that prints the management key; run without a shell' 'output'\t'format of the result; on a pipe, only the flag counts' 'color'\t'when to use colour' 'timeout'\t'time limit for all attempts together, for example 30s; 0 is none' 'connect_timeout'\t'time limit for connecting; 0 is none' 'retries'\t'maximum retries of requests that are safe to repeat' 'jobs'\t'maximum concurrent requests, 1 to 100' 'proxy'\t'URL of the proxy to use' 'ca_cert'\t'file of trusted certificates, instead of the system\'s' 'client_cert'\t'file of the client certificate' 'client_key'\t'file of the client certificate\'s private key' 'strip'\t'before sending, remove what a preset does not keep' 'target'\t'name of the state that preset plan and apply use; default: the host'
        case 'config set:1'
            __mrctl_setting_values
        case 'config unset:0'
            __mrctl_words 'base_url'\t'base URL of the service, ending in /api/v1' 'profile'\t'profile of config.toml to use' 'api_key_file'\t'file that contains the management key; - is standard input' 'credential_command'\t'program that prints the management key; run without a shell' 'output'\t'format of the result; on a pipe, only the flag counts' 'color'\t'when to use colour' 'timeout'\t'time limit for all attempts together, for example 30s; 0 is none' 'connect_timeout'\t'time limit for connecting; 0 is none' 'retries'\t'maximum retries of requests that are safe to repeat' 'jobs'\t'maximum concurrent requests, 1 to 100' 'proxy'\t'URL of the proxy to use' 'ca_cert'\t'file of trusted certificates, instead of the system\'s' 'client_cert'\t'file of the client certificate' 'client_key'\t'file of the client certificate\'s private key' 'strip'\t'before sending, remove what a preset does not keep' 'target'\t'name of the state that preset plan and apply use; default: the host'
        case 'emulator exec:0'
            __mrctl_words '--'\t'command to run, after --'
        case '--:emulator exec'
            __mrctl_command_line
        case 'schema:0'
            __mrctl_words 'request' 'preset' 'endpoints' 'credential'
        case 'completion:0'
            __mrctl_words 'bash' 'zsh' 'fish'
        case 'help:*'
            __mrctl_commands 'environment'\t'Environment variables that mrctl reads' 'exit-codes'\t'Exit codes and their meaning' 'output'\t'Output formats and streams' 'auth'\t'Where mrctl finds keys, and where it sends them' 'automation'\t'Using mrctl in scripts and CI' 'routing'\t'Which endpoints a preset can reach'
    end
end

function __mrctl_setting -S
    switch $argv[1]
        case 'profile'
            __mrctl_profiles
        case 'config'
            __mrctl_files
        case 'api_key_file'
            __mrctl_files
        case 'output'
            __mrctl_words 'table' 'text' 'wide' 'json' 'jsonl' 'csv' 'tsv' 'yaml' 'markdown' 'raw' 'name' 'html'
        case 'color'
            __mrctl_words 'auto' 'always' 'never'
        case 'error_format'
            __mrctl_words 'text' 'json' 'github'
        case 'ca_cert'
            __mrctl_files
        case 'client_cert'
            __mrctl_files
        case 'client_key'
            __mrctl_files
        case 'insecure'
            __mrctl_words 'true' 'false'
        case 'strip'
            __mrctl_words 'true' 'false'
        case 'state'
            __mrctl_files
    end
end

# Splits "-qo".
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
