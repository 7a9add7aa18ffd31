#pragma once

#include "mrctl/spec/command.hpp"

#include "diff_flags.hpp"

namespace mrctl::spec {

inline constexpr std::array credential_ids{
    Argument{.name = "ID", .arity = Arity::at_least_one, .help = "UUID of the credential"}};

inline constexpr std::array get_examples{
    Example{"mrctl byok get 11111111-1111-4111-8111-111111111111", "a card"},
};

inline constexpr std::array byok_commands{
    Command{
        .noun = "byok",
        .verb = "get",
        .summary = "Show stored provider credentials, masked",
        .arguments = credential_ids,
        .examples = get_examples,
        .prints = Prints::data,
    },
    Command{
        .noun = "byok",
        .verb = "diff",
        .summary = "Show what changed between credentials, labels masked",
        .about = byok_diff_about,
        .arguments = credentials_to_compare,
        .flags = byok_diff_flags,
        .examples = byok_diff_examples,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = comparison_is_no_response,
    },
};

} // namespace mrctl::spec
