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
    GlossaryRow{"variant", "a model of its own, named after a colon, such as 'free' in 'acme/large:free'"},
    GlossaryRow{"credential", "a provider's key that the service stores for an account; 'mrctl byok get' shows it masked"},
    GlossaryRow{"management-key", "the key that may create presets and read credentials", "auth"},
    GlossaryRow{"profile", "a set of settings in config.toml; --profile NAME chooses one", "environment"},
    GlossaryRow{"setting", "a value of config.toml, a variable or a flag, such as the base URL; the flag overrides the variable, which overrides the file", "config list"},
    GlossaryRow{"rule", "what a problem violates; its id is stable, such as 'temperature.range'"},
    GlossaryRow{"project", "a repository with a file mrctl.toml", "project"},
    GlossaryRow{"target", "the place that presets are applied to, such as staging or production", "project"},
    GlossaryRow{"workspace", "the part of an account that a key belongs to; presets of a workspace are its own", "project"},
    GlossaryRow{"plan", "what 'preset apply' would send, and what would change", "presets"},
    GlossaryRow{"fingerprint", "40 digits that stand for one plan; 'preset apply --plan' applies that plan only", "presets"},
    GlossaryRow{"record", "what mrctl keeps of a preset that it sent to a target: the body, its hash, and the version and ids of the answer", "state"},
    GlossaryRow{"state", "the records of a target", "state"},
    GlossaryRow{"pending", "mark in the record of a request whose answer was lost", "state"},
    GlossaryRow{"create", "action of a plan: the preset has no record, so it is sent", "presets"},
    GlossaryRow{"update", "action of a plan: another body was applied last, so the new one is sent", "presets"},
    GlossaryRow{"unchanged", "action of a plan: this body was applied last, so nothing is sent", "presets"},
    GlossaryRow{"retry", "action of a plan: the answer to the last request was lost, so the body is sent again", "state"},
    GlossaryRow{"orphan", "action of a plan: the file of an applied preset is gone; the preset stays live, and 'preset forget' drops the record", "state"},
    GlossaryRow{"drift", "a live version that was not made from the recorded body, for example because somebody changed the preset elsewhere", "state"},
    GlossaryRow{"reach", "the endpoints that a preset can be served by", "routing"},
    GlossaryRow{"eligible", "verdict on an endpoint: every check passes, so requests can go there", "routing"},
    GlossaryRow{"excluded", "verdict on an endpoint: a check fails, so no request goes there", "routing"},
    GlossaryRow{"unknown", "verdict on an endpoint: a listing cannot decide a check; it does not count as eligible", "routing"},
    GlossaryRow{"dead-entry", "an entry of only, ignore, order or quantizations that matches no endpoint", "routing"},
    GlossaryRow{"gate", "a condition that 'preset check' requires of presets; if one is not met, it exits with 10", "gates"},
    GlossaryRow{"waiver", "suspends the failures of a gate until a date, with a reason", "gates"},
    GlossaryRow{"sent", "member of JSON errors: whether the request may have reached the service (no, yes or unknown)", "automation"},
    GlossaryRow{"stored", "member of JSON errors and results: whether a version may have been made (no, yes or unknown)", "automation"},
};
// clang-format on

} // namespace mrctl::help
