#include "mrctl/help/environment.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/config/settings.hpp"

#include <fmt/format.h>

namespace mrctl::help {

namespace {

CommandReach reach_of_setting(const config::Setting& setting) {
  if (is_setting(setting, &spec::SettingValues::error_format)) return CommandReach::terminal;
  const bool is_of_the_service = is_setting(setting, &spec::SettingValues::base_url) ||
                                 is_setting(setting, &spec::SettingValues::api_key_file);
  return is_of_the_service ? CommandReach::service : CommandReach::settings;
}

std::vector<Variable> variables_of_settings() {
  std::vector<Variable> variables{
      {"MRCTL_API_KEY", "the management key itself", CommandReach::service}};
  for (const auto& setting : config::settings())
    if (!setting.variable.empty())
      variables.push_back({std::string(setting.variable),
                           fmt::format("{} ({})", setting.help, setting.flag),
                           reach_of_setting(setting)});
  return variables;
}

// What a command must use to be able to fail in that way.
CommandReach reach_of_failure(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::unauthorized:
  case ErrorKind::not_found:
  case ErrorKind::conflict:
  case ErrorKind::rate_limited:
  case ErrorKind::server:
  case ErrorKind::no_response:
  case ErrorKind::rejected:
    return CommandReach::service;
  case ErrorKind::condition:
    return CommandReach::settings;
  default:
    return CommandReach::terminal;
  }
}

} // namespace

CommandReach reach_of(const spec::Command& command) {
  if (command.settings == spec::SettingsUse::unused) return CommandReach::terminal;
  return command.service == spec::ServiceUse::unused ? CommandReach::settings
                                                     : CommandReach::service;
}

std::vector<HelpLine> exit_code_lines(CommandReach reach) {
  std::vector<HelpLine> lines{{"0", "success"}};
  for (const auto& row : exit_codes())
    if (!row.meaning.empty() && reach_of_failure(row.kind) <= reach)
      lines.push_back({fmt::format("{}", row.code), std::string(row.meaning)});
  return lines;
}

std::vector<VariableGroup> variable_groups() {
  return {
      {"",
       "Flags override environment variables, which override the profile, which overrides the "
       "defaults. An empty variable counts as unset. 'mrctl config list --show-origin' shows where "
       "each value comes from.",
       variables_of_settings()},
      {"Colour",
       "--color overrides all of these.",
       {{"NO_COLOR", "any value turns colour off", CommandReach::terminal},
        {"CLICOLOR_FORCE, FORCE_COLOR", "any value but 0 turns colour on, even without a terminal",
         CommandReach::terminal},
        {"TERM", "'dumb' turns colour and progress lines off", CommandReach::terminal}}},
      {"Terminal and files",
       "",
       {{"COLUMNS", "width of the terminal, if there is one", CommandReach::terminal},
        {"LC_ALL, LC_CTYPE, LANG",
         "the first that is set gives the charset; anything but UTF-8 means plain ASCII output",
         CommandReach::terminal},
        {"XDG_CONFIG_HOME", "folder that contains mrctl/config.toml and mrctl/credentials.toml",
         CommandReach::settings},
        {"HOME", "if XDG_CONFIG_HOME is not set, .config in this folder is used",
         CommandReach::settings}}},
      {"Network",
       "",
       {{"HTTPS_PROXY, ALL_PROXY", "proxy to use (--proxy); lower case works too",
         CommandReach::service},
        {"http_proxy", "proxy for plain http; lower case only", CommandReach::service},
        {"NO_PROXY", "hosts to reach without a proxy; lower case works too", CommandReach::service},
        {"CURL_CA_BUNDLE, SSL_CERT_FILE",
         "file of trusted certificates, instead of the system's (--ca-cert)",
         CommandReach::service},
        {"SSL_CERT_DIR", "folder of trusted certificates", CommandReach::service}}},
  };
}

std::vector<HelpLine> variable_lines(const VariableGroup& group, CommandReach reach) {
  std::vector<HelpLine> lines;
  for (const auto& variable : group.variables)
    if (variable.reach <= reach) lines.push_back({variable.name, variable.says});
  return lines;
}

} // namespace mrctl::help
