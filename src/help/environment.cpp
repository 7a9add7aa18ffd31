#include "mrctl/help/environment.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/config/setting.hpp"

#include <fmt/format.h>

namespace mrctl::help {

namespace {

Reach reach_of_setting(const config::Setting& setting) {
  if (is_setting(setting, &spec::SettingValues::error_format)) return Reach::terminal;
  const bool is_of_the_service = is_setting(setting, &spec::SettingValues::base_url) ||
                                 is_setting(setting, &spec::SettingValues::api_key_file);
  return is_of_the_service ? Reach::service : Reach::settings;
}

std::vector<Variable> variables_of_settings() {
  std::vector<Variable> variables{{"MRCTL_API_KEY", "the management key itself", Reach::service}};
  for (const auto& setting : config::settings())
    if (!setting.variable.empty())
      variables.push_back({std::string(setting.variable),
                           fmt::format("{} ({})", setting.help, setting.flag),
                           reach_of_setting(setting)});
  return variables;
}

// What a command must use to be able to fail in that way.
Reach reach_of_failure(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::unauthorized:
  case ErrorKind::not_found:
  case ErrorKind::conflict:
  case ErrorKind::rate_limited:
  case ErrorKind::server:
  case ErrorKind::no_response:
  case ErrorKind::rejected:
    return Reach::service;
  case ErrorKind::condition:
    return Reach::settings;
  default:
    return Reach::terminal;
  }
}

} // namespace

Reach reach_of(const spec::Command& command) {
  if (command.settings == spec::SettingsUse::unused) return Reach::terminal;
  return command.service == spec::Service::unused ? Reach::settings : Reach::service;
}

std::vector<Entry> exit_code_lines(Reach reach) {
  std::vector<Entry> lines{{"0", "success"}};
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
       {{"NO_COLOR", "any value turns colour off", Reach::terminal},
        {"CLICOLOR_FORCE, FORCE_COLOR", "any value but 0 turns colour on, even without a terminal",
         Reach::terminal},
        {"TERM", "'dumb' turns colour and progress lines off", Reach::terminal}}},
      {"Terminal and files",
       "",
       {{"COLUMNS", "width of the terminal, if there is one", Reach::terminal},
        {"LC_ALL, LC_CTYPE, LANG",
         "the first that is set gives the charset; anything but UTF-8 means plain ASCII output",
         Reach::terminal},
        {"XDG_CONFIG_HOME", "folder that contains mrctl/config.toml and mrctl/credentials.toml",
         Reach::settings},
        {"HOME", "if XDG_CONFIG_HOME is not set, .config in this folder is used",
         Reach::settings}}},
      {"Network",
       "",
       {{"HTTPS_PROXY, ALL_PROXY", "proxy to use (--proxy); lower case works too", Reach::service},
        {"http_proxy", "proxy for plain http; lower case only", Reach::service},
        {"NO_PROXY", "hosts to reach without a proxy; lower case works too", Reach::service},
        {"CURL_CA_BUNDLE, SSL_CERT_FILE",
         "file of trusted certificates, instead of the system's (--ca-cert)", Reach::service},
        {"SSL_CERT_DIR", "folder of trusted certificates", Reach::service}}},
  };
}

std::vector<Entry> variable_lines(const VariableGroup& group, Reach reach) {
  std::vector<Entry> lines;
  for (const auto& variable : group.variables)
    if (variable.reach <= reach) lines.push_back({variable.name, variable.says});
  return lines;
}

} // namespace mrctl::help
