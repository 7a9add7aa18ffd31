"""JUnit and code quality as CI services read them, and what fails in them (docs/reports.md)."""

import html
import re
import unittest

from drive.reports import BAD, GOOD, WARNED, ReportTest
from drive.service import ServiceTest


class Judgements(ReportTest, ServiceTest):
    def test_of_an_explanation_fail_where_nothing_is_eligible_or_a_gate_is_not_met(self):
        self.write("p/a.yaml", "model: acme/large\nprovider: {quantizations: [fp8], only: [nowhere]}\n" + GOOD.split("\n", 1)[1])
        for gate, code in (([], 0), (["--at-least", "0"], 0), (["--at-least", "1"], 10)):
            with self.subTest(gate=gate):
                outcome = self.mrctl("preset", "explain", "p", *gate, "--report", "junit=j.xml", "--report", "codequality=q.json")
                self.assert_exit(code, outcome)
                root = self.read_junit("j.xml")
                self.assertEqual(int(root.get("failures")) > 0, code == 10 or not gate)
                issues = self.read_quality("q.json")
                self.assertIn("routing.dead-entry", [issue["check_name"] for issue in issues])
                self.assertEqual("gate.at-least" in [issue["check_name"] for issue in issues], code == 10)

    def test_of_a_check_name_the_commit_where_the_job_knows_it(self):
        self.write("p/a.yaml", "model: acme/tiny\n")
        for env, named in (({}, 0), ({"GITHUB_SHA": "c0ffee"}, 1), ({"CI_COMMIT_SHA": "c0ffee"}, 1)):
            outcome = self.mrctl("preset", "check", "p", "-o", "markdown", "--report", "html=c.html", env=env)
            self.assert_exit(0, outcome)
            self.assertEqual(outcome.out.count("commit: c0ffee"), named, outcome.out)
            self.assertEqual((self.folder / "c.html").read_text(encoding="utf-8").count("commit: c0ffee"), named)

    def test_of_a_comparison_fail_under_fail_on_alone(self):
        listing = '{"data":{"id":"acme/tiny","endpoints":[{"tag":"a","pricing":{"prompt":"%s"}},{"tag":"b"}]}}'
        self.write("before.json", listing % "0.1")
        self.write("after.json", listing % "0.2")
        for gate, code, severity, cases, verdict in (
            ([], 0, "minor", "1", ()),
            (["--fail-on", "removed"], 0, "minor", "2", ("--fail-on removed", "ok", "no such change")),
            (["--fail-on", "worse"], 10, "major", "1", ("--fail-on worse", "FAILED", "1 price-up")),
        ):
            (self.folder / "s.md").unlink(missing_ok=True)
            with self.subTest(gate=gate):
                outcome = self.mrctl("endpoints", "diff", "before.json", "after.json", *gate, "--report", "junit=j.xml",
                                     "--report", "codequality=q.json", "--report", "html=d.html", "--summary", "s.md")
                self.assert_exit(code, outcome)
                root = self.read_junit("j.xml")
                self.assertEqual((root.get("tests"), root.get("failures")), (cases, str(code // 10)))
                self.assertEqual([case.get("name").strip() for case in root.iter("testcase")],
                                 [case.get("name") for case in root.iter("testcase")])
                issues = self.read_quality("q.json")
                self.assertEqual([(issue["check_name"], issue["severity"], issue["location"]) for issue in issues],
                                 [("price-up", severity, {"path": "before.json", "lines": {"begin": 1}})])
                for report in ("d.html", "s.md"):
                    for words in ("price-up", "before.json (2 endpoints of 1 model) with after.json", *verdict):
                        self.assertIn(words, (self.folder / report).read_text())

    def test_of_endpoints_are_no_cases(self):
        self.write("p/a.yaml", "model: acme/large\nprovider: {zdr: true}\n" + GOOD.split("\n", 1)[1])
        self.assert_exit(0, self.mrctl("preset", "explain", "p", "--report", "junit=j.xml"))
        root = self.read_junit("j.xml")
        self.assertEqual((root.get("tests"), len(list(root.iter("skipped")))), ("1", 0))

    def test_of_a_plan_fail_with_fail_changed(self):
        self.write("p/a.yaml", GOOD)
        for flags, code, failures in (([], 0, "0"), (["--fail-on", "changed"], 10, "1")):
            self.assert_exit(code, self.mrctl("preset", "plan", "p", *flags, "--report", "junit=j.xml"))
            root = self.read_junit("j.xml")
            self.assertEqual(root.get("failures"), failures)

    def test_of_a_plan_are_at_the_line_of_the_first_change(self):
        self.write("p/a.yaml", "temperature: 0.1\nprovider:\n  order: [acme]\n" + GOOD)
        self.write("p/b.json", '{"model": "acme/tiny",\n "top_p": 0.5}')
        self.assert_exit(0, self.mrctl("preset", "apply", "p", "--yes"))
        self.write("p/a.yaml", "# A comment.\ntemperature: 0.1\nprovider:\n  order: [quarry]\n" + GOOD)
        self.write("p/b.json", '{"model": "acme/tiny",\n\n "top_p": 0.6}')
        plan = ("preset", "plan", "./p", "--fail-on", "changed", "--report", "codequality=q.json", "--report", "junit=j.xml")
        self.assert_exit(10, self.mrctl(*plan))
        places = [(issue["location"]["path"], issue["location"]["lines"]["begin"]) for issue in self.read_quality("q.json")]
        self.assertEqual(places, [("p/a.yaml", 4), ("p/b.json", 3)])
        self.assertIn("p/a.yaml:4: update a: provider.order", self.read_junit("j.xml").find(".//failure").text)

    def test_of_a_plan_have_no_line_of_a_file_that_did_not_change(self):
        self.write("p/a.yaml", "temperature: 0.1\n" + GOOD)
        self.assert_exit(0, self.mrctl("preset", "apply", "p", "--yes"))
        plan = ("preset", "plan", "p", "--fail-on", "changed", "--set", "top_p=0.5", "--report", "codequality=q.json")
        self.assert_exit(10, self.mrctl(*plan))
        issue = self.read_quality("q.json")[0]
        self.assertEqual(issue["location"], {"path": "p/a.yaml", "lines": {"begin": 1}})
        self.assertIn("top_p", issue["description"])


class JUnit(ReportTest):
    def junit(self, code, *arguments):
        self.lint(code, *arguments, "--report", "junit=junit.xml")
        return self.read_junit()

    def test_has_a_suite_for_each_file_and_a_case_for_each_check(self):
        self.write("p/bad.yaml", "temperature: 3\ntop_p: 7\n" + GOOD)
        self.write("p/good.yaml", GOOD)
        root = self.junit(2, "p")
        self.assertEqual([suite.get("name") for suite in root], ["p/bad.yaml", "p/good.yaml"])
        self.assertEqual([case.get("name") for case in root[0].iter("testcase")], ["temperature.range temperature", "top_p.range top_p"])
        self.assertIn("p/bad.yaml:1: ", root.find(".//failure").text)

    def test_fails_warnings_under_strict_alone(self):
        self.write("warned.yaml", WARNED)
        self.assertEqual(self.junit(0, "warned.yaml").get("failures"), "0")
        self.assertEqual(self.junit(10, "warned.yaml", "--strict").get("failures"), "1")

    def test_is_well_formed_whatever_stands_in_a_file(self):
        nasty = '"\\u0001]]>\\uFFFE<script>\\u001b[31m&amp;\\u0085\\"::error::x"'
        self.write("p/nasty.yaml", f"service_tier: {nasty}\nroute: {nasty}\n{nasty}: 1\n" + GOOD)
        root = self.junit(2, "p")
        text = self.read("junit.xml")
        self.assertIn("&lt;script&gt;", text)
        self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
        self.assertNotIn("<script", text)
        self.assertNotRegex(text, re.compile("^::", re.MULTILINE))
        self.assertEqual(root.get("failures"), "2")


class CodeQuality(ReportTest):
    def quality(self, code, *arguments):
        self.lint(code, *arguments, "--report", "codequality=quality.json")
        return self.read_quality()

    def test_calls_errors_major_and_warnings_minor(self):
        self.write("a.yaml", "temperature: 3\n" + WARNED)
        issues = self.quality(2, "a.yaml")
        self.assertEqual([(issue["check_name"], issue["severity"]) for issue in issues],
                         [("temperature.range", "major"), ("user.ignored", "minor")])

    def test_keeps_fingerprints_when_lines_move(self):
        self.write("a.yaml", BAD)
        before = self.quality(2, "a.yaml")[0]
        self.write("a.yaml", "# a comment\n\n" + BAD)
        after = self.quality(2, "a.yaml")[0]
        self.assertEqual(before["fingerprint"], after["fingerprint"])
        self.assertEqual(after["location"]["lines"]["begin"], before["location"]["lines"]["begin"] + 2)

    def test_tells_files_rules_and_places_apart(self):
        for name in ("p/a.yaml", "p/b.yaml"):
            self.write(name, "temperature: 3\ntop_p: 7\nstop: [1, 2]\n" + GOOD)
        found = ("temperature.range", "top_p.range", "stop.type", "stop.type")
        self.assertEqual([(issue["check_name"], issue["location"]["path"]) for issue in self.quality(2, "p")],
                         [(rule, name) for name in ("p/a.yaml", "p/b.yaml") for rule in found])

    def test_is_an_empty_list_when_nothing_is_wrong(self):
        self.write("a.yaml", GOOD)
        self.assertEqual(self.quality(0, "a.yaml"), [])

    def test_names_files_from_the_root_of_the_repository(self):
        self.write("p/a.yaml", BAD)
        prints = set()
        for path in ("p", "./p", "p/../p/a.yaml"):
            issue = self.quality(2, path)[0]
            self.assertEqual(issue["location"]["path"], "p/a.yaml")
            prints.add(issue["fingerprint"])
        self.assertEqual(len(prints), 1)


class ProblemsOfACheck(ReportTest, ServiceTest):
    def check(self, code, *flags):
        """Returns the standard error of a check, and the reports that people read."""
        outcome = self.mrctl("preset", "check", "p", *flags, "--summary", "s.md", "--error-format", "github",
                             *(word for report in ("junit=j.xml", "codequality=q.json", "html=h.html", "markdown=m.md", "text=t.txt")
                               for word in ("--report", report)))
        self.assert_exit(code, outcome)
        return outcome.err, [(self.folder / name).read_text() for name in ("h.html", "m.md", "t.txt", "s.md")]

    def failures(self):
        return [case.find("failure").get("message") for case in self.read_junit("j.xml").iter("testcase") if case.find("failure") is not None]

    def test_name_a_model_that_is_gone_with_its_file_and_line(self):
        self.write("p/chat.yaml", "model: acme/tiny\nmodels: [acme/gone]\n")
        err, reports = self.check(4)
        self.assertIn("::error file=p/chat.yaml,line=2,", err)
        for report in reports:
            self.assertIn("acme/gone could not be listed", report)
            self.assertIn("p/chat.yaml:2:10", report)
        self.assertEqual(len(self.failures()), 1)
        self.assertIn("acme/gone could not be listed", self.failures()[0])
        issues = [(issue["check_name"], issue["severity"], issue["location"]) for issue in self.read_quality("q.json")]
        self.assertEqual(issues, [("model.unlisted", "major", {"path": "p/chat.yaml", "lines": {"begin": 2}})])

    def test_hold_warnings_too(self):
        self.write("p/chat.yaml", "model: acme/tiny\nprovider: {max_price: {prompt: 0.01}}\n")
        self.write("mrctl.toml", "[[gates]]\nid = 'two'\nno_dead_entries = true\n"
                                 "[[waivers]]\ngate = 'two'\npreset = 'chat'\nuntil = 2020-02-29\nreason = 'a trial'\n"
                                 "[[waivers]]\ngate = 'two'\npreset = '*'\nuntil = 2999-12-31\nreason = 'a trial'\n")
        words = ("expired on 2020-02-29", "the waiver for gate 'two', preset ", "has no effect", "reaches no endpoint of acme/tiny")
        err, reports = self.check(0)
        for text in (err, *reports):
            for said in words:
                self.assertIn(said, html.unescape(text))
        self.assertEqual(self.failures(), [])
        self.check(10, "--strict")
        self.assertEqual(len(self.failures()), 3)


if __name__ == "__main__":
    unittest.main()
