#include "mrctl/spec/invocation.hpp"

#include "../../../src/app/terminals.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::app;
using spec::WhenColoured;

namespace {

World on_a_terminal(std::map<std::string, std::string, std::less<>> variables) {
  World world;
  world.environment.variables = std::move(variables);
  world.output_is_terminal = true;
  world.terminal_width = 100;
  return world;
}

} // namespace

TEST_CASE("colour depends on the flag, then on variables in their order, then on the terminal") {
  struct Row {
    std::map<std::string, std::string, std::less<>> variables;
    WhenColoured when;
    bool on_terminal;
    bool on_pipe;
  };
  for (const auto& row : {
           Row{{}, WhenColoured::automatically, true, false},
           Row{{{"TERM", "dumb"}}, WhenColoured::automatically, false, false},
           Row{{{"FORCE_COLOR", "1"}, {"TERM", "dumb"}}, WhenColoured::automatically, true, true},
           Row{{{"CLICOLOR_FORCE", "0"}}, WhenColoured::automatically, true, false},
           Row{{{"NO_COLOR", "1"}, {"FORCE_COLOR", "1"}},
               WhenColoured::automatically,
               false,
               false},
           Row{{{"NO_COLOR", ""}}, WhenColoured::automatically, true, false},
           Row{{{"NO_COLOR", "1"}}, WhenColoured::always, true, true},
           Row{{{"FORCE_COLOR", "1"}}, WhenColoured::never, false, false},
       }) {
    const auto world = on_a_terminal(row.variables);
    const auto is_on = [&](Stream stream) {
      return terminal_of(stream, world, row.when).colour == output::Colour::on;
    };
    CAPTURE(row.variables.empty() ? "" : row.variables.begin()->first);
    CHECK(is_on(Stream::out) == row.on_terminal);
    CHECK(is_on(Stream::err) == row.on_pipe);
  }
}

TEST_CASE("the first variable of the locale that says something chooses the charset") {
  struct Row {
    std::map<std::string, std::string, std::less<>> variables;
    bool is_utf8;
  };
  for (const auto& row :
       {Row{{}, true}, Row{{{"LANG", "C"}}, false}, Row{{{"LANG", "de_DE.UTF-8"}}, true},
        Row{{{"LANG", "c.utf8"}}, true}, Row{{{"LC_ALL", "POSIX"}, {"LANG", "C.UTF-8"}}, false},
        Row{{{"LC_ALL", ""}, {"LC_CTYPE", "C.UTF-8"}, {"LANG", "C"}}, true}}) {
    const auto terminal =
        terminal_of(Stream::out, on_a_terminal(row.variables), WhenColoured::never);
    CHECK((terminal.charset == output::Charset::utf8) == row.is_utf8);
  }
}

TEST_CASE("COLUMNS goes over the width of the terminal if it is one, and a pipe has no width") {
  const auto width = [](const std::string& columns, Stream stream = Stream::out) {
    return terminal_of(stream, on_a_terminal({{"COLUMNS", columns}}), WhenColoured::never).width;
  };
  CHECK(width("60") == 60);
  for (const auto* nonsense : {"", "0", "-5", "wide", "99999999999999"})
    CHECK(width(nonsense) == 100);
  CHECK_FALSE(width("60", Stream::err).has_value());
}

TEST_CASE("the flag of colours counts before the settings are read, and a wrong word does not") {
  const auto asked = [](const std::string& word) {
    return when_coloured(spec::parse(std::vector<std::string>{"version", "--color", word})
                             .value_or(spec::Invocation{}));
  };
  CHECK(asked("always") == WhenColoured::always);
  CHECK(asked("never") == WhenColoured::never);
  CHECK(asked("sometimes") == WhenColoured::automatically);
}
