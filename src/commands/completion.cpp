#include "mrctl/help/completion.hpp"

#include "mrctl/json/text.hpp"

#include "commands.hpp"
#include "output.hpp"
#include "rendering.hpp"

namespace mrctl::commands {

Result<Answer> completion(const Context& context) {
  const auto script = help::completion_script(context.invocation.arguments.front());
  if (!script) return fail(script.error());
  const auto format = format_of_text(context);
  auto forms = forms_of_document(json_quote(*script), context);
  forms.human = forms.raw = [&] { return *script; };
  Answer answer;
  answer.out = text_in(format, forms, context);
  return answer;
}

} // namespace mrctl::commands
