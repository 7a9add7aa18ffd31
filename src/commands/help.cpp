#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/help/command_map.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/json.hpp"

#include "commands.hpp"

namespace mrctl::commands {

namespace {

using help::HelpLength;

std::size_t heading_length(std::string_view line) {
  if (line.starts_with("Usage: ")) return std::string_view("Usage:").size();
  return line.ends_with(':') && !line.starts_with(' ') ? line.size() : 0;
}

output::ResultNames names_in(const help::Subject& subject) {
  output::ResultNames names;
  for (const auto& entry : help::command_index(subject))
    names.push_back(entry.at("name").get<std::string>());
  return names;
}

Forms help_forms(const help::Subject& subject, const Context& context) {
  auto forms = forms_of_document(dump_json(help::command_map(subject)), context);
  forms.records = [&] { return output::json_records(dump_json(help::command_index(subject))); };
  forms.human = [&] {
    return help_text(subject, HelpLength::full, context.text_width, context.terminal);
  };
  forms.html = [&] {
    return output::html_lines(help::help_text(subject, HelpLength::full, context.text_width));
  };
  forms.names = [&] { return names_in(subject); };
  return forms;
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
  const auto text = help::help_text(with_checks(subject), length, width);
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    const auto bold = heading_length(line);
    if (bold > 0) out += output::styled(line.substr(0, bold), output::Style::bold, terminal);
    out.append(line.substr(bold)).append("\n");
    rest.remove_prefix(line.size() + 1);
  }
  return out;
}

Result<Output> help(const Context& context) {
  const auto subject = help::find_subject(context.invocation.arguments);
  if (!subject) return fail(subject.error());
  Output output;
  const auto whole = with_checks(*subject);
  present(output, context, [&](const Context& where) { return help_forms(whole, where); });
  return output;
}

} // namespace mrctl::commands
