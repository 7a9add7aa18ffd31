#include "endpoints_columns.hpp"

#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/render/column_help.hpp"
#include "mrctl/session/output_format.hpp"
#include "mrctl/session/reports.hpp"

#include <fmt/format.h>

#include <string>

namespace mrctl::commands {

namespace {

using session::Context;
using session::Forms;
using session::Output;

std::string column_lines() {
  std::string lines;
  for (const auto& document : render::column_documents())
    lines += document + "\n";
  return lines;
}

render::ResultNames column_names() {
  render::ResultNames names;
  for (const auto& column : model::all_columns())
    names.emplace_back(column.name);
  return names;
}

std::string column_table(const Context& context, Output& output) {
  auto table = render::column_table(context.terminal, header_in(context),
                                    session::overflow_in(context.format));
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
        .data = [] { return render::column_documents(); },
        .lines = [] { return column_lines(); },
        .records = [] { return render::column_records(); },
        .raw = {},
        .data_count =
            render::DataCount::several, // always a list, regardless of the number of models
        .names = [] { return column_names(); },
    };
  });
  return output;
}

} // namespace mrctl::commands
