#include "terminals.hpp"

#include "mrctl/base/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace mrctl::app {

namespace {

using config::variable_of;

bool is_forced(std::string_view value) {
  return !value.empty() && value != "0";
}

output::Colour colour_of(const World& world, spec::WhenColoured when, bool is_terminal) {
  using output::Colour;
  const auto& environment = world.environment;
  if (when == spec::WhenColoured::always) return Colour::on;
  if (when == spec::WhenColoured::never || !variable_of(environment, "NO_COLOR").empty())
    return Colour::off;
  if (is_forced(variable_of(environment, "CLICOLOR_FORCE")) ||
      is_forced(variable_of(environment, "FORCE_COLOR")))
    return Colour::on;
  return is_terminal && variable_of(environment, "TERM") != "dumb" ? Colour::on : Colour::off;
}

// A locale that names another charset, or none at all, gets ASCII; if nothing is said, UTF-8.
output::Charset charset_of(const World& world) {
  for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = lower_case(variable_of(world.environment, name));
    if (value.empty()) continue;
    const bool is_utf8 =
        value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    return is_utf8 ? output::Charset::utf8 : output::Charset::ascii;
  }
  return output::Charset::utf8;
}

std::optional<int> width_of(const World& world, bool is_terminal) {
  if (!is_terminal) return std::nullopt;
  const auto columns = variable_of(world.environment, "COLUMNS");
  int width = 0;
  const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(), width);
  if (error == std::errc{} && end == columns.data() + columns.size() && width > 0) return width;
  return world.terminal_width;
}

} // namespace

spec::WhenColoured when_coloured(const spec::Invocation& invocation) {
  const auto& names = spec::when_coloured_names;
  const auto* const said = spec::text_of(invocation.settings, &spec::SettingValues::color);
  const auto* const name =
      said != nullptr ? std::find(names.begin(), names.end(), *said) : names.end();
  return name == names.end() ? spec::WhenColoured::automatically
                             : static_cast<spec::WhenColoured>(name - names.begin());
}

output::Terminal terminal_of(Stream stream, const World& world, spec::WhenColoured when) {
  output::Terminal terminal;
  const bool is_out = stream == Stream::out;
  const bool is_terminal = is_out ? world.output_is_terminal : world.error_is_terminal;
  terminal.colour = colour_of(world, when, is_terminal);
  terminal.charset = charset_of(world);
  terminal.width = width_of(world, is_terminal);
  return terminal;
}

} // namespace mrctl::app
