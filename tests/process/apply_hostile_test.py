"""preset apply where links, pipes, moved folders and answers would lead its records astray."""

import json
import os
import shutil
import signal
import unittest

from drive.applying import ApplyTest
from drive.moments import wait_until
from drive.program import PATIENCE_S, shell_code
from drive.service import answering

KEY = "sk-mgmt-test-0000000000000000f3a1"


def answer(slug="a", version=1, **members):
    """Returns the body of an answer about a preset."""
    return json.dumps({"data": {"slug": slug, "designated_version": {"version": version, "config": {}}} | members})


class HostileTest(ApplyTest):
    def apply_to(self, server, *paths, **options):
        self.settings |= {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": KEY, "MRCTL_TARGET": "t"}
        flags = ("--yes", "--live=false", "-o", "json")  # every answer is that to a POST
        return self.mrctl("preset", "apply", *(paths or ("presets",)), *flags, **options)

    def assert_nothing_sent(self, *parts, code=2, commands=("plan", "apply"), path="presets"):
        """Plan and apply fail before any request, with these parts in the message."""
        with answering(200, answer()) as server:
            self.settings |= {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": KEY, "MRCTL_TARGET": "t"}
            for command in commands:
                outcome = self.mrctl("preset", command, path, *(["--yes"] if command == "apply" else []))
                self.assert_refused(code, outcome, *parts)
            self.assertEqual(server.requests, [])


class Links(HostileTest):
    def setUp(self):
        super().setUp()
        self.preset("a", 0.1)
        (self.folder / "elsewhere/t").mkdir(parents=True)

    def test_that_are_records_are_refused_and_so_are_pipes(self):
        target = self.folder / "presets/.mrctl/t"
        target.mkdir(parents=True)
        record = target / "a.json"
        for make in (lambda: record.symlink_to(self.folder / "elsewhere/a.json"), lambda: os.mkfifo(record)):
            make()
            self.assert_nothing_sent("a.json", "not a regular file")
            record.unlink()
        self.assertEqual(os.listdir(self.folder / "elsewhere/t"), [])

    def test_that_are_state_folders_are_refused(self):
        state = self.folder / "presets/.mrctl"
        state.symlink_to(self.folder / "elsewhere")
        self.assert_nothing_sent("presets/.mrctl is a link")
        state.unlink()
        state.mkdir()
        (state / "t").symlink_to(self.folder / "elsewhere/t")
        self.assert_nothing_sent("presets/.mrctl/t is a link")
        self.assertEqual(os.listdir(self.folder / "elsewhere/t"), [])

    def test_may_be_named_as_the_state_folder(self):
        self.serve()
        (self.folder / "state").symlink_to(self.folder / "elsewhere")
        self.apply()
        self.assertEqual(os.listdir(self.folder / "elsewhere/t"), ["a.json"])

    def test_lead_two_spellings_of_a_folder_to_one_lock(self):
        self.preset("b", 0.1)
        (self.folder / "linked").symlink_to("presets")
        with answering(200, json.dumps({"data": {}})) as server:
            paths = ("presets/a.yaml", self.folder / "presets/b.yaml", "linked/a.yaml")
            outcome = self.apply_to(server, *paths)
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["applied"], 2)

    def test_state_above_counts_only_in_a_repository(self):
        (self.folder / ".mrctl").mkdir()
        with answering(200, json.dumps({"data": {}})) as server:
            self.assert_exit(0, self.apply_to(server))
            self.assertEqual(os.listdir(self.folder / "presets/.mrctl/t"), ["a.json"])
            shutil.rmtree(self.folder / "presets/.mrctl")
            (self.folder / ".git").mkdir()
            self.assert_exit(0, self.apply_to(server))
        self.assertEqual(os.listdir(self.folder / ".mrctl/t"), ["a.json"])
        self.assertFalse((self.folder / "presets/.mrctl").exists())


class AStateFolder(HostileTest):
    def test_that_cannot_be_looked_at_is_not_absent(self):
        self.preset("a", 0.1)
        (self.folder / "presets/.mrctl").mkdir()
        os.symlink("t", self.folder / "presets/.mrctl/t")
        self.assert_nothing_sent("presets/.mrctl/t")
        os.symlink(".git", self.folder / ".git")
        self.assert_nothing_sent(".git: Too many levels of symbolic links")

    def test_that_is_moved_during_an_apply_stops_it(self):
        self.serve("POST * = slow 1s")
        for slug in "abcd":
            self.preset(slug, 0.1)
        for replace in (lambda: None, (self.folder / "state/t").mkdir):
            with self.subTest(replaced=replace):
                process = self.start("preset", "apply", "presets", "--yes", "--jobs", "2", "-o", "json")
                wait_until(lambda: len(self.records()) == 2)
                os.rename(self.folder / "state/t", self.folder / "moved")
                replace()
                out, err = process.communicate(timeout=PATIENCE_S)
                self.assertEqual(process.returncode, 1, err)
                self.assertIn("state/t: it was moved or replaced", err)
                actions = [preset["action"] for preset in json.loads(out)["presets"]]
                self.assertEqual(actions[:2], ["failed", "failed"], err)
                self.assertLessEqual(set(actions[2:]), {"failed", "not sent"})
                self.assertFalse(self.records())
                shutil.rmtree(self.folder / "moved")

    def test_that_cannot_be_read_to_its_end_stops_an_apply(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        self.preset("a", 0.2)
        self.write("state/t/0.json", "{")
        outcome = self.mrctl("preset", "apply", "presets/a.yaml", "--yes")
        self.assert_refused(2, outcome, "0.json")
        self.assertEqual(self.records_of("a")["version"], 1)

    def records_of(self, slug):
        return json.loads((self.folder / f"state/t/{slug}.json").read_text())


class InTheMiddle(HostileTest):
    """What breaks after the first request was sent: exit 1, and nobody says that nothing was sent."""

    def applied_while(self, disturb):
        self.serve("POST * = slow 1s")
        for slug in "abc":
            self.preset(slug, 0.1)
        process = self.start("preset", "apply", "presets", "--yes", "--jobs", "1", "-o", "json")
        wait_until(self.records)
        disturb()
        out, err = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 1, err)
        self.assertNotIn("nothing was sent", err)
        actions = {preset["slug"]: preset["action"] for preset in json.loads(out)["presets"]}
        self.assertEqual(actions, {"a": "created", "b": "failed", "c": "created"})
        return err

    def test_a_record(self):
        err = self.applied_while(lambda: self.write("state/t/b.json", "{"))
        self.assertIn("state file", err)

    def test_a_file_of_a_preset(self):
        err = self.applied_while(lambda: self.preset("b", 0.2))
        self.assertIn("changed after the plan was made", err)

    def test_a_file_that_is_gone(self):
        self.assertIn("presets/b.yaml", self.applied_while(lambda: os.unlink(self.folder / "presets/b.yaml")))


class Answers(HostileTest):
    def setUp(self):
        super().setUp()
        self.settings["MRCTL_STATE"] = str(self.folder / "state")
        self.preset("a", 0.1)

    def test_about_another_preset_are_failures_that_keep_the_record_pending(self):
        with answering(200, answer(slug="other")) as server:
            outcome = self.apply_to(server)
            self.assert_exit(11, outcome)
            self.assertIn("another preset", outcome.err)
            self.assertIn("unknown, a version may exist: a", outcome.err)
            self.assertEqual(json.loads(outcome.out)["presets"][0]["action"], "failed")
            self.assertEqual(self.actions(), {"a": "retry"})

    def test_never_bring_the_key_into_a_record_or_result(self):
        ids = {"id": KEY, "workspace_id": f"ws {KEY}", "designated_version_id": KEY}
        version = {"version": 1, "id": KEY.replace("-", "%2D"), "config": {}}
        with answering(200, answer(**ids, designated_version=version)) as server:
            outcome = self.apply_to(server)
            self.assert_exit(0, outcome)
            self.assertIn("contains the key", outcome.err)
            record = self.records()["a"]
            self.assertEqual([record[name] for name in ("workspace_id", "preset_id", "version_id")], [None] * 3)
            for text in (outcome.out, outcome.err, json.dumps(record)):
                self.assertNotIn(KEY[8:], text)

    def test_with_impossible_versions_are_recorded_without_a_version(self):
        for version in (0, -3, 2**63, 2**64 + 1, 1.5, "18446744073709551617"):
            with self.subTest(version=version), answering(200, answer(version=version)) as server:
                outcome = self.apply_to(server)
                self.assert_exit(0, outcome)
                self.assertIsNone(self.records()["a"]["version"])
                self.assertNotIn("made elsewhere", outcome.out)
                shutil.rmtree(self.folder / "state")

    def test_that_refuse_before_an_interrupt_are_failures(self):
        with answering(429, "{}", **{"Retry-After": "1000"}) as server:
            self.settings |= {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": KEY, "MRCTL_TARGET": "t"}
            flags = ("--yes", "--live=false", "-o", "json", "--timeout", "0", "-vv")
            process = self.start("preset", "apply", "presets", *flags)
            self.assertTrue(any("waiting" in line for line in process.stderr))
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE_S)
            self.assertEqual(shell_code(process.returncode), 130, err)
            self.assertEqual(json.loads(out)["presets"][0]["action"], "failed")
            self.assertIn("failed, nothing was stored: a", err)
            self.assertEqual(self.actions(), {"a": "create"})


if __name__ == "__main__":
    unittest.main()
