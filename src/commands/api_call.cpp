#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"
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
          Error::usage("--header must be 'NAME: VALUE', got a text without a name and a colon",
                       "for example --header 'Accept-Language: en'"));
    headers.push_back({text.substr(0, colon),
                       std::string(trimmed(std::string_view(text).substr(colon + 1), blanks))});
  }
  return headers;
}

HttpFacts facts_on_exchange(const service::Call& call, const http::Exchange& exchange) {
  HttpFacts facts;
  facts.operation = fmt::format("{} {}", call.method, call.path);
  facts.status = exchange.response.status;
  facts.attempts = exchange.attempts;
  facts.sent = Sent::yes;
  return facts;
}

// A body that is not JSON has no records.
output::Presentation present_body(const std::string& body) {
  const auto write_body = [&](const output::Write& write) { write(body); };
  if (!is_json(body))
    return {.page = [&](output::Page& page) { page.code(body); }, .raw = write_body};
  auto result = output::present_document(body);
  result.raw = write_body;
  // The records of a listing are in `data`.
  auto records = output::present_document(std::string(json_member(body, "data").value_or(body)));
  result.lines = std::move(records.lines);
  result.rows = std::move(records.rows);
  result.names = std::move(records.names);
  return result;
}

// A body that is not JSON can only be printed.
Status check_form(const output::Presentation& body, Format format) {
  if (!body.records && !is_raw(format) && !is_for_people(format))
    return fail(Error::unexpected_response(
        fmt::format("the answer is not JSON, which -o {} needs", name_of(format)),
        "-o raw prints it unchanged"));
  if (format == Format::name && body.names().empty())
    return fail(Error::unexpected_response("nothing in the answer has a slug, tag or id for "
                                           "-o name to print",
                                           "-o json prints the whole answer"));
  return {};
}

// A form that the body does not have is a failure beside the others.
void present_any(Output& output, Context::Wanted wanted, const std::string& body) {
  const auto result = present_body(body);
  const auto has_form = [&](const output::Target& target) {
    auto checked = check_form(result, target.format);
    if (!checked)
      output.failures.push_back(with_http(std::move(checked.error()), *output.exchange));
    return checked.has_value();
  };
  std::erase_if(wanted.reports, [&](const ReportFile& report) { return !has_form(report.target); });
  if (has_form(wanted.target))
    present(output, wanted, result);
  else
    add_reports(output, wanted, result);
}

} // namespace

Result<Output> api_call(const Context& context) {
  const auto& invocation = context.invocation;
  TRY_ASSIGN(auto headers, read_headers(invocation.flags.header));
  service::Call call{invocation.arguments[0], invocation.arguments[1], std::move(headers), {}};
  if (const auto& path = invocation.flags.body) {
    TRY_ASSIGN(call.body, context.input.read_file(*path));
  }
  const auto repeat = changes_nothing(upper_case(call.method)) ? Repeat::safe : Repeat::on_request;
  if (repeat == Repeat::on_request) TRY(config::require_read_file(context.service.settings));
  TRY_ASSIGN(auto connection, context.service.connect({spec::KeyNeed::optional, repeat}));
  TRY_ASSIGN(const auto exchange, service::send_any(connection.service, call));
  if (auto failure = service::failure_of(connection.service, call, exchange))
    return fail(*std::move(failure));
  Output output;
  output.exchange = facts_on_exchange(call, exchange);
  const auto& body = exchange.response.body;
  if (body.empty()) return output;
  // On a terminal, a body that is not JSON is text, unless a format is named.
  auto wanted = context.wanted;
  const bool has_choice =
      wanted.target.is_terminal && !context.invocation.gives(&spec::SettingValues::output);
  if (has_choice && !is_json(body)) wanted.target.format = Format::table;
  present_any(output, std::move(wanted), body);
  return output;
}

} // namespace mrctl::commands
