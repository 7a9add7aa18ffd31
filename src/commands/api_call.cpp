#include "mrctl/api/operations.hpp"
#include "mrctl/base/json.hpp"
#include "mrctl/base/json_text.hpp"

#include "commands.hpp"
#include "connection.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

Result<http::Headers> read_headers(const args::Invocation& invocation) {
  http::Headers headers;
  for (const auto& use : invocation.flags) {
    if (use.name != "--header") continue;
    const auto colon = use.value.find(':');
    if (colon == std::string::npos || colon == 0)
      return fail(Error::usage(fmt::format("--header must be 'NAME: VALUE', got '{}'", use.value)));
    headers.push_back(
        {use.value.substr(0, colon), trimmed(std::string_view(use.value).substr(colon + 1))});
  }
  return headers;
}

Result<api::Call> read_call(const Context& context) {
  const auto& invocation = context.invocation;
  auto headers = read_headers(invocation);
  if (!headers) return fail(std::move(headers.error()));
  api::Call call{invocation.arguments[0], invocation.arguments[1], *std::move(headers), {}};
  if (const auto path = invocation.value("--body")) {
    auto body = context.read_file(*path);
    if (!body) return fail(std::move(body.error()));
    call.body = *std::move(body);
  }
  return call;
}

std::string show(const std::string& body, const Context& context) {
  if (!context.output_is_terminal || !parse_json(body, Reading::tolerant)) return body;
  return pretty_json(body) + "\n";
}

} // namespace

Result<Answer> api_call(const Context& context) {
  const auto call = read_call(context);
  if (!call) return fail(call.error());
  auto connection = connect(context, Key::optional);
  if (!connection) return fail(std::move(connection.error()));
  const auto exchange = api::send_any(connection->service, *call);
  if (!exchange) return fail(exchange.error());
  if (auto failure = api::failure_of(connection->service, *call, *exchange))
    return fail(*std::move(failure));
  Answer answer;
  answer.notes = connection_notes(connection->service);
  answer.out = show(exchange->response.body, context);
  return answer;
}

} // namespace mrctl::commands
