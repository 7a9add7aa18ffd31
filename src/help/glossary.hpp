#pragma once

#include <array>
#include <string_view>

namespace mrctl::help {

// A word that documents and results use, and that no other table has.
struct GlossaryRow {
  std::string_view word;
  std::string_view says;
  std::string_view more{}; // the topic of `mrctl help` that has more
};

// clang-format off
inline constexpr std::array glossary{
    GlossaryRow{"preset", "a named configuration for requests, stored by the service: model, parameters, choice of providers, system prompt. Each change is a new version, which is live immediately", "presets"},
    GlossaryRow{"slug", "the name of a preset in addresses, such as 'support'"},
    GlossaryRow{"version", "a state of a preset; the newest one is live"},
    GlossaryRow{"body", "a chat-completions request as JSON or YAML, from which a preset is made"},
    GlossaryRow{"base", "a file of settings that presets share; each preset's file overrides it", "presets"},
    GlossaryRow{"endpoint", "one provider's offer of one model, with its own price, limits and abilities", "routing"},
    GlossaryRow{"listing", "the endpoints of a model, from the service or from a file that 'endpoints list -o json' wrote", "routing"},
    GlossaryRow{"tag", "the name of an endpoint, such as 'acme' or 'northlake/us-east': what provider.order and provider.only in a body refer to", "routing"},
    GlossaryRow{"tier", "a class of service with its own price: the last part of a tag, such as 'flex' in 'acme/flex'", "routing"},
    GlossaryRow{"variant", "a separate model, named after a colon, such as 'free' in 'acme/large:free'"},
    GlossaryRow{"credential", "a provider's key that the service stores for an account; 'mrctl byok get' shows it masked"},
    GlossaryRow{"management-key", "the key that may create presets and read credentials", "auth"},
    GlossaryRow{"profile", "a set of settings in config.toml; --profile NAME chooses one", "environment"},
    GlossaryRow{"setting", "a value of config.toml, a variable or a flag, such as the base URL; the flag overrides the variable, which overrides the file", "config list"},
    GlossaryRow{"rule", "what a problem violates; its id is stable, such as 'temperature.range'"},
    GlossaryRow{"project", "a repository with a file mrctl.toml", "project"},
    GlossaryRow{"target", "the place that presets are applied to, such as staging or production", "project"},
    GlossaryRow{"workspace", "the part of an account that a key belongs to; each workspace has its own presets", "project"},
    GlossaryRow{"plan", "what 'preset apply' would send, and what would change", "presets"},
    GlossaryRow{"fingerprint", "40 digits that identify one plan; 'preset apply --plan' applies that plan only", "presets"},
    GlossaryRow{"record", "what mrctl keeps of a preset that it sent to a target: the body, its hash, and the version and ids of the answer", "state"},
    GlossaryRow{"state", "the records of a target", "state"},
    GlossaryRow{"pending", "mark in the record of a request whose answer was lost", "state"},
    GlossaryRow{"create", "action of a plan: the preset has no record, so it is sent", "presets"},
    GlossaryRow{"update", "action of a plan: another body was applied last, so the new one is sent", "presets"},
    GlossaryRow{"unchanged", "action of a plan: this body was applied last, so nothing is sent", "presets"},
    GlossaryRow{"retry", "action of a plan: the answer to the last request was lost, so the body is sent again", "state"},
    GlossaryRow{"orphan", "action of a plan: the file of an applied preset is gone; the preset stays live, and 'preset forget' drops the record", "state"},
    GlossaryRow{"adopt", "action of a plan: this body is live, but not recorded, so it is recorded and not sent", "presets"},
    GlossaryRow{"gone", "a recorded preset that was deleted on the service", "state"},
    GlossaryRow{"created", "result of an apply: the preset was sent, and had no record before", "presets"},
    GlossaryRow{"updated", "result of an apply: the preset was sent again, with another body", "presets"},
    GlossaryRow{"adopted", "result of an apply: the live preset was recorded, and nothing was sent", "presets"},
    GlossaryRow{"failed", "result of an apply: the request failed; the error says whether a version may exist", "automation"},
    GlossaryRow{"lease", "mark on the state branch that one apply is running; another one exits with 5", "state"},
    GlossaryRow{"live", "what the service uses for requests now; preset apply looks at it before it overwrites it, and --live reads it", "state"},
    GlossaryRow{"drift", "a live version that was not made from the recorded body, for example because somebody changed the preset elsewhere", "state"},
    GlossaryRow{"reach", "the endpoints that can serve a preset", "routing"},
    GlossaryRow{"eligible", "verdict on an endpoint: every check passes, so requests can go there", "routing"},
    GlossaryRow{"excluded", "verdict on an endpoint: a check fails, so no request goes there", "routing"},
    GlossaryRow{"unknown", "verdict on an endpoint: a listing cannot decide a check; it does not count as eligible", "routing"},
    GlossaryRow{"degraded", "mark of an endpoint whose status is not ok; it stays eligible", "routing"},
    GlossaryRow{"fallback", "an endpoint that provider.order does not name; the service tries it after those that it names", "routing"},
    GlossaryRow{"rank", "the place of an endpoint in the order in which the service tries them", "routing"},
    GlossaryRow{"assumed", "mark of a check that --assume treats as passed", "routing"},
    GlossaryRow{"waived", "failures of a gate that a waiver suspends; they do not count", "gates"},
    GlossaryRow{"!file", "tag of YAML: '!file PATH' is the text of a file, relative to the body's own", "presets"},
    GlossaryRow{"curl", "a curl command whose body becomes a preset: 'mrctl preset create SLUG --body FILE' takes what curl -d has", "preset create"},
    GlossaryRow{"apply.failed", "rule of reports: a preset was not applied; the message has the reason", "presets"},
    GlossaryRow{"apply.outcome", "rule of reports: what became of a preset in an apply", "presets"},
    GlossaryRow{"records.unpushed", "rule of errors: what was applied is recorded in this clone, but could not be pushed to the state branch; the next apply in this clone pushes it first", "state"},
    GlossaryRow{"unjudged", "state of a waiver if only some presets were checked", "gates"},
    GlossaryRow{"dead-entry", "an entry of only, ignore, order or quantizations that matches no endpoint", "routing"},
    GlossaryRow{"hit", "of a preset in preset drill: it loses an eligible endpoint if the provider fails", "routing"},
    GlossaryRow{"dead", "of a preset in preset drill: it has no eligible endpoint left if the provider fails", "routing"},
    GlossaryRow{"not-evaluated", "of a gate in preset check: the service refused to list the models, so nothing could be judged", "gates"},
    GlossaryRow{"gate", "a condition that 'preset check' requires of presets; if one is not met, it exits with 10", "gates"},
    GlossaryRow{"waiver", "suspends the failures of a gate until a date, with a reason", "gates"},
    GlossaryRow{"worse", "in --fail-on: a removed endpoint, a higher or unknown price, lower limits, fewer parameters and the like; 'endpoints diff --help' marks these kinds with *"},
    GlossaryRow{"any", "in --fail-on: every kind of change"},
    GlossaryRow{"sent", "member of JSON errors: whether the request may have reached the service (no, yes or unknown)", "automation"},
    GlossaryRow{"stored", "member of JSON errors and results: whether a version may have been made (no, yes or unknown)", "automation"},
};
// clang-format on

} // namespace mrctl::help
