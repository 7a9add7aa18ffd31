"""--report, --summary and the budget of annotations: files beside the result, as CI services read them."""

import json
import os
import re
import stat
import unittest
import xml.etree.ElementTree as ElementTree

from drive.program import ProgramTest
from drive.service import ServiceTest

GOOD = "model: acme/tiny\nmessages:\n  - {role: system, content: Answer briefly.}\n"
BAD = "temperature: 3\n" + GOOD
WARNED = "user: u-1\n" + GOOD
LARGEST_SUMMARY = 1_000_000

# What the schema of Jenkins' xUnit plugin (junit-10.xsd) has of what readers share: for each element its
# attributes, the required ones, and what may stand inside.
JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "disabled", "errors"}, set(), {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package"},
        {"name", "tests"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": (
        {"name", "time", "classname", "group"},
        {"name"},
        {"skipped", "error", "failure", "properties", "system-out", "system-err"},
    ),
    "failure": ({"type", "message"}, set(), set()),
    "skipped": ({"type", "message"}, set(), set()),
    "system-out": (set(), set(), set()),
}


def junit_complaints(root):
    """Returns what in the tree the rules of JUNIT do not allow, and the sums that do not hold."""
    found = []
    for element in root.iter():
        known, required, inside = JUNIT.get(element.tag, (set(), set(), set()))
        if element.tag not in JUNIT:
            found.append(f"unknown element {element.tag}")
        found += [f"{element.tag}: unknown {name}" for name in element.keys() if name not in known]
        found += [f"{element.tag}: lacks {name}" for name in required if name not in element.keys()]
        found += [f"{element.tag} holds {child.tag}" for child in element if child.tag not in inside]
        for name in ("tests", "failures", "errors", "skipped", "time"):
            if not element.get(name, "0").isdigit():
                found.append(f"{element.tag}: {name} is no number")
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        sums = {"tests": len(cases)}
        sums |= {plural: sum(case.find(one) is not None for case in cases)
                 for plural, one in (("failures", "failure"), ("skipped", "skipped"))}
        found += [f"{suite.get('name')}: {name}" for name, count in sums.items() if int(suite.get(name)) != count]
    if int(root.get("tests")) != len(list(root.iter("testcase"))):
        found.append("testsuites: tests")
    return found


def quality_complaints(issues):
    """Returns what GitLab's documentation of code quality reports requires and an issue lacks."""
    found = []
    for issue in issues:
        found += [name for name in ("description", "check_name", "fingerprint")
                  if not isinstance(issue.get(name), str) or not issue[name]]
        if issue.get("severity") not in ("info", "minor", "major", "critical", "blocker"):
            found.append("severity")
        place = issue.get("location", {})
        if not place.get("path") or place["path"].startswith(("./", "/")):
            found.append("location.path")
        if not isinstance(place.get("lines", {}).get("begin"), int) or place["lines"]["begin"] < 1:
            found.append("location.lines.begin")
    prints = [issue.get("fingerprint") for issue in issues]
    return found + (["a fingerprint twice"] if len(set(prints)) < len(prints) else [])


class ReportTest(ProgramTest):
    def read(self, name):
        return (self.folder / name).read_text("utf-8")

    def lint(self, code, *arguments, **options):
        outcome = self.mrctl("preset", "lint", *arguments, **options)
        self.assert_exit(code, outcome)
        return outcome

    def junit(self, code, *arguments):
        self.lint(code, *arguments, "--report", "junit=junit.xml")
        root = ElementTree.fromstring(self.read("junit.xml"))
        self.assertEqual(junit_complaints(root), [])
        return root

    def quality(self, code, *arguments):
        self.lint(code, *arguments, "--report", "codequality=quality.json")
        issues = json.loads(self.read("quality.json"))
        self.assertEqual(quality_complaints(issues), [])
        return issues


class Files(ReportTest):
    def test_get_what_the_result_would_be_in_that_format(self):
        self.write("bad.yaml", BAD)
        names = [name for name in self.formats() if name != "text"]
        self.lint(2, "bad.yaml", *(word for name in names for word in ("--report", f"{name}=out.{name}")))
        for name in names:
            with self.subTest(format=name):
                self.assertEqual(self.read(f"out.{name}"), self.lint(2, "bad.yaml", "-o", name).out)

    def formats(self):
        flags = json.loads(self.mrctl("help", "--json").out)["global_flags"]
        return next(flag["choices"] for flag in flags if flag["name"] == "--output")

    def test_are_written_when_the_exit_code_is_2_or_10(self):
        self.write("bad.yaml", BAD)
        self.write("warned.yaml", WARNED)
        self.lint(2, "bad.yaml", "--report", "json=a.json")
        self.lint(10, "warned.yaml", "--strict", "--report", "json=b.json")
        self.assertEqual([json.loads(self.read(name))["files"] for name in ("a.json", "b.json")], [1, 1])

    def test_stay_untouched_without_a_result(self):
        self.write("old.json", "old")
        self.write("bad.yaml", BAD)
        for words in (["preset", "explain", "bad.yaml"], ["preset", "plan", "missing"], ["preset", "lint", "bad.yaml", "-o", "x"]):
            outcome = self.mrctl(*words, "--report", "json=old.json", "--summary", "old.json.md", "--base-url", "http://127.0.0.1:9/api/v1")
            self.assert_exit(2, outcome)
            self.assertEqual(self.read("old.json"), "old")
            self.assertFalse((self.folder / "old.json.md").exists())

    def test_keep_their_mode_and_links_stay_links(self):
        self.write("good.yaml", GOOD)
        self.write("real.json", "old", mode=0o640)
        os.symlink("real.json", self.folder / "link.json")
        self.lint(0, "good.yaml", "--report", "json=link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertEqual(json.loads(self.read("real.json"))["files"], 1)
        self.assertEqual(stat.S_IMODE((self.folder / "real.json").stat().st_mode), 0o640)

    def test_that_are_new_have_the_mode_that_the_umask_leaves(self):
        self.write("good.yaml", GOOD)
        outcome = self.shell("umask 027; mrctl preset lint good.yaml --report json=new.json")
        self.assert_exit(0, outcome)
        self.assertEqual(stat.S_IMODE((self.folder / "new.json").stat().st_mode), 0o640)

    def test_that_are_devices_stay_devices(self):
        self.write("good.yaml", GOOD)
        self.lint(0, "good.yaml", "--report", "json=/dev/null", "--summary", "/dev/zero")
        for device in ("/dev/null", "/dev/zero"):
            self.assertTrue(stat.S_ISCHR(os.stat(device).st_mode))

    def test_that_are_pipes_are_written_in_place(self):
        self.write("good.yaml", GOOD)
        outcome = self.shell("mkfifo pipe; cat pipe & mrctl preset lint good.yaml -q --report json=pipe >/dev/null; wait")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["files"], 1)

    def test_that_stand_twice_are_refused_before_anything_is_done(self):
        self.write("good.yaml", GOOD)
        os.symlink("a.json", self.folder / "link.json")
        for other in ("a.json", "./a.json", "link.json"):
            outcome = self.mrctl("preset", "lint", "good.yaml", "--report", "json=a.json", "--report", f"csv={other}")
            self.assert_refused(2, outcome, "two reports go to one file")
        outcome = self.mrctl("preset", "lint", "good.yaml", "--report", "json=a.json", "--summary", "a.json")
        self.assert_refused(2, outcome, "two reports go to one file")
        self.assertFalse((self.folder / "a.json").exists())

    def test_need_a_format_and_a_name(self):
        for value in ("json", "json=", "json=-", "=a", "jnuit=a"):
            self.assert_refused(2, self.mrctl("version", "--report", value))
        self.assert_refused(2, self.mrctl("version", "--report", "junit=a.xml"), "preset lint")
        self.assert_refused(2, self.mrctl("auth", "logout", "--report", "json=a"), "no result")

    def test_that_cannot_be_written_are_exit_1_after_the_result(self):
        self.write("good.yaml", GOOD)
        for place in ("missing/a.json", ".", "/dev/full"):
            for flag in (f"--report=json={place}", f"--summary={place}"):
                with self.subTest(flag=flag):
                    outcome = self.lint(1, "good.yaml", flag)
                    self.assertEqual(outcome.out, "1 file: no problems\n")
                    self.assertIn(f"cannot write {place}", outcome.err)

    def test_that_cannot_be_written_go_over_10_but_not_over_2(self):
        self.write("bad.yaml", BAD)
        self.write("warned.yaml", WARNED)
        outcome = self.lint(1, "warned.yaml", "--strict", "--report", "json=missing/a.json", "--report", "json=a.json")
        self.assertIn("cannot write missing/a.json", outcome.err)
        self.assertEqual(json.loads(self.read("a.json"))["warnings"], 1)
        self.lint(2, "bad.yaml", "--report", "json=missing/a.json")


class OfTheService(ServiceTest):
    def test_are_written_of_every_command_that_reads(self):
        for words, needle in (
            (["endpoints", "list", "acme/tiny"], "<table>"),
            (["byok", "get", "11111111-1111-4111-8111-111111111111"], "<table"),
            (["api", "GET", "/models/acme/tiny/endpoints"], "<pre>"),
            (["config", "list"], "<table>"),
            (["help"], "<pre>"),
            (["endpoints", "list", "--columns", "help"], "<table>"),
        ):
            with self.subTest(command=words):
                page = self.folder / "page.html"
                self.assert_exit(0, self.mrctl(*words, "--report", f"html={page}", "--summary", "s.md"))
                self.assertIn(needle, page.read_text("utf-8"))
        self.assertEqual((self.folder / "s.md").read_text("utf-8").count("## mrctl "), 6)

    def test_leave_the_result_as_it_is(self):
        words = ["endpoints", "list", "acme/large"]
        alone = self.mrctl(*words)
        beside = self.mrctl(*words, "--report", "csv=a.csv", "--report", "raw=a.raw", "--report", "json=a.json")
        self.assertEqual((beside.code, beside.out, beside.err), (alone.code, alone.out, alone.err))
        self.assertEqual((self.folder / "a.json").read_text(), alone.out)
        self.assertEqual(json.loads((self.folder / "a.raw").read_text())["data"], json.loads(alone.out))

    def test_of_one_argument_that_failed_hold_the_others(self):
        outcome = self.mrctl("endpoints", "list", "acme/tiny", "acme/gone", "--report", "json=a.json")
        self.assert_exit(4, outcome)
        self.assertEqual([model["id"] for model in json.loads((self.folder / "a.json").read_text())], ["acme/tiny"])

    def test_of_an_explanation_fail_under_a_gate_alone(self):
        self.write("p/a.yaml", "model: acme/large\nprovider: {quantizations: [fp8], only: [nowhere]}\n" + GOOD.split("\n", 1)[1])
        for gate, code in (([], 0), (["--at-least", "0"], 0), (["--at-least", "1"], 10)):
            with self.subTest(gate=gate):
                outcome = self.mrctl("preset", "explain", "p", *gate, "--report", "junit=j.xml", "--report", "codequality=q.json")
                self.assert_exit(code, outcome)
                root = ElementTree.fromstring((self.folder / "j.xml").read_text())
                self.assertEqual(junit_complaints(root), [])
                self.assertEqual(int(root.get("failures")) > 0, code == 10)
                issues = json.loads((self.folder / "q.json").read_text())
                self.assertEqual(quality_complaints(issues), [])
                self.assertIn("routing.dead-entry", [issue["check_name"] for issue in issues])
                self.assertEqual("gate.at-least" in [issue["check_name"] for issue in issues], code == 10)

    def test_of_a_comparison_fail_under_fail_on_alone(self):
        listing = '{"data":{"id":"acme/tiny","endpoints":[{"tag":"a","pricing":{"prompt":"%s"}},{"tag":"b"}]}}'
        self.write("before.json", listing % "0.1")
        self.write("after.json", listing % "0.2")
        for gate, code, severity in (([], 0, "minor"), (["--fail-on", "removed"], 0, "minor"), (["--fail-on", "worse"], 10, "major")):
            with self.subTest(gate=gate):
                outcome = self.mrctl("endpoints", "diff", "before.json", "after.json", *gate, "--report", "junit=j.xml",
                                     "--report", "codequality=q.json", "--report", "html=d.html", "--summary", "s.md")
                self.assert_exit(code, outcome)
                root = ElementTree.fromstring((self.folder / "j.xml").read_text())
                self.assertEqual((junit_complaints(root), root.get("tests"), root.get("failures")), ([], "2", str(code // 10)))
                issues = json.loads((self.folder / "q.json").read_text())
                self.assertEqual(quality_complaints(issues), [])
                self.assertEqual([(issue["check_name"], issue["severity"], issue["location"]) for issue in issues],
                                 [("price-up", severity, {"path": "before.json", "lines": {"begin": 1}})])
                self.assertIn("price-up", (self.folder / "d.html").read_text())
                self.assertIn("price-up", (self.folder / "s.md").read_text())

    def test_of_credentials_fail_under_fail_on_alone(self):
        credential = '{"data":{"id":"11111111-1111-4111-8111-111111111111","disabled":%s}}'
        self.write("before.json", credential % "false")
        self.write("after.json", credential % "true")
        for gate, code in (([], 0), (["--fail-on", "worse"], 10)):
            self.assert_exit(code, self.mrctl("byok", "diff", "before.json", "after.json", *gate, "--report", "junit=j.xml"))
            root = ElementTree.fromstring((self.folder / "j.xml").read_text())
            self.assertEqual((junit_complaints(root), root.get("failures")), ([], str(code // 10)))

    def test_of_unknown_endpoints_are_skipped(self):
        self.write("p/a.yaml", "model: acme/large\nprovider: {zdr: true}\n" + GOOD.split("\n", 1)[1])
        self.assert_exit(0, self.mrctl("preset", "explain", "p", "--report", "junit=j.xml"))
        root = ElementTree.fromstring((self.folder / "j.xml").read_text())
        self.assertEqual(junit_complaints(root), [])
        self.assertGreater(len(list(root.iter("skipped"))), 0)

    def test_of_a_plan_fail_with_fail_changed(self):
        self.write("p/a.yaml", GOOD)
        for flags, code, failures in (([], 0, "0"), (["--fail-changed"], 10, "1")):
            self.assert_exit(code, self.mrctl("preset", "plan", "p", *flags, "--report", "junit=j.xml"))
            root = ElementTree.fromstring((self.folder / "j.xml").read_text())
            self.assertEqual((junit_complaints(root), root.get("failures")), ([], failures))


class JUnit(ReportTest):
    def test_has_a_suite_for_each_file_and_a_case_for_each_check(self):
        self.write("p/bad.yaml", "temperature: 3\ntop_p: 7\n" + GOOD)
        self.write("p/good.yaml", GOOD)
        root = self.junit(2, "p")
        self.assertEqual([suite.get("name") for suite in root], ["p/bad.yaml", "p/good.yaml"])
        self.assertEqual([case.get("name") for case in root[0]], ["temperature.range /temperature", "top_p.range /top_p"])
        self.assertIn("p/bad.yaml:1: ", root[0][0].find("failure").text)

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
        self.assertGreater(int(root.get("failures")), 1)


class CodeQuality(ReportTest):
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
        self.assertNotEqual(before["location"]["lines"], after["location"]["lines"])

    def test_tells_files_rules_and_places_apart(self):
        for name in ("p/a.yaml", "p/b.yaml"):
            self.write(name, "temperature: 3\ntop_p: 7\nstop: [1, 2]\n" + GOOD)
        self.assertGreaterEqual(len(self.quality(2, "p")), 6)

    def test_is_an_empty_list_when_nothing_is_wrong(self):
        self.write("a.yaml", GOOD)
        self.assertEqual(self.quality(0, "a.yaml"), [])


class Html(ReportTest):
    def test_loads_nothing_runs_nothing_and_escapes_what_it_shows(self):
        self.write("a.yaml", '"<script>alert(1)</script>": 1\n"\\" onload=x ::error::y": 2\n' + BAD)
        page = self.lint(2, "a.yaml", "-o", "html").out
        self.assertNotRegex(page, r"(?i)<script|<link|<img|<iframe|<object|@import|url\(|\ssrc=|\shref=|javascript:")
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt;", page)
        self.assertNotIn('" onload', page)
        self.assertNotIn("\n::", page)
        for needle in ("<!DOCTYPE html>", "prefers-color-scheme:dark", "position:sticky", "@media print", "width=device-width"):
            self.assertIn(needle, page)


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

    def test_escapes_what_markdown_acts_on(self):
        self.write("a.yaml", '"<img src=x>|`[a](b)": 1\n' + GOOD)
        self.lint(0, "a.yaml", "--summary", "s.md")
        self.assertIn("\\<img", self.read("s.md"))
        self.assertNotRegex(self.read("s.md"), r"(?<!\\)<img|(?<!\\)`")


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
