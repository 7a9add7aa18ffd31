#include "mrctl/base/version.hpp"

#include "mrctl/help/help.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/render/table.hpp"
#include "mrctl/session/reports.hpp"

#include "build_report.hpp"
#include "commands.hpp"

namespace mrctl::commands {

using session::Context;
using session::Output;

Result<Output> version(const Context& context) {
  const bool is_full = context.invocation.flags.build;
  const auto facts =
      is_full ? build_report(context) : Json{{"name", "mrctl"}, {"version", mrctl::version()}};
  const auto text = dump_json(facts);
  Output output;
  present(output, context, [&](const Context& where) {
    auto forms = forms_of_document(text, where);
    forms.human = [&] {
      return is_full ? render::card(build_lines(facts), where.terminal) : help::version_text();
    };
    if (!is_full) forms.html = [] { return render::html_lines(help::version_text()); };
    forms.names = [] { return render::ResultNames{std::string(mrctl::version())}; };
    return forms;
  });
  return output;
}

} // namespace mrctl::commands
