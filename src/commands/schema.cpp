#include "mrctl/docgen/schema.hpp"

#include "mrctl/base/json_text.hpp"

#include "commands.hpp"
#include "output.hpp"
#include "rendering.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

using render::Format;

// A schema has neither records nor columns.
Status check_format(Format format) {
  if (format != Format::csv && format != Format::tsv && format != Format::markdown) return {};
  return fail(Error::usage(fmt::format("a schema is one document, and -o {} is for records",
                                       render::format_names()[static_cast<std::size_t>(format)]),
                           "-o json, yaml and raw print it"));
}

} // namespace

Result<Answer> schema(const Context& context) {
  const auto format = format_of_text(context);
  if (!format) return fail(format.error());
  if (auto checked = check_format(*format); !checked) return fail(std::move(checked.error()));
  const auto& names = context.invocation.arguments;
  const auto text =
      docgen::schema_text(names.empty() ? "request" : std::string_view(names.front()));
  if (!text) return fail(text.error());
  auto forms = forms_of_document(compact_json(*text), context);
  forms.human = forms.raw = [&] { return *text; };
  Answer answer;
  answer.out = text_in(*format, forms, context);
  return answer;
}

} // namespace mrctl::commands
