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

inline constexpr std::string_view no_profile_list =
    "profiles are the tables [profiles.NAME] in the file that 'mrctl config path' prints";
inline constexpr std::string_view choose_profile =
    "use --profile NAME; 'mrctl config set profile NAME' keeps it";

// What stands where a verb, a key or a word belongs. The place is the noun, the file, the flag or
// the command.
inline constexpr std::array foreign_verbs{
    ForeignWords{
        "list ls show pull push get",
        "'mrctl preset state' lists the records, 'mrctl preset state PATH' those of a file",
        "preset state"},
    ForeignWords{"rm remove delete destroy drop",
                 "'mrctl preset forget SLUG' drops the record of a preset, which stays live",
                 "preset state"},
    ForeignWords{"mv move rename replace",
                 "the name of a file is its slug: rename it, apply it, then 'mrctl preset forget "
                 "OLD' drops the old record",
                 "preset state"},
    ForeignWords{"list ls",
                 "'mrctl api GET /presets' lists them, if the service can; 'mrctl preset state' "
                 "lists what was applied from here",
                 "preset"},
    ForeignWords{"get show view describe read inspect cat print dump",
                 "print the body of the file: mrctl preset render", "preset FILE"},
    ForeignWords{"get show view describe read inspect",
                 "'mrctl preset pull SLUG' writes a live preset as a file, and 'mrctl api GET "
                 "/presets/SLUG' prints it, if the service can",
                 "preset"},
    ForeignWords{"delete rm remove destroy drop prune unpublish disable archive",
                 "mrctl has no command that deletes presets; 'mrctl preset forget SLUG' drops the "
                 "record of one",
                 "preset"},
    ForeignWords{
        "history versions rollback rollout revert undo restore log checkout activate switch",
        "'git log' of the state branch lists what was applied; to restore a version, apply the "
        "older file with 'mrctl preset apply'",
        "preset"},
    ForeignWords{"edit", "edit its file, then run 'mrctl preset apply FILE'", "preset"},
    ForeignWords{"update set add new put patch upload",
                 "'mrctl preset create SLUG' creates a new version of a preset", "preset"},
    ForeignWords{"diff compare changes preview dry-run",
                 "'mrctl preset plan PATH' shows what changed since the last apply", "preset"},
    ForeignWords{"validate verify test audit",
                 "use 'mrctl preset check PATH', or 'mrctl preset lint PATH' without network",
                 "preset"},
    ForeignWords{"deploy up push sync publish send promote release",
                 "use 'mrctl preset apply PATH'; --target NAME chooses where to", "preset"},
    ForeignWords{
        "import track manage",
        "'mrctl preset pull SLUG' writes a live preset as a file, 'mrctl preset adopt PATH' "
        "records files as applied",
        "preset"},
    ForeignWords{
        "export download dump cat fetch build template generate convert",
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
    ForeignWords{"copy cp clone duplicate",
                 "copy its file to NEW.yaml, then 'mrctl preset apply NEW.yaml'", "preset"},
    ForeignWords{"gate gates waiver waivers",
                 "gates are [[gates]] of mrctl.toml, which 'mrctl preset check' judges", "preset"},
    ForeignWords{"target targets",
                 "targets are [targets.NAME] of mrctl.toml, which --target NAME chooses", "preset"},
    ForeignWords{"rename mv move replace",
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
                 "the service's page of credentials shows their ids, and 'mrctl api GET /byok', if "
                 "the service can; 'mrctl byok get ID' shows "
                 "a credential",
                 "byok"},
    ForeignWords{"show view describe read", "use 'mrctl byok get ID'", "byok"},
    ForeignWords{
        "diff compare changes",
        "'mrctl byok get ID -o json' prints a credential: save it, and compare the files with "
        "diff",
        "byok"},
    ForeignWords{
        "create add set update edit rotate new import enable disable",
        "mrctl has no command that changes credentials; 'mrctl api POST /byok --body FILE' sends "
        "one, if the service can",
        "byok"},
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
    ForeignWords{"body create payload input messages yaml json",
                 "use 'mrctl schema request', which describes a body", "schema"},
    ForeignWords{"validate check lint verify",
                 "'mrctl preset check' checks files and mrctl.toml by their schemas", "schema"},
    ForeignWords{"list ls", "'mrctl help schema' lists all schemas", "schema"},
    ForeignWords{"models model get", "use 'mrctl schema endpoints'", "schema"},
    ForeignWords{"mrctl.toml toml gates gate targets",
                 "use 'mrctl schema project', which describes mrctl.toml", "schema"},
    ForeignWords{"output outputs result results all response",
                 "name a command, as in 'mrctl schema plan'; 'mrctl help schema' lists all schemas",
                 "schema"},
    ForeignWords{"mrctl.toml toml [[gates]] project-file",
                 "use 'mrctl help project' or 'mrctl help gates'", "help"},
    ForeignWords{"config.toml profiles settings",
                 "use 'mrctl config list' and 'mrctl help environment'", "help"},
    ForeignWords{"variables variable env", "use 'mrctl help environment'", "help"},
    ForeignWords{"apikey api_key api-key key keys login", "use 'mrctl help auth'", "help"},
    ForeignWords{"faults", "use 'mrctl emulator exec --help'", "help"},
    ForeignWords{"environments envs environment", "write [targets.NAME] for each", "mrctl.toml"},
    ForeignWords{"backend remote_state",
                 "records are in a folder, 'state', or on a branch, "
                 "'state_branch'",
                 "mrctl.toml"},
    ForeignWords{"variables vars values",
                 "mrctl fills in no variables: put shared settings into "
                 "files of 'bases'",
                 "mrctl.toml"},
    ForeignWords{"prefix", "slug_prefix", "mrctl.toml"},
    ForeignWords{"live", "use --live on the command line; 'mrctl preset apply' looks anyway",
                 "mrctl.toml"},
    ForeignWords{"min_endpoints min minimum min_eligible count", "at_least", "mrctl.toml"},
    ForeignWords{"url endpoint server base", "use host = \"HOST\", and profile for the base URL",
                 "mrctl.toml"},
    ForeignWords{"api_key_env key_env key token secret",
                 "no key belongs here: set MRCTL_API_KEY, or "
                 "run 'mrctl auth login'",
                 "mrctl.toml"},
    ForeignWords{"require_approval approval protected needs_plan", "apply_needs_plan",
                 "mrctl.toml"},
    ForeignWords{"inherits extends parent", "put what targets share into files of 'bases'",
                 "mrctl.toml"},
    ForeignWords{"model temperature messages provider",
                 "it is a field of a body: put it into a file of 'bases'", "mrctl.toml"},
    ForeignWords{"severity level fail warn",
                 "leave it out: every gate fails, and [[waivers]] suspend one", "mrctl.toml"},
    ForeignWords{"host url endpoint server",
                 "run 'mrctl config set base_url URL', or write base_url under [profiles.default]",
                 "config.toml"},
    ForeignWords{"no_proxy noproxy", "set the variable NO_PROXY", "config.toml"},
    ForeignWords{"presets bases gates waivers", "it belongs in mrctl.toml", "config.toml"},
    ForeignWords{"region default.region",
                 "there are no regions: use --profile NAME with its own "
                 "base_url",
                 "config.toml"},
    ForeignWords{"jsonpath jsonpath-file go-template template",
                 "use --jq PROGRAM, for example --jq '.endpoints[0].tag'", "--output"},
    ForeignWords{"custom-columns columns", "use --columns, for example --columns tag,prompt",
                 "--output"},
    ForeignWords{"card cards", "-o table shows one record as a block, and -o wide every field",
                 "--output"},
    ForeignWords{"github annotations", "use --error-format github", "--output"},
    ForeignWords{"github gitlab ci actions", "use 'mrctl init --ci github', or gitlab", "init"},
    ForeignWords{"install setup enable",
                 "write it where the shell looks: mrctl completion bash > "
                 "~/.local/share/bash-completion/completions/mrctl",
                 "completion"},
    ForeignWords{"mrctl bash sh zsh", "use 'mrctl emulator exec -- COMMAND'", "emulator"},
    ForeignWords{"start run up", "use 'mrctl emulator serve' or 'mrctl emulator exec -- COMMAND'",
                 "emulator"},
    ForeignWords{"stop down kill",
                 "press Ctrl-C where it runs, or run 'kill \"$MRCTL_EMULATOR_PID\"'", "emulator"},
    ForeignWords{"logs log", "use 'mrctl emulator serve --log'", "emulator"},
    ForeignWords{"status ps", "'mrctl auth status' shows the base URL in use", "emulator"},
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
    ForeignWords{"server mock serve start",
                 "use 'mrctl emulator serve', or 'mrctl emulator exec -- COMMAND'"},
    ForeignWords{"doctor info diagnose",
                 "use 'mrctl auth status', 'mrctl config list' and 'mrctl version'"},
    ForeignWords{"autocomplete completions", "use 'mrctl completion bash', or zsh or fish"},
    ForeignWords{"plugin plugins extension extensions",
                 "mrctl has no plugins; 'mrctl help plugins' explains those of a body"},
    ForeignWords{"request curl http", "use 'mrctl api GET /PATH'"},
    ForeignWords{"self-update", "mrctl does not update itself: install a newer package"},
    ForeignWords{"upgrade",
                 "'mrctl preset apply' sends changed presets; for a newer mrctl, install "
                 "its package"},
    ForeignWords{"ps status",
                 "'mrctl preset state' lists what was applied, 'mrctl auth status' the "
                 "key and base URL in use"},
    ForeignWords{"usage credits cost billing",
                 "'mrctl preset explain PATH --prompt-tokens N' estimates a cost; 'mrctl api GET "
                 "/credits' reads yours, if the service can"},
};

} // namespace mrctl::spec
