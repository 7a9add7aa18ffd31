#include "mrctl/commands/help.hpp"

#include "mrctl/commands/reports.hpp"
#include "mrctl/commands/result_schemas.hpp"
#include "mrctl/help/command_map.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/routing/explanation.hpp"

#include "commands.hpp"

namespace mrctl::commands {

namespace {

using help::HelpLength;

output::ResultNames names_in(const help::Subject& subject) {
  output::ResultNames names;
  for (const auto& entry : help::command_index(subject))
    names.push_back(entry.at("name").get<std::string>());
  return names;
}

} // namespace

Result<help::Subject> find_subject(std::span<const std::string> words) {
  std::vector<help::HelpLine> checks;
  for (const auto& check : routing::check_meanings())
    checks.push_back({std::string(check.code), std::string(check.says)});
  return help::find_subject(words, std::move(checks), result_schemas());
}

std::string help_text(const help::Subject& subject, HelpLength length, std::size_t width,
                      const output::Terminal& terminal) {
  return output::with_bold_headings(help::help_text(subject, length, width), terminal);
}

Result<Output> help(const Context& context) {
  TRY_ASSIGN(const auto subject, find_subject(context.invocation.arguments));
  auto result = output::present_document(dump_json(help::command_map(subject)));
  result.rows = [&] { return output::json_records(dump_json(help::command_index(subject))); };
  result.page = [&](output::Page& page) {
    page.code(help::help_text(subject, HelpLength::full, context.wanted.text_width),
              output::CodeOf::help);
  };
  result.names = [&] { return names_in(subject); };
  Output output;
  present(output, context.wanted, result);
  return output;
}

} // namespace mrctl::commands
