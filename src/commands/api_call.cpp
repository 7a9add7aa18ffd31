#include "mrctl/api/operations.hpp"
#include "mrctl/base/ascii.hpp"
#include "mrctl/base/json_text.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/render/text.hpp"

#include "commands.hpp"
#include "connection.hpp"
#include "output.hpp"
#include "rendering.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

using render::Format;

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

// What has no colon is not repeated: it may be a key.
Result<http::Headers> read_headers(const args::Invocation& invocation) {
  http::Headers headers;
  for (const auto& use : invocation.flags) {
    if (use.name != "--header") continue;
    const auto colon = use.value.find(':');
    if (colon == std::string::npos || colon == 0)
      return fail(
          Error::usage("--header must be 'NAME: VALUE', got a text without a name and a colon"));
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

Repeat repeat_of(std::string_view method) {
  return changes_nothing(upper_case(method)) ? Repeat::safe : Repeat::on_request;
}

HttpFacts facts_of(const api::Call& call, const http::Exchange& exchange) {
  HttpFacts facts;
  facts.operation = fmt::format("{} {}", call.method, call.path);
  facts.status = exchange.response.status;
  facts.attempts = exchange.attempts;
  facts.sent = Sent::yes;
  return facts;
}

// The records of a listing stand in `data`.
std::string records_of(const std::string& body) {
  return std::string(json_member(body, "data").value_or(body));
}

// The body as it is, unless a format is named or somebody looks at it. What is not JSON can only be
// shown.
Result<std::string> show(const std::string& body, Format format, const Context& context) {
  const bool is_named = context.invocation.has("--output") && !context.invocation.has("--jq");
  if (body.empty() || format == Format::raw || !(is_named || context.output_is_terminal))
    return body;
  if (!outline_json(body)) {
    if (is_for_people(format) || !is_named) return render::safe_layout(body);
    return fail(Error::unexpected_response(
        fmt::format("the answer is not JSON, which -o {} needs", name_of(format)),
        "-o raw prints it unchanged"));
  }
  auto forms = forms_of_document(body, context);
  auto records = forms_of_document(records_of(body), context);
  forms.lines = std::move(records.lines);
  forms.records = std::move(records.records);
  forms.names = std::move(records.names);
  auto text = text_in(format, forms, context);
  if (format == Format::name && text.empty())
    return fail(Error::unexpected_response(
        "nothing in the answer has a slug, tag or id for -o name to print",
        "-o json prints the whole answer"));
  return text;
}

} // namespace

Result<Answer> api_call(const Context& context) {
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  const auto call = read_call(context);
  if (!call) return fail(call.error());
  auto connection = connect(context, Key::optional, repeat_of(call->method));
  if (!connection) return fail(std::move(connection.error()));
  const auto exchange = api::send_any(connection->service, *call);
  if (!exchange) return fail(exchange.error());
  if (auto failure = api::failure_of(connection->service, *call, *exchange))
    return fail(*std::move(failure));
  Answer answer;
  answer.notes = connection_notes(connection->service);
  answer.exchange = facts_of(*call, *exchange);
  auto shown = show(exchange->response.body, *format, context);
  if (shown)
    answer.out = *std::move(shown);
  else
    answer.failures.push_back(std::move(shown.error()).with_http(*answer.exchange));
  return answer;
}

} // namespace mrctl::commands
