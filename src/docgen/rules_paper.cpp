#include "rules_paper.hpp"

#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>

namespace mrctl::docgen {

namespace {

constexpr std::string_view introduction = R"md(
# Rules

Whatever `mrctl` finds wrong or suspicious in a body, a configuration file or an answer comes with the
id of a rule: the member `rule` of a problem in JSON, the title of an annotation. Ids are stable, so that
scripts may compare them.

An **error** stops the command before anything is sent. A **warning** is told and does not stop it, unless
`--strict` is given. With `--allow-unknown`, the errors of a body whose ids end in `.choice` or `.unknown`
are warnings. With `--no-validate`, only what cannot be read is an error.
)md";

constexpr std::string_view field_introduction = R"md(
## Rules of fields

The id of a rule is the path of what it is about, and what is checked of it: `provider.order.type` is
about the type of `provider.order`. Items of a list and values of an object of pairs have the rules of
the whole. Words before a colon say to which of several kinds a check belongs: to messages of that role,
to tools or formats of that type, to plugins of that id.
)md";

constexpr std::string_view table_head = "\n| Rule | Severity | What is checked |\n|---|---|---|\n";

std::string general_table() {
  std::string out = "\n| Rule | Severity | What it means, and what to do |\n|---|---|---|\n";
  for (const auto& rule : spec::general_rules())
    out += fmt::format("| `{}` | {} | {} |\n", rule.id, severity_name(rule.severity), rule.says);
  return out;
}

std::string table_of(spec::Group group) {
  std::string out;
  for (const auto& rule : spec::field_rules())
    if (rule.field->group == group)
      out +=
          fmt::format("| `{}` | {} | {} |\n", rule.id, severity_name(rule.severity), rule.checks);
  return out;
}

} // namespace

std::string rules_paper() {
  std::string out(introduction);
  out += "\n## Rules for texts, flags and files\n" + general_table();
  out += field_introduction;
  for (auto group = spec::Group::model; group <= spec::Group::tracking;
       group = static_cast<spec::Group>(static_cast<int>(group) + 1))
    out += fmt::format("\n### {}\n{}{}", spec::group_title(group), table_head, table_of(group));
  return out;
}

} // namespace mrctl::docgen
