#include "mrctl/help/schema.hpp"

#include "mrctl/commands/reports.hpp"

#include "commands.hpp"

namespace mrctl::commands {

Result<Output> schema(const Context& context) {
  const auto& names = context.invocation.arguments;
  const std::string name = names.empty() ? "request" : names.front();
  TRY_ASSIGN(const auto text, help::schema_text(name));
  Output output;
  auto result = output::present_document(text);
  result.raw = [&](const output::Write& write) { write(text); };
  result.page = [&](output::Page& page) { page.code(text, output::CodeOf::program); };
  result.names = [&] { return output::ResultNames{name}; };
  present(output, context.wanted, result);
  return output;
}

} // namespace mrctl::commands
