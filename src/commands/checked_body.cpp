#include "checked_body.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/http/redaction.hpp"

#include <algorithm>
#include <iterator>

namespace mrctl::commands {

namespace {

bool is_sent(const Context& context) {
  return !context.invocation.flags.dry_run && !context.invocation.flags.print_curl;
}

// Sending it would put an empty version live.
Error nothing_to_store(const Context& context, const std::string& hint) {
  const bool may_be_input = !context.input.is_terminal && !context.invocation.flags.body;
  const std::string general =
      may_be_input ? "did you mean --body -? a body also comes from --body FILE, or from flags "
                     "such as --model"
                   : "use --body FILE, or flags such as --model and --system; --dry-run prints the "
                     "body";
  return with_http(
      Error::usage("nothing to store: the body has no field that a preset keeps and no system "
                   "or developer text; nothing was sent",
                   hint.empty() ? general : hint),
      {});
}

} // namespace

body::SecretRules secret_rules(const Context& context) {
  const auto text = config::variable_of(context.service.environment, "MRCTL_API_KEY");
  const auto key = config::read_key(text, "the key");
  return secret_rules(context, key ? std::optional(*key) : std::nullopt);
}

body::SecretRules secret_rules(const Context& context, std::optional<Secret> key) {
  if (key && !http::stands_out(*key)) key.reset();
  return {std::move(key), context.invocation.flags.allow_secrets};
}

void complete_body(body::Body& body, const Context& context) {
  const auto undocumented = body::undocumented_by(context.invocation.flags);
  const bool is_checked = !context.invocation.flags.no_validate;
  if (context.service.settings.strip) body::strip(body);
  if (!has_errors(body.problems)) body::add_placeholder(body);
  if (is_checked) body::check(body, undocumented);
  if (!context.invocation.flags.no_validate)
    std::ranges::move(body::find_secrets(body.json, secret_rules(context)),
                      std::back_inserter(body.problems));
  body::place_problems(body.problems, body);
}

Result<body::Body> make_body(const Context& context, const std::string& hint) {
  const auto& path = context.invocation.flags.body;
  const auto activity = path ? body::begin_reading(context.input, *path) : nullptr;
  auto body = body::build_body(context.invocation, context.input.read_file);
  if (!body) return body;
  complete_body(*body, context);
  if (has_errors(body->problems)) return fail(Error::invalid(std::move(body->problems)));
  if (!context.invocation.flags.no_validate) {
    if (is_sent(context) && !body::has_something_to_store(body->json))
      return fail(nothing_to_store(context, hint));
    body::warn_of_nothing_to_store(*body);
    body::warn_of_ignored_messages(*body);
    body::place_problems(body->problems, *body);
  }
  if (!body->problems.empty() && context.invocation.flags.strict) {
    auto error = with_http(
        Error::condition("there are warnings and --strict is in effect; nothing was sent"), {});
    error.problems = std::move(body->problems);
    return fail(std::move(error));
  }
  return body;
}

} // namespace mrctl::commands
