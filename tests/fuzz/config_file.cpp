// Any bytes as a config.toml: settings, or problems with their places; what is set in it by a
// command is then so, and all the rest stays.
#include "mrctl/config/edit.hpp"
#include "mrctl/config/settings.hpp"

#include "refusal.hpp"
#include "scratch_file.hpp"

#include <cstdint>
#include <map>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

Texts texts_of(const config::Settings& settings) {
  Texts texts;
  for (const auto& [key, value] : config::list_values(settings))
    if (value) texts.emplace(key, value->text);
  return texts;
}

void check_edit(const spec::SettingTexts& flags, const config::Settings& before) {
  constexpr std::string_view key = "timeout";
  if (!config::set_value(before, key, "17s")) return;
  const auto after = config::load(flags, {});
  require(after.has_value(), "what was written can be read");
  auto expected = texts_of(before);
  expected["timeout"] = "17s";
  require(texts_of(*after) == expected, "one setting is another");
  require(config::unset_value(*after, key).has_value(), "what was set can be unset");
  require(config::load(flags, {}).has_value(), "what was written can be read again");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const spec::SettingTexts flags{{"config", folder.write("config.toml", text)}};
  const auto settings = config::load(flags, {});
  if (!settings) {
    check_refusal(settings.error(), text);
    return 0;
  }
  for (const auto& [key, value] : config::list_values(*settings))
    require(config::named_value(*settings, key).has_value(), "a listed setting is there", key);
  check_edit(flags, *settings);
  return 0;
}
