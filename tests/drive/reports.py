"""What reports for CI services must hold: the rules that docs/reports.md lists."""

import json
import re
import xml.etree.ElementTree as ElementTree

from drive.program import ProgramTest

GOOD = "model: acme/tiny\nmessages:\n  - {role: system, content: Answer briefly.}\n"
BAD = "temperature: 3\n" + GOOD
WARNED = "user: u-1\n" + GOOD

# The schema junit-10.xsd of Jenkins' xUnit plugin: for each element its attributes, those that are required,
# and the elements that it may hold, in any order and number. Elements that mrctl has no use for are left out.
JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "errors"}, set(), {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id", "package",
         "file", "log", "url"},
        {"name", "tests", "failures", "errors"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, {"name", "value"}, set()),
    "testcase": (
        {"name", "time", "classname", "group"},
        {"name"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "failure": ({"type", "message"}, set(), set()),
    "error": ({"type", "message"}, set(), set()),
    "skipped": ({"type", "message"}, set(), set()),
    "system-out": (set(), set(), set()),
    "system-err": (set(), set(), set()),
}
SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")
COUNTS = {"tests": None, "failures": "failure", "errors": "error", "skipped": "skipped"}
SEVERITIES = ("info", "minor", "major", "critical", "blocker")


def junit_complaints(root):
    """Returns what in the tree the schema does not allow, and what readers rely on and is not so."""
    found = [] if root.tag == "testsuites" else [f"the root is {root.tag}"]
    for element in root.iter():
        if element.tag not in JUNIT:
            found.append(f"unknown element {element.tag}")
            continue
        known, required, inside = JUNIT[element.tag]
        found += [f"{element.tag}: unknown {name}" for name in element.keys() if name not in known]
        found += [f"{element.tag}: lacks {name}" for name in required if not element.get(name)]
        found += [f"{element.tag} holds {child.tag}" for child in element if child.tag not in inside]
        if not SECONDS.fullmatch(element.get("time", "0")):
            found.append(f"{element.tag}: time is no decimal")
    for case in root.iter("testcase"):
        found += _case_complaints(case)
    for group in [root, *root.iter("testsuite")]:
        found += _count_complaints(group)
    return found


def _case_complaints(case):
    outcomes = [child for child in case if child.tag in ("failure", "error", "skipped")]
    found = ["several outcomes"] if len(outcomes) > 1 else []
    found += ["a failure without type or message" for each in case.findall("failure")
              if not each.get("type") or not each.get("message")]
    return found + ([] if case.get("classname") else ["a case without classname"])


def _count_complaints(group):
    cases = list(group.iter("testcase"))
    found = []
    for name, outcome in COUNTS.items():
        count = sum(outcome is None or case.find(outcome) is not None for case in cases)
        if name in group.keys() and group.get(name) != str(count):
            found.append(f"{group.tag} {group.get('name')}: {name} is not {count}")
    return found


def quality_complaints(issues):
    """Returns what GitLab's documentation of code quality reports requires and an issue lacks."""
    found = []
    for issue in issues:
        found += [name for name in ("description", "check_name", "fingerprint")
                  if not isinstance(issue.get(name), str) or not issue[name]]
        if issue.get("severity") not in SEVERITIES:
            found.append("severity")
        place = issue.get("location", {})
        if not place.get("path") or place["path"].startswith(("./", "/")):
            found.append("location.path")
        line = place.get("lines", {}).get("begin")
        if not isinstance(line, int) or isinstance(line, bool) or line < 1:
            found.append("location.lines.begin")
    prints = [issue.get("fingerprint") for issue in issues]
    return found + (["a fingerprint twice"] if len(set(prints)) < len(prints) else [])


class ReportTest(ProgramTest):
    def read(self, name):
        return (self.folder / name).read_text("utf-8")

    def read_junit(self, name="junit.xml"):
        root = ElementTree.fromstring(self.read(name))
        self.assertEqual(junit_complaints(root), [])
        return root

    def read_quality(self, name="quality.json"):
        text = (self.folder / name).read_bytes()
        self.assertTrue(text.startswith(b"["), "GitLab takes no byte order mark")
        issues = json.loads(text)
        self.assertEqual(quality_complaints(issues), [])
        return issues

    def lint(self, code, *arguments, **options):
        outcome = self.mrctl("preset", "lint", *arguments, **options)
        self.assert_exit(code, outcome)
        return outcome
