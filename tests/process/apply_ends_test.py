"""The records of preset apply are true after every signal and kill."""

import json
import os
import random
import re
import signal
import sqlite3
import unittest

from drive.applying import ApplyTest
from drive.moments import wait_until
from drive.program import PATIENCE_S, is_sanitized, sampled, shell_code

class AnInterrupt(ApplyTest):
    def in_flight(self, fault, error_format="text"):
        """Starts an apply of six presets, two at once, and waits until two are on the way."""
        self.serve(fault)
        for slug in "abcdef":
            self.preset(slug, 0.1)
        flags = ("--yes", "--jobs", "2", "--timeout", "0", "-o", "json", "--error-format", error_format, "-vv")
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

    def test_says_at_once_what_it_waits_for(self):
        process = self.in_flight("POST * = hang")
        process.send_signal(signal.SIGINT)
        told = ""
        while "interrupted" not in told:
            told = process.stderr.readline()
            self.assertTrue(told, "it ended without a word")
        self.assertIn("waiting for 2 answers; Ctrl-C again gives up", told)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)

    def test_says_so_on_a_line_of_json_to_programs(self):
        process = self.in_flight("POST * = hang", "json")
        process.send_signal(signal.SIGINT)
        told = "{}"
        while not told.startswith('{"warnings"'):
            told = process.stderr.readline()
            self.assertTrue(told, "it ended without a word")
        self.assertEqual(json.loads(told)["notes"], ["interrupted: waiting for 2 answers; Ctrl-C again gives up"])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)

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


class ARefusal(ApplyTest):
    def test_of_several_presets_in_the_same_words_is_told_once(self):
        self.serve("POST /presets/d/* = 400", "POST * = 403")
        for slug in "abcd":
            self.preset(slug, 0.1)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--live=false", "--retries", "0")
        self.assert_exit(3, outcome)
        self.assertEqual(outcome.err.count("mrctl: 403"), 1, outcome.err)
        self.assertIn("(3 presets: a, b, c)", outcome.err)
        self.assertIn("mrctl: 400", outcome.err)
        self.assertIn("replace the one from MRCTL_API_KEY", outcome.err)
        self.assertNotIn("auth login", outcome.err)


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
        for kill in sampled(range(self.kills), 30 if is_sanitized() else 60):
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
