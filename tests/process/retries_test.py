"""What is sent again, how often, and that nothing is stored twice."""

import json
import signal
import subprocess
import time
import unittest

from drive.program import PATIENCE_S, ProgramTest, shell_code
from drive.service import CREDENTIAL, TINY, Emulator, ServiceTest, answering

KEY = "sk-mgmt-test-0000000000000000f3a1"


class RetriesTest(ProgramTest):
    def start_emulator(self, *rules):
        faults = [part for rule in rules for part in ("--fault", rule)]
        self.emulator = Emulator("--log", *faults)
        self.addCleanup(self.emulator.close)
        self.settings = dict(self.emulator.settings)

    def list_endpoints(self, *flags):
        return self.mrctl("endpoints", "list", TINY, *flags)

    def create_preset(self, *flags, slug="support"):
        return self.mrctl("preset", "create", slug, "--model", TINY, *flags)

    def next_version(self):
        """Creates one more version and returns its number: one more than were stored before."""
        outcome = self.create_preset("--retries", "0")
        self.assert_exit(0, outcome)
        return json.loads(outcome.out)["designated_version"]["version"]

    def requests_seen(self, method):
        """Returns how many requests of a method the emulator has logged; ends the emulator."""
        self.emulator.stop()
        return sum(line.startswith(method + " ") for line in self.emulator.log().splitlines())

    def error_of(self, outcome):
        return json.loads(outcome.err.splitlines()[-1])["error"]


class Reading(RetriesTest):
    def test_is_tried_again_through_each_passing_failure(self):
        for outcome_of_service in ("408", "429", "500", "503", "529", "html", "no-code", "reset", "truncate"):
            with self.subTest(fault=outcome_of_service):
                self.start_emulator(f"GET * = {outcome_of_service} times 2")
                outcome = self.list_endpoints()
                self.assert_exit(0, outcome)
                self.assertEqual((json.loads(outcome.out)["id"], outcome.err), (TINY, ""))
                self.assertEqual(self.requests_seen("GET"), 3)

    def test_ends_after_two_more_attempts(self):
        self.start_emulator("GET * = 503")
        outcome = self.list_endpoints("--error-format", "json")
        self.assert_exit(7, outcome)
        self.assertEqual(self.error_of(outcome)["attempts"], 3)
        self.assertEqual(self.requests_seen("GET"), 3)

class Creating(RetriesTest):
    def test_again_where_nothing_was_stored_makes_one_version(self):
        faults = ("409 times 1", "409 times 2", "429 times 2", "429 retry-after 0 times 2", "503 retry-after 1 times 1")
        for fault in faults:
            with self.subTest(fault=fault):
                self.start_emulator(f"POST * = {fault}")
                self.assert_exit(0, self.create_preset())
                self.assertEqual(self.next_version(), 2)

    def test_ends_after_two_more_attempts(self):
        self.start_emulator("POST * = 409 times 3")
        outcome = self.create_preset("--error-format", "json")
        self.assert_exit(5, outcome)
        self.assertEqual(self.error_of(outcome)["attempts"], 3)
        self.assertEqual(self.next_version(), 1)

    def test_is_left_alone_where_something_may_have_been_stored(self):
        for fault, code in (("500", 7), ("502", 7), ("503", 7), ("408", 9), ("html", 7)):
            with self.subTest(fault=fault):
                self.start_emulator(f"POST * = {fault} times 1")
                self.assert_exit(code, self.create_preset())
                self.assertEqual(self.next_version(), 1)

    def test_is_left_alone_after_a_broken_connection(self):
        faults = (("reset", "unknown", 0), ("reset-after-commit", "unknown", 1), ("truncate", "yes", 1))
        for fault, sent, stored in faults:
            with self.subTest(fault=fault):
                self.start_emulator(f"POST * = {fault} times 1")
                outcome = self.create_preset("--error-format", "json")
                self.assert_exit(8, outcome)
                error = self.error_of(outcome)
                self.assertEqual((error["sent"], error["attempts"]), (sent, 1))
                self.assertEqual(self.next_version(), stored + 1)

class HowOften(RetriesTest):
    def test_is_said_by_the_flag(self):
        for retries, code, seen in (("0", 7, 1), ("1", 7, 2), ("3", 0, 4)):
            with self.subTest(retries=retries):
                self.start_emulator("GET * = 503 times 3")
                self.assert_exit(code, self.list_endpoints("--retries", retries))
                self.assertEqual(self.requests_seen("GET"), seen)

class TheWait(RetriesTest):
    def answered(self, status, retry_after, *flags):
        self.settings = {"MRCTL_API_KEY": KEY}
        with answering(status, "{}", Retry_After=retry_after) as server:
            begin = time.monotonic()
            outcome = self.mrctl("byok", "get", CREDENTIAL, "--base-url", server.base_url, *flags)
            return outcome, time.monotonic() - begin, len(server.requests)

    def test_is_what_the_service_asks_for(self):
        outcome, took, requests = self.answered(503, "1", "--retries", "1")
        self.assert_exit(7, outcome)
        self.assertEqual(requests, 2)
        self.assertGreaterEqual(took, 1)

class Signals(ServiceTest):
    emulator_flags = ("--fault", "GET * = 503 retry-after 30")

    def test_end_a_wait(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(signal=number):
                process = self.start("endpoints", "list", TINY)
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(timeout=1)
                process.send_signal(number)
                process.communicate(timeout=PATIENCE_S)
                self.assertEqual(shell_code(process.returncode), code)


if __name__ == "__main__":
    unittest.main()
