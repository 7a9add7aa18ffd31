"""--error-format github: annotations within the budget of a step."""

import unittest

from drive.reports import GOOD, WARNED, ReportTest


class Annotations(ReportTest):
    def annotations(self, code, *arguments):
        return self.lint(code, *arguments, "--error-format", "github").err.splitlines()

    def test_are_at_most_ten_errors_and_ten_warnings_the_worst_first(self):
        for i in range(12):
            self.write(f"p/{i:02}.yaml", WARNED + "temperature: 3\n")
        lines = self.annotations(2, "p")
        self.assertEqual([line.split(" ")[0] for line in lines], ["::error"] * 10 + ["::warning"] * 10 + ["4", ])
        self.assertEqual(lines[-1], "4 more")

    def test_have_no_last_line_when_all_are_shown(self):
        for i in range(10):
            self.write(f"p/{i:02}.yaml", WARNED + "temperature: 3\n")
        self.assertEqual(len(self.annotations(2, "p")), 20)

    def test_count_a_report_that_cannot_be_written(self):
        self.write("a.yaml", GOOD)
        lines = self.annotations(1, "a.yaml", "--report", "json=missing/a")
        self.assertEqual(len(lines), 1)
        self.assertIn("cannot write missing/a", lines[0])


if __name__ == "__main__":
    unittest.main()
