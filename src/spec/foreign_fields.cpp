#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/spec/foreign_field.hpp"

#include <algorithm>
#include <array>

namespace mrctl::spec {

namespace {

using enum Foreign;

constexpr std::string_view of_provider = "it belongs in provider";
constexpr std::string_view of_sdks = "it is an argument of SDKs";
constexpr std::string_view to_the_top = "move its members to the top level of the body";
constexpr std::string_view of_others = "it belongs to other interfaces";
constexpr std::string_view of_a_message = "it belongs in a message";
constexpr std::string_view as_a_message = "write a message with the role system, or use --system";

// clang-format off
constexpr std::array foreign_rows{
    ForeignField{"order",                    refused, of_provider, "provider.order"},
    ForeignField{"only",                     refused, of_provider, "provider.only"},
    ForeignField{"ignore",                   refused, of_provider, "provider.ignore"},
    ForeignField{"allow_fallbacks",          refused, of_provider, "provider.allow_fallbacks"},
    ForeignField{"data_collection",          refused, of_provider, "provider.data_collection"},
    ForeignField{"zdr",                      refused, of_provider, "provider.zdr"},
    ForeignField{"quantizations",            refused, of_provider, "provider.quantizations"},
    ForeignField{"max_price",                refused, of_provider, "provider.max_price"},
    ForeignField{"require_parameters",       refused, of_provider, "provider.require_parameters"},
    ForeignField{"sort",                     refused, of_provider, "provider.sort"},
    ForeignField{"extra_body",               refused, of_sdks, to_the_top},
    ForeignField{"extra_params",             refused, of_sdks, to_the_top},
    ForeignField{"system",                   refused, of_a_message, as_a_message},
    ForeignField{"system_prompt",            refused, of_a_message, as_a_message},
    ForeignField{"instructions",             refused, of_a_message, as_a_message},
    ForeignField{"input",                    refused, "it is called messages here", "messages"},
    ForeignField{"max_output_tokens",        refused, "it is called max_completion_tokens here", "max_completion_tokens"},
    ForeignField{"stop_sequences",           refused, "it is called stop here", "stop"},
    ForeignField{"model_id",                 refused, "it is called model here", "model"},
    ForeignField{"preset",                   refused, "a preset cannot build on another"},
    ForeignField{"transforms",               warned,  "it is retired", "use the plugin context-compression"},
    ForeignField{"usage",                    warned,  "it is retired and has no effect"},
    ForeignField{"include_reasoning",        warned,  "it is retired", "reasoning"},
    ForeignField{"max_tool_calls",           accepted, "the specification mentions it"},
    // Words of other interfaces that look like documented fields.
    ForeignField{"speed",                    warned, of_others},
    ForeignField{"min_tokens",               warned, of_others},
    ForeignField{"top_n",                    warned, of_others},
    ForeignField{"mode",                     warned, of_others},
    ForeignField{"cache",                    warned, of_others},
    ForeignField{"image",                    warned, of_others},
    ForeignField{"prompt_cache_retention",   warned, of_others},
    ForeignField{"n",                        warned, of_others},
    ForeignField{"prompt",                   warned, "it is accepted but not kept in a preset"},
};
// clang-format on

static_assert(are_unique(foreign_rows, &ForeignField::name));

} // namespace

Rows<ForeignField> foreign_fields() {
  return foreign_rows;
}

const ForeignField* find_foreign_field(std::string_view name) {
  const auto* row =
      std::find_if(foreign_rows.begin(), foreign_rows.end(),
                   [&](const ForeignField& each) { return have_same_letters(each.name, name); });
  return row == foreign_rows.end() ? nullptr : row;
}

} // namespace mrctl::spec
