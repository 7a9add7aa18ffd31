"""What is live: read from a real server, compared with records, and pulled into files."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import unittest

from drive.applying import ApplyTest
from drive.branch import TARGET, BranchTest
from drive.moments import wait_until
from drive.program import is_sanitized, is_static

FAILING_DISK = """
#include <errno.h>
int syncfs(int folder) {
  (void)folder;
  errno = EIO;
  return -1;
}
"""

PROMPT = "Be brief.\n\nNever promise a refund.\n"


class LiveTest(ApplyTest):
    def create(self, slug, *flags):
        self.assert_exit(0, self.mrctl("preset", "create", slug, *(flags or ("--model", "acme/tiny")), "-q"))

    def plan(self, *flags, code=0):
        outcome = self.mrctl("preset", "plan", "presets", "--live", "-o", "json", *flags)
        self.assert_exit(code, outcome)
        return json.loads(outcome.out)

    def pull(self, *arguments, code=0, **options):
        outcome = self.mrctl("preset", "pull", *arguments, "--dir", "presets", "-o", "json", **options)
        self.assert_exit(code, outcome)
        return outcome


class WhatIsLive(LiveTest):
    def test_is_asked_for_once_for_each_preset_and_only_on_request(self):
        emulator = self.serve(reads=True, log=True)
        for number in range(30):
            self.preset(f"p{number}", 0.1)
        self.apply("--live=false")
        self.assertEqual(self.actions()["p0"], "unchanged")
        self.assertNotIn("GET /api/v1/presets", emulator.log())
        self.assertEqual(self.plan()["unchanged"], 30)
        reads = re.findall(r"GET (/api/v1/presets/p\d+)", emulator.log())
        self.assertEqual(len(reads), 30)
        self.assertEqual(len(set(reads)), 30)

    def test_is_drift_where_somebody_changed_it_and_apply_takes_it_back(self):
        self.serve(reads=True)
        self.preset("support", 0.1)
        self.apply()
        self.create("support", "--model", "acme/tiny", "--temperature", "0.9")
        plan = self.plan("--fail-on", "drift", code=10)
        (preset,) = plan["presets"]
        self.assertEqual((plan["drift"], preset["action"], preset["drift"]), (1, "update", True))
        self.assertEqual(preset["changes"], [{"path": "/temperature", "from": 0.9, "to": 0.1, "origin": None}])
        flags = ("--live", "--plan", plan["plan"], "--strict", "-o", "json")
        self.assert_exit(5, self.mrctl("preset", "apply", "presets", *flags))
        applied = self.mrctl("preset", "apply", "presets", "--overwrite", *flags)
        self.assert_exit(0, applied)
        (preset,) = json.loads(applied.out)["presets"]
        self.assertEqual((preset["previous_version"], preset["version"], preset["notes"]), (2, 3, []))
        self.assertEqual(self.plan("--fail-on", "drift")["unchanged"], 1)

    def test_plays_no_part_in_the_fingerprint(self):
        self.serve(reads=True)
        self.preset("support", 0.1)
        self.apply()
        self.preset("support", 0.2)
        planned = json.loads(self.mrctl("preset", "plan", "presets", "-o", "json").out)["plan"]
        self.assertEqual(self.plan()["plan"], planned)
        self.create("support", "--model", "acme/tiny", "--temperature", "0.9")
        self.assertEqual(self.plan()["plan"], planned)

    def test_settles_a_lost_answer_without_a_request(self):
        emulator = self.serve("POST * = reset-after-commit times 1", reads=True, log=True)
        self.preset("support", 0.1)
        self.apply(code=8)
        outcome = self.mrctl("preset", "apply", "presets", "--live", "-o", "json")
        self.assert_exit(0, outcome)
        result = json.loads(outcome.out)
        self.assertEqual((result["adopted"], result["presets"][0]["action"]), (1, "adopted"))
        self.assertEqual(self.records()["support"]["version"], 1)
        self.assertEqual(emulator.log().count("POST "), 1)

    def test_needs_a_key(self):
        self.serve(reads=True)
        self.preset("support", 0.1)
        self.apply()
        del self.settings["MRCTL_API_KEY"]
        for command in ("plan", "check", "state", "apply"):
            outcome = self.mrctl("preset", command, "presets", "--live")
            self.assert_refused(3, outcome, "no key")

    def test_is_not_taken_for_gone_because_a_connection_broke(self):
        self.serve("GET /presets/a = reset", reads=True)
        for slug in "ab":
            self.preset(slug, 0.1)
        self.apply("--live=false")
        outcome = self.mrctl("preset", "plan", "presets", "--live", "--retries", "0")
        self.assert_refused(8, outcome, "presets/a")


class APull(LiveTest):
    def test_writes_what_a_person_would_write_and_plans_as_unchanged(self):
        self.serve(reads=True)
        self.create("support", "--model", "acme/tiny", "--temperature", "0.2", "--system", PROMPT)
        (pulled,) = json.loads(self.pull("support").out)
        self.assertEqual(pulled, {"slug": "support", "file": "presets/support.yaml", "version": 1, "written": True})
        text = (self.folder / "presets/support.yaml").read_text("utf-8")
        self.assertEqual(
            text,
            "messages:\n  - role: system\n    content: |\n      Be brief.\n\n      Never promise a refund.\n"
            "model: acme/tiny\ntemperature: 0.2\n",
        )
        self.assertEqual(self.actions(), {"support": "unchanged"})
        self.assertEqual(self.plan("--fail-on", "drift")["unchanged"], 1)
        self.assertEqual(self.records()["support"]["version"], 1)

    def test_records_where_the_next_plan_looks(self):
        self.serve(reads=True)
        self.create("support", "--model", "acme/tiny")
        del self.settings["MRCTL_STATE"]
        ways = [
            ("presets", ".", "presets/team"),
            (".", ".", "sub"),
            (".", ".", "presets/team"),
            ("presets", ".", "{top}/presets/team"),
            ("presets", "presets", "team"),
            ("presets", ".", "link"),
        ]
        for number, (presets, where, folder) in enumerate(ways):
            with self.subTest(presets=presets, where=where, dir=folder):
                top = self.folder / f"p{number}"
                self.write(f"p{number}/mrctl.toml", f'presets = ["{presets}"]\n')
                (top / "presets" / "team").mkdir(parents=True)
                (top / ".git").mkdir()
                (top / "link").symlink_to("presets/team")
                folder = folder.format(top=top)
                self.assert_exit(0, self.shell('cd "$1" && mrctl preset pull support --dir "$2"', top / where, folder))
                outcome = self.shell('cd "$1" && mrctl preset plan -o json', top / where)
                self.assert_exit(0, outcome)
                self.assertEqual(json.loads(outcome.out)["unchanged"], 1)
                self.assertEqual(list(top.rglob(".mrctl")), [top / presets / ".mrctl"])

    def test_leaves_no_record_that_cannot_be_brought_to_disk(self):
        if is_sanitized() or is_static() or not shutil.which("cc"):
            self.skipTest("syncfs() is replaced in front of the C library, by a library that cc makes")
        library = self.folder / "disk.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", library, "-"], input=FAILING_DISK, text=True, check=True)
        self.serve(reads=True)
        self.preset("support", 0.1)
        self.apply()
        before = self.records()
        for slug in ("support", "new"):
            self.create(slug, "--model", "acme/tiny", "--temperature", "0.9")
        outcome = self.pull("support", "new", "--force", code=1, env={"LD_PRELOAD": str(library)})
        self.assertIn("cannot write state/t: Input/output error", outcome.err.replace(f"{self.folder}/", ""))
        self.assertEqual(os.listdir(self.folder / "presets"), ["support.yaml"])
        self.assertIn("temperature: 0.1", (self.folder / "presets/support.yaml").read_text())
        self.assertEqual(self.records(), before)

    def test_leaves_no_file_whose_record_cannot_be_written(self):
        self.serve(reads=True)
        self.create("support", "--model", "acme/tiny", "--system", "x" * 3000)
        self.write("presets/support.yaml", "model: acme/large\n")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (3300, 3300))

        self.pull("support", "--force", code=1, preexec_fn=small_files)
        self.assertEqual((self.folder / "presets/support.yaml").read_text("utf-8"), "model: acme/large\n")
        (self.folder / "presets/support.yaml").unlink()
        self.pull("support", code=1, preexec_fn=small_files)
        self.assertEqual([name for name in os.listdir(self.folder / "presets") if not name.startswith(".")], [])
        self.assertEqual(self.records(), {})

    def test_tries_all_and_ends_with_the_first_failure(self):
        self.serve("GET /presets/c = 500", reads=True)
        for slug in "ad":
            self.create(slug)
        outcome = self.pull("a", "b", "c", "d", "--retries", "0", code=4)
        self.assertEqual([preset["slug"] for preset in json.loads(outcome.out)], ["a", "d"])
        self.assertIn("/presets/b", outcome.err)
        self.assertIn("/presets/c", outcome.err)

    def test_from_another_workspace_is_refused(self):
        self.serve("GET * = other-workspace", reads=True)
        self.preset("a", 0.1)
        self.apply()
        self.create("b")
        outcome = self.pull("b", code=10)
        self.assertIn("another workspace", outcome.err)
        self.assertFalse((self.folder / "presets/b.yaml").exists())

    def test_waits_for_no_other_apply(self):
        self.serve("POST /presets/a/* = hang", reads=True)
        self.create("b")
        self.preset("a", 0.1)
        first = self.start("preset", "apply", "presets", "--yes", "--timeout", "0")
        wait_until(self.records)
        outcome = self.pull("b", code=5)
        self.assertIn("another 'mrctl preset apply'", outcome.err)
        first.kill()


MAIL = """\
# letters to customers
model: acme/tiny      # small is enough
temperature: 0.2
provider: {order: [northlake, acme]}   # in this order
messages:
  - role: system
    content: !file ../../texts/mail.md
"""


class AnAdoptionOfAnOlderVersion(LiveTest):
    def setUp(self):
        super().setUp()
        self.serve(reads=True)
        self.write("presets/a.yaml", "model: acme/tiny\n")
        self.create("a", "--model", "acme/tiny")
        self.create("a", "--model", "acme/large")

    def adopt(self, version, code=0, *flags):
        outcome = self.mrctl("preset", "adopt", "presets", "--version", version, *flags)
        self.assert_exit(code, outcome)
        return outcome.err

    def test_looks_at_that_version(self):
        self.assertNotIn("verified", self.adopt("1"))
        plan = self.plan()
        self.assertEqual((plan["drift"], plan["presets"][0]["version"]), (1, 1))

    def test_refuses_one_that_holds_another_body_or_is_not_there(self):
        self.write("presets/a.yaml", "model: acme/tiny\ntemperature: 0.5\n")
        self.assertIn("version 1 of a holds another body; nothing was recorded", self.adopt("1", 5))
        self.assertIn("check the slug and the number", self.adopt("9", 4))
        self.assertEqual(self.actions(), {"a": "create"})

    def test_with_overwrite_records_what_is_live(self):
        self.adopt("1", 0, "--overwrite")
        plan = self.plan()
        self.assertEqual((plan["drift"], plan["presets"][0]["version"]), (0, 2))


class APullOverAFile(LiveTest):
    def setUp(self):
        super().setUp()
        self.serve(reads=True)
        (self.folder / ".git").mkdir()
        self.file = self.folder / self.write("presets/eu/mail.yaml", MAIL)
        self.text = self.folder / self.write("texts/mail.md", "You write letters.\r\n")
        self.apply()

    def change(self, **members):
        """Somebody makes a version elsewhere."""
        body = {"model": "acme/tiny", "temperature": 0.2, "provider": {"order": ["northlake", "acme"]}}
        system = members.pop("system", "You write letters.\n")
        body |= {"messages": [{"role": "system", "content": system}]} | members
        self.write("elsewhere.json", json.dumps(body))
        self.create("mail", "--body", "elsewhere.json")

    def assert_pulled(self, file, text="You write letters.\r\n"):
        (pulled,) = json.loads(self.pull("mail", "--force").out)
        self.assertEqual((pulled["file"], pulled["written"]), ("presets/eu/mail.yaml", True))
        self.assertEqual(self.file.read_bytes().decode(), file)
        self.assertEqual(self.text.read_bytes().decode(), text)
        self.assertEqual(self.plan("--fail-on", "drift")["unchanged"], 1)
        self.assertEqual(self.actions()["mail"], "unchanged")

    def test_changes_a_number_where_it_stands(self):
        self.change(temperature=0.9)
        self.assert_pulled(MAIL.replace("0.2", "0.9"))

    def test_writes_a_prompt_into_its_file(self):
        self.change(system="You write short letters.\nBe kind.\n")
        self.assert_pulled(MAIL, "You write short letters.\r\nBe kind.\r\n")

    def test_removes_and_adds_members_and_keeps_the_rest(self):
        self.change(provider={"order": ["northlake", "acme", "globex"], "sort": "price"}, stop=["END"])
        order = MAIL.replace("[northlake, acme]", "[northlake, acme, globex], sort: price")
        self.assert_pulled(order + "stop:\n  - END\n")

    def test_of_the_same_body_changes_no_byte(self):
        (pulled,) = json.loads(self.pull("mail").out)
        self.assertFalse(pulled["written"])
        self.assertEqual(self.file.read_text("utf-8"), MAIL)

    def test_without_force_is_refused(self):
        self.change(temperature=0.9)
        outcome = self.pull("mail", code=5)
        self.assertIn("presets/eu/mail.yaml exists and differs", outcome.err)
        self.assertEqual(self.file.read_text("utf-8"), MAIL)

    def test_does_not_change_a_text_that_two_presets_share(self):
        self.write("presets/reply.yaml", MAIL.replace("../../", "../"))
        self.change(system="Others.")
        outcome = self.pull("mail", "--force", code=5)
        for name in ("presets/eu/mail.yaml", "presets/reply.yaml", "texts/mail.md"):
            self.assertIn(name, outcome.err)
        self.assertEqual(self.file.read_text("utf-8"), MAIL)
        self.assertEqual(self.text.read_bytes(), b"You write letters.\r\n")
        self.change(temperature=0.9)
        self.assert_pulled(MAIL.replace("0.2", "0.9"))

    def test_tells_what_a_file_loses(self):
        self.change(system="A NUL: \0")
        outcome = self.pull("mail", "--force", code=0)
        self.assertIn("presets/eu/mail.yaml has lost 3 comments, !file texts/mail.md", outcome.err)
        self.assertEqual(self.text.read_bytes(), b"You write letters.\r\n")
        self.assertEqual(self.plan("--fail-on", "drift")["unchanged"], 1)

    def test_tells_that_it_replaced_a_file_that_cannot_be_read(self):
        for text in ("# mine\nmodel: [acme/tiny\n", MAIL.replace("mail.md", "gone.md")):
            self.file.write_text(text, "utf-8")
            outcome = self.pull("mail", "--force", code=0)
            self.assertIn("presets/eu/mail.yaml was replaced as a whole: it could not be read", outcome.err)

    def test_edits_json(self):
        self.file.unlink()
        file = self.folder / self.write("presets/eu/mail.json", '{\n  "model": "acme/tiny",\n  "stream": true\n}\n')
        self.change(temperature=0.9, system="")
        (pulled,) = json.loads(self.pull("mail", "--force").out)
        self.assertEqual(pulled["file"], "presets/eu/mail.json")
        kept = json.loads(file.read_text("utf-8"))
        self.assertEqual((kept["stream"], kept["temperature"]), (True, 0.9))
        self.assertTrue(file.read_text("utf-8").startswith('{\n  "model": "acme/tiny",\n  "stream": true,\n  "'))

    def test_of_two_files_of_one_slug_writes_none(self):
        self.write("presets/mail.yaml", "model: acme/large\n")
        outcome = self.pull("mail", "--force", code=5)
        self.assertIn("presets/eu/mail.yaml and presets/mail.yaml have the same slug", outcome.err)

    def test_puts_all_files_back_if_the_record_cannot_be_written(self):
        self.change(system="x" * 3000, temperature=0.9)

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (3300, 3300))

        self.pull("mail", "--force", code=1, preexec_fn=small_files)
        self.assertEqual(self.file.read_text("utf-8"), MAIL)
        self.assertEqual(self.text.read_bytes(), b"You write letters.\r\n")


class OnABranch(BranchTest):
    emulator_flags = ("--reads",)

    def create(self, slug, temperature):
        body = ("--model", "acme/tiny", "--temperature", str(temperature), "-q")
        self.assert_exit(0, self.runner.mrctl("preset", "create", slug, *body))

    def test_a_pull_is_one_push(self):
        self.runner.apply()
        for slug in "cd":
            self.create(slug, 0.5)
        before = len(self.subjects())
        self.assert_exit(0, self.runner.mrctl("preset", "pull", "c", "d"))
        self.assertEqual(len(self.subjects()), before + 1)
        self.assertEqual(sorted(self.records()), ["a", "b", "c", "d"])
        self.assertEqual(self.runner.actions()["c"], "unchanged")
        self.assertIsNone(self.held_lease())

    def test_a_pull_whose_push_is_refused_leaves_no_file(self):
        self.runner.apply()
        self.create("c", 0.5)
        hook = self.origin.folder / "hooks" / "pre-receive"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        hook.chmod(0o755)
        self.assert_exit(8, self.runner.mrctl("preset", "pull", "c"))
        self.assertFalse((self.runner.folder / "presets/c.yaml").exists())

    def test_adopting_what_is_live_is_one_push_and_no_request(self):
        self.runner.apply()
        self.runner.preset("c", 0.5)
        self.create("c", 0.5)
        self.create("a", 0.1)
        held, calls = self.versions(), self.runner.wrapped()
        result = self.runner.apply("--live")
        self.assertEqual((result["adopted"], result["unchanged"], result["applied"], result["looked"]), (1, 2, 0, 3))
        self.assertEqual(len(calls.of("push")), 1)
        self.assertEqual(self.subjects("-2"), [f"apply {TARGET}: nothing to send", f"adopt {TARGET}: 2"])
        self.assertEqual(self.versions(), held)
        self.assertEqual({slug: record["version"] for slug, record in self.records().items()}, {"a": 2, "b": 1, "c": 1})


if __name__ == "__main__":
    unittest.main()
