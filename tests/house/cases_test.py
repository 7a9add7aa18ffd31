"""Every command with a result has a case that shows it in every form."""

import shlex
import unittest

from drive.program import described, output_formats
from house.sources import ROOT

CASES = ROOT / "tests/cases"

# `--dry-run` prints another result than the command that it belongs to.
DRY_RUN = "preset create --dry-run"

# Stands for the flags of every form of a result in the command lines of a case.
EVERY_FORM = "{form}"
FORMS_BESIDE_FORMATS = ("jq", "jq-raw")
WITHOUT_HEADER = "no-header-"


def commands_with_a_result():
    prints = {row["name"]: row["prints"] for row in described()["commands"]}
    return {name for name, what in prints.items() if what in ("data", "text", "judgement")} | {DRY_RUN}


def command_of(line, commands):
    """Returns the command of a command line."""
    noun, verb = (shlex.split(line)[1:] + [""])[:2]
    name = noun if noun in commands else f"{noun} {verb}"
    return DRY_RUN if "--dry-run" in line and name == "preset create" else name


class TheCases(unittest.TestCase):
    def test_show_every_result_in_every_form(self):
        commands = commands_with_a_result()
        self.assertIn("preset lint", commands)
        lines = [line for case in CASES.glob("*/*/cmd") for line in case.read_text("utf-8").splitlines()]
        shown = {command_of(line, commands) for line in lines if EVERY_FORM in line}
        self.assertEqual(sorted(commands - shown), [])

    def test_in_every_form_have_a_file_for_each(self):
        for case in CASES.glob("*/*/expected"):
            files = {path.name for path in case.iterdir()}
            without_header = {name for name in files if name.startswith(WITHOUT_HEADER)}
            self.assertEqual(files - without_header, {*output_formats(), *FORMS_BESIDE_FORMATS})
            self.assertLessEqual({WITHOUT_HEADER + name for name in ("csv", "tsv", "markdown")}, without_header)


if __name__ == "__main__":
    unittest.main()
