#include "mrctl/service/preset.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/service/record_reading.hpp"

namespace mrctl::service {

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

} // namespace mrctl::service
