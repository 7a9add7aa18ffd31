"""--summary: Markdown for the summary of a CI job, within its limits."""

import re
import unittest

from drive.program import PATIENCE_S
from drive.reports import BAD, GOOD, WARNED, ReportTest

LARGEST_SUMMARY = 1_000_000


class Summary(ReportTest):
    def test_adds_to_what_is_there_behind_a_line_break(self):
        self.write("a.yaml", BAD)
        self.write("s.md", "# Before")
        self.lint(2, "a.yaml", "--summary", "s.md")
        self.lint(2, "a.yaml", "--summary", "s.md")
        text = self.read("s.md")
        self.assertTrue(text.startswith("# Before\n## mrctl preset lint\n\n1 file: 1 error\n"), text[:100])
        self.assertEqual(text.count("## mrctl preset lint\n"), 2)

    def test_stays_below_the_limit_and_cuts_the_mildest_rows(self):
        for i in range(1500):
            name = f"p/{'long' * 50}/{i:04}.yaml"
            self.write(name, "session_id: s\nstream: true\n" + WARNED + ("temperature: 3\n" if i == 1499 else ""))
        self.lint(2, "p", "-q", "--summary", "s.md")
        text = self.read("s.md")
        self.assertLessEqual(len(text.encode()), LARGEST_SUMMARY)
        self.assertGreater(len(text.encode()), LARGEST_SUMMARY - 5_000)
        rows = [line for line in text.splitlines() if line.startswith("| p/")]
        self.assertIn("temperature.range", rows[0])
        left_out = re.fullmatch(r"(\d+) rows left out", text.splitlines()[-1])
        self.assertEqual(len(rows) + int(left_out[1]), 1500 * 3 + 1)

    def test_of_a_full_file_is_a_note_and_exit_0(self):
        self.write("a.yaml", GOOD)
        for size in (LARGEST_SUMMARY, LARGEST_SUMMARY - 5, LARGEST_SUMMARY + 9):
            old = "x" * (size - 1) + "\n"
            self.write("s.md", old)
            outcome = self.lint(0, "a.yaml", "--summary", "s.md")
            self.assertIn("s.md is full", outcome.err)
            self.assertEqual(self.read("s.md"), old)

    def test_loses_no_section_when_commands_append_at_once(self):
        self.write("a.yaml", GOOD)
        count = 24
        processes = [self.start("preset", "lint", "a.yaml", "--summary", "s.md") for _ in range(count)]
        for process in processes:
            self.assertEqual(process.wait(PATIENCE_S), 0, process.stderr.read())
        self.assertEqual(self.read("s.md").count("## mrctl preset lint\n"), count)

    def test_that_cannot_be_looked_at_is_exit_1(self):
        self.write("a.yaml", GOOD)
        (self.folder / "s.md").symlink_to("s.md")
        outcome = self.lint(1, "a.yaml", "--summary", "s.md")
        self.assertIn("s.md: Too many levels of symbolic links", outcome.err)
        self.assertTrue((self.folder / "s.md").is_symlink())

    def test_escapes_what_markdown_acts_on(self):
        self.write("a.yaml", '"<img src=x>|`[a](b)": 1\n' + GOOD)
        self.lint(0, "a.yaml", "--summary", "s.md")
        self.assertIn("\\<img", self.read("s.md"))
        self.assertNotRegex(self.read("s.md"), r"(?<!\\)<img|(?<!\\)`")


if __name__ == "__main__":
    unittest.main()
