"""A key from a file, a pipe, a program or the store is hidden like one from the environment."""

import contextlib
import unittest
from pathlib import Path

from drive.canary import CANARY, leaking_files
from drive.service import CREDENTIAL, answering, refusing_host
from drive.sweep import LOUDNESS, SilentTest, error_body


class AKeyFromElsewhere(SilentTest):
    """From a file, a pipe, a program, or the store."""

    def setUp(self):
        super().setUp()
        self.server = contextlib.ExitStack()
        self.addCleanup(self.server.close)
        answer = answering(403, error_body(CANARY), X_Echo=CANARY)
        self.settings = {"MRCTL_BASE_URL": self.server.enter_context(answer).base_url}

    def assert_hidden(self, *arguments, **options):
        for flags in LOUDNESS:
            outcome = self.mrctl(*arguments, *flags, "--retries", "0", **options)
            self.assert_exit(3, outcome)
            self.assert_silent_of_it(outcome)

    def write_config(self, text):
        self.write("home/.config/mrctl/config.toml", f"[profiles.default]\n{text}\n")

    def test_is_hidden_as_well(self):
        self.assert_hidden("byok", "get", CREDENTIAL, "--api-key-file", self.write("key", f"  {CANARY}\n\n"))
        self.assert_hidden("byok", "get", CREDENTIAL, "--api-key-file", "-", stdin=f"{CANARY}\r\n")
        self.write_config(f'credential_command = ["printf", "%s", "{CANARY}"]')
        self.assert_hidden("byok", "get", CREDENTIAL)

    def test_is_stored_in_one_file_only(self):
        self.settings["MRCTL_BASE_URL"] = refusing_host()
        outcome = self.mrctl("auth", "login", "--no-verify", "-vvv", stdin=CANARY + "\n")
        self.assert_exit(0, outcome)
        self.assert_silent_of_it(outcome)
        self.assertEqual(leaking_files(self.folder), [str(self.home / ".config/mrctl/credentials.toml")])
        for command in ("auth", "status"), ("config", "list", "--show-origin"), ("byok", "get", CREDENTIAL):
            outcome = self.mrctl(*command, "-vvv")
            self.assert_silent_of_it(outcome)
        self.assert_exit(0, self.mrctl("auth", "logout", "-vvv"))
        self.assertEqual(leaking_files(self.folder), [])

    def test_is_not_told_by_the_errors_of_a_broken_store(self):
        self.settings["MRCTL_BASE_URL"] = "http://127.0.0.1:9/api/v1"
        self.assert_exit(0, self.mrctl("auth", "login", "--no-verify", stdin=CANARY + "\n"))
        store = self.home / ".config/mrctl/credentials.toml"
        whole = store.read_text()
        at = whole.index(CANARY)
        for broken in (whole[: at + 20], whole.replace(CANARY, CANARY + '" "x'), whole + "[[keys]", whole[at - 1 :]):
            store.write_text(broken)
            for flags in LOUDNESS:
                outcome = self.mrctl("byok", "get", CREDENTIAL, *flags)
                self.assert_exit(3, outcome)
                self.assert_silent_of_it(outcome)

    def test_is_not_told_by_the_errors_of_a_configuration_that_holds_it(self):
        for line in (f'api_key = "{CANARY}"', f'key = "{CANARY}', f"credential_command = {CANARY}", CANARY):
            self.write_config(line)
            for flags in LOUDNESS:
                outcome = self.mrctl("byok", "get", CREDENTIAL, *flags)
                self.assert_exit(2, outcome)
                self.assert_silent_of_it(outcome)


class ACredentialCommand(SilentTest):
    def run_with(self, script, base_url, *flags):
        program = self.write("vault", f"#!/bin/sh\n{script}\n", mode=0o700)
        self.write("home/.config/mrctl/config.toml", f'[profiles.default]\ncredential_command = ["{program}"]\n')
        return self.mrctl("byok", "get", CREDENTIAL, "--base-url", base_url, "--retries", "0", *flags)

    def test_that_tells_the_key_on_stderr_is_quoted_without_it(self):
        said = f"echo '{CANARY}'; echo 'vault: the key is {CANARY}, take care' >&2"
        for script, code in ((f"{said}; exit 3", 3), (f"{said}; kill -9 $$", 3), (said, 8)):
            with self.subTest(script=script):
                for flags in LOUDNESS:
                    outcome = self.run_with(script, refusing_host(), *flags)
                    self.assert_exit(code, outcome)
                    self.assert_silent_of_it(outcome)

    def test_whose_complaint_is_long_is_quoted_without_half_a_key(self):
        key = CANARY.replace("&", "+")
        for size in (4096, 65536):
            for shown in (10, 13, 20):
                empty = f"head -c {size + 1 - shown} /dev/zero | tr '\\0' '\\n' >&2"
                with self.subTest(size=size, shown=shown):
                    outcome = self.run_with(f"{empty}; echo '{key}' >&2; exit 3", refusing_host())
                    self.assert_exit(3, outcome)
                    self.assertNotIn(key[:10], outcome.err)

    def test_that_fails_is_quoted(self):
        self.assert_refused(3, self.run_with("echo 'vault: sealed' >&2; exit 3", refusing_host()), "vault: sealed")

    def test_that_tells_two_keys_is_refused_without_either(self):
        outcome = self.run_with(f"echo '{CANARY}'; echo '{CANARY}2'", refusing_host(), "-vvv")
        self.assert_exit(3, outcome)
        self.assert_silent_of_it(outcome)

    def test_gets_no_input_and_no_open_files(self):
        seen = self.folder / "seen"
        listing = f"{{ readlink /proc/self/fd/0; ls /proc/$$/fd; }} >{seen}; echo {CANARY.replace('&', '')}"
        self.assert_exit(8, self.run_with(listing, refusing_host()))
        stdin, *files = Path(seen).read_text().split()
        self.assertEqual(stdin, "/dev/null")
        # The shell holds its script open under a number from 10 on.
        self.assertEqual([number for number in files if 2 < int(number) < 10], [])


if __name__ == "__main__":
    unittest.main()
