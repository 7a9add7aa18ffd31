"""What a pull request from a stranger can and cannot do: docs/ci.md and SECURITY.md say the same."""

import itertools
import json
import os
import shutil
import threading
import unittest

from drive.program import ProgramTest
from drive.service import answering
from process.plan_test import SERVICE, TARGET, record

KEY = "sk-mgmt-test-0000000000000000f3a1"
SECRET = "swordfish-under-the-sea"
LISTING = json.dumps({"data": {"id": "acme/tiny", "endpoints": []}})
COMMANDS = (
    ("preset", "lint", "presets"),
    ("preset", "plan", "presets"),
    ("preset", "check", "presets", "--listing", "listing.json"),
    ("preset", "apply", "presets", "--yes"),
    ("preset", "explain", "presets", "--listing", "listing.json"),
    ("endpoints", "diff", "listing.json", "listing.json", "--presets", "presets"),
)
FORMATS = ((), ("-o", "json"), ("--report", "html=report.html"), ("--error-format", "github"))


class PullRequest(ProgramTest):
    """A repository in which a stranger may have added or changed any file."""

    def setUp(self):
        super().setUp()
        self.top = self.folder
        self.folder = self.top / "work"
        self.outside = self.write("../outside/secret", f"{SECRET}\n")
        self.write(".git/config", f"[extra]\n\theader = {SECRET}\n")
        self.write("presets/support.json", '{"model": "acme/tiny"}')
        self.write("listing.json", LISTING)
        self.settings = {"MRCTL_API_KEY": KEY, "MRCTL_BASE_URL": SERVICE, "MRCTL_API_KEY_FILE": ""}

    def link(self, target, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)
        return path

    def assert_keeps_the_secret(self, name, *parts):
        """Every command refuses, names the link, and shows nothing of what it leads to."""
        with answering(200, '{"data": {}}') as server:
            self.settings["MRCTL_BASE_URL"] = server.base_url
            for command in COMMANDS:
                for flags in FORMATS:
                    with self.subTest(command=command, flags=flags):
                        outcome = self.mrctl(*command, *flags)
                        self.assertEqual(outcome.code, 2, outcome.out + outcome.err)
                        self.assertIn(name, outcome.out + outcome.err)
                        report = self.folder / "report.html"
                        shown = outcome.out + outcome.err + (report.read_text() if report.exists() else "")
                        self.assertNotIn(SECRET, shown)
                        for part in parts:
                            self.assertIn(part, outcome.out + outcome.err)
            self.assertEqual(server.requests, [])


class Links(PullRequest):
    def test_cannot_show_a_file_outside_the_repository(self):
        for target in (self.outside, "../../outside/secret", "../.git/config", "y.json"):
            with self.subTest(target=target):
                link = self.link(target, "presets/x.yaml")
                self.link(self.outside, "presets/y.json")
                self.assert_keeps_the_secret("presets/x.yaml", "a link that points out of the repository")
                link.unlink()
                (self.folder / "presets/y.json").unlink()

    def test_cannot_make_another_folder_of_the_folder_of_presets(self):
        shutil.move(self.folder / "presets", self.folder / "old")
        self.write("../outside/config.json", f'{{"auth": "{SECRET}"}}')
        self.link(self.top / "outside", "presets")
        self.assert_keeps_the_secret("presets", "a link that points out of the repository")

    def test_may_lead_to_files_of_the_repository(self):
        self.link("../shared/eu.json", "presets/eu.json")
        self.write("shared/eu.json", '{"model": "acme/tiny"}')
        self.assert_exit(0, self.mrctl("preset", "lint", "presets"))

    def test_may_be_named_one_by_one(self):
        self.link(self.write("../outside/x.json", '{"model": "acme/tiny"}'), "presets/x.json")
        self.assert_exit(0, self.mrctl("preset", "lint", "presets/x.json"))


class LinksForResults(PullRequest):
    def test_cannot_lead_what_is_written_out_of_the_repository(self):
        self.write("../outside/old", "kept\n")
        self.link(self.top / "outside", "out")
        self.link("../outside/new", "later")
        self.link("../outside/old", "old")
        self.link(".git/config", "settings")
        self.link("../.git", "presets/git")
        kept = (self.folder / ".git/config").read_text()
        plan = ("preset", "plan", "presets")
        diff = ("endpoints", "diff", "listing.json")
        with answering(200, LISTING) as server:
            self.settings["MRCTL_BASE_URL"] = server.base_url
            for name in ("out/report", "out/old", "later", "old", "settings", "presets/git/hooks"):
                for command in ((*plan, "--report", f"json={name}"), (*plan, "--summary", name), (*diff, "--save", name),
                                ("preset", "apply", "presets", "--yes", "--report", f"html={name}")):  # fmt: skip
                    with self.subTest(command=command):
                        self.assert_refused(2, self.mrctl(*command), "a link that points out of the repository")
            self.assertEqual(server.requests, [])
        self.assertEqual(sorted(os.listdir(self.top / "outside")), ["old", "secret"])
        self.assertEqual((self.top / "outside/old").read_text(), "kept\n")
        self.assertEqual((self.folder / ".git/config").read_text(), kept)

    def test_may_lead_to_files_of_the_repository(self):
        self.write("reports/a", "")
        self.link("reports/a", "a")
        self.assert_exit(0, self.mrctl("preset", "plan", "presets", "--report", "json=a"))
        self.assertEqual(json.loads((self.folder / "reports/a").read_text())["create"], 1)


class Quotes(PullRequest):
    def test_of_files_that_are_no_bodies_show_no_line(self):
        files = {
            ".env": f"NAME={SECRET}\nOTHER=\"{SECRET}\n",
            ".npmrc": f"//registry.invalid/:_authToken={SECRET}\nx: [",
            "key.pem": f"-----BEGIN {'RSA'} PRIVATE KEY-----\n{SECRET}: [\n{SECRET}\n-----END RSA PRIVATE KEY-----\n",
            "passwords": f"root:x:0:0:{SECRET}: {{\n",
        }
        for name, text in files.items():
            self.write(name, text)
            for command in (("preset", "lint", name), ("preset", "lint", "presets", "--base", name),
                            ("preset", "create", "x", "--body", name)):  # fmt: skip
                for flags in FORMATS[:2]:
                    with self.subTest(command=command, flags=flags):
                        outcome = self.mrctl(*command, *flags)
                        self.assertEqual(outcome.code, 2, outcome.out + outcome.err)
                        self.assertNotIn(SECRET, outcome.out + outcome.err)

    def test_of_files_hide_what_looks_like_a_secret(self):
        other = "sk-other-0000000000000000000000f3a1"
        self.write("presets/bad.yaml", f"temperature: {KEY}\nseed: {other}\nuser: ['https://me:{SECRET}@h/']\nauthorization: {SECRET}\n")
        for command in COMMANDS[:3]:
            for flags in FORMATS:
                outcome = self.mrctl(*command, *flags)
                self.assertEqual(outcome.code, 2, outcome.err)
                self.assertIn("temperature", outcome.out + outcome.err)
                report = self.folder / "report.html"
                shown = outcome.out + outcome.err + (report.read_text() if report.exists() else "")
                for secret in (KEY[8:], other[8:], SECRET):
                    self.assertNotIn(secret, shown, (command, flags))


class Records(PullRequest):
    def state(self, slug, body, folder="presets/.mrctl"):
        self.write(f"{folder}/{TARGET}/{slug}.json", record(slug, body, 3))

    def actions(self, *flags):
        outcome = self.mrctl("preset", "plan", "presets", "-o", "json", *flags)
        self.assert_exit(0, outcome)
        return {preset["slug"]: preset["action"] for preset in json.loads(outcome.out)["presets"]}

    def test_can_hide_a_change_unless_the_plan_uses_the_state_of_the_main_branch(self):
        self.state("support", {"model": "acme/large"}, "../main/presets/.mrctl")
        self.state("support", {"model": "acme/tiny"})
        self.assertEqual(self.actions(), {"support": "unchanged"})
        self.assertEqual(self.actions("--state", "../main/presets/.mrctl"), {"support": "update"})

    def test_cannot_lead_a_request_to_another_service(self):
        self.state("support", {"model": "acme/large"})
        self.settings["MRCTL_BASE_URL"] = "http://127.0.0.1:10/api/v1"
        self.settings["MRCTL_TARGET"] = TARGET
        outcome = self.mrctl("preset", "apply", "presets", "--yes")
        self.assert_refused(2, outcome, "it is for the service")

    def test_cannot_be_links_out_of_the_repository(self):
        self.settings["MRCTL_TARGET"] = "t"
        for name in ("presets/.mrctl", "presets/.mrctl/t", "presets/.mrctl/t/support.json"):
            with self.subTest(link=name):
                link = self.link(self.top / "outside", name)
                for command in COMMANDS[1:3]:
                    outcome = self.mrctl(*command)
                    self.assert_refused(2, outcome, name, "a link")
                link.unlink()
        self.assertEqual(os.listdir(self.top / "outside"), ["secret"])


class ReadTwice(PullRequest):
    def test_a_file_that_changes_is_not_shown_as_if_it_had_no_changes(self):
        self.settings["MRCTL_TARGET"] = "t"
        self.write("presets/.mrctl/t/pipe.json", record("pipe", {"temperature": 0.1}, 3))
        path = self.folder / "presets/pipe.yaml"
        for command in (("plan",), ("plan", "-o", "json"), ("apply", "--dry-run")):
            with self.subTest(command=command):
                ends = threading.Event()
                writer = threading.Thread(target=self.replace, args=(path, ends))
                self.replace_once(path, 0)
                writer.start()
                seen = (self.mrctl("preset", *command, "presets/pipe.yaml") for _ in range(500))
                changed = next((each for each in seen if each.code != 0), None)
                ends.set()
                writer.join()
                self.assertIsNotNone(changed, "it was never read between two texts")
                self.assert_exit(2, changed)
                self.assertIn("presets/pipe.yaml or its state file changed", changed.err)

    def replace_once(self, path, number):
        other = path.with_suffix(".new")
        other.write_text(f"temperature: 0.{2 + number % 2}\n", encoding="utf-8")
        other.rename(path)

    def replace(self, path, ends):
        """Makes the file another one, again and again: some run reads it before and after."""
        for number in itertools.count():
            if ends.is_set():
                return
            self.replace_once(path, number)


if __name__ == "__main__":
    unittest.main()
