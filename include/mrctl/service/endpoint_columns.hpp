#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/service/change_kind.hpp"
#include "mrctl/service/endpoint.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// What a bar of a column shows: the value, or the difference to 100 for values so close to it that
// their bars would look the same.
enum class Drawn { value, rest_of_hundred };

// The two forms of a value of an endpoint; none: null or missing. A member has no functions.
struct ColumnForms {
  std::optional<output::Cell> (*cell)(const Model&, const Endpoint&) = nullptr; // to show, compare
  std::optional<std::string> (*exact)(const Model&, const Endpoint&) = nullptr; // Cell::exact alone
};

// One row of the column table, which drives tables, charts, comparisons, --columns, --sort,
// --where, csv headers and documents.
struct Column {
  std::string_view name; // for the flags, and the header in csv
  // In a table, a lower one is further left: narrow terminals show no others than what requests
  // name, prices, and whether it works. The tag says enough about the provider.
  int place = 7;
  std::string_view title;  // the header for people
  std::string_view path{}; // of the value in an endpoint, or "id" of the model
  output::CellKind kind = output::CellKind::text; // numbers are right-aligned
  output::Shown shown = output::Shown::always;
  ColumnForms forms{};
  ChangeNames changes{}; // what a change of it is called
  output::Rounding rounding = output::Rounding::none;
  Drawn drawn = Drawn::value;
  std::string_view unit{}; // of what people see; empty if undocumented
  std::string_view says{}; // what the member is
  bool is_mixed = false;   // a member that is found by its path: its values differ in kind

  [[nodiscard]] std::optional<output::Cell> cell(const Model& model,
                                                 const Endpoint& endpoint) const;
  [[nodiscard]] std::optional<std::string> exact(const Model& model,
                                                 const Endpoint& endpoint) const;
};

// A column of the table, which is never destroyed, or one that was made for a member.
using ColumnPointer = std::shared_ptr<const Column>;

// Returns the column of the table that has this name, which must be there.
[[nodiscard]] const Column& column_of(std::string_view name);

[[nodiscard]] inline bool is_status(const Column& column) {
  return column.path == "status";
}

// Returns whether people see prices per million tokens and programs prices per token.
[[nodiscard]] bool is_per_million(const Column& column);

// Returns a pointer to a row of the table.
[[nodiscard]] ColumnPointer pointer_to(const Column& row);

using Columns = std::vector<ColumnPointer>;

// Every column, in the order in which csv has them.
[[nodiscard]] std::span<const Column> all_columns();

// Returns the default columns for people, the most important first. The model's column is included
// only if several models are listed; a table of one model names it in its heading.
enum class Models { one, several };
[[nodiscard]] Columns default_columns(output::Shown shown, Models models);

// Returns the default columns of formats such as csv: all of them.
[[nodiscard]] Columns every_column();

// A word for a column: "price" for prompt.
struct ShortName {
  std::string_view name;
  const Column* column;
};

[[nodiscard]] std::vector<ShortName> short_names();

// Finds a column by its name or a short one, or by its path: "pricing.prompt". Behind the name of a
// price per token, "/M" makes it one per million tokens, exact, for programs too. Any other path is
// the column of that member; whether endpoints have it, check_member() knows. Fails with a usage
// error that names the nearest column if the name is no path, or a word that is near a column.
[[nodiscard]] Result<ColumnPointer> find_column(std::string_view name);

// Fails with a usage error if it is the column of a member, and there are endpoints, none of which
// has the first name of its path.
[[nodiscard]] Status check_member(const Column& column, std::span<const Model> models);

// Returns the sentence that no endpoint has a member, and which one is near; empty if one has it,
// or if there are no endpoints.
[[nodiscard]] std::string missing_member_note(const Column& column, std::span<const Model> models);

// Returns the name, or the short one, of the column that was most likely meant, also by its title;
// empty if none is close.
[[nodiscard]] std::string_view nearest_column(std::string_view word);

// Returns the column of the price of cached prompt tokens, which few endpoints have.
[[nodiscard]] ColumnPointer cache_read_column();

// Reads "tag,prompt,uptime_1d". Fails with a usage error that names the nearest column.
[[nodiscard]] Result<Columns> select_columns(std::string_view comma_separated);

enum class Direction { ascending, descending };

struct Sorting {
  ColumnPointer column;
  Direction direction;
};

// Reads "prompt" or "-prompt", or one of the plain words of parse_measure(), which stands for its
// first column: "price" is "prompt", "latency" is "latency_p50". Fails with a usage error that
// names the nearest column.
[[nodiscard]] Result<Sorting> parse_sorting(std::string_view word);

// Returns the columns of `endpoints list` themselves: name, title, unit, kind, and the path of the
// value in an endpoint's JSON; always a list.
[[nodiscard]] output::Presentation present_columns(output::OnHidden on_hidden = {});

} // namespace mrctl::service
