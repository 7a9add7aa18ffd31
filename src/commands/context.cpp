#include "mrctl/commands/context.hpp"

#include "mrctl/body/validate.hpp"
#include "mrctl/http/redaction.hpp"

namespace mrctl::commands {

Problems without_secrets(Problems problems, const Context::Service& service) {
  const auto hide = [&](std::string& text) {
    if (text.empty()) return;
    text = body::without_found_secrets(text);
    text = http::redact(http::hide_possible_keys(service.hide_secrets(text)), {});
  };
  for (auto& problem : problems) {
    hide(problem.message);
    hide(problem.suggestion);
    if (!problem.place) continue;
    hide(problem.place->line_text);
    hide(problem.place->file); // a key may have been given in its place
  }
  return problems;
}

} // namespace mrctl::commands
