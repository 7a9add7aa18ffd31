#include "checked_body.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"

namespace mrctl::commands {

body::SecretRules secret_rules(const spec::FlagValues& flags, std::optional<Secret> key) {
  if (key && !key->stands_out()) key.reset();
  return {std::move(key), flags.allow_secrets};
}

Result<body::PresetReader> reader_of_presets(const spec::Invocation& invocation,
                                             const body::Input& input,
                                             const std::optional<Secret>& key) {
  return body::PresetReader::make(invocation, input.read_file, secret_rules(invocation.flags, key));
}

void complete_body(body::Body& body, const spec::FlagValues& flags, const Context::Service& given) {
  if (given.settings.strip) body::strip(body);
  if (!has_errors(body.problems)) body::add_placeholder(body);
  if (!flags.no_validate) {
    body::check(body, body::undocumented_by(flags));
    append(body.problems,
           body::find_secrets(body.json, secret_rules(flags, given.environment_key)));
  }
  body::place_problems(body.problems, body);
}

} // namespace mrctl::commands
