#include "mrctl/session/rendering.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/render/json_records.hpp"
#include "mrctl/render/yaml.hpp"
#include "mrctl/session/output_format.hpp"

#include <memory>
#include <utility>

namespace mrctl::session {

namespace {

render::Names names_in(const Context& context) {
  return context.invocation.flags.no_header ? render::Names::hidden : render::Names::shown;
}

std::string document_of(const Forms& forms, const Context& context) {
  return render::one_document(forms.data(), forms.data_count.value_or(data_count_of(context)));
}

render::Markup markup_of(const Forms& forms) {
  return forms.html ? forms.html() : render::html_table(forms.records());
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
      .human = [text, &context] { return render::coloured_json(*text, context.terminal); },
      .data = [text] { return std::vector{compact_json(*text)}; },
      .lines = [text] { return render::jsonl(lines_of(*text)); },
      .records = [text] { return render::json_records(*text); },
      .raw = [text] { return *text + "\n"; },
      .data_count = render::DataCount::one,
      .names = [text] { return render::names_of_records(*text); },
      .html = [text] { return render::html_lines(pretty_json(*text)); },
  };
}

std::string text_in(const Forms& forms, const Context& context) {
  using render::Format;
  const auto format = context.format;
  if (is_of_records(format)) return render::records_in(format, forms.records(), names_in(context));
  switch (format) {
  case Format::table:
  case Format::wide:
    return forms.human();
  case Format::json:
    return json_for(context, document_of(forms, context));
  case Format::jsonl:
    return jsonl_for(context, forms.lines());
  case Format::yaml:
    return render::yaml(document_of(forms, context));
  case Format::raw:
    return forms.raw();
  case Format::html:
    return render::html_page("mrctl " + context.invocation.command->name(), markup_of(forms));
  case Format::junit:
    return render::junit(forms.findings(), context.invocation.command->name());
  case Format::codequality:
    return render::code_quality(forms.findings());
  default: // name
    break;
  }
  return render::name_lines(forms.names());
}

render::HeaderRow header_in(const Context& context) {
  return names_in(context) == render::Names::hidden ? render::HeaderRow::hidden
                                                    : render::HeaderRow::shown;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts)
    out += text;
  return out;
}

} // namespace mrctl::session
