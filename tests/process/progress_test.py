"""What mrctl says while something takes long: one line, on a terminal only, gone when it is over."""

import os
import time
import unittest

from drive.program import ProgramTest, binary
from drive.service import LARGE, TINY, Emulator, silent_host
from drive.terminal import Terminal, run_on_terminal

ERASED = "\r\x1b[K"
BODY = "model: acme/tiny\nmessages:\n  - {role: system, content: Answer briefly.}\n"


class ProgressTest(ProgramTest):
    def on_terminal(self, *arguments, **more):
        env = self.environment(TERM="xterm-256color", NO_COLOR="1", **more)
        return run_on_terminal([binary(), *map(str, arguments)], env, self.folder)

    def after_a_wait(self, said, *command):
        """Runs a command that reads "slow.yaml", which has its content only when the terminal shows what is said."""
        path = self.folder / "slow.yaml"
        os.mkfifo(path)
        terminal = Terminal(command, self.environment(TERM="xterm", NO_COLOR="1"), self.folder)
        with open(path, "w", encoding="utf-8") as pipe:
            terminal.read_until(said)
            pipe.write(BODY)
        outcome = terminal.finish()
        self.assert_exit(0, outcome)
        return outcome.out


class WaitingForTheService(ProgressTest):
    def setUp(self):
        super().setUp()
        host = silent_host()
        base_url = host.__enter__()
        self.addCleanup(host.__exit__, None, None, None)
        self.address = base_url.split("/")[2]
        self.settings = {"MRCTL_BASE_URL": base_url, "MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}

    def test_a_second_without_an_answer_is_said_and_taken_back(self):
        outcome = self.on_terminal("endpoints", "list", TINY, "--timeout", "2s", "--retries", "0")
        self.assert_exit(8, outcome)
        self.assertTrue(outcome.out.startswith(f"mrctl: waiting for {self.address} …{ERASED}mrctl: "), outcome.out)

    def test_several_models_are_counted(self):
        outcome = self.on_terminal("endpoints", "list", TINY, TINY, TINY, "--timeout", "2s", "--retries", "0")
        self.assertIn(f"mrctl: waiting for 3 answers from {self.address} …{ERASED}", outcome.out)

    def test_it_comes_after_a_second_not_before(self):
        begin = time.monotonic()
        terminal = Terminal(
            [binary(), "endpoints", "list", TINY, "--timeout", "3s", "--retries", "0"],
            self.environment(TERM="xterm"),
            self.folder,
        )
        terminal.read_until("waiting")
        self.assertGreater(time.monotonic() - begin, 0.99)
        terminal.finish()

    def test_what_ends_in_time_says_nothing(self):
        outcome = self.on_terminal("endpoints", "list", TINY, "--timeout", "500ms", "--retries", "0")
        self.assert_exit(8, outcome)
        self.assertNotIn("waiting for", outcome.out)
        self.assertNotIn("\x1b", outcome.out)

    def test_nothing_is_said_where_nobody_wants_it(self):
        asked = ("endpoints", "list", TINY, "--timeout", "1500ms", "--retries", "0")
        for flags, variables in (
            (("--quiet",), {}),
            (("--error-format", "json"), {}),
            ((), {"TERM": "dumb"}),
        ):
            with self.subTest(flags=flags, variables=variables):
                env = self.environment(NO_COLOR="1", TERM="xterm") | variables
                outcome = run_on_terminal([binary(), *asked, *flags], env, self.folder)
                self.assert_exit(8, outcome)
                self.assertNotIn("waiting for", outcome.out)
                self.assertNotIn("\x1b", outcome.out)

    def test_nothing_is_said_on_a_pipe(self):
        outcome = self.mrctl("endpoints", "list", TINY, "--timeout", "1500ms", "--retries", "0")
        self.assert_exit(8, outcome)
        self.assertNotIn("waiting for", outcome.err)
        self.assertNotIn("\r", outcome.err)

    def test_lines_of_verbose_stand_above_it(self):
        outcome = self.on_terminal("endpoints", "list", TINY, "--timeout", "1500ms", "--retries", "0", "-v")
        said = f"mrctl: waiting for {self.address} …"
        self.assertIn(f"{said}{ERASED}GET http://{self.address}/", outcome.out)

    def test_a_large_body_is_being_sent(self):
        body = self.write("large.yaml", BODY + "user: " + "x" * 2_400_000 + "\n")
        outcome = self.on_terminal(
            "preset", "create", "x", "--body", body, "--timeout", "2s", "--retries", "0", "--no-validate"
        )
        self.assert_exit(8, outcome)
        self.assertIn(f"mrctl: sending 2 MB to {self.address} …{ERASED}", outcome.out)


class Applying(ProgressTest):
    def test_is_said_after_a_second_before_the_first_answer(self):
        emulator = Emulator("--latency", "3s")
        self.addCleanup(emulator.close)
        self.settings = dict(emulator.settings)
        self.write("presets/a.yaml", BODY)
        outcome = self.on_terminal("preset", "apply", "presets", "--yes")
        self.assert_exit(0, outcome)
        self.assertIn("mrctl: applied 0 of 1, 0 failed …", outcome.out)

    def test_does_not_count_what_failed_as_applied(self):
        emulator = Emulator("--fault", "POST * = 400 times 1", "--latency", "2s")
        self.addCleanup(emulator.close)
        self.settings = dict(emulator.settings)
        for slug in ("a", "b"):
            self.write(f"presets/{slug}.yaml", BODY)
        outcome = self.on_terminal("preset", "apply", "presets", "--yes", "--jobs", "1")
        self.assert_exit(9, outcome)
        self.assertIn("mrctl: applied 0 of 2, 1 failed …", outcome.out)


class WaitingForAnotherAttempt(ProgressTest):
    def watch(self, fault, *command):
        emulator = Emulator("--fault", fault)
        self.addCleanup(emulator.close)
        self.settings = dict(emulator.settings)
        return self.on_terminal(*command)

    def test_says_why_and_counts_the_seconds(self):
        outcome = self.watch("GET * = 503 retry-after 3 times 1", "endpoints", "list", TINY)
        self.assert_exit(0, outcome)
        for seconds in (2, 1):
            self.assertIn(f"mrctl: 503, again in {seconds} s (attempt 2 of 3) …", outcome.out)
        self.assertNotIn("waiting for 127.0.0.1:", outcome.out.split("(attempt 2 of 3)")[0])

    def test_says_how_many_answers_are_left(self):
        fault = "GET /models/acme/tiny/* = 503 retry-after 3 times 1"
        outcome = self.watch(fault, "endpoints", "list", LARGE, TINY, "globex/vision")
        self.assert_exit(0, outcome)
        self.assertIn("(attempt 2 of 3), 1 of 3 answers left …", outcome.out)


class Reading(ProgressTest):
    def test_a_body_that_takes_long_to_come_is_named(self):
        shown = self.after_a_wait("reading", binary(), "preset", "create", "x", "--dry-run", "--body", "slow.yaml")
        self.assertTrue(shown.startswith(f"mrctl: reading slow.yaml …{ERASED}"), shown)

    def test_the_result_on_a_pipe_is_the_result_alone(self):
        out = self.folder / "out.json"
        shown = self.after_a_wait("reading", "bash", "-c", f"mrctl preset create x --dry-run --body slow.yaml >{out}")
        self.assertIn(f"slow.yaml …{ERASED}", shown)
        self.assertTrue(out.read_text().startswith('{"model"'))

    def test_standard_input_is_named_where_it_is_a_pipe(self):
        script = "cat slow.yaml | mrctl preset create x --dry-run --body -"
        self.assertIn(f"mrctl: reading standard input …{ERASED}", self.after_a_wait("reading", "bash", "-c", script))

    def start_typing(self, *flags):
        command = [binary(), "preset", "create", "x", "--dry-run", "--body", "-", *flags]
        return Terminal(command, self.environment(TERM="xterm"), self.folder)

    def end_typing(self, terminal):
        time.sleep(1.5)  # longer than what is said of a file that takes long would take
        terminal.type("model: acme/tiny\n\x04")
        outcome = terminal.finish()
        self.assert_exit(0, outcome)
        return outcome.out

    def test_who_types_is_told_once_how_to_end(self):
        terminal = self.start_typing()
        terminal.read_until("Ctrl-D to end it\r\n")
        shown = self.end_typing(terminal)
        self.assertTrue(shown.startswith("mrctl: reading standard input; press Ctrl-D to end it\n"), shown)
        self.assertEqual(shown.count("reading"), 1)

    def test_who_types_and_wants_quiet_is_told_nothing(self):
        self.assertNotIn("reading", self.end_typing(self.start_typing("--quiet")))

    def test_a_file_that_is_checked_is_named_as_well(self):
        self.assertIn(f"slow.yaml …{ERASED}", self.after_a_wait("reading", binary(), "preset", "lint", "slow.yaml"))


class Quick(ProgressTest):
    def test_a_quick_command_writes_no_more_than_its_result(self):
        emulator = Emulator()
        self.addCleanup(emulator.close)
        self.settings = dict(emulator.settings)
        outcome = self.on_terminal("endpoints", "list", TINY)
        self.assert_exit(0, outcome)
        self.assertNotIn("\x1b[K", outcome.out)


if __name__ == "__main__":
    unittest.main()
