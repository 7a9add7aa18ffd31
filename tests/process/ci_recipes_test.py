"""The recipes in packaging/ci: every step that runs mrctl or git does what its job is there for."""

import json
import re
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from drive.service import ServiceTest
from house.sources import ROOT

PROJECT = 'presets = ["presets"]\n\n[[gates]]\nid = "enough"\nat_least = 2\n'
BODY = "model: acme/tiny\nmessages:\n  - {role: system, content: Answer briefly.}\n"
NOT_A_JOB = ("jobs", "on", "env", "script", "rules", "artifacts")
RECIPES = ROOT / "packaging/ci"


def scripts_of(text):
    """Returns [(job, script)] for every step of a workflow or a pipeline that runs commands, in their order."""
    found, job, block, indent = [], "", None, 0
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip())
        if block is not None and line.strip() and depth <= indent:
            found.append((job, "\n".join(block)))
            block = None
        if block is not None:
            block.append(line.strip())
        elif (named := re.match(r"^(?:  )?([a-z]+):$", line)) and named[1] not in NOT_A_JOB:
            job = named[1]
        elif run := re.match(r"^\s+run: (.+)$", line):
            if run[1] == "|":
                block, indent = [], depth
            else:
                found.append((job, run[1]))
        elif command := re.match(r"^\s+- ((?:mrctl|git) .+)$", line):
            found.append((job, command[1]))
    return found + ([(job, "\n".join(block))] if block is not None else [])


class RecipeTest(ServiceTest):
    recipe = ""

    def setUp(self):
        super().setUp()
        self.settings.pop("MRCTL_STATE", None)
        self.git("init", "-q", "--bare", "-b", "main", str(self.folder / "origin.git"))
        self.git("init", "-q", "-b", "main")
        self.git("remote", "add", "origin", str(self.folder / "origin.git"))
        self.write("mrctl.toml", PROJECT)
        self.write("presets/support.yaml", BODY)
        self.git("add", "mrctl.toml", "presets")
        self.git("-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "-qm", "Add a preset")
        self.git("push", "-q", "-u", "origin", "main")

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.folder, env=self.environment(), check=True, capture_output=True)

    def steps(self, job):
        return [script for name, script in scripts_of((RECIPES / self.recipe).read_text("utf-8")) if name == job]

    def run_job(self, job, **environment):
        """Runs the steps of a job as they stand, and returns their exit codes."""
        steps = self.steps(job)
        self.assertGreater(len(steps), 0, job)
        return [self.shell("set -e\n" + step, env=environment).code for step in steps]

    def fingerprint(self):
        return json.loads(self.mrctl("preset", "plan", "presets", "-o", "json").out)["plan"]

    def approve(self, fingerprint):
        """Merges with that fingerprint in the message."""
        message = f"Merge\n\nPlan: {fingerprint}"
        self.git("-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "-q", "--allow-empty", "-m", message)
        self.git("push", "-q", "origin", "main")

    def recorded(self):
        """Returns what the main branch of the origin holds of recorded state."""
        listed = ["git", "--git-dir", "origin.git", "ls-tree", "-r", "--name-only", "main"]
        names = subprocess.run(listed, cwd=self.folder, capture_output=True, text=True, check=True).stdout
        return [name for name in names.splitlines() if name.startswith("presets/.mrctl/")]


    def accept(self, old="", new=""):
        """Writes the accepted listing, with one text replaced."""
        listing = self.mrctl("endpoints", "list", "acme/tiny", "-o", "json").out
        self.assertIn(old, listing)
        self.write("endpoints.json", listing.replace(old, new, 1) if old else listing)


class GitHub(RecipeTest):
    recipe = "github.yml"

    def test_compares_the_catalogue_with_the_accepted_listing(self):
        summary = self.folder / "summary.md"
        self.accept()
        self.assertEqual(self.run_job("catalogue", GITHUB_STEP_SUMMARY=str(summary)), [0])
        self.accept('"tag":"northlake"', '"tag":"gone"')
        self.assertEqual(self.run_job("catalogue", GITHUB_STEP_SUMMARY=str(summary)), [10])
        for report in (summary, self.folder / "catalogue.html"):
            text = report.read_text("utf-8")
            self.assertIn("support (presets/support.yaml): 2 eligible endpoints before, 2 now", text)
            self.assertIn("gone: removed", text)
            self.assertIn("--fail-on worse", text)
            self.assertIn("FAILED", text)

    def test_accepts_what_the_night_has_found(self):
        self.accept('"tag":"northlake"', '"tag":"gone"')
        accepted = self.mrctl("endpoints", "diff", "endpoints.json", "--save", "endpoints.json")
        self.assertEqual(accepted.code, 0)
        self.assertEqual(self.run_job("catalogue", GITHUB_STEP_SUMMARY=str(self.folder / "summary.md")), [0])

    def test_checks_a_pull_request(self):
        summary = self.folder / "summary.md"
        self.assertEqual(self.run_job("check", GITHUB_STEP_SUMMARY=str(summary)), [0])
        text = summary.read_text("utf-8")
        self.assertIn(f"Plan {self.fingerprint()} for ", text)
        self.assertIn("1 to create; 1 gate met", text)
        self.assertIn("2 of 2 endpoints", text)
        self.assertIn("support", (self.folder / "check.html").read_text("utf-8"))

    def test_stops_a_pull_request_that_is_wrong_or_breaks_a_gate(self):
        summary = self.folder / "summary.md"
        self.write("presets/support.yaml", "temperature: 3\n" + BODY)
        self.assertEqual(self.run_job("check", GITHUB_STEP_SUMMARY=str(summary)), [2])
        self.write("presets/support.yaml", "provider: {only: [northlake]}\n" + BODY)
        self.assertEqual(self.run_job("check", GITHUB_STEP_SUMMARY=str(summary)), [10])
        for expected in ("temperature.range", "1 of 1 gate failed"):
            self.assertIn(expected, summary.read_text("utf-8"))

    def test_applies_what_is_merged_once_and_records_it(self):
        self.write("presets/.mrctl/killed/.unfinished", "left by a kill")
        summary = str(self.folder / "summary.md")
        self.assertEqual(self.run_job("apply", GITHUB_STEP_SUMMARY=summary), [5, 0])
        self.approve("0123456789abcdef0123456789abcdef01234567")
        self.assertEqual(self.run_job("apply", GITHUB_STEP_SUMMARY=summary), [5, 0])
        self.assertEqual(self.recorded(), [])
        self.approve(self.fingerprint())
        self.assertEqual(self.run_job("apply", GITHUB_STEP_SUMMARY=summary), [0, 0])
        self.assertEqual(len(self.recorded()), 1)
        self.assertEqual(self.run_job("apply", GITHUB_STEP_SUMMARY=summary), [0, 0])
        self.assertIn("1 unchanged", (self.folder / "summary.md").read_text("utf-8"))


class GitLab(RecipeTest):
    recipe = "gitlab.yml"

    def test_checks_a_merge_request(self):
        self.assertEqual(self.run_job("check"), [0])
        self.assertEqual(json.loads((self.folder / "gl-code-quality-report.json").read_text()), [])
        self.assertEqual(ElementTree.parse(self.folder / "check.xml").getroot().get("failures"), "0")

    def test_reports_what_is_wrong(self):
        for wrong, code in (("temperature: 3\n", 2), ("provider: {only: [northlake]}\n", 10)):
            self.write("presets/support.yaml", wrong + BODY)
            self.assertEqual(self.run_job("check"), [code])
            issues = json.loads((self.folder / "gl-code-quality-report.json").read_text())
            line = (wrong + BODY).splitlines().index("model: acme/tiny") + 1 if code == 10 else 1
            self.assertEqual(issues[0]["location"], {"path": "presets/support.yaml", "lines": {"begin": line}})

    def test_applies_what_is_merged_and_records_it(self):
        self.write("presets/.mrctl/killed/.unfinished", "left by a kill")
        where = {"STATE_PUSH_URL": str(self.folder / "origin.git"), "CI_DEFAULT_BRANCH": "main"}
        self.assertEqual(self.run_job("apply", **where), [5, 0, 0, 0])
        self.approve(self.fingerprint())
        self.assertEqual(self.run_job("apply", **where), [0, 0, 0, 0])
        self.assertEqual(len(self.recorded()), 1)
        self.assertIn("created", (self.folder / "apply.html").read_text("utf-8"))


    def test_compares_the_catalogue_with_the_accepted_listing(self):
        for change, code, failures in ((("", ""), 0, "0"), (('"tag":"northlake"', '"tag":"gone"'), 10, "2")):
            self.accept(*change)
            self.assertEqual(self.run_job("catalogue"), [code])
            self.assertEqual(ElementTree.parse(self.folder / "catalogue.xml").getroot().get("failures"), failures)


class ThePapers(unittest.TestCase):
    def test_show_lines_of_the_recipes(self):
        recipes = "".join((RECIPES / name).read_text("utf-8") for name in ("github.yml", "gitlab.yml"))
        known = {line.strip() for line in recipes.splitlines()}
        papers = "".join((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/ci.md"))
        blocks = re.findall(r"^```yaml\n(- name.*?|check:.*?)^```$", papers, re.M | re.S)
        self.assertEqual(len(blocks), 4)
        self.assertEqual([line for block in blocks for line in block.splitlines() if line.strip() not in known], [])


class TheReader(unittest.TestCase):
    def test_finds_the_steps_of_each_job(self):
        text = "jobs:\n  a:\n    steps:\n      - name: a\n        run: mrctl x\n      - name: b\n        run: |\n          one\n          two\n      - uses: c\n"
        self.assertEqual(scripts_of(text), [("a", "mrctl x"), ("a", "one\ntwo")])


if __name__ == "__main__":
    unittest.main()
