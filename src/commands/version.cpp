#include "mrctl/base/version.hpp"

#include "mrctl/help/help.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/render/table.hpp"

#include "build_report.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "reports.hpp"

namespace mrctl::commands {

Result<Answer> version(const Context& context) {
  const auto format = format_of(context);
  const bool is_full = context.invocation.has("--build");
  const auto facts =
      is_full ? build_report(context) : Json{{"name", "mrctl"}, {"version", mrctl::version()}};
  const auto text = dump_json(facts);
  Answer answer;
  present(answer, format, context, [&](render::Format, const Context& where) {
    auto forms = forms_of_document(text, where);
    forms.human = [&] {
      return is_full ? render::card(build_lines(facts), where.terminal) : help::version_text();
    };
    if (!is_full) forms.html = [] { return render::html_lines(help::version_text()); };
    forms.names = [] { return render::ResultNames{std::string(mrctl::version())}; };
    return forms;
  });
  return answer;
}

} // namespace mrctl::commands
