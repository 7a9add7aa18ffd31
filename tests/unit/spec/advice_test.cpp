#include "mrctl/spec/advice.hpp"

#include <doctest/doctest.h>

using namespace mrctl::spec;

TEST_CASE("a flag of other programs gets a hint that fits the command") {
  CHECK(advice_on_flag("--api-key", nullptr).find("MRCTL_API_KEY") != std::string_view::npos);
  CHECK(advice_on_flag("-f", find_command("preset", "create")).starts_with("use --body FILE"));
  CHECK(advice_on_flag("--file", find_command("preset", "lint")).starts_with("files and folders"));
  CHECK(advice_on_flag("--json", nullptr).find("-o json") != std::string_view::npos);
  CHECK(advice_on_flag("--url", nullptr).starts_with("use --base-url"));
  CHECK(advice_on_flag("--port", find_command("emulator", "serve")) == "use --listen HOST:PORT");
  CHECK(advice_on_flag("--port", find_command("preset", "lint")).empty());
  CHECK(advice_on_flag("--system-prompt", find_command("preset", "create")).find("--system TEXT") !=
        std::string_view::npos);
  CHECK(advice_on_flag("--system-prompt", find_command("preset", "lint")).empty());
  CHECK(advice_on_flag("-f", find_command("endpoints", "list")).empty());
  CHECK(advice_on_flag("-y", find_command("preset", "apply")) == "use --yes");
  CHECK(advice_on_flag("--force", find_command("preset", "lint")).empty());
  CHECK(advice_on_flag("--out", find_command("preset", "plan")).find("--plan FINGERPRINT") !=
        std::string_view::npos);
  CHECK(advice_on_flag("--out", find_command("byok", "get")).find("--report json=") !=
        std::string_view::npos);
  CHECK(advice_on_flag("--no-color", nullptr) == "use --color never");
  CHECK(advice_on_flag("--bodi", find_command("preset", "create")).empty());
}

TEST_CASE("a verb that the service has no operation for is told as such") {
  CHECK(advice_on_verb("preset", "list").find("api GET /presets") != std::string_view::npos);
  CHECK(advice_on_verb("endpoints", "get").find("endpoints list") != std::string_view::npos);
  CHECK(advice_on_verb("preset", "update").find("preset create") != std::string_view::npos);
  CHECK(advice_on_verb("config", "show").find("config list") != std::string_view::npos);
  CHECK(advice_on_verb("emulator", "start").find("emulator serve") != std::string_view::npos);
  CHECK(advice_on_verb("preset", "diff").find("preset plan") != std::string_view::npos);
  CHECK(advice_on_verb("auth", "token").starts_with("mrctl never prints a key"));
  CHECK(advice_on_verb("config", "edit").find("mrctl config path") != std::string_view::npos);
  CHECK(advice_on_verb("byok", "show") == "use 'mrctl byok get ID'");
  CHECK(advice_on_verb("preset", "lin").empty());
  CHECK(advice_on_verb("config", "list").empty());
}
