"""Hosts that must not see the key, and what a request holds. Those that give no answer: fault_matrix_test.py."""

import json
import unittest

from drive.program import ProgramTest
from drive.service import CREDENTIAL, TINY, answering

KEY = "sk-mgmt-test-0000000000000000f3a1"


class NetworkTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_API_KEY": KEY}

    def create_preset(self, base_url, *flags):
        return self.mrctl("preset", "create", "support", "--model", TINY, "--base-url", base_url, *flags)

class TheKey(NetworkTest):
    def test_travels_as_a_bearer_token(self):
        with answering(200, '{"data": {}}') as server:
            self.mrctl("byok", "get", CREDENTIAL, "--base-url", server.base_url)
            self.assertEqual(server.requests[0].headers["authorization"], f"Bearer {KEY}")

    def test_does_not_travel_over_plain_http_to_another_machine(self):
        for host in ("192.0.2.1", "localhost.invalid", "127.0.0.1.invalid"):
            with self.subTest(host=host):
                outcome = self.create_preset(f"http://{host}/api/v1", "--timeout", "2")
                self.assert_refused(3, outcome)

    def test_does_not_travel_to_a_host_behind_a_user_name(self):
        self.assert_refused(2, self.create_preset("http://127.0.0.1@192.0.2.1/api/v1"), "user name")

    def test_does_not_follow_a_redirect_to_another_host(self):
        with answering(200, '{"data": {}}') as other:
            with answering(307, "", Location=f"{other.base_url}/byok/{CREDENTIAL}") as server:
                outcome = self.mrctl("byok", "get", CREDENTIAL, "--base-url", server.base_url)
                self.assert_refused(11, outcome)
                self.assertEqual(len(server.requests), 1)
            self.assertEqual(other.requests, [])

    def test_cannot_smuggle_a_header(self):
        with answering(200, '{"data": {}}') as server:
            env = {"MRCTL_API_KEY": "sk-test\r\nX-Smuggled: yes"}
            outcome = self.mrctl("byok", "get", CREDENTIAL, "--base-url", server.base_url, env=env)
            self.assert_refused(3, outcome)
            self.assertEqual(server.requests, [])


class TheRequest(NetworkTest):
    def test_of_a_preset_is_one_json_body(self):
        with answering(200, '{"data": {"slug": "support"}}') as server:
            outcome = self.create_preset(server.base_url, "--temperature", "0.5")
            self.assert_exit(0, outcome)
            request = server.requests[0]
        self.assertEqual((request.method, request.path), ("POST", "/api/v1/presets/support/chat/completions"))
        self.assertEqual(request.headers["content-type"], "application/json")
        self.assertTrue(request.headers["user-agent"].startswith("mrctl/"))
        self.assertNotIn("expect", request.headers)
        body = json.loads(request.body)
        self.assertEqual((body["model"], body["temperature"]), (TINY, 0.5))
        self.assertEqual([message["role"] for message in body["messages"]], ["user"])

if __name__ == "__main__":
    unittest.main()
