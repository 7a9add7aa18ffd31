#include "mrctl/service/credential_card.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "fields.hpp"

namespace mrctl::service {

namespace {

// A key may be written with escapes ("\u006cabel").
bool is_label(std::string_view written_key) {
  if (written_key == "label") return true;
  if (written_key.find('\\') == std::string_view::npos) return false;
  const auto key = parse_json("\"" + std::string(written_key) + "\"", Reading::tolerant);
  return key && *key == "label";
}

// Returns the label that may be shown, by the same rule as for reading a credential.
Label judged(std::string_view value) {
  const auto text = "{\"label\":" + std::string(value) + "}";
  if (!parse_json(text, Reading::tolerant)) return {"…", true};
  return read_credential(text).label.value_or(Label{});
}

} // namespace

std::string credential_card(const Credential& credential, output::Shown shown,
                            const output::Terminal& terminal) {
  return output::card(card_lines(credential, credential_fields(), shown), terminal);
}

output::Markup credential_html(const Credential& credential) {
  return output::html_card(card_lines(credential, credential_fields(), output::Shown::wide));
}

output::Records credential_records(std::span<const Credential> credentials) {
  return field_records(credentials, credential_fields());
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

} // namespace mrctl::service
