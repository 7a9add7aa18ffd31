"""What is sent again, how often, and that nothing is stored twice."""

import json
import signal
import subprocess
import time
import unittest

from drive.program import PATIENCE_S, ProgramTest, shell_code
from drive.service import CREDENTIAL, LARGE, TINY, Emulator, ServiceTest, answering, refusing_host, silent_host

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

    def test_is_not_tried_again_where_that_does_not_help(self):
        self.start_emulator("GET * = 400")
        self.assert_exit(9, self.list_endpoints())
        self.assertEqual(self.requests_seen("GET"), 1)

    def test_of_several_models_tries_each_alone(self):
        self.start_emulator(f"GET /models/{TINY}/* = 503 times 2", "GET /models/globex/* = 404")
        outcome = self.mrctl("endpoints", "list", LARGE, "globex/vision", TINY)
        self.assert_exit(4, outcome)
        self.assertEqual([model["id"] for model in json.loads(outcome.out)], [LARGE, TINY])
        self.assertEqual(self.requests_seen("GET"), 5)


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

    def test_says_that_a_version_may_exist(self):
        self.start_emulator("POST * = reset-after-commit")
        self.assert_refused(8, self.create_preset(), "sent:  unknown, a version may exist")

    def test_is_tried_again_where_nobody_listens(self):
        self.settings = {"MRCTL_BASE_URL": refusing_host(), "MRCTL_API_KEY": KEY}
        outcome = self.create_preset("--error-format", "json")
        self.assert_exit(8, outcome)
        error = self.error_of(outcome)
        self.assertEqual((error["sent"], error["attempts"]), ("no", 3))

    def test_is_not_tried_again_with_a_key_that_must_not_travel(self):
        self.settings = {"MRCTL_BASE_URL": "http://192.0.2.1/api/v1", "MRCTL_API_KEY": KEY}
        outcome = self.create_preset("--error-format", "json")
        self.assert_exit(3, outcome)
        self.assertEqual(self.error_of(outcome)["attempts"], 0)


class HowOften(RetriesTest):
    def test_is_said_by_the_flag(self):
        for retries, code, seen in (("0", 7, 1), ("1", 7, 2), ("3", 0, 4)):
            with self.subTest(retries=retries):
                self.start_emulator("GET * = 503 times 3")
                self.assert_exit(code, self.list_endpoints("--retries", retries))
                self.assertEqual(self.requests_seen("GET"), seen)

    def test_is_said_by_the_profile_and_the_flag_goes_over_it(self):
        self.start_emulator("GET * = 503 times 2")
        self.assert_exit(0, self.mrctl("config", "set", "retries", "0"))
        self.assert_exit(7, self.list_endpoints())
        self.assert_exit(0, self.list_endpoints("--retries", "1"))

    def test_is_a_whole_number(self):
        for value in ("-1", "two", "1.5", ""):
            with self.subTest(value=value):
                self.settings = {"MRCTL_BASE_URL": refusing_host()}
                self.assert_refused(2, self.list_endpoints(f"--retries={value}"), "retries")

    def test_is_shown_on_request(self):
        self.start_emulator("GET * = 503 times 1")
        outcome = self.list_endpoints("-v")
        self.assert_exit(0, outcome)
        self.assertRegex(outcome.err, r"waiting 0\.\d s, then trying again \(2 of 3\): 503\n")


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

    def test_beyond_the_time_limit_fails_now_with_its_seconds(self):
        for value, seconds in (("120", 120), ("99999999999999999999", 2**31)):
            with self.subTest(value=value):
                outcome, took, requests = self.answered(429, value, "--error-format", "json")
                self.assert_exit(6, outcome)
                error = self.error_of(outcome)
                self.assertEqual((error["retry_after_s"], error["attempts"], requests), (seconds, 1, 1))
                self.assertIn(f"{seconds} s", error["hint"])
                self.assertLess(took, 10)

    def test_is_computed_where_the_service_says_nothing_usable(self):
        for value in ("0", "-1", "soon", "1.5", "1, 2"):
            with self.subTest(value=value):
                outcome, took, requests = self.answered(503, value)
                self.assert_exit(7, outcome)
                self.assertEqual(requests, 3)
                self.assertLess(took, 10)

    def test_ends_with_the_time_limit(self):
        self.settings = {"MRCTL_API_KEY": KEY}
        with silent_host() as base_url:
            begin = time.monotonic()
            outcome = self.list_endpoints("--base-url", base_url, "--timeout", "2", "--retries", "20")
            self.assert_refused(8, outcome)
            self.assertLess(time.monotonic() - begin, 40, "each try had a time limit, not all together")


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
