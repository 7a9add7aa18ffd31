"""A key goes to the host that it was stored for and to no other, and what cannot be a key goes nowhere."""

import contextlib
import os
import socket
import unittest

from drive.canary import CANARY, leaking_lines
from drive.program import ProgramTest
from drive.service import CREDENTIAL, TINY, answering, refusing_host

DATA = '{"data": {"id": "acme/tiny", "slug": "x", "label": "sk-…", "endpoints": []}}'

COMMANDS = (
    ("byok", "get", CREDENTIAL),
    ("endpoints", "list", TINY),
    ("preset", "create", "x", "--model", TINY),
    ("api", "GET", "/anything"),
    ("api", "POST", "/anything"),
    ("auth", "status"),
)


class BindingTest(ProgramTest):
    """With a key stored for `home_url`, and another service that must not see it."""

    def setUp(self):
        super().setUp()
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.own = stack.enter_context(answering(200, DATA))
        self.other = stack.enter_context(answering(200, DATA))
        self.settings = {"MRCTL_BASE_URL": self.own.base_url}
        self.assert_exit(0, self.mrctl("auth", "login", "--no-verify", stdin=CANARY + "\n"))

    def run_all(self, *flags, env=None):
        for command in COMMANDS:
            outcome = self.mrctl(*command, "--retries", "0", "--timeout", "5", *flags, env=env)
            self.assertEqual(leaking_lines((outcome.out + outcome.err).encode()), [])

    def assert_own_only(self):
        """That the other service saw no key in any place, though it may have been asked without one."""
        for request in self.other.requests:
            seen = f"{request.path}\n{request.headers}\n".encode() + request.body
            self.assertEqual(leaking_lines(seen), [])
            self.assertNotIn("authorization", request.headers)

    def write_config(self, text):
        return self.write("home/.config/mrctl/config.toml", text)


class AStoredKey(BindingTest):
    def test_goes_to_its_own_host(self):
        self.run_all()
        self.assertEqual([each.headers.get("authorization") for each in self.own.requests], [f"Bearer {CANARY}"] * 6)

    def test_does_not_follow_the_flag(self):
        self.run_all("--base-url", self.other.base_url)
        self.assert_own_only()

    def test_does_not_follow_the_environment(self):
        self.run_all(env={"MRCTL_BASE_URL": self.other.base_url})
        self.assert_own_only()

    def test_does_not_follow_the_profile(self):
        del self.settings["MRCTL_BASE_URL"]
        self.write_config(f'[profiles.default]\nbase_url = "{self.other.base_url}"\n')
        self.run_all()
        self.assert_own_only()
        self.assertEqual(self.own.requests, [])

    def test_is_not_lent_to_another_profile(self):
        self.write_config(f'[profiles.work]\nbase_url = "{self.other.base_url}"\n[profiles.play]\ncolor = "never"\n')
        self.run_all("--profile", "work")
        self.run_all("--profile", "play")
        self.assert_own_only()
        self.assertEqual([each for each in self.own.requests if "authorization" in each.headers], [])

    def test_does_not_follow_another_name_of_its_host(self):
        port = self.own.base_url.split(":")[2].split("/")[0]
        for host in (f"localhost:{port}", f"127.0.0.2:{port}", f"[::ffff:127.0.0.1]:{port}"):
            with self.subTest(host=host):
                self.run_all("--base-url", f"http://{host}/api/v1")
                self.assertEqual([each for each in self.own.requests if "authorization" in each.headers], [])

    def test_does_not_follow_another_scheme(self):
        self.run_all("--base-url", self.own.base_url.replace("http:", "https:"))
        self.assertEqual([each for each in self.own.requests if "authorization" in each.headers], [])

    def test_does_not_hide_behind_a_user_name(self):
        own, other = (each.base_url.split("/")[2] for each in (self.own, self.other))
        for base_url in (f"http://{own}@{other}/api/v1", f"http://{own}%40{other}/api/v1", f"http://{own}\\@{other}/"):
            with self.subTest(base_url=base_url):
                self.run_all("--base-url", base_url)
                self.assert_own_only()

    def test_is_not_led_away_by_the_path_of_a_call(self):
        host = self.other.base_url.split("/")[2]
        for path in (self.other.base_url, f"//{host}/x", f"/\\{host}/x", f"@{host}/x", f"\\\\{host}", f"/x@{host}",
                     f"/..//{host}/x", f"/x\r\nHost: {host}", f"?x=http://{host}", f"#@{host}/"):  # fmt: skip
            with self.subTest(path=path):
                self.mrctl("api", "GET", path, "--retries", "0", "--timeout", "5")
                self.assertEqual(self.other.requests, [])

    def test_is_not_led_away_by_a_header_of_a_call(self):
        for header in ("Host: other.invalid", "Authorization: Basic x", "authorization : x", "X: y\r\nAuthorization: z"):
            with self.subTest(header=header):
                outcome = self.mrctl("api", "GET", "/x", "-H", header, "--retries", "0")
                self.assert_refused(2, outcome)
        self.assertEqual(self.own.requests, [])

    def test_is_not_led_away_by_a_redirect(self):
        for status in (300, 301, 302, 303, 305, 307, 308):
            target = f"{self.other.base_url}/byok/{CREDENTIAL}"
            with self.subTest(status=status), answering(status, "", Location=target, Refresh=f"0; url={target}") as server:
                self.mrctl("auth", "login", "--no-verify", "--base-url", server.base_url, stdin=CANARY + "\n")
                self.run_all("--base-url", server.base_url)
                self.assertEqual(len(server.requests), len(COMMANDS))
        self.assertEqual(self.other.requests, [])

    def test_is_refused_when_others_can_read_it(self):
        store = self.home / ".config/mrctl/credentials.toml"
        for mode in (0o640, 0o604, 0o660, 0o644):
            with self.subTest(mode=oct(mode)):
                store.chmod(mode)
                outcome = self.mrctl("byok", "get", CREDENTIAL)
                self.assert_refused(3, outcome, "credentials.toml")
                self.assertEqual(leaking_lines(outcome.err.encode()), [])
        self.assertEqual(self.own.requests, [])


class WhatIsNoKey(ProgramTest):
    WRONG = (
        b"sk-canary first\n",
        b"sk-canary-first\nsk-canary-second\n",
        b"sk-canary\tfirst",
        b"sk-canary-f\xc3\xbcrst",
        b"sk-canary-\xff",
        b"sk-canary\rfirst",
        b"sk-canary\x00first",
        b"sk-canary\x1b[2Jfirst",
        b"sk-canary\x7ffirst",
        b"\xef\xbb\xbfsk-canary-first",
        b"sk-canary\xe2\x80\x8bfirst",
        b"\xff\xfes\x00k\x00",
        b"",
        b"\n \n",
    )

    def setUp(self):
        super().setUp()
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.server = stack.enter_context(answering(200, DATA))
        self.settings = {"MRCTL_BASE_URL": self.server.base_url}

    def assert_nothing_was_sent(self, outcome):
        self.assert_refused(3, outcome)
        self.assertNotIn("first", outcome.err)
        self.assertNotIn("\x1b", outcome.err)
        self.assertEqual(self.server.requests, [])

    def each(self):
        return [(key, command) for key in self.WRONG for command in COMMANDS[:4]]

    def test_is_refused_from_a_file(self):
        for key, command in self.each():
            with self.subTest(key=key, command=command):
                self.assert_nothing_was_sent(self.mrctl(*command, "--api-key-file", self.write("key", key)))

    def test_is_refused_from_standard_input(self):
        for key in self.WRONG:
            with self.subTest(key=key):
                outcome = self.mrctl("byok", "get", CREDENTIAL, "--api-key-file", "-", stdin=key)
                self.assert_nothing_was_sent(outcome)

    def test_is_refused_from_the_environment(self):
        for key in self.WRONG:
            if key and b"\0" not in key:
                with self.subTest(key=key):
                    env = {"MRCTL_API_KEY": os.fsdecode(key)}
                    self.assert_nothing_was_sent(self.mrctl("byok", "get", CREDENTIAL, env=env))

    def test_is_refused_from_a_credential_command(self):
        vault = self.write("vault", "#!/bin/sh\ncat printed\n", mode=0o700)
        self.write("home/.config/mrctl/config.toml", f'[profiles.default]\ncredential_command = ["{vault}"]\n')
        for key in self.WRONG:
            with self.subTest(key=key):
                self.write("printed", key)
                self.assert_nothing_was_sent(self.mrctl("byok", "get", CREDENTIAL))

    def test_is_refused_by_login_and_not_stored(self):
        for key in self.WRONG:
            # One line is read: what follows it is not the key's.
            if key != b"sk-canary-first\nsk-canary-second\n":
                with self.subTest(key=key):
                    outcome = self.mrctl("auth", "login", stdin=key)
                    self.assert_refused(3, outcome)
                    self.assertNotIn("first", outcome.err)
                    self.assertFalse((self.home / ".config/mrctl/credentials.toml").exists())


class AKeyFile(ProgramTest):
    def read_credential(self, path, base_url):
        return self.mrctl("byok", "get", CREDENTIAL, "--api-key-file", path, "--base-url", base_url)

    def test_that_others_can_read_is_refused_before_anything_is_sent(self):
        with answering(200, DATA) as server:
            for mode in (0o640, 0o604, 0o644, 0o660):
                with self.subTest(mode=oct(mode)):
                    key = self.write("key", CANARY, mode)
                    outcome = self.read_credential(key, server.base_url)
                    self.assert_refused(3, outcome, key, "chmod")
                    self.assertEqual(leaking_lines(outcome.err.encode()), [])
            self.assertEqual(server.requests, [])

    def test_behind_a_link_is_judged_by_what_it_links_to(self):
        self.write("shared", CANARY, 0o644)
        link = self.folder / "link"
        link.symlink_to("shared")
        self.assert_refused(3, self.read_credential(link, refusing_host()), "chmod")

    def test_may_be_a_pipe_of_the_shell(self):
        with answering(200, DATA) as server:
            script = f"mrctl byok get {CREDENTIAL} --base-url {server.base_url} --api-key-file <(printf %s \"$1\")"
            self.assert_exit(0, self.shell(script, CANARY))
            self.assertEqual(server.requests[0].headers["authorization"], f"Bearer {CANARY}")

    def test_that_is_none_is_refused_in_time(self):
        bound = socket.socket(socket.AF_UNIX)
        self.addCleanup(bound.close)
        bound.bind(str(self.folder / "socket"))
        for path in ("/dev/zero", self.folder / "socket", self.folder, "/nowhere"):
            with self.subTest(path=path):
                self.assert_refused(3, self.read_credential(path, refusing_host()))


if __name__ == "__main__":
    unittest.main()
