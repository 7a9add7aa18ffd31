#include "mrctl/help/completion.hpp"

#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"

#include "commands.hpp"

namespace mrctl::commands {

Result<Output> completion(const Context& context) {
  TRY_ASSIGN(const auto script, help::completion_script(context.invocation.arguments.front()));
  auto result = output::present_document(json_quote(script));
  result.raw = [&](const output::Write& write) { write(script); };
  result.page = [&](output::Page& page) { page.code(script, output::CodeOf::program); };
  Output output;
  present(output, context.wanted, result);
  return output;
}

} // namespace mrctl::commands
