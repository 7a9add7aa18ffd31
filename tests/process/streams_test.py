"""What stands on stdout, for scripts on a pipe and for people on a terminal."""

import json
import os
import re
import signal
import subprocess
import unittest

from drive.program import PATIENCE_S, Outcome, binary, shell_code
from drive.service import CREDENTIAL, LARGE, TINY, ServiceTest
from drive.terminal import Terminal

BODY = '{"model": "acme/tiny", "temperature": 0.5, "messages": [{"role": "system", "content": "Be brief."}]}'


# Every command with a result, and the texts that are asked for.
RESULTS = (
    ("preset", "create", "streams", "--model", TINY, "--system", "Be brief."),
    ("preset", "create", "streams", "--model", TINY, "--dry-run"),
    ("preset", "create", "streams", "--model", TINY, "--print-curl"),
    ("preset", "lint", "-"),
    ("endpoints", "list", TINY, LARGE),
    ("endpoints", "list", LARGE, "-o", "table"),
    ("endpoints", "list", LARGE, "--chart", "price"),
    ("endpoints", "list", "--columns", "help"),
    ("endpoints", "list", LARGE, "--jq", ".endpoints[].tag"),
    ("byok", "get", CREDENTIAL),
    ("api", "GET", f"/byok/{CREDENTIAL}"),
    ("auth", "status"),
    ("config", "list"),
    ("config", "get", "timeout"),
    ("config", "path"),
    ("schema",),
    ("version",),
    ("--version",),
    ("--help",),
    ("preset", "create", "--help"),
    ("help", "byok", "get"),
)


class OnAPipe(ServiceTest):
    def json_of(self, *arguments, **options):
        outcome = self.mrctl(*arguments, **options)
        self.assert_exit(0, outcome)
        self.assertTrue(outcome.out.endswith("\n"))
        self.assertEqual(outcome.out.count("\n"), 1, "compact JSON is one line")
        return json.loads(outcome.out)

    def test_a_created_preset_is_one_json_object(self):
        preset = self.json_of("preset", "create", "piped", "--body", "-", stdin=BODY)
        self.assertEqual(preset["slug"], "piped")
        self.assertEqual(preset["designated_version"]["version"], 1)
        self.assertEqual(preset["designated_version"]["system_prompt"], "Be brief.")
        self.assertEqual(preset["designated_version"]["config"], {"model": "acme/tiny", "temperature": 0.5})

    def test_a_script_reads_it_with_jq(self):
        outcome = self.shell(f"set -o pipefail; mrctl endpoints list {TINY} | jq -r '.endpoints[].tag'")
        self.assert_exit(0, outcome)
        self.assertEqual(len(outcome.out.splitlines()), 2)

class WhenWritingFails(ServiceTest):
    def test_a_closed_pipe_ends_quietly(self):
        reading, writing = os.pipe()
        os.close(reading)
        outcome = self.mrctl("endpoints", "list", LARGE, stdout=writing)
        os.close(writing)
        self.assertEqual(outcome.err, "")
        self.assertIn(outcome.code, (0, 128 + signal.SIGPIPE))

    def test_a_reader_that_stops_early_sees_no_complaint(self):
        outcome = self.shell(f"mrctl endpoints list {LARGE} -o jsonl | head -n 1")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.err, "")
        self.assertEqual(outcome.out.count("\n"), 1)

    def assert_one_complaint(self, outcome, words):
        self.assert_exit(1, outcome)
        complaints = [line for line in outcome.err.splitlines() if line.startswith("mrctl:")]
        self.assertEqual(len(complaints), 1, outcome.err)
        self.assertIn(words, complaints[0])

    def test_a_full_disk_is_one_error(self):
        for command in RESULTS:
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                self.assert_one_complaint(self.mrctl(*command, "-q", stdin=BODY, stdout=full), "No space left on device")

    def test_a_full_disk_is_one_error_where_a_result_leaves_in_parts(self):
        self.write("p/a.json", '{"model": "acme/tiny", "temperature": 0.5}')
        for command in (("plan",), ("apply", "--dry-run"), ("apply", "--yes", "--target", "json")):
            for form in ("json", "jsonl", "table", "html"):
                with self.subTest(command=command, form=form), open("/dev/full", "wb") as full:
                    outcome = self.mrctl("preset", *command, "p", "-o", form, "-q", "--error-format", "text", stdout=full)
                    self.assert_one_complaint(outcome, "No space left on device")

    def test_a_closed_stdout_is_one_error(self):
        self.write("body.json", BODY)
        for command in RESULTS:
            with self.subTest(command=command):
                outcome = self.shell('mrctl "$@" -q <body.json >&-', *command)
                self.assert_one_complaint(outcome, "cannot write standard output")

    def test_a_reader_that_has_left_is_no_error_of_any_command(self):
        for command in RESULTS:
            with self.subTest(command=command):
                reading, writing = os.pipe()
                os.close(reading)
                outcome = self.mrctl(*command, "-q", stdin=BODY, stdout=writing)
                os.close(writing)
                self.assertEqual(outcome.err, "")
                self.assertIn(outcome.code, (0, 128 + signal.SIGPIPE))

    def test_a_full_disk_for_errors_does_not_hide_the_result(self):
        with open("/dev/full", "wb") as full:
            outcome = self.mrctl("endpoints", "list", TINY, "-v", stderr=full)
        self.assertEqual(json.loads(outcome.out)["id"], TINY)

    def test_a_closed_stderr_and_stdin_change_nothing(self):
        outcome = self.shell(f"mrctl endpoints list {TINY} <&- 2>&-")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["id"], TINY)


class OnStdout(ServiceTest):
    def test_nothing_but_the_result_whatever_there_is_to_say(self):
        for command in RESULTS:
            with self.subTest(command=command):
                plain = self.mrctl(*command, "-q", stdin=BODY)
                self.assert_exit(0, plain)
                self.assertEqual(plain.err, "")
                told = self.mrctl(*command, "-vvv", stdin=BODY, env={"MRCTL_BASE_URL": self.emulator.base_url + "/"})
                self.assert_exit(0, told)
                self.assertEqual(self.constant(told.out), self.constant(plain.out))

    def constant(self, text):
        """Leaves out what differs from one call, or one address, to the next."""
        text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z", "", text)
        return re.sub(r'"version":\d+', "", text).replace("/api/v1/", "/api/v1")

    def test_warnings_and_notes_are_on_stderr(self):
        body = '{"model": "acme/tiny", "colour": 1}'
        outcome = self.mrctl("preset", "create", "warned", "--body", "-", stdin=body)
        self.assertEqual(json.loads(outcome.out)["slug"], "warned")
        self.assertIn("warning:", outcome.err)
        self.assertIn("mrctl: note:", outcome.err)
        outcome = self.mrctl("endpoints", "list", TINY, "no/such", "-o", "jsonl")
        self.assert_exit(4, outcome)
        self.assertEqual(len(list(map(json.loads, outcome.out.splitlines()))), 2)


class Signals(ServiceTest):
    emulator_flags = ("--fault", "GET * = hang")

    def interrupted_by(self, number):
        process = self.start("endpoints", "list", TINY, "-v")
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE_S)
        return Outcome(shell_code(process.returncode), out, err)

    def test_an_interrupt_ends_a_waiting_command(self):
        self.assert_exit(130, self.interrupted_by(signal.SIGINT))

    def test_an_interrupt_makes_no_noise(self):
        terminal = Terminal([binary(), "endpoints", "list", TINY], self.environment(TERM="xterm", NO_COLOR="1"), self.folder)
        terminal.read_until("waiting for")
        self.assertEqual(terminal.end(signal.SIGINT), 130)
        self.assertRegex(terminal.finish().out, "^mrctl: waiting for [0-9.:]+ …(?:\r\x1b\\[K)?$")

    def test_a_termination_ends_a_waiting_command(self):
        self.assert_exit(143, self.interrupted_by(signal.SIGTERM))


if __name__ == "__main__":
    unittest.main()
