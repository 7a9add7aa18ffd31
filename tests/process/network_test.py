"""Hosts that cannot be reached, never answer, hang up, or must not see the key."""

import json
import time
import unittest

from drive.program import ProgramTest
from drive.service import CREDENTIAL, TINY, answering, hanging_up_host, refusing_host, silent_host

KEY = "sk-mgmt-test-0000000000000000f3a1"


class NetworkTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_API_KEY": KEY}

    def list_endpoints(self, base_url, *flags):
        return self.mrctl("endpoints", "list", TINY, "--base-url", base_url, *flags)

    def create_preset(self, base_url, *flags):
        return self.mrctl("preset", "create", "support", "--model", TINY, "--base-url", base_url, *flags)

    def error_of(self, outcome):
        last = outcome.err.splitlines()[-1]
        return json.loads(last)["error"]


class NoAnswer(NetworkTest):
    def test_a_refused_connection_names_the_host(self):
        base_url = refusing_host()
        outcome = self.list_endpoints(base_url)
        self.assert_refused(8, outcome, base_url.split("/")[2])

    def test_a_refused_connection_means_that_nothing_was_sent(self):
        outcome = self.create_preset(refusing_host(), "--error-format", "json")
        self.assert_exit(8, outcome)
        error = self.error_of(outcome)
        self.assertEqual((error["exit_code"], error["sent"], error["http_status"]), (8, "no", None))

    def test_an_unknown_host_is_no_answer(self):
        outcome = self.list_endpoints("https://no-such-host.invalid/api/v1", "--connect-timeout", "10")
        self.assert_refused(8, outcome, "no-such-host.invalid")

    def test_a_silent_host_is_given_up_on_in_time(self):
        with silent_host() as base_url:
            begin = time.monotonic()
            outcome = self.list_endpoints(base_url, "--timeout", "1")
            self.assert_refused(8, outcome)
            self.assertLess(time.monotonic() - begin, 60)

    def test_a_silent_host_may_have_taken_a_preset(self):
        with silent_host() as base_url:
            outcome = self.create_preset(base_url, "--timeout", "1", "--error-format", "json")
            self.assert_exit(8, outcome)
            self.assertEqual(self.error_of(outcome)["sent"], "unknown")

    def test_a_host_that_hangs_up_is_no_answer(self):
        with hanging_up_host() as base_url:
            self.assert_refused(8, self.list_endpoints(base_url))

    def test_an_answer_cut_off_in_its_body_is_no_answer(self):
        with answering(200, '{"data": {"id": "acme/tiny", "endp', Content_Length="5000") as server:
            self.assert_refused(8, self.list_endpoints(server.base_url))
            outcome = self.create_preset(server.base_url, "--error-format", "json")
            self.assert_exit(8, outcome)
            self.assertEqual(self.error_of(outcome)["sent"], "yes")

    def test_a_host_that_speaks_no_tls_is_no_answer(self):
        with answering(200, "{}") as server:
            outcome = self.list_endpoints(server.base_url.replace("http://", "https://"))
            self.assert_refused(8, outcome)


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

    def test_of_a_listing_has_no_body_and_works_without_a_key(self):
        self.settings = {}
        with answering(200, '{"data": {"id": "acme/tiny", "endpoints": []}}') as server:
            self.assert_exit(0, self.list_endpoints(server.base_url))
            request = server.requests[0]
        self.assertEqual((request.method, request.path), ("GET", "/api/v1/models/acme/tiny/endpoints"))
        self.assertEqual(request.body, b"")
        self.assertNotIn("authorization", request.headers)

    def test_has_the_same_path_with_a_slash_after_the_base_url(self):
        with answering(200, '{"data": {"id": "acme/tiny", "endpoints": []}}') as server:
            self.list_endpoints(server.base_url + "/")
            self.assertEqual(server.requests[0].path, "/api/v1/models/acme/tiny/endpoints")

    def test_keeps_the_variant_of_a_model(self):
        with answering(200, '{"data": {"id": "~acme/large:free", "endpoints": []}}') as server:
            self.mrctl("endpoints", "list", "~acme/large:free", "--base-url", server.base_url)
            path = server.requests[0].path.replace("%3A", ":").replace("%7E", "~")
        self.assertEqual(path, "/api/v1/models/~acme/large:free/endpoints")


if __name__ == "__main__":
    unittest.main()
