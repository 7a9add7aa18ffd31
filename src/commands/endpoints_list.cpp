#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/output.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/service/endpoint_table.hpp"
#include "mrctl/service/operations.hpp"

#include "commands.hpp"
#include "endpoints_view.hpp"
#include "names_of_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace mrctl::commands {

namespace {

std::string column_lines() {
  std::string lines;
  for (const auto& document : service::column_documents())
    lines += document + "\n";
  return lines;
}

output::ResultNames column_names() {
  output::ResultNames names;
  for (const auto& column : service::all_columns())
    names.emplace_back(column.name);
  return names;
}

std::string column_table(const Context& context, Output& output) {
  auto table =
      service::column_table(context.terminal, header_in(context), overflow_in(context.format));
  if (!table.hidden.empty())
    output.notes.push_back(fmt::format("the terminal is too narrow for {}; -o wide shows all of it",
                                       fmt::join(table.hidden, " and ")));
  return std::move(table.text);
}

// Answers `--columns help`: lists the columns themselves, without asking the service. It prints a
// table on a pipe too, unless --output is given.
Result<Output> list_columns(const Context& context) {
  Output output;
  present(output, context, [&](const Context& where) -> Forms {
    return {
        .human = [&] { return column_table(where, output); },
        .data = [] { return service::column_documents(); },
        .lines = [] { return column_lines(); },
        .records = [] { return service::column_records(); },
        .raw = {},
        .data_count =
            output::DataCount::several, // always a list, regardless of the number of models
        .names = [] { return column_names(); },
    };
  });
  return output;
}

using output::Format;

struct Listings {
  std::vector<std::string> bodies;    // for -o raw only
  std::vector<std::string> data;      // for everything else
  std::vector<service::Model> models; // if their values are needed
};

bool needs_values(const View& view) {
  return !is_document(view.format) || !shows_everything(view) || view.at_least;
}

// The result in its format, then the reports.
using Views = std::vector<View>;

Result<Views> read_views(const Context& context) {
  auto first = read_view(context);
  if (!first) return fail(std::move(first.error()));
  Views views{*std::move(first)};
  const auto formats = formats_with_reports(context);
  for (std::size_t i = 1; i < formats.size(); ++i) {
    auto view = view_in(context, formats[i]);
    if (!view) return fail(std::move(view.error()));
    views.push_back(*std::move(view));
  }
  return views;
}

const View& view_of(const Views& views, Format format) {
  return *find_row(views, &View::format, format);
}

// If no endpoint's values are needed, none are read, because this takes most of the time and memory
// of a long listing.
bool need_values(const Views& views) {
  return std::any_of(views.begin(), views.end(), needs_values);
}

// Both texts of a long listing take twice the memory of one.
service::AnswerParts parts_for(const Views& views) {
  const auto shows_body = [](const View& view) { return is_raw(view.format); };
  if (std::none_of(views.begin(), views.end(), shows_body)) return service::AnswerParts::data;
  const bool is_all = std::all_of(views.begin(), views.end(), shows_body) && !need_values(views);
  return is_all ? service::AnswerParts::body : service::AnswerParts::texts;
}

// Lists are never null for programs. Most answers do not contain this text, so they are searched
// first.
bool has_null_for_a_list(const service::Answer& got) {
  constexpr std::string_view words = R"("endpoints":null)";
  const bool may_have =
      ::memmem(got.data.data(), got.data.size(), words.data(), words.size()) != nullptr;
  return may_have && json_member(got.data, "endpoints") == "null";
}

enum class Values : std::uint8_t { ignored, read };

void add(service::Answer got, const std::string& asked, Values values, Listings& listing) {
  if (has_null_for_a_list(got))
    got.data = service::arrange_endpoints(std::vector{got.data}, {}).front();
  if (values == Values::read) {
    auto model = service::read_model_text(got.data);
    if (!model.id) model.id = asked;
    listing.models.push_back(std::move(model));
  }
  listing.bodies.push_back(std::move(got.body));
  listing.data.push_back(std::move(got.data));
}

// The rows in two steps: those that meet the conditions, and those of them that are shown.
struct Choice {
  service::EndpointRows matching;
  service::EndpointRows shown;
};

Choice choose_rows(const service::EndpointRows& rows, const View& view) {
  Choice choice{service::matching(rows, view.conditions), {}};
  choice.shown = view.sorting ? service::sorted(choice.matching, *view.sorting) : choice.matching;
  if (view.limit) choice.shown.resize(std::min(choice.shown.size(), *view.limit));
  return choice;
}

std::string draw_table(const Listings& listing, const service::EndpointRows& rows, const View& view,
                       const Context& context, Output& output) {
  auto table = service::endpoints_table(listing.models, rows, view.columns, context.terminal,
                                        view.header, view.overflow);
  if (!table.hidden.empty()) output.notes.push_back(output::hidden_note(table.hidden));
  if (std::find(table.hidden.begin(), table.hidden.end(), "status") != table.hidden.end())
    if (auto note = service::degraded_note(rows); !note.empty())
      output.notes.push_back(std::move(note));
  return std::move(table.text);
}

// Tables for people, including Markdown, may mark prices.
void explain_marks(const service::EndpointRows& rows, const View& view, Output& output) {
  const auto columns = view.chart ? service::Columns{view.chart->first} : view.columns;
  if (auto note = service::further_prices_note(rows, columns); !note.empty())
    output.notes.push_back(std::move(note));
}

// Without a header, programs read the lines, and a sentence would look like an endpoint.
std::string draw(const Listings& listing, const Choice& choice, const View& view,
                 const Context& context, Output& output) {
  auto text = view.chart ? service::endpoints_chart(listing.models, choice.shown, *view.chart,
                                                    context.terminal, view.header)
                         : draw_table(listing, choice.shown, view, context, output);
  for (auto& sentence : service::missing_endpoints(listing.models, choice.matching)) {
    if (view.header == output::HeaderRow::hidden)
      output.notes.push_back(std::move(sentence));
    else
      text += output::safe_text(sentence) + "\n";
  }
  return text;
}

// An endpoint without a tag cannot be named.
output::ResultNames tags_of(const service::EndpointRows& rows) {
  output::ResultNames tags;
  for (const auto& row : rows)
    if (row.endpoint->tag) tags.push_back(*row.endpoint->tag);
  return tags;
}

// The requested chart, else the most useful ones, unless the listing is too long.
std::vector<service::Measure> measures_of(const View& view, std::size_t rows) {
  constexpr std::size_t most_bars = 100;
  std::vector<service::Measure> measures;
  if (view.chart) return {*view.chart};
  for (const auto* name : {"price", "latency"})
    if (const auto measure = service::parse_measure(name); measure && rows <= most_bars)
      measures.push_back(*measure);
  return measures;
}

output::Markup page_of(const Listings& listing, const Choice& choice, const View& view) {
  auto out = service::endpoints_html(listing.models, choice.shown, view.columns,
                                     measures_of(view, choice.shown.size()));
  for (const auto& sentence : service::missing_endpoints(listing.models, choice.matching))
    out += output::html_paragraph(sentence);
  return out;
}

output::Digest digest_of(const Listings& listing, const Choice& choice, const View& view) {
  auto totals = counted(choice.shown.size(), "endpoint");
  for (const auto& sentence : service::missing_endpoints(listing.models, choice.matching))
    totals += "; " + sentence;
  return {.totals = std::move(totals),
          .tables = {service::endpoint_records(choice.shown, view.columns, Format::markdown)}};
}

// Only the last form may consume the texts of a listing, which may be most of the memory.
enum class Taking : std::uint8_t { copies, everything };

Forms endpoints_forms(Listings& listing, const Choice& choice, const View& view,
                      const Context& context, Output& output, Taking taking) {
  const auto& rows = choice.shown;
  return {
      .human = [&] { return draw(listing, choice, view, context, output); },
      .data =
          [&, taking] {
            if (!shows_everything(view)) return service::arrange_endpoints(listing.data, rows);
            return taking == Taking::everything ? std::move(listing.data) : listing.data;
          },
      .lines = [&] { return service::endpoints_jsonl(listing.data, rows); },
      .records = [&] { return service::endpoint_records(rows, view.columns, view.format); },
      .raw = [&] { return joined(listing.bodies); },
      .names = [&] { return tags_of(rows); },
      .html = [&] { return page_of(listing, choice, view); },
      .digest = [&] { return digest_of(listing, choice, view); },
  };
}

Error too_few(const View& view, std::size_t left) {
  const bool has_conditions = !view.conditions.empty();
  if (left == 0)
    return Error::condition(has_conditions ? "no endpoint meets the conditions of --where"
                                           : "there are no endpoints");
  return Error::condition(fmt::format("--at-least {} was not met: there {} {}{}", *view.at_least,
                                      left == 1 ? "is" : "are", counted(left, "endpoint"),
                                      has_conditions ? " left" : ""));
}

void answer_with(Listings& listing, const Views& views, const Context& context, Output& output) {
  const auto& view = views.front();
  const auto rows = service::list_rows(listing.models);
  const auto choice = choose_rows(rows, view);
  for (auto& sentence : service::unknown_values(rows, view.conditions))
    output.notes.push_back(std::move(sentence));
  Output unsaid; // what a report would have said on a terminal
  add_reports(output, context, [&](const Context& where) {
    return endpoints_forms(listing, choice, view_of(views, where.format), where, unsaid,
                           Taking::copies);
  });
  const auto forms = endpoints_forms(listing, choice, view, context, output, Taking::everything);
  output.out = text_in(forms, context);
  if (has_values_for_people(view.format)) explain_marks(choice.shown, view, output);
  if (view.at_least && choice.matching.size() < *view.at_least)
    output.failures.push_back(too_few(view, choice.matching.size()));
}

// The argument is optional only because of `--columns help`.
Error missing_model() {
  return Error::usage("'endpoints list' needs MODEL: author/slug, such as acme/large",
                      "run 'mrctl endpoints list --help'");
}

} // namespace

Result<Output> endpoints_list(const Context& context) {
  const auto& asked = context.invocation.arguments;
  if (context.invocation.flags.columns == "help") return list_columns(context);
  if (asked.empty()) return fail(missing_model());
  auto models = read_model_ids(asked);
  if (!models) return fail(models.error());
  const auto views = read_views(context);
  if (!views) return fail(views.error());
  const auto& notes = views->front().notes;
  auto connection = connect(context, spec::list_endpoints.key);
  if (!connection) return fail(std::move(connection.error()));

  Output output;
  output.notes = connection_notes(connection->service);
  output.notes.insert(output.notes.end(), notes.begin(), notes.end());
  const auto values = need_values(*views) ? Values::read : Values::ignored;
  Listings listing;
  auto results = service::ask(connection->service, spec::list_endpoints, *std::move(models),
                              parts_for(*views));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i])
      add(*std::move(results[i]), asked[i], values, listing);
    else
      output.failures.push_back(std::move(results[i].error()));
  }
  if (!listing.data.empty()) answer_with(listing, *views, context, output);
  return output;
}

} // namespace mrctl::commands
