#include "mrctl/render/credential.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "fields.hpp"

namespace mrctl::render {

namespace {

// A key may be written with escapes ("\u006cabel").
bool is_label(std::string_view written_key) {
  if (written_key == "label") return true;
  if (written_key.find('\\') == std::string_view::npos) return false;
  const auto key = parse_json("\"" + std::string(written_key) + "\"", Reading::tolerant);
  return key && *key == "label";
}

// Returns the label that may be shown, by the same rule as for reading a credential.
model::Label judged(std::string_view value) {
  const auto text = "{\"label\":" + std::string(value) + "}";
  if (!parse_json(text, Reading::tolerant)) return {"…", true};
  return model::read_credential(text).label.value_or(model::Label{});
}

} // namespace

std::string credential_card(const model::Credential& credential, model::Shown shown,
                            const Terminal& terminal) {
  return card(card_lines(credential, model::credential_fields(), shown), terminal);
}

Markup credential_html(const model::Credential& credential) {
  return html_card(card_lines(credential, model::credential_fields(), model::Shown::wide));
}

Records credential_records(std::span<const model::Credential> credentials) {
  return field_records(credentials, model::credential_fields());
}

MaskedJson masked_credential_json(std::string_view data) {
  MaskedJson out;
  std::size_t copied = 0;
  for (const auto& member : json_members(data)) {
    if (!is_label(member.key)) continue;
    const auto label = judged(member.value);
    if (!label.was_masked_here) continue;
    const auto begin = static_cast<std::size_t>(member.value.data() - data.data());
    out.text.append(data.substr(copied, begin - copied)).append(json_quote(label.text));
    out.was_masked_here = true;
    copied = begin + member.value.size();
  }
  out.text += data.substr(copied);
  return out;
}

} // namespace mrctl::render
