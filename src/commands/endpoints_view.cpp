#include "endpoints_view.hpp"

#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::commands {

namespace {

using output::Format;

Status check_chart(const Context& context) {
  const auto& invocation = context.invocation;
  if (!invocation.flags.chart || is_for_people(context.format)) return {};
  return fail(Error::usage(
      fmt::format("--chart is for people, but {} is for programs",
                  invocation.flags.jq ? "--jq" : fmt::format("-o {}", name_of(context.format))),
      "use only one of them"));
}

// Formats for programs have every column.
Status check_wide(const Context& context) {
  const auto& flags = context.invocation.flags;
  if (!flags.wide) return {};
  const auto refuse = [](std::string_view why) {
    return fail(Error::usage(fmt::format("--wide shows every column, but {}", why),
                             "use only one of them"));
  };
  if (flags.columns) return refuse("--columns chooses some");
  if (flags.chart) return refuse("--chart draws one");
  if (flags.jq) return refuse("--jq filters JSON");
  if (!has_values_for_people(context.format))
    return refuse(fmt::format("-o {} does so without it", name_of(context.format)));
  return {};
}

// Raw bytes are always the whole response.
Status check_raw(const Context& context, Format format) {
  using spec::FlagValues;
  constexpr std::array<spec::FlagValueMember, 3> unsupported{&FlagValues::where, &FlagValues::sort,
                                                             &FlagValues::limit};
  if (!is_raw(format)) return {};
  for (const auto& flag : unsupported)
    if (is_given(context.invocation.flags, flag))
      return fail(
          Error::usage(fmt::format("-o raw prints the response unchanged and does not support {}",
                                   name_of(flag)),
                       "-o json supports it"));
  return {};
}

struct ColumnsOfView {
  service::Columns shown;
  service::Columns exact;
};

Result<ColumnsOfView> read_columns(const Context& context) {
  const auto& flags = context.invocation.flags;
  if (const auto& names = flags.columns)
    return service::select_columns(*names).map([](const service::Columns& columns) {
      return ColumnsOfView{columns, columns};
    });
  const auto models = data_count_of(context) == output::DataCount::one ? service::Models::one
                                                                       : service::Models::several;
  return ColumnsOfView{service::default_columns(target_of(context).shown, models),
                       service::every_column()};
}

Result<service::Conditions> read_conditions(const Context& context) {
  service::Conditions conditions;
  for (const auto& text : context.invocation.flags.where) {
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

Result<std::optional<service::Sorting>> read_sorting(const Context& context) {
  const auto& word = context.invocation.flags.sort;
  if (!word) return std::optional<service::Sorting>();
  return service::parse_sorting(*word);
}

// --fail-empty is --at-least 1.
std::optional<std::size_t> least_of(const spec::FlagValues& flags) {
  if (!flags.fail_empty) return flags.at_least;
  return std::max<std::size_t>(flags.at_least.value_or(0), 1);
}

Result<std::optional<service::Measure>> read_chart(const Context& context) {
  const auto& name = context.invocation.flags.chart;
  if (!name) return std::optional<service::Measure>();
  if (context.invocation.flags.columns)
    return fail(Error::usage("--chart draws one column, and --columns chooses those of a table",
                             "use only one of them"));
  return service::parse_measure(*name);
}

std::vector<std::string> notes_on_view(const Context& context) {
  if (has_columns(context.format) || !context.invocation.flags.columns) return {};
  return {fmt::format(
      "--columns has no effect with {}; use a format with columns, such as table or csv",
      name_of(context.format))};
}

} // namespace

Result<View> read_view(const Context& context) {
  TRY(check_chart(context));
  TRY(check_wide(context));
  for (const auto format : formats_with_reports(context))
    TRY(check_raw(context, format));
  TRY_ASSIGN(auto columns, read_columns(context));
  TRY_ASSIGN(auto conditions, read_conditions(context));
  TRY_ASSIGN(const auto sorting, read_sorting(context));
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(const auto chart, read_chart(context));
  return View{.columns = std::move(columns.shown),
              .exact_columns = std::move(columns.exact),
              .conditions = std::move(conditions),
              .sorting = sorting,
              .limit = flags.limit,
              .at_least = least_of(flags),
              .chart = chart,
              .notes = notes_on_view(context)};
}

bool shows_everything(const View& view) {
  return view.conditions.empty() && !view.sorting && !view.limit;
}

} // namespace mrctl::commands
