#include "mrctl/commands/help.hpp"

#include "mrctl/commands/reports.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/help/command_map.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/text.hpp"

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

help::Subject with_checks(help::Subject subject) {
  subject.checks.clear();
  for (const auto& check : explain::check_meanings())
    subject.checks.push_back({std::string(check.code), std::string(check.says)});
  return subject;
}

} // namespace

std::string help_text(const help::Subject& subject, HelpLength length, std::size_t width,
                      const output::Terminal& terminal) {
  return output::with_bold_headings(help::help_text(with_checks(subject), length, width), terminal);
}

Result<Output> help(const Context& context) {
  TRY_ASSIGN(const auto found, help::find_subject(context.invocation.arguments));
  const auto subject = with_checks(found);
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
