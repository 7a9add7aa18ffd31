"""preset apply against the emulator: what is recorded is true after every failure, signal and kill."""

import json
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import unittest

from drive.http2 import http2_host, succeed
from drive.moments import wait_until
from drive.program import PATIENCE_S, ProgramTest, binary, is_sanitized, shell_code
from drive.service import Emulator
from drive.terminal import Terminal
from drive.tls import Certificates

KEY = "sk-mgmt-test-0000000000000000f3a1"
PRESET = json.dumps({"data": {"slug": "a", "designated_version": {"version": 1, "config": {}}}}).encode()


class ApplyTest(ProgramTest):
    def serve(self, *faults, **flags):
        """Starts an emulator with these faults; the settings point at it."""
        extra = [part for name, value in flags.items() for part in (f"--{name}", str(value))]
        emulator = Emulator(*[part for fault in faults for part in ("--fault", fault)], *extra)
        self.addCleanup(emulator.close)
        state = self.settings.get("MRCTL_STATE", str(self.folder / "state"))
        self.settings = dict(emulator.settings) | {"MRCTL_STATE": state, "MRCTL_TARGET": "t"}
        if self.records():
            self.move_records(emulator.base_url)
        return emulator

    def move_records(self, base_url):
        """Another emulator stands for the same service."""
        for slug, record in self.records().items():
            self.write(f"state/t/{slug}.json", json.dumps(record | {"service": base_url}))

    def preset(self, slug, temperature):
        return self.write(f"presets/{slug}.yaml", f"model: acme/tiny\ntemperature: {temperature}\n")

    def apply(self, *flags, code=0, **options):
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json", *flags, **options)
        self.assert_exit(code, outcome)
        return json.loads(outcome.out) if outcome.out else {}

    def actions(self, command="plan"):
        outcome = self.mrctl("preset", command, "presets", "-o", "json")
        self.assert_exit(0, outcome)
        return {preset["slug"]: preset["action"] for preset in json.loads(outcome.out)["presets"]}

    def records(self):
        folder = self.folder / "state" / "t"
        return {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}


class Applying(ApplyTest):
    def test_sends_what_changed_once_and_says_what_came_of_it(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        first = self.apply()
        self.assertEqual((first["applied"], first["unchanged"], first["failed"]), (2, 0, 0))
        self.assertEqual([preset["action"] for preset in first["presets"]], ["created", "created"])
        self.assertEqual(self.actions(), {"a": "unchanged", "b": "unchanged"})
        before = (self.folder / "state/t/a.json").read_bytes()
        self.preset("b", 0.2)
        second = self.apply()["presets"]
        self.assertEqual([preset["action"] for preset in second], ["unchanged", "updated"])
        self.assertEqual((second[1]["previous_version"], second[1]["version"]), (1, 2))
        self.assertEqual((self.folder / "state/t/a.json").read_bytes(), before)

    def test_needs_yes_off_a_terminal_only_where_something_is_to_be_sent(self):
        self.serve()
        self.preset("a", 0.1)
        refused = self.mrctl("preset", "apply", "presets")
        self.assert_refused(2, refused, "--yes")
        self.assertFalse(self.records())
        self.apply()
        self.assert_exit(0, self.mrctl("preset", "apply", "presets"))

    def test_sends_nothing_where_one_body_is_wrong(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 7)
        self.preset("c", 8)
        refused = self.mrctl("preset", "apply", "presets", "--yes")
        self.assert_refused(2, refused, "presets/b.yaml:2:14", "presets/c.yaml:2:14")
        self.assertFalse((self.folder / "state").exists())

    def test_tells_versions_made_elsewhere_and_strict_fails_after_recording(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        self.serve("POST * = jump-version")
        self.preset("a", 0.2)
        self.apply("--strict", code=10)
        self.assertEqual(self.actions(), {"a": "unchanged"})
        self.assertEqual(self.records()["a"]["version"], 3)

    def test_does_not_record_the_answer_of_another_workspace(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        self.apply()
        self.serve("POST * = other-workspace")
        before = self.records()
        self.preset("a", 0.2)
        self.preset("b", 0.2)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json")
        self.assert_exit(10, outcome)
        self.assertIn("another workspace", outcome.err)
        self.assertEqual([p["action"] for p in json.loads(outcome.out)["presets"]], ["failed", "not sent"])
        self.assertEqual(self.records(), before)


class ALostAnswer(ApplyTest):
    def lose(self, fault, code):
        self.serve(fault)
        self.preset("a", 0.1)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--timeout", "2s", "-o", "json")
        self.assert_exit(code, outcome)
        return json.loads(outcome.out)["presets"][0]

    def test_is_told_by_the_next_version(self):
        for fault, words in (("reset-after-commit", "did arrive"), ("reset", "did not arrive")):
            with self.subTest(fault=fault):
                self.settings = {"MRCTL_STATE": str(self.folder / fault)}
                emulator = Emulator("--fault", f"POST * = {fault} times 1")
                self.addCleanup(emulator.close)
                self.settings |= dict(emulator.settings) | {"MRCTL_STATE": str(self.folder / fault)}
                self.preset("a", 0.1)
                lost = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json")
                self.assert_exit(8, lost)
                self.assertIn("unknown, a version may exist: a", lost.err)
                self.assertEqual(self.actions(), {"a": "retry"})
                again = self.apply("--strict")["presets"][0]
                self.assertEqual(again["action"], "retried")
                self.assertIn(words, " ".join(again["notes"]))
                self.assertEqual(self.actions(), {"a": "unchanged"})

    def test_stays_pending_after_what_may_have_been_stored(self):
        for fault, code in (("500", 7), ("502", 7), ("503", 7), ("html", 7), ("hang", 8), ("truncate", 8)):
            with self.subTest(fault=fault):
                self.lose(f"POST * = {fault}", code)
                record = self.records()["a"]
                self.assertEqual(list(record), ["format", "service", "slug", "pending"])
                self.assertEqual(self.actions(), {"a": "retry"})

    def test_leaves_no_record_after_a_refusal(self):
        for fault, code in (("400", 9), ("403", 3), ("409", 5), ("429", 6), ("503 retry-after 60", 7)):
            with self.subTest(fault=fault):
                self.assertEqual(self.lose(f"POST * = {fault}", code)["action"], "failed")
                self.assertEqual(self.records(), {})

    def test_is_kept_when_the_retry_is_refused(self):
        self.lose("POST * = 500", 7)
        lost = self.records()["a"]
        self.lose("POST * = 403", 3)
        self.assertEqual(self.records()["a"]["pending"], lost["pending"])

    def test_keeps_every_hash_that_nothing_was_heard_of(self):
        self.lose("POST * = 500", 7)
        self.serve("POST * = 500")
        self.preset("a", 0.2)
        self.apply(code=7)
        self.assertEqual(len(self.records()["a"]["pending"]["applied"]), 2)


class TheStateFolder(ApplyTest):
    def test_that_cannot_be_made_sends_nothing(self):
        self.serve()
        self.preset("a", 0.1)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--state", "/proc/mrctl-state")
        self.assert_refused(1, outcome, "/proc/mrctl-state")
        self.assertEqual(self.actions(), {"a": "create"})

    def test_on_a_full_disk_stays_whole(self):
        self.serve()
        long = "x" * 5000
        self.write("presets/a.yaml", f"messages: [{{role: system, content: {long}}}]\n")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

        outcome = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json", preexec_fn=small_files)
        self.assert_exit(1, outcome)
        self.assertEqual(list(self.records()["a"]), ["format", "service", "slug", "pending"])
        self.assertEqual(os.listdir(self.folder / "state/t"), ["a.json"])
        self.assertEqual(self.apply()["presets"][0]["action"], "retried")

    def test_is_for_one_apply_at_a_time(self):
        self.serve("POST * = hang")
        self.preset("a", 0.1)
        first = self.start("preset", "apply", "presets", "--yes", "--timeout", "0")
        wait_until(self.records)
        second = self.mrctl("preset", "apply", "presets", "--yes")
        self.assert_refused(5, second, "another 'mrctl preset apply'")
        first.kill()


class AFileSystemOfItsOwn(ApplyTest):
    """The state on a small tmpfs: permissions do not bind root, a read-only mount does."""

    def mount(self, options="size=1m"):
        (self.folder / "state").mkdir()
        made = self.call("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.folder / "state"))
        if made.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {made.stderr.strip()}")
        self.addCleanup(self.call, "umount", "-l", str(self.folder / "state"))

    def remount(self, options):
        done = self.call("mount", "-o", f"remount,{options}", str(self.folder / "state"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def call(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_whole(self):
        """Nothing but records that can be read."""
        names = sorted(os.listdir(self.folder / "state/t"))
        self.assertEqual(names, sorted(f"{slug}.json" for slug in self.records()))

    def test_that_is_read_only_sends_nothing(self):
        self.mount()
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        before = self.records()
        self.preset("a", 0.2)
        self.preset("b", 0.2)
        self.remount("ro")
        outcome = self.mrctl("preset", "apply", "presets", "--yes")
        self.assert_refused(1, outcome, "state/t", "Read-only file system")
        self.assertEqual(self.records(), before)
        self.assertEqual(self.actions(), {"a": "update", "b": "create"})
        self.remount("rw")
        versions = [preset["version"] for preset in self.apply("--strict")["presets"]]
        self.assertEqual(versions, [2, 1])

    def test_that_turns_read_only_leaves_what_was_sent_as_lost(self):
        self.mount()
        self.serve("POST * = slow 1s")
        for slug in "abcd":
            self.preset(slug, 0.1)
        process = self.start("preset", "apply", "presets", "--yes", "--jobs", "2", "-o", "json")
        wait_until(lambda: len(self.records()) == 2)
        wait_until(lambda: self.call("mount", "-o", "remount,ro", str(self.folder / "state")).returncode == 0)
        out, err = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 1, err)
        actions = [preset["action"] for preset in json.loads(out)["presets"]]
        self.assertEqual(actions[:2], ["failed", "failed"], err)
        self.assertLessEqual(set(actions[2:]), {"failed", "not sent"}, err)
        self.assertIn("unknown, a version may exist: a, b\"", err)
        self.assert_whole()
        self.assertEqual(list(self.actions().values()), ["retry", "retry", "create", "create"])
        self.remount("rw")
        notes = [" ".join(preset["notes"]) for preset in self.apply()["presets"][:2]]
        for note in notes:
            self.assertIn("did arrive", note)

    def test_that_is_full_stays_whole(self):
        self.mount("size=96k")
        self.serve()
        for number in range(8):
            content = f"{number} " + "x" * 20_000
            self.write(f"presets/{number}.yaml", f"messages: [{{role: system, content: {content}}}]\n")
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--jobs", "1", "-o", "json")
        self.assert_exit(1, outcome)
        self.assertIn("No space left on device", outcome.err)
        sent = {preset["slug"]: preset["action"] for preset in json.loads(outcome.out)["presets"]}
        self.assert_whole()
        told = {"created": "unchanged", "failed": "retry", "not sent": "create"}
        self.assertEqual(self.actions(), {slug: told[action] for slug, action in sent.items()})
        self.assertEqual(set(sent.values()), set(told))
        self.remount("size=1m")
        again = {preset["slug"]: preset["action"] for preset in self.apply("--strict")["presets"]}
        after = {"created": "unchanged", "failed": "retried", "not sent": "created"}
        self.assertEqual(again, {slug: after[action] for slug, action in sent.items()})


class AnInterrupt(ApplyTest):
    def in_flight(self, fault):
        """Starts an apply of six presets, two at once, and waits until two are on the way."""
        self.serve(fault)
        for slug in "abcdef":
            self.preset(slug, 0.1)
        flags = ("--yes", "--jobs", "2", "--timeout", "0", "-o", "json", "-vv")
        process = self.start("preset", "apply", "presets", *flags)
        sent = 0
        while sent < 2:
            line = process.stderr.readline()
            self.assertTrue(line, "it ended before two were sent")
            sent += "> POST " in line
        self.assertEqual(len(self.records()), 2)
        return process

    def send(self, process, number):
        """Sends a signal and waits until the process has met it."""
        process.send_signal(number)

        def is_met():
            try:
                with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
                    return re.search(r"^ShdPnd:\s*0+$", status.read(), re.M)
            except FileNotFoundError:
                return True

        wait_until(is_met)

    def test_lets_finish_what_is_on_the_way(self):
        process = self.in_flight("POST * = slow 1s")
        self.send(process, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(shell_code(process.returncode), 130, err)
        actions = [preset["action"] for preset in json.loads(out)["presets"]]
        self.assertEqual(actions, ["created", "created"] + ["not sent"] * 4)
        self.assertEqual(list(self.actions().values()), ["unchanged"] * 2 + ["create"] * 4)
        self.assertIn("not sent: c, d, e, f", err)

    def test_sent_twice_gives_up_and_leaves_it_pending(self):
        for numbers, code in (((signal.SIGINT, signal.SIGINT), 130), ((signal.SIGTERM,), 143)):
            with self.subTest(signals=numbers):
                self.settings = {}
                process = self.in_flight("POST * = hang")
                for number in numbers:
                    self.send(process, number)
                _, err = process.communicate(timeout=PATIENCE_S)
                self.assertEqual(shell_code(process.returncode), code, err)
                self.assertEqual(list(self.actions().values()), ["retry"] * 2 + ["create"] * 4)
                for slug in self.records():
                    os.unlink(self.folder / f"state/t/{slug}.json")


class OverHttp2(ApplyTest):
    def test_one_connection_carries_all_requests(self):
        certificates = Certificates(str(self.folder))
        for number in range(64):
            self.preset(f"p{number:02}", 0.1)
        with http2_host(certificates, succeed(PRESET)) as host:
            self.settings = {"MRCTL_API_KEY": KEY, "MRCTL_STATE": str(self.folder / "state"), "MRCTL_TARGET": "t"}
            flags = ("--base-url", host.base_url, "--ca-cert", certificates.crt("ca"), "--jobs", "32")
            self.assertEqual(self.apply(*flags)["applied"], 64)
            self.assertEqual(host.requests, [("HTTP/2", "POST")] * 64)
            self.assertEqual(host.connections, 1)


class OnATerminal(ApplyTest):
    def terminal(self, *flags):
        return Terminal(
            [binary(), "preset", "apply", "presets", *flags], env=self.environment(TERM="xterm"), cwd=self.folder
        )

    def test_the_plan_is_shown_and_a_question_asked(self):
        self.serve()
        self.preset("a", 0.1)
        for answer, code, actions in (("\n", 130, "create"), ("n\n", 130, "create"), ("y\n", 0, "unchanged")):
            with self.subTest(answer=answer):
                terminal = self.terminal()
                shown = terminal.read_until("[y/N]")
                self.assertRegex(shown, r"(?s)a +create.*Apply 1 change to http://\S+\? ")
                terminal.type(answer)
                outcome = terminal.finish()
                self.assertEqual(outcome.code, code, outcome.out)
                self.assertEqual(self.actions(), {"a": actions})

    def test_what_changed_since_the_question_is_not_sent(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        terminal = self.terminal()
        terminal.read_until("[y/N]")
        self.preset("a", 0.2)
        terminal.type("y\n")
        outcome = terminal.finish()
        self.assertEqual(outcome.code, 2, outcome.out)
        self.assertRegex(outcome.out, r"a\.yaml\s+changed\s+after\s+the\s+plan\s+was\s+made")
        self.assertEqual(self.actions(), {"a": "create", "b": "unchanged"})

    def test_an_interrupt_answers_no(self):
        self.serve()
        self.preset("a", 0.1)
        terminal = self.terminal()
        terminal.read_until("[y/N]")
        self.assertEqual(terminal.end(signal.SIGINT), 130)
        self.assertEqual(self.records(), {})


class TheStateFolder(ApplyTest):
    def test_holds_records_alone_when_an_apply_is_over(self):
        self.serve()
        for temperature in (0.1, 0.2):
            for slug in "abc":
                self.preset(slug, temperature)
            self.apply()
            self.assertEqual(sorted(os.listdir(self.folder / "state/t")), ["a.json", "b.json", "c.json"])


class AKill(ApplyTest):
    """Killed at random moments, and compared with what the service holds."""

    presets = 24
    kills = 200

    def test_leaves_records_that_are_true(self):
        database = self.folder / "service.db"
        self.serve(db=database)
        rng = random.Random(12)
        slugs = [f"p{number:02}" for number in range(self.presets)]
        heard = {}
        for kill in range(30 if is_sanitized() else self.kills):
            for slug in rng.sample(slugs, 8) if kill else slugs:
                self.preset(slug, rng.randrange(2000) / 1000)
            heard |= self.kill_after(rng.randrange(self.presets // 2))
            self.compare(database, heard)
        self.apply()
        self.compare(database, {})
        self.assertEqual(set(self.actions().values()), {"unchanged"})

    def kill_after(self, lines):
        """Kills an apply after so many outcomes; returns the versions that it told."""
        process = self.start("preset", "apply", "presets", "--yes", "-o", "jsonl", "--jobs", "4")
        told = []
        while len(told) <= lines and (line := process.stdout.readline()):
            told.append(json.loads(line))
        process.kill()
        told += [json.loads(line) for line in process.communicate()[0].splitlines() if line.endswith("}")]
        return {preset["slug"]: preset["version"] for preset in told if preset["action"] != "failed"}

    def compare(self, database, heard):
        held = self.held(database)
        records = self.records()
        self.assertLessEqual(set(held), set(records), "sent without a record")
        for slug, record in records.items():
            if "pending" in record:
                continue
            version, config = held[slug]
            self.assertEqual(record["version"], version, slug)
            self.assertEqual(record["body"]["temperature"], config["temperature"], slug)
        for slug, version in heard.items():
            self.assertGreaterEqual(records[slug].get("version", 0), version, slug)

    def held(self, database):
        with sqlite3.connect(database) as rows:
            newest = rows.execute(
                "SELECT slug, number, config FROM versions v WHERE number ="
                " (SELECT max(number) FROM versions w WHERE w.slug = v.slug)"
            )
            return {slug: (number, json.loads(config)) for slug, number, config in newest}


if __name__ == "__main__":
    unittest.main()
