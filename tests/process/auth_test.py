"""Stored keys: login, status and logout; and that a key is never seen."""

import json
import os
import signal
import stat
import subprocess
import tomllib
import unittest

from drive.program import ProgramTest, binary
from drive.service import CREDENTIAL, TINY, ServiceTest, answering
from drive.terminal import Terminal

MANAGEMENT = "sk-mgmt-test-0000000000000000f3a1"
INFERENCE = "sk-infer-test-000000000000000b7c2"


class AuthTest(ServiceTest):
    emulator_flags = ("--management-key", MANAGEMENT, "--inference-key", INFERENCE)

    def setUp(self):
        super().setUp()
        del self.settings["MRCTL_API_KEY"]

    @property
    def stored(self):
        return self.home / ".config/mrctl/credentials.toml"

    def login(self, key=MANAGEMENT, *flags):
        outcome = self.mrctl("auth", "login", *flags, stdin=key + "\n")
        self.assert_exit(0, outcome)
        return outcome


class Login(AuthTest):
    def test_stores_a_key_that_commands_then_use(self):
        self.login()
        self.assert_exit(0, self.mrctl("byok", "get", CREDENTIAL))

    def test_stores_it_for_its_owner_only(self):
        self.login()
        self.assertEqual(stat.S_IMODE(self.stored.stat().st_mode), 0o600)

    def test_says_as_json_what_became_of_the_key(self):
        stored = json.loads(self.login(MANAGEMENT, "-o", "json").out)
        self.assertEqual(list(stored), ["profile", "service", "key", "stored"])
        self.assertEqual((stored["profile"], stored["stored"]), ("default", True))
        self.assertTrue(self.settings["MRCTL_BASE_URL"].startswith(stored["service"]))
        self.assertNotIn(stored["key"], ("", MANAGEMENT))
        removed = json.loads(self.mrctl("auth", "logout", "-o", "json").out)
        self.assertEqual((removed["key"], removed["stored"]), (None, False))
        self.assertEqual(json.loads(self.mrctl("auth", "logout", "-o", "json").out)["stored"], False)

    def test_shows_the_key_only_masked(self):
        outcome = self.login()
        self.assertNotIn(MANAGEMENT, outcome.out + outcome.err)

    def test_prompts_without_echo_on_a_terminal(self):
        terminal = Terminal([binary(), "auth", "login"], self.environment(TERM="xterm"), self.folder)
        prompt = terminal.read_until("default): ")
        self.assertIn("Management key for http://127.0.0.1:", prompt)
        terminal.type(MANAGEMENT + "\n")
        outcome = terminal.finish()
        self.assert_exit(0, outcome)
        self.assertNotIn(MANAGEMENT, outcome.out)
        self.assert_exit(0, self.mrctl("byok", "get", CREDENTIAL))

    def test_leaves_the_terminal_as_it_was_when_it_is_ended(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGALRM):
            terminal = Terminal([binary(), "auth", "login"], self.environment(TERM="xterm"), self.folder)
            terminal.read_until("default): ")
            self.assertFalse(terminal.echoes())
            self.assertEqual(terminal.end(number), 128 + number)
            self.assertTrue(terminal.echoes())

    def test_keeps_the_old_key_where_the_new_one_is_of_no_use(self):
        self.login()
        before = self.stored.read_text()
        for status, code, words in (
            (401, 3, "this key is unknown to the service"),
            (403, 3, "this key is not a management key"),
            (418, 9, "--no-verify"),
        ):
            body = '{"error": {"code": %d, "message": "no"}}' % status
            with self.subTest(status=status), answering(status, body) as other:
                outcome = self.mrctl("auth", "login", "--base-url", other.base_url, stdin=INFERENCE + "\n")
                self.assert_refused(code, outcome, words, "nothing was stored")
                self.assertEqual(self.stored.read_text(), before)
        outcome = self.mrctl("auth", "login", stdin=INFERENCE + "\n")
        self.assert_refused(3, outcome, "is not a management key")
        self.assertEqual(self.stored.read_text(), before)

    def test_stores_nothing_where_nobody_answers_unless_told_to(self):
        nowhere = ("--base-url", "http://127.0.0.1:9/api/v1")
        outcome = self.mrctl("auth", "login", *nowhere, stdin=MANAGEMENT + "\n")
        self.assert_refused(8, outcome, "--no-verify")
        self.assertFalse(self.stored.exists())
        self.login(MANAGEMENT, "--no-verify", *nowhere)
        self.assertTrue(self.stored.exists())

    def test_tells_of_a_key_that_goes_over_the_stored_one(self):
        outcome = self.mrctl("auth", "login", stdin=MANAGEMENT + "\n", env={"MRCTL_API_KEY": INFERENCE})
        self.assert_exit(0, outcome)
        self.assertIn("MRCTL_API_KEY is set and is used instead of the stored key", outcome.err)

    def test_loses_no_key_when_several_are_stored_at_once(self):
        begun = [
            self.start("auth", "login", "--no-verify", "--base-url", f"http://127.0.0.1:{port}/api/v1", stdin=subprocess.PIPE)
            for port in range(1, 7)
        ]
        for process in begun:
            process.stdin.write(MANAGEMENT + "\n")
            process.stdin.close()
        self.assertEqual([process.wait() for process in begun], [0] * 6)
        self.assertEqual(len(tomllib.loads(self.stored.read_text())["keys"]), 6)

    def test_refuses_a_store_that_is_no_file(self):
        self.stored.parent.mkdir(parents=True)
        self.stored.symlink_to("/dev/null")
        outcome = self.mrctl("auth", "login", stdin=MANAGEMENT + "\n")
        self.assert_refused(2, outcome, f"{self.stored} is a device, not a file that can be changed")
        self.stored.unlink()
        os.mkfifo(self.stored)
        for command in (("auth", "login"), ("auth", "logout"), ("byok", "get", CREDENTIAL)):
            with self.subTest(command=command):
                outcome = self.mrctl(*command, stdin=MANAGEMENT + "\n")
                self.assert_refused(2, outcome, f"{self.stored} is a pipe")

    def test_keeps_the_other_keys_where_the_store_cannot_be_looked_at(self):
        self.stored.parent.mkdir(parents=True)
        self.stored.symlink_to(self.stored)
        outcome = self.mrctl("auth", "login", stdin=MANAGEMENT + "\n")
        self.assert_refused(2, outcome, str(self.stored), "Too many levels of symbolic links")
        self.assertTrue(self.stored.is_symlink())

    def test_names_the_file_of_settings_that_is_none(self):
        outcome = self.mrctl("auth", "login", "--no-verify", env={"MRCTL_CONFIG": "/dev/null"}, stdin=MANAGEMENT)
        self.assert_refused(2, outcome, "/dev/null", "--config or MRCTL_CONFIG")
        self.assertNotIn("HOME", outcome.err)

    def test_binds_the_key_to_its_host(self):
        self.login()
        with answering(200, '{"data": {}}') as other:
            outcome = self.mrctl("byok", "get", CREDENTIAL, "--base-url", other.base_url)
            self.assert_refused(3, outcome, "mrctl auth login")
            self.assertEqual(other.requests, [])


class Logout(AuthTest):
    def test_forgets_the_key(self):
        self.login()
        self.assert_exit(0, self.mrctl("auth", "logout"))
        self.assertNotIn(MANAGEMENT, self.stored.read_text() if self.stored.exists() else "")
        self.assert_refused(3, self.mrctl("byok", "get", CREDENTIAL))


    def test_keeps_every_key_where_the_settings_do_not_say_which(self):
        self.login()
        for text in ("[profiles.default\n", 'profile = "nowhere"\n', '[profiles.default]\nbase_ulr = "x"\n'):
            self.write("home/.config/mrctl/config.toml", text)
            alone = self.mrctl("auth", "logout", env={"MRCTL_BASE_URL": ""})
            self.assert_refused(2, alone, "none was removed", "--base-url", "config.toml")
            self.assertIn(MANAGEMENT, self.stored.read_text())
        self.assert_exit(0, self.mrctl("auth", "logout"))
        self.assertNotIn(MANAGEMENT, self.stored.read_text())


class TheKeyIsNeverSeen(ServiceTest):
    emulator_flags = ("--management-key", MANAGEMENT)

    COMMANDS = (
        ("byok", "get", CREDENTIAL, "-vvv"),
        ("endpoints", "list", TINY, "-vvv"),
        ("preset", "create", "quiet", "--model", TINY, "-vvv"),
        ("preset", "create", "quiet", "--model", TINY, "--print-curl", "-vvv"),
        ("preset", "create", "quiet", "--model", TINY, "--dry-run", "-vvv"),
        ("endpoints", "list", "acme/none", "-vvv"),
        ("byok", "get", CREDENTIAL, "-vvv", "--error-format", "json"),
        ("config", "list", "--show-origin"),
        ("auth", "status", "-vvv"),
    )

    def test_by_any_command_at_the_highest_verbosity(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                outcome = self.mrctl(*command)
                self.assertNotIn(MANAGEMENT, outcome.out + outcome.err)
                self.assertNotIn(MANAGEMENT[8:], outcome.out + outcome.err)

    def test_though_the_highest_verbosity_shows_the_exchange(self):
        outcome = self.mrctl("byok", "get", CREDENTIAL, "-vvv")
        self.assertIn("GET", outcome.err)
        self.assertIn("authorization", outcome.err.lower())

    def test_when_the_service_sends_it_back(self):
        body = '{"error": {"code": 401, "message": "Bad key %s"}}' % MANAGEMENT
        with answering(401, body, X_Echo=MANAGEMENT) as server:
            for flags in ((), ("-vvv",), ("--error-format", "json")):
                outcome = self.mrctl("byok", "get", CREDENTIAL, "--base-url", server.base_url, *flags)
                self.assert_exit(3, outcome)
                self.assertNotIn(MANAGEMENT, outcome.out + outcome.err)


class ALabelThatIsNotMasked(ProgramTest):
    def test_is_masked_with_a_warning(self):
        label = "sk-live-not-masked-at-all-0000000000"
        with answering(200, '{"data": {"id": "x", "label": "%s"}}' % label) as server:
            self.settings = {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": MANAGEMENT}
            for form in ("json", "jsonl", "table"):
                outcome = self.mrctl("byok", "get", CREDENTIAL, "-o", form)
                self.assert_exit(0, outcome)
                self.assertNotIn(label, outcome.out + outcome.err)
                self.assertIn("warning", outcome.err)


if __name__ == "__main__":
    unittest.main()
