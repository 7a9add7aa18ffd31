#pragma once

#include "foreign_words.hpp"

namespace mrctl::spec {

// Flags of any command, if there is none for the place.
inline constexpr std::array foreign_global_flags{
    ForeignWords{"--show-token --show-key --show-secret --reveal --unmask --decrypt",
                 "mrctl never prints a key; 'mrctl auth status' shows which one is used, masked"},
    ForeignWords{"--api-key --apikey --key --token --auth --auth-token --access-token --password "
                 "--secret --bearer -u",
                 "no flag takes the key itself: set MRCTL_API_KEY, use --api-key-file FILE, or run "
                 "'mrctl auth login'"},
    ForeignWords{"--hostname", "use --base-url URL, which ends in /api/v1"},
    ForeignWords{
        "-p -e --env --environment -n --namespace --context --workspace --stage "
        "--aws-profile --account --org --organization --project-id --region --profile-name "
        "--cluster --tenant --subscription --resource-group --billing-project "
        "--workspace-id",
        "use --profile NAME, a profile of config.toml with its own base URL and key"},
    ForeignWords{"--format --yaml --csv --tsv --markdown --html --output-format",
                 "use -o FORMAT, for example -o json"},
    ForeignWords{"--url --host --endpoint --server --endpoint-url --api-url --api-base --uri",
                 "use --base-url URL"},
    ForeignWords{"--out --outfile --output-file --save-plan --save-to",
                 "use --report FORMAT=FILE, for example --report json=result.json"},
    ForeignWords{"--no-color --no-colour --nocolor --plain", "use --color never"},
    ForeignWords{"--non-interactive --no-interactive --batch --ci --input", "use --no-input"},
    ForeignWords{"--parallelism --concurrency --parallel --workers --threads -j", "use --jobs N"},
    ForeignWords{"-s --silent", "use --quiet"},
    ForeignWords{"-V", "use --version"},
    ForeignWords{
        "--debug --log --log-level --loglevel --trace --verbosity --verbose-level --v --vv "
        "--verbose-mode",
        "use -v; -vv adds headers, -vvv bodies"},
    ForeignWords{"-k --insecure-skip-tls-verify --no-check-certificate --skip-tls-verify "
                 "--no-verify-ssl",
                 "use --insecure, or --ca-cert FILE with the certificate of your authority"},
    ForeignWords{"--cacert --ca-bundle --ca-file --certificate-authority", "use --ca-cert FILE"},
    ForeignWords{"--cert --certificate", "use --client-cert FILE and --client-key FILE"},
    ForeignWords{"-x", "use --proxy URL"},
    ForeignWords{"--max-time --request-timeout --cli-read-timeout --read-timeout",
                 "use --timeout DURATION"},
    ForeignWords{"-L --location", "mrctl follows no redirect: write the final URL into --base-url"},
    ForeignWords{"--query --template --go-template --jsonpath",
                 "use --jq PROGRAM; with -r, it prints strings without quotes"},
    ForeignWords{"--pager --no-pager --no-cli-pager", "leave it out: mrctl starts no pager"},
    ForeignWords{"--paginate --no-paginate --page --cursor",
                 "leave it out: each answer is read whole; write query parameters into /PATH"},
    ForeignWords{"-C --cwd --chdir --directory",
                 "change to the folder first, or use --project FILE"},
    ForeignWords{"-w --watch --follow --wait",
                 "mrctl does not watch or wait: run the command again; 'mrctl endpoints diff' "
                 "compares with a saved listing"},
    ForeignWords{"--generate-config-out", "'mrctl preset pull SLUG --dir DIR' writes preset files"},
    ForeignWords{"--no-fail --allow-failure --ignore-errors --fail-on-error --exit-zero",
                 "no flag changes exit codes: write '|| true', or test for the code that "
                 "'mrctl help exit-codes' explains"},
    ForeignWords{"--no-warnings --no-warn --only-show-errors --show-error --no-progress-meter",
                 "use --quiet, which leaves out notes and warnings"},
    ForeignWords{"--exit-status",
                 "leave it out: exit codes always tell; 'mrctl help exit-codes' lists them"},
    ForeignWords{"--detail --details --full --long --no-trunc --no-truncate --wide",
                 "use -o wide; -o json prints everything"},
    ForeignWords{"--brief --compact --one-line --short --summary-only",
                 "use -o name for the names alone, or -o jsonl for one line of JSON each"},
    ForeignWords{"--compact-output --indent --tab --pretty --prettyprint --sort-keys",
                 "-o json prints lines that are indented, -o jsonl one line each"},
    ForeignWords{"--arg --argjson --slurpfile --rawfile --slurp --null-input --raw-input "
                 "--join-output",
                 "--jq takes a program alone: pipe -o json into jq for its other flags"},
    ForeignWords{"--raw", "use -o raw, or --raw-output with --jq"},
    ForeignWords{"--separator --delimiter --field-separator", "use -o csv or -o tsv"},
    ForeignWords{"--width --no-wrap --truncate --columns-width",
                 "leave it out: on a pipe nothing is wrapped or cut; on a terminal, COLUMNS sets "
                 "the width"},
    ForeignWords{"--count", "use --jq length"},
    ForeignWords{"--columns --sort --where",
                 "only 'mrctl endpoints list' has it: use --jq PROGRAM here"},
    ForeignWords{"--currency --unit --per --discount",
                 "leave it out: prices are in USD per million tokens, as the service lists them"},
    ForeignWords{"--access-token-file --key-file --token-file --credentials --credentials-file "
                 "--service-account --impersonate-service-account --as --role",
                 "use --api-key-file FILE, or --profile NAME"},
    ForeignWords{"--kubeconfig --config-file --conf --settings --configuration --flags-file",
                 "use --config FILE, or --project FILE for mrctl.toml"},
    ForeignWords{"--retry --max-retries --retry-max --max-retry", "use --retries N"},
    ForeignWords{"--retry-delay --retry-max-time --retry-wait --backoff",
                 "mrctl waits as long as the service asks; --timeout limits all tries together"},
    ForeignWords{"--cli-connect-timeout", "use --connect-timeout DURATION"},
    ForeignWords{"--noproxy", "set NO_PROXY, or write --proxy '' for none"},
    ForeignWords{"--compressed --http1.1 --http2 --http3 -N --no-buffer --no-keepalive",
                 "leave it out: mrctl chooses this itself"},
    ForeignWords{"-S --fail --fail-with-body",
                 "leave it out: mrctl always reports errors and exits with a code other than 0"},
    ForeignWords{"--resolve", "write the host into /etc/hosts, or use --base-url URL"},
    ForeignWords{"-A --user-agent -b --cookie --no-sign-request --api-version",
                 "mrctl sends no such header; 'mrctl api' has --header"},
    ForeignWords{"-O --remote-name --output-dir --report-dir --artifact --artifacts --report-file "
                 "--log-json",
                 "use --report FORMAT=FILE, or '> FILE'"},
    ForeignWords{"--log-file --logfile --log-http --trace-file",
                 "use -v and redirect standard error: 2> FILE"},
    ForeignWords{"--starting-token --chunk-size --no-paging",
                 "leave it out: each answer is read whole"},
    ForeignWords{"--color-mode --colors --theme", "use --color auto, always or never"},
    ForeignWords{"--no-prompt --noconfirm --non-interactive-mode --assume-no --yes-all",
                 "use --no-input, which never asks; --yes agrees"},
    ForeignWords{"--interactive -i", "leave it out: mrctl asks on a terminal; --no-input and --yes "
                                     "prevent it"},
    ForeignWords{"--no-cache --refresh-cache --cache-dir --cache-ttl --max-age --ttl",
                 "leave it out: mrctl caches no answers"},
    ForeignWords{"--encoding --charset --locale --lang --language",
                 "leave it out: input and output are UTF-8, in English"},
    ForeignWords{"--tz --timezone --time-zone", "leave it out: times are in UTC"},
    ForeignWords{"--interval --every --tail --output-watch-events --watch-only",
                 "mrctl does not watch or wait: run the command again"},
    ForeignWords{"--web", "mrctl opens no browser; -o html prints a page"},
};

} // namespace mrctl::spec
