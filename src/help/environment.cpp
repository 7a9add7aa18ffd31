#include "mrctl/help/environment.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/config/settings.hpp"

#include <fmt/format.h>

namespace mrctl::help {

namespace {

std::vector<HelpLine> variables_of_settings() {
  std::vector<HelpLine> variables{{"MRCTL_API_KEY", "the management key itself"}};
  for (const auto& setting : config::settings())
    if (!setting.variable.empty())
      variables.push_back(
          {std::string(setting.variable), fmt::format("{} ({})", setting.help, setting.flag)});
  return variables;
}

} // namespace

std::vector<HelpLine> exit_code_lines() {
  std::vector<HelpLine> lines{{"0", "success"}};
  for (const auto& row : exit_codes())
    if (!row.meaning.empty())
      lines.push_back({fmt::format("{}", row.code), std::string(row.meaning)});
  return lines;
}

std::vector<TopicPart> variable_parts() {
  return {
      {"",
       "Flags override environment variables, which override the profile, which overrides the "
       "defaults. An empty variable counts as unset. 'mrctl config list --show-origin' shows where "
       "each value comes from.",
       variables_of_settings()},
      {"Colour",
       "--color overrides all of these.",
       {{"NO_COLOR", "any value turns colour off"},
        {"CLICOLOR_FORCE, FORCE_COLOR", "any value but 0 turns colour on, even without a terminal"},
        {"TERM", "'dumb' turns colour and progress lines off"}}},
      {"Terminal and files",
       "",
       {{"COLUMNS", "width of the terminal, if there is one"},
        {"LC_ALL, LC_CTYPE, LANG",
         "the first that is set gives the charset; anything but UTF-8 means plain ASCII output"},
        {"XDG_CONFIG_HOME", "folder that contains mrctl/config.toml and mrctl/credentials.toml"},
        {"HOME", "if XDG_CONFIG_HOME is not set, .config in this folder is used"}}},
      {"Network",
       "",
       {{"HTTPS_PROXY, ALL_PROXY", "proxy to use (--proxy); lower case works too"},
        {"http_proxy", "proxy for plain http; lower case only"},
        {"NO_PROXY", "hosts to reach without a proxy; lower case works too"},
        {"CURL_CA_BUNDLE, SSL_CERT_FILE",
         "file of trusted certificates, instead of the system's (--ca-cert)"},
        {"SSL_CERT_DIR", "folder of trusted certificates"}}},
  };
}

} // namespace mrctl::help
