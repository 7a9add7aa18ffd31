#include "mrctl/base/text.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/output.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/table.hpp"
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

// Answers `--columns help`: lists the columns themselves, without asking the service. It prints a
// table on a pipe too, unless --output is given.
Output list_columns(const Context& context) {
  Output output;
  present(output, context, service::present_columns([&](const auto& hidden) {
            output.notes.push_back(
                fmt::format("the terminal is too narrow for {}; -o wide shows all of it",
                            fmt::join(hidden, " and ")));
          }));
  return output;
}

struct Listings {
  std::vector<std::string> bodies;    // for -o raw only
  std::vector<SharedText> data;       // for everything else
  std::vector<service::Model> models; // if their values are needed
};

// If no endpoint's values are needed, none are read, because this takes most of the time and memory
// of a long listing.
bool needs_values(const View& view, const Context& context) {
  const auto formats = formats_with_reports(context);
  return !shows_everything(view) || view.at_least ||
         !std::all_of(formats.begin(), formats.end(), is_document);
}

// Both texts of a long listing take twice the memory of one.
service::AnswerParts parts_for(const View& view, const Context& context) {
  const auto formats = formats_with_reports(context);
  if (std::none_of(formats.begin(), formats.end(), is_raw)) return service::AnswerParts::data;
  const bool is_all =
      std::all_of(formats.begin(), formats.end(), is_raw) && !needs_values(view, context);
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
    got.data = service::arrange_endpoints(std::vector{SharedText(got.data)}, {}).front();
  listing.bodies.push_back(std::move(got.body));
  listing.data.emplace_back(std::move(got.data));
  if (values == Values::ignored) return;
  auto& model = listing.models.emplace_back(service::read_model_text(listing.data.back()));
  if (!model.id) model.id = asked;
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

// Tables for people, including Markdown, may mark prices.
void explain_marks(const service::EndpointRows& rows, const View& view, Output& output) {
  const auto columns = view.chart ? service::Columns{view.chart->first} : view.columns;
  if (auto note = service::further_prices_note(rows, columns); !note.empty())
    output.notes.push_back(std::move(note));
}

void note_hidden(const std::vector<std::string>& hidden, const service::EndpointRows& rows,
                 Output& output) {
  output.notes.push_back(output::hidden_note(hidden));
  if (std::find(hidden.begin(), hidden.end(), "status") == hidden.end()) return;
  if (auto note = service::degraded_note(rows); !note.empty())
    output.notes.push_back(std::move(note));
}

// The listing as it came, unless its rows were chosen or ordered.
output::Presentation presentation_of(const service::EndpointListing& shown, const View& view,
                                     const Listings& listing, const Context& context,
                                     Output& output) {
  auto result = service::present_endpoints(
      shown, [&](const auto& hidden) { note_hidden(hidden, shown.rows, output); });
  if (data_count_of(context) == output::DataCount::several) {
    result.head = "[";
    result.tail = "]";
  }
  result.records = [&](const output::Write& record) {
    if (shows_everything(view)) {
      for (const auto& text : listing.data)
        record(text);
      return;
    }
    for (const auto& text : service::arrange_endpoints(listing.data, shown.rows))
      record(text);
  };
  result.raw = [&](const output::Write& write) {
    for (const auto& body : listing.bodies)
      write(body);
  };
  result.is_long = output.failures.empty(); // nothing is printed if a signal was among them
  return result;
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

void answer_with(const Listings& listing, const View& view, const Context& context,
                 Output& output) {
  const auto rows = service::list_rows(listing.models);
  const auto choice = choose_rows(rows, view);
  for (auto& sentence : service::unknown_values(rows, view.conditions))
    output.notes.push_back(std::move(sentence));
  // Without a header, programs read the lines, and a sentence would look like an endpoint.
  const bool has_header = !context.invocation.flags.no_header;
  const service::EndpointListing shown{.models = listing.models,
                                       .matching = choice.matching,
                                       .rows = choice.shown,
                                       .columns = view.columns,
                                       .exact_columns = view.exact_columns,
                                       .chart = view.chart,
                                       .has_sentences = has_header};
  present(output, context, presentation_of(shown, view, listing, context, output));
  if (!has_header && is_drawn(context.format))
    for (auto& sentence : service::missing_endpoints(listing.models, choice.matching))
      output.notes.push_back(std::move(sentence));
  if (has_values_for_people(context.format)) explain_marks(choice.shown, view, output);
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
  TRY_ASSIGN(auto models, read_model_ids(asked));
  TRY_ASSIGN(const auto view, read_view(context));
  TRY_ASSIGN(auto connection, connect(context, spec::list_endpoints.key));

  Output output;
  output.notes = connection_notes(connection.service);
  output.notes.insert(output.notes.end(), view.notes.begin(), view.notes.end());
  const auto values = needs_values(view, context) ? Values::read : Values::ignored;
  Listings listing;
  auto results = service::ask(connection.service, spec::list_endpoints, std::move(models),
                              parts_for(view, context));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i])
      add(*std::move(results[i]), asked[i], values, listing);
    else
      output.failures.push_back(std::move(results[i].error()));
  }
  if (!listing.data.empty()) answer_with(listing, view, context, output);
  return output;
}

} // namespace mrctl::commands
