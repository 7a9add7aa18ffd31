#pragma once

#include <array>
#include <string_view>

namespace mrctl::spec {

// What other programs and the service call things, and what there is here. The first row that fits
// counts.
struct ForeignWords {
  std::string_view words; // separated by blanks
  std::string_view hint;
  std::string_view place{}; // the command, noun, flag or argument of files that it belongs to
};

// Long flags have two dashes here, however they were typed.
inline constexpr std::array foreign_flags{
    ForeignWords{"--with-token --token-stdin --password-stdin --stdin",
                 "pipe the key in: mrctl auth login < FILE", "auth login"},
    ForeignWords{"--show-token --show-key --show-secret --reveal --unmask --decrypt",
                 "mrctl never prints a key; 'mrctl auth status' shows which one is used, masked"},
    ForeignWords{"-t", "mrctl never prints a key, only its ends: mrctl auth status", "auth status"},
    ForeignWords{"--api-key --apikey --key --token --auth --auth-token --access-token --password "
                 "--secret --bearer",
                 "no flag takes the key itself: set MRCTL_API_KEY, use --api-key-file FILE, or run "
                 "'mrctl auth login'"},
    ForeignWords{"-f --file --from-file --input -d --data --data-raw --data-binary",
                 "use --body FILE; --body - reads standard input", "--body"},
    ForeignWords{"-F --field --raw-field --form", "use --set NAME=VALUE", "--set"},
    ForeignWords{"-F --field --raw-field --form", "use --body FILE with a JSON body", "--body"},
    ForeignWords{"-X --request --method", "METHOD is an argument: mrctl api GET /PATH", "api"},
    ForeignWords{"-i --include -I --head --show-headers",
                 "-vv shows status and headers on standard error", "api"},
    ForeignWords{"-s --shell", "SHELL is an argument: mrctl completion bash", "completion"},
    ForeignWords{"--list", "the schemas are request, results and project: mrctl schema project",
                 "schema"},
    ForeignWords{"--client --server --short", "'mrctl version' prints the version of mrctl alone",
                 "version"},
    ForeignWords{"--fallback --fallbacks --fallback-model", "use --models MODEL for each, in order",
                 "--models"},
    ForeignWords{"--json-schema --schema",
                 "use --response-format @FILE, with type json_schema in the file",
                 "--response-format"},
    ForeignWords{"--hostname", "use --base-url URL, which ends in /api/v1"},
    ForeignWords{"--page-size --max-items --first --top --head", "use --limit N", "--limit"},
    ForeignWords{"--server-side --field-manager --force-conflicts",
                 "leave it out: the service stores each body as a new version", "preset apply"},
    ForeignWords{"--import", "adopt takes files: mrctl preset adopt presets/support.yaml",
                 "preset adopt"},
    ForeignWords{"--template --example", "leave it out: mrctl.toml explains every key in comments",
                 "init"},
    ForeignWords{"--name --title --display-name",
                 "a preset has no name but its slug: mrctl preset create SLUG", "preset create"},
    ForeignWords{"--description --desc --label --labels --tag --tags --annotation",
                 "the service stores no description of a preset; put a comment into its file",
                 "preset create"},
    ForeignWords{"--target", "use 'mrctl preset apply FILE --target NAME'", "preset create"},
    ForeignWords{"--target --env --environment", "write [targets.NAME] into mrctl.toml", "init"},
    ForeignWords{"--max-price --price",
                 "use --provider-max-price-prompt and --provider-max-price-completion, in USD per "
                 "million tokens",
                 "--provider-only"},
    ForeignWords{"--system-prompt --prompt --instructions", "use --system TEXT", "--system"},
    ForeignWords{"--system-file --system-prompt-file --prompt-file", "use --system @FILE",
                 "--system"},
    ForeignWords{"-m", "use --model MODEL", "--model"},
    ForeignWords{"-t --temp", "use --temperature NUMBER", "--temperature"},
    ForeignWords{"--service", "use -o wide, which shows the service of each record",
                 "preset state"},
    ForeignWords{"-A --all --all-namespaces", "use --all-targets", "--all-targets"},
    ForeignWords{"-a --all", "name the models: mrctl endpoints list acme/large acme/tiny",
                 "endpoints list"},
    ForeignWords{"-a --all", "'mrctl help' lists all commands and topics", "help"},
    ForeignWords{"-a --all",
                 "leave it out: without PATH, mrctl takes all presets of the project file", "PATH"},
    ForeignWords{"--fix --autofix --write --in-place",
                 "mrctl changes no preset files; each problem says what to write", "preset lint"},
    ForeignWords{"--rules --list-rules --rule", "docs/rules.md and 'mrctl help' list the rules",
                 "preset lint"},
    ForeignWords{"--skip-gates --no-gates --gate --skip --ignore --disable --suppress",
                 "gates are [[gates]] of mrctl.toml; a waiver there suspends one until a date",
                 "preset check"},
    ForeignWords{"--ignore --disable --skip --suppress --allow",
                 "no flag turns off a rule; --allow-unknown and --allow-secrets turn off what they "
                 "name",
                 "--allow-secrets"},
    ForeignWords{
        "--offline --no-network --local",
        "use --listing FILE with a saved listing; 'mrctl preset lint' sends nothing at all",
        "--listing"},
    ForeignWords{"--tokens --input-tokens --token-count",
                 "use --prompt-tokens N and --completion-tokens N", "--prompt-tokens"},
    ForeignWords{"--cost --budget --max-spend --price", "use --max-cost USD", "--max-cost"},
    ForeignWords{"--where --filter",
                 "gates of mrctl.toml have 'where'; 'mrctl endpoints list MODEL --where CONDITION' "
                 "selects endpoints",
                 "--prompt-tokens"},
    ForeignWords{"--filter --query-filter --field-selector", "use --where CONDITION", "--where"},
    ForeignWords{"--order-by --sort-by", "use --sort COLUMN", "--sort"},
    ForeignWords{"--detailed-exitcode --exit-code --fail-on-change --fail-on-changes",
                 "use --fail-changed: exit code 10 if something would change", "--fail-changed"},
    ForeignWords{"--detailed-exitcode --exit-code --fail-on-change --fail-on-changes",
                 "'mrctl preset plan --fail-changed' exits with 10 if something would change",
                 "PATH"},
    ForeignWords{"--out --out-file --outfile --output-file --save-plan --plan-file",
                 "the last line of the plan has its fingerprint, which 'preset apply --plan "
                 "FINGERPRINT' takes; --report json=FILE writes the plan to a file",
                 "--fail-changed"},
    ForeignWords{"--var", "use --set NAME=VALUE", "--set"},
    ForeignWords{"--var-file --vars --values --overlay",
                 "use --base FILE, or 'bases' in mrctl.toml", "--base"},
    ForeignWords{"--refresh-only --refresh --drift",
                 "use --live, which also reads each preset from the service", "--live"},
    ForeignWords{"--refresh-only --refresh --drift",
                 "'mrctl preset plan --live' compares with what the service has", "PATH"},
    ForeignWords{"--prune --purge --delete --destroy",
                 "mrctl has no command that deletes presets; 'mrctl preset forget SLUG' drops the "
                 "record of one",
                 "PATH"},
    ForeignWords{"--replace --taint --force-recreate --recreate",
                 "apply sends changed presets only; 'mrctl preset create SLUG --body FILE' sends "
                 "one again",
                 "PATH"},
    ForeignWords{"--rollback --revert --undo --restore",
                 "check out the older files, then 'mrctl preset apply --allow-older'",
                 "preset apply"},
    ForeignWords{"--lock --no-lock --lock-timeout",
                 "mrctl locks the recorded state by itself; leave it out", "PATH"},
    ForeignWords{"--state-out --state-file --backend-config --state-dir", "use --state DIR",
                 "--state"},
    ForeignWords{"--check --test", "use 'mrctl preset check PATH'", "preset apply"},
    ForeignWords{"--diff --show-diff", "leave it out: changes are always shown", "--fail-changed"},
    ForeignWords{"--against --since --compare --compare-to --base-ref",
                 "mrctl compares with the last apply, which --state DIR and --target NAME choose",
                 "--state"},
    ForeignWords{
        "--exclude --include --only --preset --filter --select -l --selector --file-filter",
        "name the files instead, for example presets/support.yaml", "PATH"},
    ForeignWords{"--slug --name", "the name of a file is its slug: rename it to SLUG.yaml", "PATH"},
    ForeignWords{"-R --recursive", "leave it out: mrctl always searches subfolders", "PATH"},
    ForeignWords{"--keep-going --continue-on-error",
                 "leave it out: apply continues after a failure unless you add --fail-fast",
                 "--fail-fast"},
    ForeignWords{"-k", "use --target NAME for a target, --insecure to accept any certificate",
                 "--target"},
    ForeignWords{"-e --env --environment -n --namespace --context --workspace --stage --stack",
                 "use --target NAME, a target of mrctl.toml", "--target"},
    ForeignWords{"-p --port --bind --address", "use --listen HOST:PORT", "--listen"},
    ForeignWords{"-p -e --env --environment -n --namespace --context --workspace --stage "
                 "--aws-profile --account --org --organization --project-id --region",
                 "use --profile NAME, a profile of config.toml with its own base URL and key"},
    ForeignWords{"--json --format --yaml --csv --tsv --markdown --html --output-format",
                 "use -o FORMAT, for example -o json"},
    ForeignWords{"--junit --codequality --sarif --report-format --output-junit",
                 "use --report junit=FILE or --report codequality=FILE", "PATH"},
    ForeignWords{"--url --host --endpoint --server --endpoint-url --api-url --api-base --uri",
                 "use --base-url URL"},
    ForeignWords{"-f --file --from-file -d --data --filename",
                 "files and folders are arguments: 'mrctl preset lint presets/'", "PATH"},
    ForeignWords{"-y --auto-approve --force --assume-yes --approve --confirm", "use --yes",
                 "--yes"},
    ForeignWords{"-y --yes --auto-approve --force --approve --confirm",
                 "leave it out: this command changes nothing; 'mrctl preset apply' has --yes",
                 "PATH"},
    ForeignWords{"--out --outfile --output-file --save-plan --save-to",
                 "use --report FORMAT=FILE, for example --report json=result.json"},
    ForeignWords{"--no-color --no-colour --nocolor --plain", "use --color never"},
    ForeignWords{"--non-interactive --no-interactive --batch --ci --input", "use --no-input"},
    ForeignWords{"--parallelism --concurrency --parallel --workers --threads -j", "use --jobs N"},
    ForeignWords{"-s --silent", "use --quiet"},
    ForeignWords{"-V", "use --version"},
    ForeignWords{"--debug --log-level --loglevel --trace", "use -v; -vv adds headers, -vvv bodies"},
    ForeignWords{"-k --insecure-skip-tls-verify --no-check-certificate --skip-tls-verify "
                 "--no-verify-ssl",
                 "use --insecure, or --ca-cert FILE with the certificate of your authority"},
    ForeignWords{"--cacert --ca-bundle --ca-file --certificate-authority", "use --ca-cert FILE"},
    ForeignWords{"--cert --certificate", "use --client-cert FILE and --client-key FILE"},
    ForeignWords{"-x", "use --proxy URL"},
    ForeignWords{"--max-time --request-timeout", "use --timeout DURATION"},
    ForeignWords{"-L --location", "mrctl follows no redirect: write the final URL into --base-url"},
    ForeignWords{"--query --template --go-template --jsonpath",
                 "use --jq PROGRAM; with -r, it prints strings without quotes"},
    ForeignWords{"-w --watch --follow --wait",
                 "mrctl does not watch or wait: run the command again; 'mrctl endpoints diff' "
                 "compares with a saved listing"},
};

inline constexpr std::string_view no_profile_list =
    "profiles are the tables [profiles.NAME] in the file that 'mrctl config path' prints";
inline constexpr std::string_view choose_profile =
    "use --profile NAME; 'mrctl config set profile NAME' keeps it";

// The place is the noun.
inline constexpr std::array foreign_verbs{
    ForeignWords{
        "list ls show pull push get",
        "'mrctl preset state' lists the records, 'mrctl preset state PATH' those of a file",
        "preset state"},
    ForeignWords{"list ls",
                 "'mrctl api GET /presets' lists them, if the service can; 'mrctl preset state' "
                 "lists what was applied from here",
                 "preset"},
    ForeignWords{"get show view describe read inspect",
                 "'mrctl preset pull SLUG' writes a live preset as a file, and 'mrctl api GET "
                 "/presets/SLUG' prints it, if the service can",
                 "preset"},
    ForeignWords{"delete rm remove destroy drop prune unpublish disable archive",
                 "mrctl has no command that deletes presets; 'mrctl preset forget SLUG' drops the "
                 "record of one",
                 "preset"},
    ForeignWords{"history versions rollback revert undo restore log",
                 "'mrctl preset state --history' lists what was applied, if records are on a "
                 "branch; to restore a version, apply the older file with 'mrctl preset apply'",
                 "preset"},
    ForeignWords{"update set edit add new put patch upload",
                 "'mrctl preset create SLUG' creates a new version of a preset", "preset"},
    ForeignWords{"diff compare changes preview dry-run",
                 "'mrctl preset plan PATH' shows what changed since the last apply", "preset"},
    ForeignWords{"validate verify test audit",
                 "use 'mrctl preset check PATH', or 'mrctl preset lint PATH' without network",
                 "preset"},
    ForeignWords{"deploy up push sync publish send rollout promote release",
                 "use 'mrctl preset apply PATH'; --target NAME chooses where to", "preset"},
    ForeignWords{
        "import track manage",
        "'mrctl preset pull SLUG' writes a live preset as a file, 'mrctl preset adopt PATH' "
        "records files as applied",
        "preset"},
    ForeignWords{
        "export download dump cat fetch build template generate",
        "'mrctl preset pull SLUG' writes a live preset as a file, 'mrctl preset render PATH' "
        "prints the body of a file",
        "preset"},
    ForeignWords{"fmt format tidy fix",
                 "mrctl changes no preset files; 'mrctl preset lint PATH' says what is wrong",
                 "preset"},
    ForeignWords{"refresh drift status",
                 "'mrctl preset plan --live' compares with the service, 'mrctl endpoints diff "
                 "BEFORE' a listing",
                 "preset"},
    ForeignWords{"rename mv move copy cp clone replace",
                 "the name of a file is its slug: rename it, apply it, then 'mrctl preset forget "
                 "OLD' drops the old record",
                 "preset"},
    ForeignWords{"run exec chat use call invoke",
                 "requests name a preset as the model '@preset/SLUG'; 'mrctl api POST "
                 "/chat/completions --body FILE' sends one",
                 "preset"},
    ForeignWords{"cost price estimate route simulate",
                 "use 'mrctl preset explain PATH --prompt-tokens N'", "preset"},
    ForeignWords{"taint untaint touch", "'mrctl preset create SLUG --body FILE' sends a body again",
                 "preset"},
    ForeignWords{"output outputs logs graph",
                 "'mrctl preset state' lists what was applied, -o json for programs", "preset"},
    ForeignWords{"unlock force-unlock lock",
                 "mrctl removes its locks by itself; if the run that holds a branch is gone, use "
                 "'mrctl preset apply --take-over'",
                 "preset"},
    ForeignWords{"init", "use 'mrctl init'", "preset"},
    ForeignWords{"list ls",
                 "'mrctl api GET /byok' lists them, if the service can; 'mrctl byok get ID' shows "
                 "a credential",
                 "byok"},
    ForeignWords{"show view describe read", "use 'mrctl byok get ID'", "byok"},
    ForeignWords{"create add set update edit rotate new import",
                 "mrctl has no command that changes credentials", "byok"},
    ForeignWords{"delete rm remove destroy drop", "mrctl has no command that deletes credentials",
                 "byok"},
    ForeignWords{"get show ls view describe search find", "use 'mrctl endpoints list MODEL'",
                 "endpoints"},
    ForeignWords{"compare changes watch monitor", "use 'mrctl endpoints diff BEFORE'", "endpoints"},
    ForeignWords{"save export download", "use 'mrctl endpoints list MODEL -o json > FILE'",
                 "endpoints"},
    ForeignWords{"token print key get",
                 "mrctl never prints a key; 'mrctl auth status' shows which one is used, masked",
                 "auth"},
    ForeignWords{"whoami show list check verify test", "use 'mrctl auth status'", "auth"},
    ForeignWords{"create add set update edit rotate refresh renew setup configure init signin",
                 "use 'mrctl auth login'", "auth"},
    ForeignWords{"delete rm remove destroy drop revoke signout", "use 'mrctl auth logout'", "auth"},
    ForeignWords{"switch use", choose_profile, "auth"},
    ForeignWords{"show ls view dump", "use 'mrctl config list'", "config"},
    ForeignWords{"edit open", "mrctl starts no editor: run \"$EDITOR\" \"$(mrctl config path)\"",
                 "config"},
    ForeignWords{"use use-profile profile switch use-context set-context activate", choose_profile,
                 "config"},
    ForeignWords{"get-contexts contexts profiles get-profiles list-profiles", no_profile_list,
                 "config"},
    ForeignWords{"current-context current current-profile", "use 'mrctl config get profile'",
                 "config"},
    ForeignWords{"file where location", "use 'mrctl config path'", "config"},
    ForeignWords{"init new configure",
                 "'mrctl config set KEY VALUE' writes config.toml, 'mrctl init' a project file",
                 "config"},
    ForeignWords{"create add update", "use 'mrctl config set KEY VALUE'", "config"},
    ForeignWords{"delete rm remove destroy drop delete-context reset",
                 "use 'mrctl config unset KEY'; remove a whole profile in the file that 'mrctl "
                 "config path' prints",
                 "config"},
    ForeignWords{"start run up", "use 'mrctl emulator serve' or 'mrctl emulator exec -- COMMAND'",
                 "emulator"},
    ForeignWords{"stop down kill",
                 "press Ctrl-C where it runs, or run 'kill \"$MRCTL_EMULATOR_PID\"'", "emulator"},
    ForeignWords{"logs log", "use 'mrctl emulator serve --log'", "emulator"},
};

// What stands where a command begins. Verbs without their noun mean presets.
inline constexpr std::array foreign_nouns{
    ForeignWords{"model models provider providers",
                 "'mrctl endpoints list MODEL' lists the endpoints of a model, 'mrctl api GET "
                 "/models' the models, if the service has that operation"},
    ForeignWords{"credential credentials key keys",
                 "'mrctl byok get ID' shows a provider credential, 'mrctl auth login' stores your "
                 "key"},
    ForeignWords{"chat chat/completions complete ask",
                 "mrctl has no command for chats; 'mrctl api POST /chat/completions --body FILE' "
                 "sends a body"},
    ForeignWords{"settings profile profiles configure",
                 "use 'mrctl config list', 'mrctl config set KEY VALUE' or --profile NAME"},
    ForeignWords{"workspace workspaces context contexts env environment namespace target targets "
                 "stack",
                 "targets are [targets.NAME] of mrctl.toml, which --target NAME chooses; --profile "
                 "NAME chooses a profile of config.toml"},
    ForeignWords{"diff compare changes",
                 "'mrctl preset plan' compares files with the last apply, 'mrctl endpoints diff "
                 "BEFORE' a listing with the service"},
    ForeignWords{"whoami me ping health", "use 'mrctl auth status'"},
    ForeignWords{"signin signout logout", "use 'mrctl auth login' or 'mrctl auth logout'"},
    ForeignWords{"man manual docs doc", "use 'mrctl help COMMAND'"},
    ForeignWords{"gate gates waiver waivers",
                 "gates are [[gates]] of mrctl.toml, which 'mrctl preset check' judges"},
    ForeignWords{"record records tfstate", "use 'mrctl preset state'"},
    ForeignWords{"server mock serve start", "use 'mrctl emulator serve'"},
    ForeignWords{"request curl http", "use 'mrctl api GET /PATH'"},
    ForeignWords{"self-update upgrade", "mrctl does not update itself: install a newer package"},
    ForeignWords{"usage credits cost billing",
                 "'mrctl preset explain PATH --prompt-tokens N' estimates a cost; 'mrctl api GET "
                 "/credits' reads yours, if the service can"},
};

} // namespace mrctl::spec
