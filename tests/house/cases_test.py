"""Every command with a result has a case for every form of it."""

import shlex
import unittest

from drive.program import described, output_formats
from house.sources import ROOT

CASES = ROOT / "tests/cases"

# `--dry-run` prints another result than the command that it belongs to.
DRY_RUN = "preset create --dry-run"

FILTERED = ("--jq", "--jq -r")
WITHOUT_NAMES = "--no-header"

# Stands for each format of --output in the command lines of a case.
EVERY_FORMAT = "{format}"


def default_forms(described_commands):
    """Returns what each command that has a result prints off a terminal where no form is named."""
    defaults = {"data": "json", "text": "table", "judgement": "table"}
    forms = {row["name"]: defaults[row["prints"]] for row in described_commands if row["prints"] in defaults}
    return forms | {DRY_RUN: forms["preset create"]}


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
    return DRY_RUN if "--dry-run" in words and name == "preset create" else name


def forms_shown(line, is_terminal, defaults):
    """Returns the command of a command line, and the forms of its result that it shows."""
    words = shlex.split(line)[1:]
    command = command_of(words, defaults)
    if any(word in ("--help", "-h") for word in words):
        return command, set()
    if value_of(words, "--jq") is not None:
        is_bare = "-r" in words or "--raw-output" in words
        return command, {FILTERED[is_bare]}
    default = "table" if is_terminal else defaults.get(command)
    forms = {value_of(words, "-o", "--output") or default}
    return command, forms | ({WITHOUT_NAMES} if WITHOUT_NAMES in words else set())


def shown_by_cases(defaults):
    """Returns the pairs of command and form that a case shows."""
    shown = set()
    for case in CASES.glob("*/*/cmd"):
        is_terminal = (case.parent / "terminal").exists()
        for line in case.read_text("utf-8").splitlines():
            command, forms = forms_shown(line, is_terminal, defaults)
            shown |= {(command, form) for form in forms}
    return shown


class TheCases(unittest.TestCase):
    def test_show_every_form_of_every_result(self):
        defaults = default_forms(described()["commands"])
        forms = [EVERY_FORMAT, *FILTERED, WITHOUT_NAMES]
        self.assertIn("preset lint", defaults)
        shown = shown_by_cases(defaults)
        missing = [f"{command} {form}" for command in sorted(defaults) for form in forms if (command, form) not in shown]
        self.assertEqual(missing, [])

    def test_of_every_format_have_a_file_for_each(self):
        for case in CASES.glob("*/*/expected"):
            self.assertEqual(sorted(path.name for path in case.iterdir()), sorted(output_formats()))


class TheReader(unittest.TestCase):
    defaults = {"api": "json", "config list": "json", "preset create": "json", "version": "table"}

    def assert_shows(self, line, command, *forms, is_terminal=False):
        self.assertEqual(forms_shown(line, is_terminal, self.defaults), (command, set(forms)), line)

    def test_finds_the_form_that_is_asked_for(self):
        self.assert_shows("mrctl config list -o csv", "config list", "csv")
        self.assert_shows("mrctl config list -o {format}", "config list", EVERY_FORMAT)
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
