#include "endpoints_columns.hpp"

#include "mrctl/commands/output_format.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/service/column_help.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <fmt/format.h>

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

} // namespace

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

} // namespace mrctl::commands
