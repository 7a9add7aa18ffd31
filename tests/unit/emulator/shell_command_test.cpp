#include "mrctl/emulator/options.hpp"

#include <doctest/doctest.h>

using mrctl::emulator::is_shell_for_people;

TEST_CASE("a shell without a command of its own is for people") {
  CHECK(is_shell_for_people({"bash"}));
  CHECK(is_shell_for_people({"/usr/bin/zsh", "-f", "-i"}));
  CHECK(is_shell_for_people({"bash", "--norc", "--noprofile"}));
}

TEST_CASE("a shell with a command or a script is not, and neither is another program") {
  CHECK_FALSE(is_shell_for_people({"sh", "-c", "true"}));
  CHECK_FALSE(is_shell_for_people({"bash", "-lc", "true"}));
  CHECK_FALSE(is_shell_for_people({"fish", "--command", "true"}));
  CHECK_FALSE(is_shell_for_people({"bash", "script.sh"}));
  CHECK_FALSE(is_shell_for_people({"mrctl", "version"}));
  CHECK_FALSE(is_shell_for_people({"bashful"}));
}
