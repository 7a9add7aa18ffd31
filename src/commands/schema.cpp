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
  if (is_for_people(format) || !has_columns(format)) return {};
  return fail(Error::usage(
      fmt::format("a schema is one document, and -o {} is for records", name_of(format)),
      "-o json, yaml and raw print it"));
}

} // namespace

Result<Answer> schema(const Context& context) {
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  if (auto checked = check_format(*format); !checked) return fail(std::move(checked.error()));
  const auto& names = context.invocation.arguments;
  const std::string name = names.empty() ? "request" : names.front();
  const auto text = docgen::schema_text(name);
  if (!text) return fail(text.error());
  auto forms = forms_of_document(compact_json(*text), context);
  forms.human = forms.raw = [&] { return *text; };
  forms.names = [&] { return render::ResultNames{name}; };
  Answer answer;
  answer.out = text_in(*format, forms, context);
  return answer;
}

} // namespace mrctl::commands
