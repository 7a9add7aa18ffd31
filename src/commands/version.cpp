#include "mrctl/base/version.hpp"

#include "mrctl/commands/reports.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/table.hpp"

#include "build_report.hpp"
#include "commands.hpp"

namespace mrctl::commands {

Result<Output> version(const Context& context) {
  const bool is_full = context.invocation.flags.build;
  const auto facts =
      is_full ? build_report(context) : Json{{"name", "mrctl"}, {"version", mrctl::version()}};
  const auto text = dump_json(facts);
  Output output;
  present(output, context, [&](const Context& where) {
    auto forms = forms_of_document(text, where);
    forms.human = [&] {
      return is_full ? output::card(build_lines(facts), where.terminal) : help::version_text();
    };
    if (!is_full) forms.html = [] { return output::html_lines(help::version_text()); };
    forms.names = [] { return output::ResultNames{std::string(mrctl::version())}; };
    return forms;
  });
  return output;
}

} // namespace mrctl::commands
