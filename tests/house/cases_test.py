"""Every command with a result has a case for every form of it."""

import re
import shlex
import unittest

from house.sources import ROOT

CASES = ROOT / "tests/cases"

# Commands whose result is a value, and so has every form. `--dry-run` prints another one.
WITH_RESULTS = {
    "api",
    "auth status",
    "byok get",
    "config get",
    "config list",
    "config path",
    "endpoints list",
    "preset create",
    "preset create --dry-run",
    "preset lint",
    "schema",
    "version",
}

# Commands that do something, or print one text that has no other form.
WITHOUT_RESULTS = {
    "auth login",
    "auth logout",
    "completion",
    "config set",
    "config unset",
    "emulator exec",
    "emulator serve",
    "help",
}

# Those whose result is one text for people and scripts alike: on a pipe it is no JSON.
PLAIN = {"config get", "config path", "schema", "version"}

FILTERED = ("--jq", "--jq -r")
WITHOUT_NAMES = "--no-header"

_ROW = re.compile(r'\bCommand\{\s*"(\w+)",\s*(?:"(\w+)"|\{\})')
_FORMATS = re.compile(r"constexpr std::array formats\{(.*?)\};", re.DOTALL)


def source(name):
    return (ROOT / "src/spec" / name).read_text("utf-8")


def listed_commands():
    """Returns the names of the rows of the table of commands."""
    return {" ".join(filter(None, row)) for row in _ROW.findall(source("commands.cpp"))}


def listed_formats():
    return re.findall(r'"(\w+)"', _FORMATS.search(source("global_flags.cpp"))[1])


def value_of(words, *names):
    """Returns the value of the last of these flags among the words, or nothing."""
    found = None
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in names:
            found = value if equals else words[at + 1]
    return found


def command_of(words, commands):
    noun, verb = (words + ["", ""])[:2]
    name = noun if noun in commands else f"{noun} {verb}"
    return name + " --dry-run" if "--dry-run" in words and name == "preset create" else name


def forms_shown(line, is_terminal, commands):
    """Returns the command of a command line, and the forms of its result that it shows."""
    words = shlex.split(line)[1:]
    command = command_of(words, commands)
    if any(word in ("--help", "-h") for word in words):
        return command, set()
    if value_of(words, "--jq") is not None:
        is_bare = "-r" in words or "--raw-output" in words
        return command, {FILTERED[is_bare]}
    default = "table" if is_terminal or command in PLAIN else "json"
    forms = {value_of(words, "-o", "--output") or default}
    return command, forms | ({WITHOUT_NAMES} if WITHOUT_NAMES in words else set())


def shown_by_cases(commands):
    """Returns the pairs of command and form that a case shows."""
    shown = set()
    for case in CASES.glob("*/*/cmd"):
        is_terminal = (case.parent / "terminal").exists()
        for line in case.read_text("utf-8").splitlines():
            command, forms = forms_shown(line, is_terminal, commands)
            shown |= {(command, form) for form in forms}
    return shown


class TheTable(unittest.TestCase):
    def test_has_only_commands_that_are_known_here(self):
        self.assertEqual(listed_commands() - WITH_RESULTS, WITHOUT_RESULTS & listed_commands())
        self.assertEqual(WITH_RESULTS - listed_commands(), {"preset create --dry-run"})


class TheCases(unittest.TestCase):
    def test_show_every_form_of_every_result(self):
        forms = [*listed_formats(), *FILTERED, WITHOUT_NAMES]
        self.assertGreater(len(forms), len(FILTERED) + 1)
        shown = shown_by_cases(listed_commands())
        missing = [f"{command} {form}" for command in sorted(WITH_RESULTS) for form in forms if (command, form) not in shown]
        self.assertEqual(missing, [])


class TheReader(unittest.TestCase):
    commands = {"api", "config list", "preset create", "version"}

    def assert_shows(self, line, command, *forms, is_terminal=False):
        self.assertEqual(forms_shown(line, is_terminal, self.commands), (command, set(forms)), line)

    def test_finds_the_form_that_is_asked_for(self):
        self.assert_shows("mrctl config list -o csv", "config list", "csv")
        self.assert_shows("mrctl config list --output=csv --no-header", "config list", "csv", "--no-header")
        self.assert_shows("mrctl api GET /x -r --jq '.a | b' -o yaml", "api", "--jq -r")
        self.assert_shows("mrctl preset create a --dry-run --jq .", "preset create --dry-run", "--jq")

    def test_knows_the_form_that_is_not_named(self):
        self.assert_shows("mrctl config list", "config list", "json")
        self.assert_shows("mrctl config list", "config list", "table", is_terminal=True)
        self.assert_shows("mrctl version", "version", "table")

    def test_takes_no_help_for_a_result(self):
        self.assert_shows("mrctl preset create --help", "preset create")


if __name__ == "__main__":
    unittest.main()
