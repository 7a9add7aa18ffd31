#include "mrctl/api/operations.hpp"
#include "mrctl/base/json.hpp"
#include "mrctl/config/credentials.hpp"
#include "mrctl/config/host.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/render/table.hpp"

#include "commands.hpp"
#include "connection.hpp"
#include "output.hpp"
#include "rendering.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

using render::Format;

// --api-key-file, a prompt on a terminal, else standard input.
Result<Secret> read_new_key(const Context& context) {
  const auto file = context.invocation.value("--api-key-file");
  if (!file && context.input_is_terminal) {
    if (context.invocation.has("--no-input"))
      return fail(Error::usage("no key: --no-input forbids to ask for it",
                               "pipe it in: 'mrctl auth login < FILE'"));
    const auto line = context.ask_secret("Management key: ");
    if (!line) return fail(line.error());
    return config::read_key(*line, "the key from the prompt");
  }
  if (file && *file != "-") return config::read_key_file(*file, "the key in " + *file);
  const auto text = context.read_file("-");
  if (!text) return fail(text.error());
  return config::read_key(*text, "the key from standard input");
}

std::string masked_key(const std::string& origin) {
  const auto open = origin.rfind('(');
  return open == std::string::npos ? std::string()
                                   : origin.substr(open + 1, origin.size() - open - 2);
}

std::string without_mask(const std::string& origin) {
  return origin.substr(0, origin.rfind(" ("));
}

struct Report {
  std::string base_url;
  std::string origin;
  bool is_accepted = false;
};

std::string show(const Report& report, const Context& context, Format format) {
  const auto key = masked_key(report.origin);
  const auto source = without_mask(report.origin);
  auto forms = forms_of_document(dump_json(Json{{"base_url", report.base_url},
                                                {"key", key},
                                                {"source", source},
                                                {"accepted", report.is_accepted}}),
                                 context);
  forms.human = [&] {
    const auto verdict = report.is_accepted ? "the service takes it as a management key"
                                            : "the service does not take it";
    return render::card(
        {{"Service", report.base_url}, {"Key", key}, {"Source", source}, {"Status", verdict}},
        context.terminal);
  };
  forms.names = [&] {
    return render::ResultNames{std::string(config::profile_of(context.settings))};
  };
  return text_in(format, forms, context);
}

} // namespace

Result<Answer> auth_login(const Context& context) {
  auto service = describe_service(context);
  if (!service) return fail(std::move(service.error()));
  const auto key = read_new_key(context);
  if (!key) return fail(key.error());
  if (context.learn_secret) context.learn_secret(*key);
  if (auto stored = config::store_key(context.settings, *key); !stored)
    return fail(std::move(stored.error()));
  Answer answer;
  answer.notes.push_back(fmt::format("stored {} for {} in {}", key->masked(),
                                     config::host_of(service->base_url).value_or(service->base_url),
                                     context.settings.credentials_file));
  return answer;
}

Result<Answer> auth_status(const Context& context) {
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  auto connection = connect(context, Key::required);
  if (!connection) return fail(std::move(connection.error()));
  const auto checked = api::check_management_key(connection->service);
  Answer answer;
  answer.notes = connection_notes(connection->service);
  const bool is_answered = checked || checked.error().kind == ErrorKind::unauthorized;
  if (is_answered)
    answer.out =
        show({connection->service.base_url, connection->service.key->origin, checked.has_value()},
             context, *format);
  if (!checked) answer.failures.push_back(checked.error());
  return answer;
}

Result<Answer> auth_logout(const Context& context) {
  const auto hosts = config::forget_keys(context.settings);
  if (!hosts) return fail(hosts.error());
  Answer answer;
  for (const auto& host : *hosts)
    answer.notes.push_back(fmt::format("forgot the key for {}", host));
  if (hosts->empty())
    answer.notes.push_back(
        fmt::format("no key was stored for the profile {}", config::profile_of(context.settings)));
  return answer;
}

} // namespace mrctl::commands
