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

    def test_and_reports_name_files_below_the_repository_wherever_the_command_ran(self):
        self.write("repo/.git/HEAD", "")
        self.write("repo/team/bodies/a.yaml", GOOD + "temperature: 3\n")
        whole = str(self.folder / "repo/team/bodies/a.yaml")
        words = "mrctl preset lint '{}' --error-format github --report codequality=q.json --report junit=j.xml"
        for cwd, path in (("repo/team", "./bodies"), ("repo/team/bodies", "../bodies/a.yaml"), ("repo", whole), (".", "repo")):
            outcome = self.shell(f"cd {cwd}; {words.format(path)} >out; code=$?; cat q.json j.xml; exit $code")
            self.assert_exit(2, outcome)
            self.assertIn("::error file=team/bodies/a.yaml,line=4,", outcome.err)
            self.assertIn('"path":"team/bodies/a.yaml"', outcome.out)
            self.assertIn('<testsuite name="team/bodies/a.yaml"', outcome.out)

    def test_name_files_below_the_current_folder_without_a_repository(self):
        self.write("x/a.yaml", "temperature: 3\n" + GOOD)
        self.write("y/a.yaml", "temperature: 3\n" + GOOD)
        self.assertIn("::error file=x/a.yaml,", self.annotations(2, "./x/../x/a.yaml")[0])
        outcome = self.shell("cd y; mrctl preset lint ../x --error-format github")
        self.assertIn(f"::error file={self.folder}/x/a.yaml,".replace(":", "%3A", 0), outcome.err)

    def test_count_a_report_that_cannot_be_written(self):
        self.write("a.yaml", GOOD)
        lines = self.annotations(1, "a.yaml", "--report", "json=missing/a")
        self.assertEqual(len(lines), 1)
        self.assertIn("cannot write missing/a", lines[0])


if __name__ == "__main__":
    unittest.main()
