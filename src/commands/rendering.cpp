#include "rendering.hpp"

#include "mrctl/render/json.hpp"

#include "output.hpp"

namespace mrctl::commands {

std::string text_in(render::Format format, const Forms& forms, const Context& context) {
  using render::Format;
  switch (format) {
  case Format::table:
  case Format::wide:
    return forms.human();
  case Format::json:
    return render::json(forms.data(), arity_of(context), layout_of(context));
  case Format::jsonl:
    return forms.lines();
  case Format::csv:
    return render::csv(forms.records());
  case Format::tsv:
    return render::tsv(forms.records());
  case Format::markdown:
    return render::markdown(forms.records());
  case Format::raw:
    break;
  }
  return forms.raw();
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts)
    out += text;
  return out;
}

} // namespace mrctl::commands
