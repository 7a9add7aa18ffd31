#include "mrctl/commands/hidden_secrets.hpp"

#include "mrctl/http/redaction.hpp"

namespace mrctl::commands {

Problems without_secrets(Problems problems, const Context& context) {
  const auto hide = [&](std::string& text) {
    if (!text.empty())
      text = http::redact(context.hide_secrets(text), http::possible_secrets(text));
  };
  for (auto& problem : problems) {
    hide(problem.message);
    hide(problem.suggestion);
    if (problem.place) hide(problem.place->line_text);
  }
  return problems;
}

} // namespace mrctl::commands
