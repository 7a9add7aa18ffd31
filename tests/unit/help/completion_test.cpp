#include "mrctl/config/settings.hpp"
#include "mrctl/help/completion.hpp"
#include "mrctl/help/schema.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/command.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::help;

namespace {

using Line = std::vector<std::string>;
using Offers = std::set<std::string>;

// What may replace the last word.
Offers offers(const Line& line) {
  const auto completion = complete(line);
  Offers all;
  for (const auto& word : completion.words)
    all.insert(completion.kept + word.text);
  return all;
}

Offers offers_beginning(const Line& line) {
  auto all = offers(line);
  std::erase_if(all, [&](const std::string& text) { return !text.starts_with(line.back()); });
  return all;
}

Completer completer(const Line& line) {
  return complete(line).completer;
}

std::string first_line(const Line& line) {
  const auto lines = lines_of(complete(line));
  return lines.substr(0, lines.find('\n'));
}

bool has(const Offers& offers, std::string_view text) {
  return offers.count(std::string(text)) == 1;
}

} // namespace

TEST_CASE("every command is offered, and after its noun every verb") {
  for (const auto& command : spec::commands()) {
    CHECK(has(offers({""}), command.noun));
    if (!command.verb.empty()) CHECK(has(offers({std::string(command.noun), ""}), command.verb));
  }
  CHECK_FALSE(has(offers({""}), "__complete"));
  CHECK(complete(Line{""}).words.front().says ==
        "create, lint, plan, apply, check, render, state, forget, adopt, pull, list, get, "
        "versions, explain, drill");
}

TEST_CASE("every flag of a command is offered with its letter and its help") {
  const auto check = [](const Line& line, const spec::Flag& flag) {
    const auto all = offers(line);
    CHECK_MESSAGE(has(all, flag.name), std::string(flag.name));
    if (flag.letter != 0) CHECK(has(all, std::string{'-', flag.letter}));
  };
  for (const auto& command : spec::commands()) {
    Line line{std::string(command.noun)};
    if (!command.verb.empty()) line.emplace_back(command.verb);
    line.emplace_back("--");
    for (const auto& flag : command.flags)
      check(line, flag);
    for (const auto& flag : spec::global_flags())
      check(line, flag);
  }
  const auto words = complete(Line{"preset", "create", "--"}).words;
  const auto found = std::find_if(words.begin(), words.end(),
                                  [](const Word& word) { return word.text == "--temperature"; });
  REQUIRE(found != words.end());
  CHECK(found->says == "sampling temperature, 0 to 2");
}

TEST_CASE("a flag is offered once, unless it repeats") {
  CHECK_FALSE(has(offers({"-o", "json", "--"}), "--output"));
  CHECK_FALSE(has(offers({"--output=json", "-"}), "-o"));
  CHECK_FALSE(has(offers({"-qo", "json", "-"}), "-q"));
  CHECK(has(offers({"-v", "-"}), "-v"));
  CHECK(has(offers({"preset", "create", "--message", "user=x", "--"}), "--message"));
}

TEST_CASE("flags and their values do not count as words of a command") {
  for (const Line& before :
       {Line{"-o", "json"}, Line{"-ojson"}, Line{"-qo", "json"}, Line{"--output=json"}}) {
    auto line = before;
    line.insert(line.end(), {"config", ""});
    CHECK(offers(line) == Offers{"list", "get", "set", "unset", "path"});
  }
  CHECK(offers({"nonsense", ""}).empty());
  CHECK(completer({"preset", "lint", "a.yaml", "--", "-"}) == Completer::files);
  CHECK(offers({"--nonsense", "schema", ""}).size() ==
        spec::find_command("schema", "")->arguments[0].choices.count);
}

TEST_CASE("the value of a flag is completed in both spellings") {
  CHECK(offers({"--error-format", ""}) == Offers{"text", "json", "github"});
  CHECK(offers({"--error-format=j"}) ==
        Offers{"--error-format=text", "--error-format=json", "--error-format=github"});
  CHECK(has(offers({"-qo", ""}), "json"));
  CHECK(offers({"--strict="}).empty());
  CHECK(offers({"preset", "create", "--stream="}) == Offers{"--stream=true", "--stream=false"});
}

TEST_CASE("the value of a field's flag is one of its choices") {
  const auto values = [](const std::string& flag) {
    return offers({"preset", "create", flag, ""});
  };
  CHECK(values("--service-tier") == Offers{"auto", "default", "flex", "priority", "scale", "null"});
  CHECK(values("--modalities") == Offers{"text", "image", "audio"});
  CHECK(values("--response-format") == Offers{"text", "json_object", "python"});
  CHECK(offers({"preset", "create", "--plugins-web-enabled="}).size() == 2);
  CHECK(values("--temperature").empty());
}

TEST_CASE("files are completed for what takes them, after '@' for what takes text as well") {
  CHECK(first_line({"--config", "~/x"}) == "files 0");
  CHECK(first_line({"--config=~/x"}) == "files 9");
  CHECK(first_line({"preset", "create", "--system", "@x"}) == "files 1");
  CHECK(first_line({"preset", "create", "--tools=@x"}) == "files 9");
  CHECK(first_line({"preset", "create", "--message", "user=@x"}) == "files 6");
  CHECK(first_line({"preset", "create", "--set-json", "tools=@"}) == "files 7");
  CHECK(first_line({"preset", "create", "--system", "x"}) == "words");
  CHECK(first_line({"preset", "create", "--set", "tools=@x"}) == "words");
  CHECK(first_line({"preset", "lint", ""}) == "files 0 json yaml yml");
  CHECK(first_line({"endpoints", "diff", "x.json", "--presets="}) == "files 10 json yaml yml");
  CHECK(first_line({"preset", "plan", "--state", ""}) == "folders 0");
  CHECK(first_line({"preset", "create", "--set-json", "metadata.ü=@"}) == "files 12");
}

TEST_CASE("every column is offered where columns are named") {
  for (const auto& column : service::all_columns()) {
    const std::string name(column.name);
    CAPTURE(name);
    CHECK(has(offers({"endpoints", "list", "--columns", ""}), name));
    CHECK(has(offers({"endpoints", "list", "--where", ""}), name));
    CHECK(has(offers({"endpoints", "list", "--sort", ""}), name));
    CHECK(has(offers({"endpoints", "list", "--sort", "-"}), "-" + name));
  }
  CHECK(has(offers({"endpoints", "list", "--sort", ""}), "price"));
  CHECK(has(offers({"endpoints", "list", "--sort", "-"}), "-price"));
  CHECK(has(offers({"endpoints", "list", "--chart", ""}), "latency"));
  CHECK_FALSE(has(offers({"endpoints", "list", "--chart", ""}), "tag"));
}

TEST_CASE("a list is completed after its last comma, without what it has") {
  const Line line{"endpoints", "list", "--columns=uptime_5m,upt"};
  CHECK(offers_beginning(line) ==
        Offers{"--columns=uptime_5m,uptime_30m", "--columns=uptime_5m,uptime_1d"});
  CHECK(first_line(line) == "open ,");
  CHECK(offers_beginning({"endpoints", "diff", "x", "--fail-on", "worse,cach"}) ==
        Offers{"worse,caching"});
}

TEST_CASE("a comparison offers the kinds of changes") {
  const auto offered = offers({"endpoints", "diff", "x", "--fail-on", ""});
  for (const auto* word : {"any", "worse", "added", "price-up", "provider-name"})
    CHECK(has(offered, word));
}

TEST_CASE("a member is completed, then its value") {
  CHECK(offers_beginning({"preset", "create", "--set", "provider.so"}) == Offers{"provider.sort="});
  CHECK(first_line({"preset", "create", "--set", "provider."}) == "open =");
  CHECK(offers_beginning({"preset", "create", "--unset", "provider.so"}) ==
        Offers{"provider.sort"});
  CHECK(offers({"preset", "create", "--set", "provider.data_collection="}) ==
        Offers{"provider.data_collection=allow", "provider.data_collection=deny",
               "provider.data_collection=null"});
  CHECK(offers({"preset", "create", "--set", "nonsense="}).empty());
  CHECK(offers({"preset", "plan", "--set=stream="}) ==
        Offers{"--set=stream=true", "--set=stream=false"});
}

TEST_CASE("a report is a format and a file") {
  CHECK(has(offers({"--report", ""}), "junit="));
  CHECK(has(offers({"preset", "lint", "--report", ""}), "junit="));
  CHECK(has(offers({"endpoints", "list", "--report", ""}), "csv="));
  CHECK_FALSE(has(offers({"endpoints", "list", "--report", ""}), "junit="));
  CHECK(first_line({"--report=csv=x"}) == "files 13");
}

TEST_CASE("a format that the command refuses is not offered") {
  CHECK(has(offers({"-o", ""}), "raw"));
  CHECK(has(offers({"byok", "get", "-o", ""}), "raw"));
  CHECK_FALSE(has(offers({"endpoints", "diff", "--output="}), "--output=raw"));
  CHECK(has(offers({"schema", "-o", ""}), "raw"));
  CHECK_FALSE(has(offers({"schema", "-o", ""}), "csv"));
  CHECK_FALSE(has(offers({"help", "--report", ""}), "raw="));
}

TEST_CASE("what files list is left to who may read files") {
  const auto listed = [](const Line& line) { return complete(line).listed; };
  CHECK(listed({"--profile="}) == Takes::profile);
  CHECK(listed({"config", "set", "profile", ""}) == Takes::profile);
  CHECK(listed({"preset", "create", ""}) == Takes::slug);
  CHECK(listed({"preset", "plan", "--target", ""}) == Takes::target);
  CHECK(listed({"preset", "explain", "--model", ""}) == Takes::model);
  CHECK(listed({"preset", "explain", "--models", ""}) == Takes::model);
  CHECK(listed({"preset", "explain", "--set", "model="}) == Takes::model);
  CHECK(listed({"preset", "explain", "--why", ""}) == Takes::tag);
  CHECK(listed({"preset", "create", "support", ""}) == Takes::text);
  const auto line =
      complete(Line{"preset", "explain", "--listing=a", "--listing", "b", "--why", ""});
  CHECK(line.before.values_of("--listing") == std::vector<std::string>{"a", "b"});
}

TEST_CASE("a setting is offered to be read, and to be written where config.toml may hold it") {
  for (const auto& setting : config::settings()) {
    CAPTURE(std::string(setting.key));
    const bool is_writable = setting.place != config::SettingPlace::nowhere;
    CHECK(has(offers({"config", "get", ""}), setting.key));
    CHECK(has(offers({"config", "set", ""}), setting.key) == is_writable);
    CHECK(has(offers({"config", "unset", ""}), setting.key) == is_writable);
  }
}

TEST_CASE("the value of a setting is completed like that of its flag") {
  CHECK(offers({"config", "set", "color", ""}) == Offers{"auto", "always", "never"});
  CHECK(offers({"config", "set", "strip", ""}) == Offers{"true", "false"});
  CHECK(completer({"config", "set", "ca_cert", ""}) == Completer::files);
  CHECK(complete(Line{"config", "set", "target", ""}).listed == Takes::target);
  CHECK(offers({"config", "set", "color", "auto", ""}).empty());
  CHECK(offers({"config", "set", "nonsense", ""}).empty());
}

TEST_CASE("help completes commands and topics, each once") {
  for (const auto& topic : topics())
    CHECK(has(offers({"help", ""}), topic.name));
  CHECK(offers({"help", "config", ""}) == offers({"config", ""}));
  CHECK(offers({"help", "config", "set", ""}).empty());
  const auto words = complete(Line{"help", ""}).words;
  CHECK(words.size() == offers({"help", ""}).size());
}

TEST_CASE("after a separator there are only arguments, or another command") {
  CHECK(offers({"--", ""}).empty());
  CHECK(offers({"config", "get", "--", "--"}) == offers({"config", "get", ""}));
  CHECK(offers({"emulator", "exec", ""}) == Offers{"--"});
  CHECK(first_line({"emulator", "exec", "--log", "--", ""}) == "command 4");
  CHECK(first_line({"emulator", "exec", "--db", "--", ""}) == "command 4");
  CHECK(first_line({"emulator", "exec", "--", "mrctl", "--", "x"}) == "command 3");
}

TEST_CASE("an argument that repeats is completed again") {
  CHECK(completer({"preset", "lint", "a.json", ""}) == Completer::files);
  CHECK(offers({"schema", "preset", ""}).empty());
  CHECK(offers({"api", "GET", ""}).empty());
}

// The scripts do not quote them.
TEST_CASE("a word that would need quotes, or more than a line, is not offered") {
  Completion completion;
  completion.kept = "--profile=";
  completion.words = {{"a.b", "one"}, {"$(date)", {}}, {"a b", {}}, {"", {}},
                      {"~x", {}},     {"x:free", {}},  {"a\nb", {}}};
  CHECK(lines_of(completion) == "words\n--profile=a.b\tone\n--profile=x:free\n");
}

TEST_CASE("no meaning has more than a line, and none has a tab") {
  for (const auto& command : spec::commands()) {
    Line line{std::string(command.noun), std::string(command.verb)};
    line.emplace_back("-");
    for (const auto& word : complete(line).words)
      CHECK_MESSAGE(word.says.find_first_of("\t\n") == std::string::npos, word.says);
  }
}

TEST_CASE("every shell has its script, which asks the program") {
  for (const std::string_view shell : {"bash", "zsh", "fish"}) {
    CAPTURE(std::string(shell));
    const auto script = *completion_script(shell);
    CHECK(script.find("mrctl __complete -- ") != std::string::npos);
    CHECK(std::count(script.begin(), script.end(), '\n') <= 60);
    CHECK(script.ends_with('\n'));
  }
  CHECK(completion_script("zsh")->starts_with("#compdef mrctl\n"));
}

TEST_CASE("a shell that there is no script for is a usage error with the nearest one") {
  const auto misspelt = completion_script("fisch");
  REQUIRE_FALSE(misspelt.has_value());
  CHECK(misspelt.error().kind == ErrorKind::usage);
  CHECK(misspelt.error().message == "unknown shell 'fisch'");
  CHECK(misspelt.error().hint == "did you mean 'fish'?");
  CHECK(completion_script("powershell").error().hint == "the shells are bash, zsh, fish");
}
