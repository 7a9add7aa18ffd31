"""An interrupt at every moment: it ends the command with its code, says what may have happened, and leaves no mess."""

import contextlib
import json
import os
import random
import signal
import subprocess
import threading
import time
import tomllib
import unittest

from drive.moments import cannot_write_more, wait_until, wants_more_input
from drive.program import PATIENCE_S, Outcome, ProgramTest, binary, shell_code
from drive.service import CREDENTIAL, TINY, Emulator, answering
from drive.terminal import Terminal
from drive.wire import raw_host

KEY = "sk-mgmt-test-0000000000000000f3a1"
ENDING = ((signal.SIGINT, 130), (signal.SIGTERM, 143))
CREATE = ("preset", "create", "x", "--model", TINY, "--system", "Hi")


def never(connection):
    """Answers nothing until the other side has gone."""
    connection.recv(1)


class SignalTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_API_KEY": KEY}

    def end(self, process, number):
        """Sends the signal and returns what came of it, which must be soon."""
        begin = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE_S)
        self.assertLess(time.monotonic() - begin, 60)
        return Outcome(shell_code(process.returncode), out, err)

    def end_in_flight(self, number, answer, *command):
        """Ends a command whose request has reached a host that goes on with `answer`."""
        with raw_host(answer) as host:
            process = self.start(*command, "--base-url", host.base_url)
            wait_until(lambda: host.requests)
            outcome = self.end(process, number)
            self.assertEqual(len(host.requests), 1)
        return outcome


class APostInFlight(SignalTest):
    def test_may_have_been_carried_out_which_is_said(self):
        for number, code in ENDING:
            with self.subTest(signal=number):
                outcome = self.end_in_flight(number, never, *CREATE)
                self.assert_exit(code, outcome)
                self.assertEqual(outcome.out, "")
                self.assertIn("a version may exist", outcome.err)

    def test_is_said_for_programs_too(self):
        for number, code in ENDING:
            with self.subTest(signal=number):
                outcome = self.end_in_flight(number, never, *CREATE, "--error-format", "json")
                self.assert_exit(code, outcome)
                error = json.loads(outcome.err.splitlines()[-1])["error"]
                self.assertEqual((error["exit_code"], error["sent"], error["http_status"]), (code, "unknown", None))
                self.assertEqual(error["operation"], "POST /presets/x/chat/completions")

    def test_is_said_of_any_operation_that_changes_something(self):
        outcome = self.end_in_flight(signal.SIGINT, never, "api", "POST", "/anything", "--error-format", "json")
        self.assert_exit(130, outcome)
        self.assertEqual(json.loads(outcome.err.splitlines()[-1])["error"]["sent"], "unknown")

    def test_is_said_as_well_when_half_of_the_answer_was_there(self):
        half = b'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{"data": '

        def answer(connection):
            connection.sendall(half)
            never(connection)

        with raw_host(answer) as host:
            process = self.start(*CREATE, "-vv", "--base-url", host.base_url)
            while "Content-Length: 5000" not in (line := process.stderr.readline()):
                self.assertNotEqual(line, "")
            outcome = self.end(process, signal.SIGINT)
        self.assert_exit(130, outcome)
        self.assertRegex(outcome.err, "version (may|exists)")


class OtherMoments(SignalTest):
    """At which nothing can have been stored, so that nothing is said of it."""

    def assert_ended(self, process, number, code):
        outcome = self.end(process, number)
        self.assert_exit(code, outcome)
        self.assertEqual(outcome.out, "")
        self.assertNotIn("may exist", outcome.err)
        return outcome

    def test_reading_the_body_from_a_pipe(self):
        for number, code in ENDING:
            with self.subTest(signal=number), answering(200, "{}") as server:
                create = ("preset", "create", "x", "--body", "-", "--base-url", server.base_url)
                process = self.start(*create, stdin=subprocess.PIPE)
                process.stdin.write('{"model": "acme/tiny", ')
                process.stdin.flush()
                wait_until(lambda: wants_more_input(process))
                self.assert_ended(process, number, code)
                self.assertEqual(server.requests, [])

    def test_reading_a_key_from_a_pipe(self):
        for number, code in ENDING:
            with self.subTest(signal=number):
                process = self.start("auth", "login", "--no-verify", "--base-url", "http://127.0.0.1:9/api/v1", stdin=subprocess.PIPE)
                process.stdin.write("sk-half-of-a-")
                process.stdin.flush()
                wait_until(lambda: wants_more_input(process))
                self.assert_ended(process, number, code)
                self.assertEqual(list(self.home.rglob("credentials.toml*")), [])

    def test_waiting_for_the_credential_command(self):
        started = self.folder / "started"
        vault = self.write("vault", f"#!/bin/sh\ntouch {started}\nexec sleep 8\n", mode=0o700)
        self.write("home/.config/mrctl/config.toml", f'[profiles.default]\ncredential_command = ["{vault}"]\n')
        self.settings = {}
        for number, code in ENDING:
            with self.subTest(signal=number):
                process = self.start(*CREATE, "--base-url", "http://127.0.0.1:9/api/v1")
                wait_until(started.exists)
                started.unlink()
                self.assert_ended(process, number, code)

    def test_nothing_that_the_credential_command_started_goes_on(self):
        pipe = self.folder / "alive"
        os.mkfifo(pipe)
        vault = self.write("vault", f"#!/bin/sh\ntrap '' TERM\nsleep 600 > {pipe}\n", mode=0o700)
        self.write("home/.config/mrctl/config.toml", f'[profiles.default]\ncredential_command = ["{vault}"]\n')
        self.settings = {}
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):
            with self.subTest(signal=number):
                process = self.start(*CREATE, "--base-url", "http://127.0.0.1:9/api/v1")
                with open(pipe, "rb") as alive:  # opens when somebody has it open for writing
                    self.assert_ended(process, number, 128 + number)
                    self.assertEqual(alive.read(), b"")  # ends when nobody has

    def test_with_a_read_in_flight(self):
        for number, code in ENDING:
            for command in (("endpoints", "list", TINY), ("byok", "get", CREDENTIAL), ("auth", "status")):
                with self.subTest(signal=number, command=command), raw_host(never) as host:
                    process = self.start(*command, "--base-url", host.base_url)
                    wait_until(lambda: host.requests)
                    self.assert_ended(process, number, code)

    def test_waiting_to_create_again_what_was_not_stored(self):
        refusal = b"HTTP/1.1 409 Conflict\r\nRetry-After: 50\r\nContent-Length: 2\r\n\r\n{}"
        for number, code in ENDING:
            with self.subTest(signal=number), raw_host(refusal) as host:
                process = self.start(*CREATE, "-v", "--base-url", host.base_url)
                while "waiting" not in (line := process.stderr.readline()):
                    self.assertNotEqual(line, "")
                self.assert_ended(process, number, code)
                self.assertEqual(len(host.requests), 1)

    def test_writing_to_a_reader_that_does_not_read(self):
        body = '{"data": {"id": "acme/tiny", "more": "' + "x" * (1 << 20) + '"}}'
        for number, code in ENDING:
            with self.subTest(signal=number), answering(200, body) as server:
                process = self.start("byok", "get", CREDENTIAL, "--base-url", server.base_url)
                wait_until(lambda: cannot_write_more(process))
                self.assert_exit(code, self.end(process, number))

    def test_applying_leaves_no_unfinished_record(self):
        emulator = Emulator()
        self.addCleanup(emulator.close)
        self.settings = dict(emulator.settings) | {"MRCTL_STATE": str(self.folder / "state")}
        for round, (number, code) in enumerate((*ENDING, *ENDING)):  # the first ones only make new records
            with self.subTest(signal=number, round=round):
                for slug in range(400):
                    self.write(f"presets/{slug}.json", json.dumps({"model": TINY, "temperature": round / 10}))
                process = self.start("preset", "apply", "presets", "--yes", "-o", "json")
                wait_until(lambda: cannot_write_more(process))
                self.assert_exit(code, self.end(process, number))
                self.assertEqual(list(self.folder.glob("state/*/.unfinished")), [])

    def test_linting_what_does_not_end(self):
        for number, code in ENDING:
            with self.subTest(signal=number):
                process = self.start("preset", "lint", "-", stdin=subprocess.PIPE)
                process.stdin.write("model: ")
                process.stdin.flush()
                wait_until(lambda: wants_more_input(process))
                self.assert_ended(process, number, code)


def answer_after(event):
    """An answer that is given when the event is."""

    def answer(connection):
        event.wait(PATIENCE_S)
        body = b'{"data": {"id": "x", "label": "sk-x...x"}}'
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    return answer


class ASignalThatIsIgnored(SignalTest):
    def test_stays_ignored(self):
        # A shell starts what runs in the background like this.
        for number, word in ((signal.SIGINT, "INT"), (signal.SIGTERM, "TERM"), (signal.SIGHUP, "HUP")):
            is_sent = threading.Event()
            with self.subTest(signal=word), raw_host(answer_after(is_sent)) as host:
                script = f"trap '' {word}; exec mrctl byok get {CREDENTIAL} --base-url {host.base_url}"
                process = subprocess.Popen(["bash", "-c", script], env=self.environment(), cwd=self.folder,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
                self.addCleanup(process.communicate)
                wait_until(lambda: host.requests)
                process.send_signal(number)
                is_sent.set()
                out, err = process.communicate(timeout=PATIENCE_S)
                self.assertEqual(process.returncode, 0, err)
                self.assertIn("sk-x", out)


    def test_of_ended_children_does_not_matter(self):
        self.write("home/.config/mrctl/config.toml", '[profiles.default]\ncredential_command = ["echo", "sk-x"]\n')
        self.settings = {}
        with answering(200, '{"data": {"id": "x"}}') as server:
            outcome = self.shell(f"trap '' CHLD; exec mrctl byok get {CREDENTIAL} --base-url {server.base_url} --jq .id")
        self.assert_exit(0, outcome)


class ASlowAnswerOfTheEmulator(SignalTest):
    def test_does_not_keep_emulator_exec_from_ending(self):
        waiting = ("emulator", "exec", "--latency", "300s", "--", "mrctl", "endpoints", "list", TINY, "-vv", "--timeout", "0")
        process = self.start(*waiting, start_new_session=True)
        while "> GET" not in (line := process.stderr.readline()):
            self.assertNotEqual(line, "")
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 130)


class OnATerminal(SignalTest):
    def shown_after(self, number, code, *command):
        """Returns what the terminal shows of a command that is ended while it says that it waits."""
        with raw_host(never) as host:
            env = self.environment(TERM="xterm", NO_COLOR="1")
            terminal = Terminal([binary(), *command, "--base-url", host.base_url], env, self.folder)
            terminal.read_until("waiting for")
            self.assertEqual(terminal.end(number), code)
            return terminal.finish().out

    def test_the_line_of_progress_is_taken_back(self):
        for number, code in ENDING:
            with self.subTest(signal=number):
                shown = self.shown_after(number, code, "byok", "get", CREDENTIAL)
                self.assertRegex(shown, "(\r\x1b\\[K|\n)$")

    def test_the_message_has_a_line_of_its_own(self):
        for number, code in ENDING:
            with self.subTest(signal=number):
                shown = self.shown_after(number, code, *CREATE)
                self.assertRegex(shown, "(\r\x1b\\[K|\n)mrctl: ")
                self.assertIn("a version may exist", shown)


class FilesThatAreWritten(SignalTest):
    """While commands are ended at moments that a seed has chosen."""

    TIMES = 60

    def time_of(self, *command, stdin=""):
        """Returns how long a command takes that nothing ends, in seconds."""
        begin = time.monotonic()
        self.assert_exit(0, self.mrctl(*command, stdin=stdin))
        return time.monotonic() - begin

    def interrupt_at_random(self, command, number, moment, stdin=""):
        process = subprocess.Popen([binary(), *command], env=self.environment(), cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(stdin.encode())
            process.stdin.close()
        time.sleep(moment)
        process.send_signal(number)
        return shell_code(process.wait(timeout=PATIENCE_S))

    def test_are_whole_whatever_ends_config_set(self):
        folder = self.home / ".config/mrctl"
        usual = self.time_of("config", "set", "base_url", "http://127.0.0.1:1/api/v1")
        luck = random.Random(5)
        endings = set()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for port in range(self.TIMES):
                command = ("config", "set", "base_url", f"http://127.0.0.1:{port + 1}/api/v1")
                endings.add(self.interrupt_at_random(command, number, luck.uniform(0, 2 * usual)))
                profile = tomllib.loads((folder / "config.toml").read_text())["profiles"]["default"]
                self.assertRegex(profile["base_url"], r"^http://127\.0\.0\.1:\d+/api/v1$")
            if number != signal.SIGKILL:  # which leaves nobody to clear up
                self.assertEqual(sorted(path.name for path in folder.iterdir())[:3], ["config.toml"])
        self.assertLessEqual(endings, {0, 130, 143, 137})
        self.assertGreater(len(endings), 1, "the moments are badly chosen")

    def test_are_whole_whatever_ends_auth_login(self):
        folder = self.home / ".config/mrctl"
        usual = self.time_of("auth", "login", "--no-verify", "--base-url", "http://127.0.0.1:9/api/v1", stdin=KEY + "\n")
        luck = random.Random(6)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for port in range(self.TIMES):
                command = ("auth", "login", "--no-verify", "--base-url", f"http://127.0.0.1:{port + 1}/api/v1")
                self.interrupt_at_random(command, number, luck.uniform(0, 2 * usual), stdin=f"{KEY}\n")
                self.assert_store_is_whole(folder / "credentials.toml")
            if number != signal.SIGKILL:
                self.assertEqual(sorted(path.name for path in folder.iterdir())[:3], ["credentials.toml"])
        self.assert_exit(0, self.mrctl("auth", "login", "--no-verify", "--base-url", "http://127.0.0.1:9/api/v1", stdin=KEY + "\n"))

    def test_of_an_emulator_are_gone_whatever_ends_it(self):
        folder = self.folder / "temporary"
        folder.mkdir()
        self.settings = {"TMPDIR": str(folder)}
        command = ("emulator", "exec", "--", "true")
        usual = self.time_of(*command)
        luck = random.Random(7)
        for number in (signal.SIGINT, signal.SIGTERM):
            for _ in range(self.TIMES):
                self.interrupt_at_random(command, number, luck.uniform(0, 1.5 * usual))
                self.assertEqual(list(folder.iterdir()), [])

    def assert_store_is_whole(self, store):
        if not store.exists():
            return
        self.assertEqual(store.stat().st_mode & 0o777, 0o600)
        for entry in tomllib.loads(store.read_text())["keys"]:
            self.assertEqual((entry["key"], entry["profile"]), (KEY, "default"))


if __name__ == "__main__":
    unittest.main()
