#include "mrctl/base/version.hpp"

#include "mrctl/base/json.hpp"
#include "mrctl/docgen/help.hpp"

#include "commands.hpp"
#include "output.hpp"
#include "reports.hpp"

namespace mrctl::commands {

Result<Answer> version(const Context& context) {
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  const auto text = dump_json(Json{{"name", "mrctl"}, {"version", mrctl::version()}});
  Answer answer;
  present(answer, *format, context, [&](render::Format, const Context& where) {
    auto forms = forms_of_document(text, where);
    forms.human = docgen::version_text;
    forms.html = [] { return render::html_lines(docgen::version_text()); };
    forms.names = [] { return render::ResultNames{std::string(mrctl::version())}; };
    return forms;
  });
  return answer;
}

} // namespace mrctl::commands
