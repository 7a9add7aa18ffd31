#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/explained_bodies.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/service/endpoint_table.hpp"
#include "mrctl/service/operations.hpp"

#include "commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

// The models that `endpoints list` asks for, and the warnings of the presets that name them.
struct ModelsToList {
  std::vector<std::string> models;
  Problems warnings{};
};

Result<ModelsToList> models_of_presets(const spec::Invocation& invocation, const body::Input& input,
                                       const config::Settings& settings) {
  TRY_ASSIGN(auto bodies, routing::read_preset_files_to_explain(invocation.arguments, invocation,
                                                                input.read_file,
                                                                every_base(invocation, settings)));
  ModelsToList out{routing::models_of(bodies.bodies), std::move(bodies.warnings)};
  std::erase_if(out.models, [&](const std::string& model) {
    return matches_any(model, settings.project.unlisted);
  });
  if (out.models.empty())
    return fail(Error::usage("no preset names a model that is listed",
                             "name models instead, such as acme/large"));
  return out;
}

// The argument is optional only because of --columns help and --presets.
// Returns the models of the arguments; with --presets, those that the presets name, but for models
// that no listing has. Fails with a usage error if one is no model, or there is none.
Result<ModelsToList> models_to_list(const spec::Invocation& invocation, const body::Input& input,
                                    const config::Settings& settings) {
  if (!invocation.flags.of_presets && invocation.arguments.empty())
    return fail(Error::usage("'endpoints list' needs MODEL: author/slug, such as acme/large",
                             "name a model, or list those of presets with --presets"));
  TRY_ASSIGN(auto out, invocation.flags.of_presets
                           ? models_of_presets(invocation, input, settings)
                           : Result<ModelsToList>(ModelsToList{invocation.arguments}));
  if (auto ids = service::read_model_ids(out.models); !ids) return fail(std::move(ids.error()));
  return out;
}

// If no endpoint's values are needed, none are read, because this takes most of the time and memory
// of a long listing.
enum class Values : std::uint8_t { ignored, read };

// How the flags ask for the listing to be shown.
struct ListingView {
  service::Columns columns;       // for people
  service::Columns wide_columns;  // for reports that show everything
  service::Columns exact_columns; // for csv and the like
  service::Conditions conditions;
  std::optional<service::Sorting> sorting;
  std::optional<std::size_t> limit;
  bool is_of_presets = false;            // lists their models
  std::optional<service::Measure> chart; // instead of a table
  service::AnswerParts parts = service::AnswerParts::data;
  Values values = Values::read;
  std::vector<std::string> notes; // flags that have no effect
};

using output::Format;

// What a form for programs does with flags that only a table or a chart can obey.
std::vector<std::string> notes_on_form(const spec::Invocation& invocation, Format format) {
  const auto& flags = invocation.flags;
  const auto form = flags.jq ? std::string_view("--jq") : name_of(format);
  std::vector<std::string> notes;
  const auto add = [&](std::string_view flag, std::string_view instead) {
    notes.push_back(fmt::format("{} has no effect with {}; {}", flag, form, instead));
  };
  if (flags.columns && !has_columns(format) && format != Format::html)
    add("--columns", "use a format with columns, such as table or csv");
  if (flags.chart && !is_for_people(format))
    add("--chart", "use a format for people, such as table");
  if (flags.wide && !has_values_for_people(format))
    add("--wide", "formats for programs have every column");
  return notes;
}

// A format or flag that shows every column is at odds with --columns and --chart.
Status check_wide(const spec::Invocation& invocation, Format format) {
  const auto& flags = invocation.flags;
  const bool has_wide_format =
      format == Format::wide && invocation.gives(&spec::SettingValues::output);
  if (!flags.wide && !has_wide_format) return {};
  if (!flags.columns && !flags.chart) return {};
  return fail(
      Error::usage(fmt::format("{} shows every column, but {}", flags.wide ? "--wide" : "-o wide",
                               flags.columns ? "--columns chooses some" : "--chart draws one"),
                   "use only one of them"));
}

// Raw bytes are always the whole response.
Status check_raw(const spec::FlagValues& flags) {
  using spec::FlagValues;
  constexpr std::array<spec::FlagValueMember, 3> unsupported{&FlagValues::where, &FlagValues::sort,
                                                             &FlagValues::limit};
  for (const auto& flag : unsupported)
    if (is_given(flags, flag))
      return fail(
          Error::usage(fmt::format("-o raw prints the response unchanged and does not support {}",
                                   name_of(flag)),
                       "-o json supports it"));
  return {};
}

// Returns whether the rows are unchanged: all of them, in the service's order.
bool shows_everything(const ListingView& view) {
  return view.conditions.empty() && !view.sorting && !view.limit;
}

Result<service::Conditions> read_conditions(const std::vector<std::string>& texts) {
  service::Conditions conditions;
  for (const auto& text : texts) {
    auto condition = service::parse_condition(text);
    if (!condition) {
      auto error = std::move(condition.error());
      error.message = fmt::format("--where '{}': {}", text, error.message);
      return fail(std::move(error));
    }
    conditions.push_back(*std::move(condition));
  }
  return conditions;
}

Result<std::optional<service::Measure>> read_chart(const spec::FlagValues& flags) {
  if (!flags.chart) return std::optional<service::Measure>();
  return service::parse_measure(*flags.chart);
}

Status check_flags(const spec::Invocation& invocation, const Context::Wanted& wanted) {
  TRY(check_wide(invocation, wanted.target.format));
  return std::ranges::any_of(wanted.formats, is_raw) ? check_raw(invocation.flags) : Status();
}

// Presets may name any number, whichever they name today.
bool has_one_model(const spec::Invocation& invocation) {
  return invocation.arguments.size() == 1 && !invocation.flags.of_presets;
}

// Reads the flags of the listing. Fails with a usage error, before anything is sent.
Result<ListingView> read_view(const spec::Invocation& invocation, const Context::Wanted& wanted) {
  const auto& flags = invocation.flags;
  TRY(check_flags(invocation, wanted));
  ListingView view;
  view.notes = notes_on_form(invocation, wanted.target.format);
  view.limit = flags.limit;
  view.is_of_presets = flags.of_presets;
  if (flags.columns) {
    TRY_ASSIGN(view.columns, service::select_columns(*flags.columns));
    view.wide_columns = view.columns;
    view.exact_columns = view.columns;
  } else {
    const auto models = has_one_model(invocation) ? service::Models::one : service::Models::several;
    view.columns = service::default_columns(wanted.target.shown, models);
    view.wide_columns = service::default_columns(output::Shown::wide, models);
    view.exact_columns = service::every_column();
  }
  TRY_ASSIGN(view.conditions, read_conditions(flags.where));
  if (flags.sort) {
    TRY_ASSIGN(view.sorting, service::parse_sorting(*flags.sort));
  }
  TRY_ASSIGN(view.chart, read_chart(flags));
  const auto& formats = wanted.formats;
  const bool needs_values =
      !shows_everything(view) || flags.at_least || !std::ranges::all_of(formats, is_document);
  view.values = needs_values ? Values::read : Values::ignored;
  // To keep both texts of a long listing, the raw one and the read one, takes twice the memory.
  if (std::ranges::any_of(formats, is_raw))
    view.parts = std::ranges::all_of(formats, is_raw) && !needs_values
                     ? service::AnswerParts::body
                     : service::AnswerParts::texts;
  return view;
}

// Answers `--columns help`: lists the columns themselves, without asking the service. It prints a
// table on a pipe too, unless --output is given.
Output list_columns(const Context::Wanted& wanted) {
  Output output;
  present(output, wanted, service::present_columns([&](const auto& hidden) {
            output.notes.push_back(
                fmt::format("the terminal is too narrow for {}; -o wide shows all of it",
                            fmt::join(hidden, " and ")));
          }));
  return output;
}

// Returns the data with an empty list in place of null, because lists are never null for programs.
// Most answers do not contain this text, so they are searched first.
JsonText without_null_for_list(JsonText data) {
  constexpr std::string_view words = R"("endpoints":null)";
  const auto text = data.text().view();
  const bool may_have = ::memmem(text.data(), text.size(), words.data(), words.size()) != nullptr;
  if (!may_have || json_member(text, "endpoints") != "null") return data;
  return JsonText(SharedText(service::arrange_endpoints(std::vector{data.text()}, {}).front()));
}

struct Listings {
  std::vector<std::string> bodies;    // for -o raw only
  std::vector<SharedText> data;       // for everything else
  std::vector<service::Model> models; // if their values are needed

  void add(const std::string& model, service::Answer answer, Values values) {
    const auto listed = without_null_for_list(std::move(answer.data));
    bodies.push_back(std::move(answer.body));
    data.push_back(listed.text());
    if (values == Values::ignored) return;
    auto& read = models.emplace_back(service::read_model(listed));
    if (!read.id) read.id = model;
  }
};

// The rows in two steps: those that meet the conditions, and those of them that are shown.
struct Choice {
  service::EndpointRows matching;
  service::EndpointRows shown;
};

Choice choose_rows(const service::EndpointRows& rows, const ListingView& view) {
  Choice choice{service::matching(rows, view.conditions), {}};
  choice.shown = view.sorting ? service::sorted(choice.matching, *view.sorting) : choice.matching;
  if (view.limit) choice.shown.resize(std::min(choice.shown.size(), *view.limit));
  return choice;
}

// Tables for people, including Markdown, may mark prices.
void explain_marks(const service::EndpointRows& rows, const ListingView& view, Output& output) {
  const auto columns =
      view.chart ? service::Columns{service::pointer_to(*view.chart->first)} : view.columns;
  if (auto note = service::further_prices_note(rows, columns); !note.empty())
    output.notes.push_back(std::move(note));
}

void note_hidden(const std::vector<std::string>& hidden, const service::EndpointRows& rows,
                 Output& output) {
  output.notes.push_back(output::hidden_note(hidden, "choose with --columns; --wide shows all"));
  if (!contains(hidden, "status")) return;
  if (auto note = service::degraded_note(rows); !note.empty())
    output.notes.push_back(std::move(note));
}

// The listing as it came, unless its rows were chosen or ordered.
output::Presentation presentation_of(const service::EndpointListing& shown, const ListingView& view,
                                     const Listings& listing, Output& output) {
  auto result = service::present_endpoints(
      shown, [&](const auto& hidden) { note_hidden(hidden, shown.rows, output); });
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

std::vector<output::GateResult> judge(const ListingView& view, std::size_t left,
                                      const spec::FlagValues& flags) {
  if (!flags.at_least) return {};
  auto why = left == 0 && !view.conditions.empty() ? "no endpoint meets the conditions of --where"
             : left == 0
                 ? "there are no endpoints"
                 : fmt::format("there {} {}{}", left == 1 ? "is" : "are", counted(left, "endpoint"),
                               view.conditions.empty() ? "" : " left");
  return {{.gate = "at-least",
           .asked = *flags.at_least,
           .is_met = left >= *flags.at_least,
           .why = std::move(why),
           .found = left}};
}

// Whether an endpoint has the member of a column, only the listing knows.
Status check_members(const Listings& listing, const ListingView& view, Output& output) {
  auto columns = view.columns;
  for (const auto& condition : view.conditions)
    columns.push_back(condition.column);
  if (view.sorting) columns.push_back(view.sorting->column);
  for (const auto& column : columns) {
    TRY(service::check_member(*column, listing.models));
    auto note = service::missing_member_note(*column, listing.models);
    if (!note.empty() && !contains(output.notes, note)) output.notes.push_back(std::move(note));
  }
  return {};
}

void answer_with(const Listings& listing, const ListingView& view, const Context& context,
                 Output& output) {
  const auto rows = service::list_rows(listing.models);
  const auto choice = choose_rows(rows, view);
  append(output.notes, service::unknown_values(rows, view.conditions));
  // Without a header, programs read the lines, and a sentence would look like an endpoint.
  const bool has_header = !context.invocation.flags.no_header;
  auto columns = view.columns;
  const bool has_cache_price = std::ranges::any_of(choice.shown, [](const auto& row) {
    return row.endpoint->pricing.input_cache_read.has_value();
  });
  if (!context.invocation.flags.columns && has_cache_price)
    columns.push_back(service::cache_read_column());
  const service::EndpointListing shown{.models = listing.models,
                                       .matching = choice.matching,
                                       .rows = choice.shown,
                                       .columns = columns,
                                       .exact_columns = view.exact_columns,
                                       .chart = view.chart,
                                       .has_sentences = has_header};
  const auto gates = judge(view, choice.matching.size(), context.invocation.flags);
  auto result = presentation_of(shown, view, listing, output);
  result.is_list = !has_one_model(context.invocation);
  auto wide = shown;
  wide.columns = view.wide_columns;
  result.wide = service::present_endpoints(wide).page;
  if (!gates.empty() && has_header)
    result.judgement = [&gates] { return output::Judgement{.gates = gates}; };
  present(output, context.wanted, result);
  if (!has_header && is_drawn(context.wanted.target.format))
    append(output.notes, service::missing_endpoints(listing.models, choice.matching));
  if (has_values_for_people(context.wanted.target.format))
    explain_marks(choice.shown, view, output);
  append(output.failures, output::failures_of(gates));
}

// Lists the models. Returns the models behind shortcuts of presets that have no listing.
Result<std::vector<std::string>> list_models(const service::Service& service,
                                             const std::vector<std::string>& models,
                                             const ListingView& view, Listings& listing,
                                             Output& output) {
  std::vector<std::string> behind;
  TRY_ASSIGN(auto queries, service::read_model_ids(models));
  auto results = service::ask(service, spec::list_endpoints, std::move(queries), view.parts);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i]) {
      listing.add(models[i], *std::move(results[i]), view.values);
      continue;
    }
    auto& error = results[i].error();
    for (const auto& data : listing.data)
      if (data.view().find(fmt::format("\"{}\"", models[i])) != std::string_view::npos)
        error.hint = fmt::format("it is an endpoint, not a model: --where tag={}", models[i]);
    const std::string model(routing::model_of_shortcut(models[i]));
    if (!view.is_of_presets || error.kind != ErrorKind::not_found || model.empty()) {
      output.failures.push_back(std::move(error));
      continue;
    }
    output.notes.push_back(fmt::format(
        "{} has no listing: presets that name it reach endpoints of {}", models[i], model));
    if (!contains(models, model) && !contains(behind, model)) behind.push_back(model);
  }
  return behind;
}

} // namespace

Result<Output> endpoints_list(const Context& context) {
  if (context.invocation.flags.columns == "help") return list_columns(context.wanted);
  TRY_ASSIGN(auto wish,
             models_to_list(context.invocation, context.input, context.service.settings));
  TRY_ASSIGN(const auto view, read_view(context.invocation, context.wanted));
  TRY_ASSIGN(auto connection, context.service.connect({spec::list_endpoints.key}));

  Output output;
  output.warnings = std::move(wish.warnings);
  output.notes = view.notes;
  Listings listing;
  for (auto asked = std::move(wish.models); !asked.empty();) {
    TRY_ASSIGN(asked, list_models(connection.service, asked, view, listing, output));
  }
  TRY(check_members(listing, view, output));
  if (!listing.data.empty()) answer_with(listing, view, context, output);
  return output;
}

} // namespace mrctl::commands
