#include "mrctl/docgen/schema.hpp"

#include "commands.hpp"

namespace mrctl::commands {

Result<Answer> schema(const Context& context) {
  const auto& names = context.invocation.arguments;
  auto text = docgen::schema_text(names.empty() ? "request" : std::string_view(names.front()));
  if (!text) return fail(std::move(text.error()));
  Answer answer;
  answer.out = *std::move(text);
  return answer;
}

} // namespace mrctl::commands
