#include "mrctl/base/exit_code.hpp"
#include "mrctl/config/setting.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/papers/man.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

using namespace mrctl;
using namespace mrctl::papers;

namespace {

std::map<std::string, std::string> pages() {
  std::map<std::string, std::string> pages;
  for (auto& page : man_pages())
    pages.emplace(std::move(page.path), std::move(page.text));
  return pages;
}

std::string path_of(const spec::Command& command) {
  auto name = command.name();
  std::replace(name.begin(), name.end(), ' ', '-');
  return "man/mrctl-" + name + ".1";
}

// As it stands in the page: ".It Fl \-dry\-run".
std::string escaped(std::string_view flag) {
  std::string out;
  for (const char c : flag.substr(1))
    out += c == '-' ? "\\-" : std::string(1, c);
  return out;
}

bool explains(const std::string& page, std::string_view flag) {
  const auto name = "Fl " + escaped(flag);
  for (auto at = page.find(name); at != std::string::npos; at = page.find(name, at + 1)) {
    const auto line = page.rfind('\n', at) + 1;
    const auto end = page[at + name.size()];
    if (page.compare(line, 4, ".It ") == 0 && (end == ' ' || end == '\n')) return true;
  }
  return false;
}

std::vector<std::size_t> positions(const std::string& page,
                                   std::initializer_list<const char*> sections) {
  std::vector<std::size_t> positions;
  for (const auto* section : sections)
    positions.push_back(page.find(std::string("\n.Sh ") + section + "\n"));
  return positions;
}

} // namespace

TEST_CASE("there is a page of mrctl and one of every command, and no other") {
  const auto all = pages();
  CHECK(all.size() == spec::commands().count + 1);
  CHECK(all.count("man/mrctl.1") == 1);
  for (const auto& command : spec::commands())
    CHECK_MESSAGE(all.count(path_of(command)) == 1, command.name());
}

TEST_CASE("every page has its sections in their order") {
  for (const auto& page : man_pages()) {
    CAPTURE(page.path);
    auto found = positions(page.text, {"NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT",
                                       "EXIT STATUS", "EXAMPLES", "SEE ALSO"});
    CHECK(std::find(found.begin(), found.end(), std::string::npos) == found.end());
    CHECK(std::is_sorted(found.begin(), found.end()));
  }
}

TEST_CASE("every flag of a command is explained in its page") {
  const auto all = pages();
  for (const auto& command : spec::commands()) {
    const auto& page = all.at(path_of(command));
    for (const auto& flag : command.flags)
      CHECK_MESSAGE(explains(page, flag.name), std::string(flag.name));
    if (command.body_flags == spec::BodyFlags::no) continue;
    for (const auto& flag : spec::field_flags())
      CHECK_MESSAGE(explains(page, flag.name), flag.name);
  }
}

TEST_CASE("every flag of all commands is explained in the page of mrctl, and named in the others") {
  for (const auto& page : man_pages())
    for (const auto& flag : spec::global_flags()) {
      const bool is_there = page.path == "man/mrctl.1"
                                ? explains(page.text, flag.name)
                                : page.text.find("Fl " + escaped(flag.name)) != std::string::npos;
      CHECK_MESSAGE(is_there, page.path, std::string(flag.name));
    }
}

TEST_CASE("the page of mrctl has every command, topic, setting, variable and exit code") {
  const auto page = pages().at("man/mrctl.1");
  const auto has = [&](const std::string& line) { return page.find(line) != std::string::npos; };
  for (const auto& command : spec::commands()) {
    CHECK(has(".It Cm \"" + command.name() + "\"\n") != command.verb.empty());
    CHECK(has(".Xr " + path_of(command).substr(4, path_of(command).size() - 6) + " 1"));
  }
  for (const auto& setting : config::settings()) {
    if (setting.place != config::SettingPlace::nowhere)
      CHECK(has(".It Li " + std::string(setting.key) + "\n"));
    if (!setting.variable.empty()) CHECK(has(".It Ev " + std::string(setting.variable) + "\n"));
  }
  for (const auto& row : exit_codes())
    CHECK(has(".It Li " + std::to_string(row.code) + "\n"));
  for (const auto* section : {"OUTPUT", "AUTHENTICATION", "AUTOMATION", "CONFIGURATION", "FILES"})
    CHECK(has(std::string("\n.Sh ") + section + "\n"));
}

TEST_CASE("what has nothing to do with a command is not in its page") {
  const auto all = pages();
  const auto& lint = all.at("man/mrctl-preset-lint.1");
  CHECK(lint.find("MRCTL_API_KEY") == std::string::npos);
  CHECK(lint.find(".It Li 7\n") == std::string::npos);
  CHECK(lint.find(".It Ev MRCTL_CONFIG\n") != std::string::npos);
  const auto& version = all.at("man/mrctl-version.1");
  CHECK(version.find("\n.Sh FILES\n") == std::string::npos);
  CHECK(version.find(".It Ev NO_COLOR\n") != std::string::npos);
  CHECK(all.at("man/mrctl-byok-get.1").find(".It Ev MRCTL_API_KEY\n") != std::string::npos);
}

TEST_CASE("the last line of a page is a page to read next") {
  for (const auto& page : man_pages()) {
    CAPTURE(page.path);
    const auto last = page.text.rfind(".Xr mrctl");
    REQUIRE(last != std::string::npos);
    CHECK(page.text.find('\n', last) == page.text.size() - 1);
    CHECK(page.text.ends_with(" 1\n"));
  }
}
