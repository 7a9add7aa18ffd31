#include "mrctl/commands/rendering.hpp"

#include "mrctl/commands/output_format.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/output/json_records.hpp"
#include "mrctl/output/yaml.hpp"

#include <memory>
#include <utility>

namespace mrctl::commands {

namespace {

output::Names names_in(const Context& context) {
  return context.invocation.flags.no_header ? output::Names::hidden : output::Names::shown;
}

std::string document_of(const Forms& forms, const Context& context) {
  return output::one_document(forms.data(), forms.data_count.value_or(data_count_of(context)));
}

output::Markup markup_of(const Forms& forms) {
  return forms.html ? forms.html() : output::html_table(forms.records());
}

std::vector<std::string> lines_of(const std::string& json) {
  if (JsonTokens(json).peek() != "[") return {json};
  const auto elements = json_elements(json);
  return {elements.begin(), elements.end()};
}

} // namespace

// The text may be large, so the forms share it.
Forms forms_of_document(std::string json, const Context& context) {
  const auto text = std::make_shared<const std::string>(std::move(json));
  return {
      .human = [text, &context] { return output::coloured_json(*text, context.terminal); },
      .data = [text] { return std::vector{compact_json(*text)}; },
      .lines = [text] { return output::jsonl(lines_of(*text)); },
      .records = [text] { return output::json_records(*text); },
      .raw = [text] { return *text + "\n"; },
      .data_count = output::DataCount::one,
      .names = [text] { return output::names_of_records(*text); },
      .html = [text] { return output::html_lines(pretty_json(*text)); },
  };
}

std::string text_in(const Forms& forms, const Context& context) {
  using output::Format;
  const auto format = context.format;
  if (is_of_records(format)) return output::records_in(format, forms.records(), names_in(context));
  switch (format) {
  case Format::table:
  case Format::wide:
    return forms.human();
  case Format::json:
    return json_for(context, document_of(forms, context));
  case Format::jsonl:
    return jsonl_for(context, forms.lines());
  case Format::yaml:
    return output::yaml(document_of(forms, context));
  case Format::raw:
    return forms.raw();
  case Format::html:
    return output::html_page("mrctl " + context.invocation.command->name(), markup_of(forms));
  case Format::junit:
    return output::junit(forms.findings(), context.invocation.command->name());
  case Format::codequality:
    return output::code_quality(forms.findings());
  default: // name
    break;
  }
  return output::name_lines(forms.names());
}

output::HeaderRow header_in(const Context& context) {
  return names_in(context) == output::Names::hidden ? output::HeaderRow::hidden
                                                    : output::HeaderRow::shown;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts)
    out += text;
  return out;
}

} // namespace mrctl::commands
