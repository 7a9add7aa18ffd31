#include "rules_paper.hpp"

#include "mrctl/spec/foreign_field.hpp"
#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>

namespace mrctl::papers {

namespace {

constexpr std::string_view introduction = R"md(
# Rules

Each problem that `mrctl` reports in a body, a configuration file or an answer has the id of a rule: the
member `rule` in JSON, and the title of an annotation. Ids are stable, so scripts can rely on them.

An **error** stops the command before anything is sent. A **warning** is reported but does not stop it, unless
`--strict` is given. With `--allow-unknown`, the errors of a body whose ids end in `.choice` or `.unknown`
are warnings. With `--no-validate`, only what cannot be read is an error.
)md";

constexpr std::string_view field_introduction = R"md(
## Rules of fields

The id of a rule is the path of a field and the aspect that is checked: `provider.order.type` checks the type
of `provider.order`. Items of a list and values of a map share the rules of the whole. Words before a colon
say which kind a check applies to: messages of that role, tools or formats of that type, plugins of that id.
)md";

constexpr std::string_view foreign_introduction = R"md(
## Fields that are known but not documented

`body.unknown` for top-level fields that people write although they are not documented, in any case and with or
without `-` and `_`. Any other unknown field is an error if it is a slip of a documented name: the same but for case, `-`, `_`
or a plural, or one letter of six or more, or two of nine or more; else it is a warning.

| Field | Severity | Why | What to write |
|---|---|---|---|
)md";

constexpr std::string_view table_head = "\n| Rule | Severity | What is checked |\n|---|---|---|\n";

std::string general_table() {
  std::string out = "\n| Rule | Severity | What it means, and what to do |\n|---|---|---|\n";
  for (const auto& rule : spec::general_rules())
    out += fmt::format("| `{}` | {} | {} |\n", rule.id, severity_name(rule.severity), rule.says);
  return out;
}

std::string table_of(spec::FieldGroup group) {
  std::string out;
  for (const auto& rule : spec::field_rules())
    if (rule.field->group == group)
      out +=
          fmt::format("| `{}` | {} | {} |\n", rule.id, severity_name(rule.severity), rule.checks);
  return out;
}

std::string_view severity_of(spec::Foreign foreign) {
  if (foreign == spec::Foreign::accepted) return "–";
  return severity_name(foreign == spec::Foreign::refused ? Severity::error : Severity::warning);
}

std::string foreign_table() {
  std::string out;
  for (const auto& field : spec::foreign_fields())
    out += fmt::format("| `{}` | {} | {} | {} |\n", field.name, severity_of(field.foreign),
                       field.says, field.suggestion);
  return out;
}

} // namespace

std::string rules_paper() {
  std::string out(introduction);
  out += "\n## Rules for texts, flags and files\n" + general_table();
  out.append(foreign_introduction).append(foreign_table());
  out += field_introduction;
  for (auto group = spec::FieldGroup::model; group <= spec::FieldGroup::tracking;
       group = static_cast<spec::FieldGroup>(static_cast<int>(group) + 1))
    out += fmt::format("\n### {}\n{}{}", spec::group_title(group), table_head, table_of(group));
  return out;
}

} // namespace mrctl::papers
