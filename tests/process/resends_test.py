"""What libcurl would send again by itself: each time counts, and what changes something goes out once."""

import contextlib
import json
import tempfile
import threading
import unittest

from drive.http2 import HTTP_1_1_REQUIRED, REFUSED_STREAM, go_away, http2_host, reset, succeed
from drive.program import ProgramTest
from drive.service import CREDENTIAL, TINY
from drive.tls import Certificates
from drive.wire import raw_host

KEY = "sk-mgmt-test-0000000000000000f3a1"
PRESET = json.dumps({"data": {"slug": "support", "designated_version": {"version": 1}}}).encode()
STORED = json.dumps({"data": {"id": CREDENTIAL, "provider": "acme", "label": "sk-...1234"}}).encode()
TURNED_AWAY = {
    "REFUSED_STREAM": reset(REFUSED_STREAM),
    "HTTP_1_1_REQUIRED": reset(HTTP_1_1_REQUIRED),
    "GOAWAY": go_away,
}
CREATE = ("preset", "create", "support", "--model", TINY)
POST = ("api", "POST", "/presets/support/chat/completions", "--body", "-")
READ = ("byok", "get", CREDENTIAL)


class ResendsTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.certificates = Certificates(folder.name)

    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_API_KEY": KEY}

    def host(self, *answers, **options):
        return http2_host(self.certificates, *answers, **options)

    def call(self, host, *command):
        flags = ("--base-url", host.base_url, "--ca-cert", self.certificates.crt("ca"), "--error-format", "json")
        return self.mrctl(*command, *flags, stdin='{"model": "acme/tiny"}')

    def assert_lost(self, outcome, attempts):
        self.assert_exit(8, outcome)
        error = json.loads(outcome.err.splitlines()[-1])["error"]
        self.assertEqual((error["sent"], error["attempts"]), ("unknown", attempts), error)
        return error


class ARequestThatChangesSomething(ResendsTest):
    def test_goes_out_once_where_http2_turns_it_away(self):
        for name, answer in TURNED_AWAY.items():
            for command in (CREATE, POST, (*POST, "--retries", "5"), (*CREATE, "--retries", "0")):
                with self.subTest(answer=name, command=command), self.host(answer) as host:
                    error = self.assert_lost(self.call(host, *command), 1)
                    self.assertIn("check before sending it again", error["hint"])
                    self.assertEqual(host.requests, [("HTTP/2", "POST")])

    def test_may_have_been_sent_where_only_connecting_again_failed(self):
        def refuse_and_leave(connection, stream):
            host.stop_listening()
            reset(REFUSED_STREAM)(connection, stream)

        with self.host(refuse_and_leave) as host:
            self.assert_lost(self.call(host, *CREATE), 1)
            self.assertEqual(host.requests, [("HTTP/2", "POST")])


class ARead(ResendsTest):
    def test_is_counted_each_time_it_goes_out(self):
        for name, answer in TURNED_AWAY.items():
            with self.subTest(answer=name), self.host(answer, succeed(STORED), plain=STORED) as host:
                outcome = self.call(host, *READ, "-v")
                self.assert_exit(0, outcome)
                self.assertEqual(len(host.requests), 2)
                self.assertRegex(outcome.err, r"trying again.*\(2 of 3\)")
                self.assertIn("attempt 2 of 3", outcome.err)

    def test_goes_on_over_http_1_where_the_service_requires_it(self):
        with self.host(reset(HTTP_1_1_REQUIRED), plain=STORED) as host:
            self.assert_exit(0, self.call(host, *READ))
            self.assertEqual(host.requests, [("HTTP/2", "GET"), ("HTTP/1.1", "GET")])

    def test_goes_out_no_more_often_than_retries_allow(self):
        for retries in (0, 1, 3):
            with self.subTest(retries=retries), self.host(reset(REFUSED_STREAM)) as host:
                self.assert_lost(self.call(host, *READ, "--retries", retries), retries + 1)
                self.assertEqual(host.requests, [("HTTP/2", "GET")] * (retries + 1))


class ADeadConnection(ResendsTest):
    """One that the service closes when the second request comes over it."""

    @contextlib.contextmanager
    def service(self):
        connections = []
        lock = threading.Lock()
        body = json.dumps({"data": {"id": TINY, "endpoints": []}}).encode()
        answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)

        def serve(connection):
            with lock:
                connections.append(connection)
                is_first = len(connections) == 1
            connection.sendall(answer)
            while b"GET " in connection.recv(65536):
                if is_first:
                    return
                connection.sendall(answer)

        with raw_host(serve) as host:
            yield host, connections

    def test_is_not_replaced_where_retries_are_forbidden(self):
        with self.service() as (host, connections):
            outcome = self.call(host, "endpoints", "list", TINY, TINY, "--jobs", "1", "--retries", "0")
            self.assert_lost(outcome, 1)
            self.assertEqual(len(json.loads(outcome.out)), 1)

    def test_costs_an_attempt(self):
        with self.service() as (host, connections):
            outcome = self.call(host, "endpoints", "list", TINY, TINY, "--jobs", "1", "-v")
            self.assert_exit(0, outcome)
            self.assertEqual(len(connections), 2)
            self.assertIn("attempt 2 of 3", outcome.err)


if __name__ == "__main__":
    unittest.main()
