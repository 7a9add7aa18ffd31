#include "mrctl/base/version.hpp"

#include "mrctl/base/json.hpp"
#include "mrctl/docgen/help.hpp"

#include "commands.hpp"
#include "output.hpp"
#include "rendering.hpp"

namespace mrctl::commands {

Result<Answer> version(const Context& context) {
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  auto forms =
      forms_of_document(dump_json(Json{{"name", "mrctl"}, {"version", mrctl::version()}}), context);
  forms.human = docgen::version_text;
  forms.names = [] { return render::ResultNames{std::string(mrctl::version())}; };
  Answer answer;
  answer.out = text_in(*format, forms, context);
  return answer;
}

} // namespace mrctl::commands
