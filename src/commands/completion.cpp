#include "mrctl/help/completion.hpp"

#include "mrctl/commands/rendering.hpp"
#include "mrctl/json/text.hpp"

#include "commands.hpp"

namespace mrctl::commands {

Result<Output> completion(const Context& context) {
  const auto script = help::completion_script(context.invocation.arguments.front());
  if (!script) return fail(script.error());
  auto forms = forms_of_document(json_quote(*script), context);
  forms.human = forms.raw = [&] { return *script; };
  Output output;
  output.out = text_in(forms, context);
  return output;
}

} // namespace mrctl::commands
