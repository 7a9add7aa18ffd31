"""Help fits the place where it is read: a terminal, a pager behind a pipe, a script."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path

from drive.program import PATIENCE_S, ProgramTest, binary
from drive.terminal import run_on_terminal

WIDEST = 100
ROOT = Path(__file__).resolve().parents[2]

# Nothing in these texts is too long to be broken into so few columns.
NARROW = 40
BREAKABLE = (("help",), ("help", "auth"), ("help", "automation"), ("config", "list", "--help"))


def longest_line(text):
    return max(map(len, text.splitlines()))


class EveryWordThatIsShown(ProgramTest):
    def assert_explained(self, words):
        self.assertGreater(len(words), 10)
        self.assertEqual([word for word in sorted(words) if self.mrctl("help", word).code != 0], [])

    def test_rules_of_problems_and_reports_are_explained(self):
        sources = "".join(path.read_text() for path in (ROOT / "src").rglob("*.cpp"))
        rules = set(re.findall(r'rule = [^";]*"([a-z_]+\.[a-z.-]+)"', sources))
        rules |= set(re.findall(r'rule = [^;]*\? "[a-z.]+" : "([a-z_]+\.[a-z.-]+)"', sources))
        actions = ("create", "update", "retry", "unchanged", "orphan", "adopt")
        self.assert_explained(rules | {f"plan.{action}" for action in actions} | {"records.unpushed"})

    def test_columns_are_explained(self):
        header = self.mrctl("emulator", "exec", "--", binary(), "endpoints", "list", "acme/large", "-o", "csv").out
        columns = set(header.splitlines()[0].split(","))
        self.assert_explained(columns | {"cache_read", "prompt/M", "completion/M", "price", "!file", "curl"})


class OnATerminal(ProgramTest):
    def shown(self, *arguments, columns=80, **variables):
        env = self.environment(TERM="xterm", NO_COLOR="1", **variables)
        outcome = run_on_terminal([binary(), *arguments], env, self.folder, columns=columns)
        self.assertEqual(outcome.code, 0, outcome.out)
        return outcome.out

    def test_it_is_as_wide_as_the_terminal(self):
        for arguments in BREAKABLE:
            for columns in (NARROW, 60, 80):
                with self.subTest(arguments=arguments, columns=columns):
                    self.assertLessEqual(longest_line(self.shown(*arguments, columns=columns)), columns)

    def test_it_is_no_wider_than_people_like_to_read(self):
        self.assertLessEqual(longest_line(self.shown("help", "output", columns=250)), WIDEST)

    def test_columns_goes_over_the_width_of_the_terminal(self):
        self.assertEqual(self.shown("help", "auth", COLUMNS="50"), self.shown("help", "auth", columns=50))

    def test_a_pager_behind_a_pipe_gets_the_width_of_the_terminal(self):
        env = self.environment()
        piped = run_on_terminal(["bash", "-c", "mrctl help auth | cat"], env, self.folder, columns=50)
        self.assertEqual(piped.out, self.shown("help", "auth", columns=50))

    def test_headings_are_bold_where_there_is_colour(self):
        env = self.environment(TERM="xterm")
        coloured = run_on_terminal([binary(), "version", "--help"], env, self.folder).out
        self.assertIn("\x1b[1mExamples:\x1b[0m\n", coloured)
        self.assertEqual(coloured.replace("\x1b[1m", "").replace("\x1b[0m", ""), self.shown("version", "--help"))

    def test_the_name_alone_shows_the_overview(self):
        text = self.shown()
        self.assertEqual(text, self.shown("-h"))
        self.assertIn("\nCommands:\n", text)
        self.assertIn("\nTopics: global, environment, ", text)


class OnAPipe(ProgramTest):
    def test_it_is_as_wide_as_people_like_to_read_and_plain(self):
        for arguments in BREAKABLE:
            text = self.mrctl(*arguments, env=self.environment(COLUMNS="30")).out
            self.assertNotIn("\x1b", text)
            self.assertGreater(longest_line(text), 60)
            self.assertLessEqual(longest_line(text), WIDEST)

    def test_the_name_alone_is_an_error(self):
        outcome = self.mrctl()
        self.assertEqual((outcome.code, outcome.out), (2, ""))
        self.assertIn("no command given", outcome.err)

    def test_it_needs_no_settings(self):
        broken = self.write("config.toml", "this is no TOML")
        env = self.environment(MRCTL_CONFIG=broken, MRCTL_PROFILE="nowhere", MRCTL_OUTPUT="nothing")
        for arguments in (("help",), ("help", "--json"), ("help", "auth"), ("byok", "get", "--help"), ("-h",)):
            outcome = self.mrctl(*arguments, env=env)
            self.assertEqual((outcome.code, outcome.err), (0, ""), arguments)

    def test_the_map_is_one_line_of_json(self):
        text = self.mrctl("help", "--json").out
        self.assertEqual(text.count("\n"), 1)
        self.assertEqual(json.loads(text), json.loads(self.mrctl("help", "-o", "json").out))

    def test_a_reader_that_goes_away_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as gone:
            command = [binary(), "help", "preset", "create"]
            done = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, env=self.environment(), timeout=PATIENCE_S, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()
