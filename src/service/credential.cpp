#include "mrctl/service/credential.hpp"

#include "mrctl/base/secret.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/record_reading.hpp"

#include <utility>

namespace mrctl::service {

std::optional<Label> Label::read(std::string_view value) {
  if (value == "null") return std::nullopt;
  auto text = text_of_value(value);
  const bool is_safe = text.empty() || (value.starts_with('"') && is_masked(text));
  return is_safe ? Label{std::move(text), false} : Label{mask(text), true};
}

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
  return read_record<Credential>(text).label.value_or(Label{});
}

} // namespace

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
