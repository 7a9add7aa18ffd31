#include "preset_json.hpp"

#include "mrctl/json/text.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mrctl::emulator {

namespace {

constexpr std::string_view creator = "user_emulator";
constexpr std::string_view workspace = "00000000-0000-4000-8000-00000000aaaa";

std::string version_json(const Preset& preset) {
  const auto& version = preset.designated;
  const auto prompt =
      version.system_prompt ? json_quote(*version.system_prompt) : std::string("null");
  return fmt::format(R"({{"id":"{}","preset_id":"{}","version":{},"config":{},"system_prompt":{},)"
                     R"("creator_id":"{}","created_at":"{}","updated_at":"{}"}})",
                     version.id, preset.id, version.number, version.config, prompt, creator,
                     version.created_at, version.created_at);
}

} // namespace

// The slug is URL-safe and the identifiers are our own, so neither needs escapes.
std::string preset_json(const Preset& preset) {
  return fmt::format(R"({{"id":"{}","slug":"{}","name":"{}","description":null,"status":"active",)"
                     R"("status_updated_at":null,"created_at":"{}","updated_at":"{}",)"
                     R"("creator_user_id":"{}","workspace_id":"{}","designated_version_id":"{}",)"
                     R"("designated_version":{}}})",
                     preset.id, preset.slug, preset.slug, preset.created_at,
                     preset.designated.created_at, creator, workspace, preset.designated.id,
                     version_json(preset));
}

} // namespace mrctl::emulator
