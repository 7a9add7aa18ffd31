#include "mrctl/service/record_reading.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/service/record.hpp"

#include <algorithm>
#include <forward_list>
#include <map>
#include <utility>

namespace mrctl::service {

namespace {

bool is_structured(std::string_view value) {
  return value.starts_with('{') || value.starts_with('[');
}

// A key may be written with escapes ("\u006cabel").
bool is_label(std::string_view written_key) {
  if (written_key == "label") return true;
  if (written_key.find('\\') == std::string_view::npos) return false;
  const auto key = parse_json("\"" + std::string(written_key) + "\"", Reading::tolerant);
  return key && *key == "label";
}

// Returns the label that may be shown, by the same rule as for reading a credential.
Label label_to_show(std::string_view value) {
  const auto text = "{\"label\":" + std::string(value) + "}";
  if (!parse_json(text, Reading::tolerant)) return {"…", true};
  return read_record<Credential>(text).label.value_or(Label{});
}

} // namespace

std::optional<std::string> read_text(std::string_view value) {
  if (value == "null" || is_structured(value)) return std::nullopt;
  return text_of_value(value);
}

std::optional<Number> read_number(std::string_view value) {
  if (!(value.starts_with('"') || value.starts_with('-') || is_digit(value.front())))
    return std::nullopt;
  return Number{text_of_value(value)};
}

std::optional<bool> read_boolean(std::string_view value) {
  const auto word = read_text(value);
  if (word == "true") return true;
  if (word == "false") return false;
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_list(std::string_view value) {
  if (!value.starts_with('[')) return std::nullopt;
  return mapped(json_elements(value), [](const auto& element) { return text_of_value(element); });
}

std::string text_of_value(std::string_view value) {
  if (value.starts_with('"')) return json_unquoted(value);
  return is_structured(value) ? spelled_json(value) : std::string(value);
}

std::string_view Views::kept_text(const JsonView& value) {
  const auto written = value.text();
  const bool is_plain = written.find('\\') == written.npos;
  if (value.is_string() && is_plain) return written.substr(1, written.size() - 2);
  return is_text(value) && is_plain ? written : decoded_.emplace_front(text_of_value(written));
}

std::vector<std::string_view> Views::texts_of(const JsonView& list) {
  std::vector<std::string_view> texts;
  texts.reserve(list.size());
  for (const auto& item : list.items())
    texts.push_back(kept_text(item.value));
  return texts;
}

UnknownMembers read_unknown(std::string_view object, std::span<const std::string_view> known) {
  UnknownMembers unknown;
  std::map<std::string, std::size_t> positions;
  for (const auto& member : json_members(object)) {
    auto name = json_unquoted("\"" + std::string(member.key) + "\"");
    if (contains(known, name)) continue;
    const auto [position, is_new] = positions.try_emplace(name, unknown.size());
    if (is_new) unknown.push_back({std::move(name), {}});
    unknown[position->second].text = text_of_value(member.value);
  }
  return unknown;
}

std::string spelled_json(std::string_view text) {
  return written_json(JsonIndex(text).root(), JsonLayout::one_line,
                      [](std::string& out, JsonPart /*part*/, std::string_view token) {
                        const bool has_escapes = token.find('\\') != std::string_view::npos;
                        out += has_escapes ? json_quote(json_unquoted(token)) : std::string(token);
                      });
}

std::optional<Decimal> price_in(std::string_view text) {
  constexpr std::size_t longest_price = 40;
  auto number = Decimal::parse(text);
  const bool is_short = text.size() <= longest_price && text.find_first_of("eE") == text.npos;
  return number && (is_short || number->text().size() <= longest_price) ? number : std::nullopt;
}

std::optional<std::string> cell_of(const PriceView& price, Audience /*audience*/) {
  const auto value = price.price();
  if (!value) return std::nullopt;
  return value->is_negative() ? std::string() : std::string(price.text);
}

// A key stays JSON-escaped, so that it fits on one line.
std::optional<std::string> cell_of(const SpelledConfig& config, Audience audience) {
  if (config.text == "null") return std::nullopt;
  std::string lines;
  if (audience == Audience::people)
    for (const auto& member : json_members(config.text))
      lines +=
          (lines.empty() ? "" : "\n") + std::string(member.key) + ": " + std::string(member.value);
  return lines.empty() ? config.text : lines;
}

SpelledConfig SpelledConfig::read(std::string_view value) {
  return {spelled_json(value)};
}

// The config is parsed with the answer: to parse it again would take longer than to copy it.
Preset read_preset(const Json& data, std::string_view text) {
  auto out = read_record<Preset>(text);
  const auto* version = find_member(data, "designated_version");
  const auto* config = version == nullptr ? nullptr : find_member(*version, "config");
  if (out.designated_version && config != nullptr) out.designated_version->config = *config;
  return out;
}

std::vector<output::CardLine> use_of(const Preset& preset) {
  if (!preset.slug) return {};
  return {{"Use it as", "@preset/" + *preset.slug}};
}

std::optional<Label> Label::read(std::string_view value) {
  if (value == "null") return std::nullopt;
  auto text = text_of_value(value);
  const bool is_safe = text.empty() || (value.starts_with('"') && is_masked(text));
  return is_safe ? Label{std::move(text), false} : Label{mask(text), true};
}

MaskedJson masked_credential_json(std::string_view data) {
  MaskedJson out;
  std::size_t copied = 0;
  for (const auto& member : json_members(data)) {
    if (!is_label(member.key)) continue;
    const auto label = label_to_show(member.value);
    if (!label.was_masked_here) continue;
    const auto begin = static_cast<std::size_t>(member.value.data() - data.data());
    out.text.append(data.substr(copied, begin - copied)).append(json_quote(label.text));
    out.was_masked_here = true;
    copied = begin + member.value.size();
  }
  out.text += data.substr(copied);
  return out;
}

bool is_degraded(const Endpoint& endpoint) {
  const auto status = endpoint.status ? endpoint.status->value() : std::nullopt;
  return status && !status->is_zero();
}

bool has_further_prices(const Endpoint& endpoint) {
  const auto request = endpoint.pricing.request ? endpoint.pricing.request->value() : std::nullopt;
  return endpoint.pricing.overrides || (request && !request->is_zero());
}

Model read_model_text(SharedText text) {
  return read_model(JsonText(std::move(text)));
}

Model read_model(const JsonText& json) {
  Model model;
  Views views;
  read_members(model, json.root(), views);
  model.text = json.text();
  model.decoded =
      std::make_shared<const std::forward_list<std::string>>(std::move(views).decoded());
  return model;
}

bool is_price_per_token(std::string_view name) {
  constexpr std::size_t per_token = 7;
  const auto last = price_names.begin() + per_token;
  return std::find(price_names.begin(), last, name) != last;
}

OverrideItems read_price_override(const JsonView& object, const JsonView& pricing) {
  OverrideItems out;
  for (const auto& item : object.items()) {
    const auto key = item.key();
    if (item.value.is_null()) continue;
    if (key == "discount") {
      out.discounts.push_back(item);
    } else if (contains(price_names, key) || find_member(pricing, key)) {
      out.prices.push_back(item);
    } else if (key == "condition" && item.value.is_object()) {
      for (const auto& condition : item.value.items())
        if (!condition.value.is_null()) out.conditions.push_back(condition);
    } else {
      out.conditions.push_back(item);
    }
  }
  return out;
}

} // namespace mrctl::service
