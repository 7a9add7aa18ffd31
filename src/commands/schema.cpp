#include "mrctl/help/schema.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/session/output_format.hpp"
#include "mrctl/session/reports.hpp"

#include "commands.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

using render::Format;
using session::Context;
using session::Output;

// A schema has neither records nor columns.
Status check_format(Format format) {
  if (!is_of_records(format)) return {};
  return fail(Error::usage(
      fmt::format("-o {} is for records, but a schema is one document", name_of(format)),
      "-o json, yaml and raw print it"));
}

} // namespace

Result<Output> schema(const Context& context) {
  const auto format = format_of(context);
  for (const auto each : formats_with_reports(context, format))
    if (auto checked = check_format(each); !checked) return fail(std::move(checked.error()));
  const auto& names = context.invocation.arguments;
  const std::string name = names.empty() ? "request" : names.front();
  const auto text = help::schema_text(name);
  if (!text) return fail(text.error());
  Output output;
  present(output, format, context, [&](Format, const Context& where) {
    auto forms = forms_of_document(compact_json(*text), where);
    forms.human = forms.raw = [&] { return *text; };
    forms.names = [&] { return render::ResultNames{name}; };
    return forms;
  });
  return output;
}

} // namespace mrctl::commands
