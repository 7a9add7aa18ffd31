#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/service/operations.hpp"

#include "commands.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

using output::Format;

// A text without a colon is not repeated, because it may be a key.
Result<http::Headers> read_headers(const std::vector<std::string>& texts) {
  http::Headers headers;
  for (const auto& text : texts) {
    const auto colon = text.find(':');
    if (colon == std::string::npos || colon == 0)
      return fail(
          Error::usage("--header must be 'NAME: VALUE', got a text without a name and a colon"));
    headers.push_back({text.substr(0, colon),
                       std::string(trimmed(std::string_view(text).substr(colon + 1), blanks))});
  }
  return headers;
}

Result<service::Call> read_call(const Context& context) {
  const auto& invocation = context.invocation;
  auto headers = read_headers(invocation.flags.header);
  if (!headers) return fail(std::move(headers.error()));
  service::Call call{invocation.arguments[0], invocation.arguments[1], *std::move(headers), {}};
  if (const auto& path = invocation.flags.body) {
    auto body = context.read_file(*path);
    if (!body) return fail(std::move(body.error()));
    call.body = *std::move(body);
  }
  return call;
}

Repeat repeat_of(std::string_view method) {
  return changes_nothing(upper_case(method)) ? Repeat::safe : Repeat::on_request;
}

HttpFacts facts_of(const service::Call& call, const http::Exchange& exchange) {
  HttpFacts facts;
  facts.operation = fmt::format("{} {}", call.method, call.path);
  facts.status = exchange.response.status;
  facts.attempts = exchange.attempts;
  facts.sent = Sent::yes;
  return facts;
}

// The records of a listing are in `data`.
std::string records_of(const std::string& body) {
  return std::string(json_member(body, "data").value_or(body));
}

// On a terminal, a body that is not JSON is text, unless a format is named.
Context in_form_of_body(const Context& context, const std::string& body) {
  const bool has_choice =
      context.output_is_terminal && !context.invocation.gives(&spec::SettingValues::output);
  auto where = context;
  if (has_choice && !is_json(body)) where.format = Format::table;
  return where;
}

// A body that is not JSON can only be printed.
Result<Forms> forms_of_text(const std::string& body, Format format) {
  if (!is_raw(format) && !is_for_people(format))
    return fail(Error::unexpected_response(
        fmt::format("the answer is not JSON, which -o {} needs", name_of(format)),
        "-o raw prints it unchanged"));
  Forms forms;
  forms.human = [&] { return output::safe_layout(body); };
  forms.html = [&] { return output::html_lines(body); };
  forms.raw = [&] { return body; };
  return forms;
}

Result<Forms> forms_of_body(const std::string& body, const Context& context) {
  const auto format = context.format;
  if (is_raw(format) || !is_json(body)) return forms_of_text(body, format);
  auto forms = forms_of_document(body, context);
  auto records = forms_of_document(records_of(body), context);
  if (format == Format::name && records.names().empty())
    return fail(Error::unexpected_response("nothing in the answer has a slug, tag or id for "
                                           "-o name to print",
                                           "-o json prints the whole answer"));
  forms.lines = std::move(records.lines);
  forms.records = std::move(records.records);
  forms.names = std::move(records.names);
  return forms;
}

} // namespace

Result<Output> api_call(const Context& context) {
  const auto call = read_call(context);
  if (!call) return fail(call.error());
  auto connection = connect(context, spec::KeyNeed::optional, repeat_of(call->method));
  if (!connection) return fail(std::move(connection.error()));
  const auto exchange = service::send_any(connection->service, *call);
  if (!exchange) return fail(exchange.error());
  if (auto failure = service::failure_of(connection->service, *call, *exchange))
    return fail(*std::move(failure));
  Output output;
  output.notes = connection_notes(connection->service);
  output.exchange = facts_of(*call, *exchange);
  const auto& body = exchange->response.body;
  if (body.empty()) return output;
  present(output, in_form_of_body(context, body), [&](const Context& where) {
    return forms_of_body(body, where).map_error([&](Error error) {
      return with_http(std::move(error), *output.exchange);
    });
  });
  return output;
}

} // namespace mrctl::commands
