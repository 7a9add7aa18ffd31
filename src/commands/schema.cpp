#include "mrctl/help/schema.hpp"

#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"

#include "commands.hpp"

namespace mrctl::commands {

Result<Output> schema(const Context& context) {
  const auto& names = context.invocation.arguments;
  const std::string name = names.empty() ? "request" : names.front();
  const auto text = help::schema_text(name);
  if (!text) return fail(text.error());
  Output output;
  present(output, context, [&](const Context& where) {
    auto forms = forms_of_document(compact_json(*text), where);
    forms.human = forms.raw = [&] { return *text; };
    forms.names = [&] { return output::ResultNames{name}; };
    return forms;
  });
  return output;
}

} // namespace mrctl::commands
