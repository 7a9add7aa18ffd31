"""A key that is typed where none belongs is not repeated."""

import unittest

from drive.canary import CANARY, leaking_lines
from drive.service import CREDENTIAL, TINY, answering
from drive.sweep import LOUDNESS, Swept, error_body, misplaced_keys, run


class AKeyWhereItDoesNotBelong(Swept):
    def test_is_hidden_wherever_it_is_named(self):
        with answering(404, error_body("nothing")) as server:
            self.sweep(server.base_url, list(misplaced_keys()))

    def test_is_hidden_where_the_trace_shows_a_body(self):
        command = ("preset", "create", "canary", "--model", TINY, "--system", f"My key is {CANARY}")
        with answering(404, error_body("nothing")) as server:
            self.sweep(server.base_url, [command, ("api", "POST", "/x", "--body", "-")], LOUDNESS[3:])

    def test_is_hidden_in_a_curl_line(self):
        command = ("preset", "create", "canary", "--model", TINY, "--system", f"My key is {CANARY}", "--print-curl")
        self.sweep("http://127.0.0.1:9/api/v1", [command])

    def test_is_not_repeated_where_none_belongs(self):
        user = f"https://user:{CANARY}@host.example"
        commands = [
            ("api", "GET", f"{user}/api/v1/x"),
            ("api", "GET", "/x", "-H", f"Authorization Bearer {CANARY}"),
            ("api", "GET", f"/x#{CANARY}"),
            ("api", CANARY, "/x"),
            ("auth", "login", CANARY),
            ("auth", CANARY),
            (CANARY,),
            ("help", CANARY),
            ("byok", "get", CREDENTIAL, "--api-key-file", CANARY.replace("/", "")),
            ("byok", "get", CREDENTIAL, "--base-url", user),
            ("byok", "get", CREDENTIAL, "--profile", CANARY),
            ("byok", "get", CREDENTIAL, "--jobs", CANARY),
            ("config", "set", "timeout", CANARY),
            ("config", "set", CANARY, "x"),
            ("preset", "create", "x", "--temperature", CANARY),
        ]
        found = []
        for command in commands:
            said, _ = run("http://127.0.0.1:9/api/v1", command, ("-v",), key="sk-other-0000000000")
            found += leaking_lines(said)
        self.assertEqual(found, [])

    def test_is_not_repeated_even_if_it_does_not_look_like_one(self):
        for command in (("GET", "https://user:hunter2@host/x"), ("GET", "/x", "-H", "hunter2"), ("hunter2", "/x")):
            said, _ = run("http://127.0.0.1:9/api/v1", ("api", *command), ())
            self.assertNotIn(b"hunter2", said)

    def test_is_not_repeated_where_a_flag_for_keys_is_guessed(self):
        guesses = [
            ("byok", "get", CREDENTIAL, f"{flag}={CANARY}") for flag in ("--api-key", "--key", "--token", "--apikey")
        ]
        self.sweep("http://127.0.0.1:9/api/v1", guesses + [("config", "set", "api_key", CANARY)])


if __name__ == "__main__":
    unittest.main()
