#pragma once

#include "mrctl/spec/command.hpp"

#include <array>
#include <string_view>

// What the rows of preset plan, apply and check hold.
namespace mrctl::spec {

inline constexpr std::string_view plan_about =
    "Each file is one preset: support.yaml is the preset support. mrctl searches folders as preset "
    "lint does. mrctl merges the file into the bodies of --base: objects member by member at every "
    "depth; any other value replaces the earlier one. --set, --set-string, "
    "--set-json and --unset override both. mrctl removes what a preset does not keep, checks every "
    "body and shows all problems of all files.\n\nThe plan compares each body with the one that "
    "preset apply sent last, recorded in the folder .mrctl beside the presets. It needs the base "
    "URL of the service but no key, and sends nothing.\n\n--live also reads each preset from the "
    "service, if it can: one that was changed elsewhere (drift) is an update, one that is gone is "
    "a "
    "create, and one that is live with this body already is adopted.\n\n  create     never applied "
    "from this repository; a slug that exists on the service gets a new version\n  update   "
    "  the body differs from the one last applied\n  retry      the answer to the last request was "
    "lost\n  adopt      this body is live already; apply only records it\n  unchanged  the body is "
    "the one last applied from this repository\n  orphan     "
    "applied before, "
    "but its file is gone; the preset is still live\n\nThe fingerprint in the last line stands for "
    "everything that would be sent: 'preset apply --plan FINGERPRINT' sends exactly this plan, or "
    "nothing.\n\nExit codes: 0 success; 2 a file or a state "
    "file is invalid; 4 the service does not read presets, with --live; 10 something would be "
    "sent, "
    "with --fail-on changed, a preset drifted or is gone, with --fail-on drift, or there are "
    "warnings, with --strict.";

inline constexpr std::string_view apply_about =
    "mrctl makes the plan that preset plan shows, asks for confirmation on a terminal, and sends "
    "each preset that changed, several at once (--jobs). It records what it sent in the folder "
    ".mrctl beside the presets: commit that folder. If the body of any file is invalid, nothing is "
    "sent.\n\nFirst, mrctl reads each preset that it would send, if the service shows presets. If "
    "one was changed elsewhere, or exists without a record, mrctl shows what differs and asks; "
    "without a terminal, or with --yes, --plan or --plan-from, it sends nothing and exits with "
    "code 5, unless --overwrite is given. 'preset pull SLUG' takes the change into the file. A "
    "preset that holds the body of its file already is recorded, and not sent. --live=false sends "
    "without reading.\n\n--plan FINGERPRINT sends exactly the plan that preset plan showed with "
    "that "
    "fingerprint. If the files or the records now give another plan, mrctl sends nothing and "
    "exits with code 5; if nothing is left to send, with 0. --plan-from REV takes the fingerprint "
    "from a line 'Plan: TARGET FINGERPRINT' of that commit's message, which preset check prints "
    "for a merge commit.\n\nWith --gates, or apply_needs_gates of the target, mrctl evaluates the "
    "gates of the project file. If one fails for a preset that would be sent, mrctl sends nothing "
    "and exits with code 10.\n\nIf an answer is lost or mrctl is killed, the record shows it. The "
    "next apply sends the preset again; the version number in its "
    "answer shows whether the lost request had arrived. Ctrl-C "
    "starts no new requests and waits for running ones; a second Ctrl-C gives up on them.";

inline constexpr std::string_view check_about =
    "Use it for pull requests. mrctl checks the bodies as preset lint does, makes the "
    "plan "
    "of preset apply, and explains each preset as it was last applied and as it is now: which "
    "endpoints it reaches, which it gains or loses, and what a request costs. Then it evaluates "
    "the gates of the project file (mrctl.toml). It sends no preset, and needs a key only if the "
    "service requires one to list endpoints.\n\nThe endpoints come from the service, with one "
    "request for each model, or from "
    "--listing files. Costs are those of a request of --prompt-tokens and --completion-tokens, "
    "else of the counts of a gate.\n\nA waiver of the project file suspends a gate's failures for "
    "some presets until a date, and records the reason; --as-of evaluates waivers as of another "
    "day.\n\nExit "
    "codes: 0 success; 2 a body, a state file or the project file is invalid; 10 a gate is not "
    "met, something would be sent, with --fail-on changed, or there are warnings, with --strict; "
    "if "
    "a model cannot be listed, as in endpoints list.";

inline constexpr std::array plan_examples{
    Example{"mrctl preset plan presets/", "what an apply would send"},
    Example{"mrctl preset plan presets/ --fail-on changed",
            "in CI: fail if something is not applied yet"},
    Example{"mrctl preset plan presets/ --base environments/_staging.yaml --slug-prefix staging- "
            "--target staging",
            "the same presets in another environment"},
    Example{"mrctl preset plan presets/ -o json | jq -r '.presets[] | select(.action == "
            "\"update\") | .slug'",
            "presets that would get a new version"},
};

inline constexpr std::array apply_examples{
    Example{"mrctl preset apply presets/", "show the plan, ask, and send what changed"},
    Example{"mrctl preset apply presets/ --yes", "in CI"},
    Example{"mrctl preset apply presets/ --plan 3f9c2a1b7d045e0fa1bd6a2ce0b99c3d1e4f7a60",
            "exactly the plan that was reviewed, or nothing"},
    Example{"mrctl preset apply presets/ --yes --jobs 32 -o jsonl",
            "many presets, one line for each as soon as it is done"},
};

inline constexpr std::array check_examples{
    Example{"mrctl preset check", "plan, reach and gates of the project's presets"},
    Example{"mrctl preset check --error-format github --summary "
            "\"$GITHUB_STEP_SUMMARY\"",
            "in CI: annotate the changed files, and add a summary to the job"},
    Example{"mrctl preset check -o json | jq -r '.gates[] | select(.met | not) | .id'",
            "gates that fail"},
};

} // namespace mrctl::spec
