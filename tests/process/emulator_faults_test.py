"""The service on a desk when it is told to fail, and what it writes down."""

import base64
import http.client
import json
import time
import unittest
import urllib.parse

from drive.client import LISTING, READS, EmulatorTest, preset_path, version_in

OPERATIONS = (("POST", preset_path("support")), *(("GET", path) for path in READS))


class Faults(EmulatorTest):
    """Every outcome of a rule, on every operation."""

    def each_operation(self, outcome):
        """Yields a client, the operation and the emulator for each of the operations, with the fault once."""
        for method, path in OPERATIONS:
            with self.subTest(outcome=outcome, method=method, path=path):
                emulator = self.start_emulator("--fault", f"{method} {path} = {outcome} times 1")
                yield self.client(emulator), (method, path), emulator

    def versions_stored(self, emulator):
        return version_in(self.client(emulator).post("support")) - 1

    def assert_over(self, emulator, operation):
        self.assertEqual(self.client(emulator).operation(*operation).status, 200)

    def test_statuses_come_in_the_envelope(self):
        for status in (400, 401, 403, 404, 409, 412, 418, 429, 500, 503, 599):
            for client, operation, emulator in self.each_operation(f"{status} retry-after 7"):
                answer = client.operation(*operation)
                self.assertEqual((answer.status, answer.headers["Retry-After"]), (status, "7"))
                self.assertEqual(json.loads(answer.text)["error"]["code"], status)
                self.assertEqual(self.versions_stored(emulator), 0)

    def test_answers_that_are_no_envelope(self):
        for client, operation, _ in self.each_operation("html"):
            answer = client.operation(*operation)
            self.assertEqual((answer.status, answer.headers["Content-Type"]), (502, "text/html; charset=utf-8"))
        for client, operation, _ in self.each_operation("no-code"):
            answer = client.operation(*operation)
            self.assertEqual((answer.status, list(json.loads(answer.text)["error"])), (500, ["message"]))

    def test_resets(self):
        for outcome, stored in (("reset", 0), ("reset-after-commit", 1)):
            for client, operation, emulator in self.each_operation(outcome):
                with self.assertRaises(ConnectionResetError):
                    client.operation(*operation)
                self.assertEqual(self.versions_stored(emulator), stored if operation[0] == "POST" else 0)
                self.assert_over(emulator, operation)

    def test_answers_that_are_cut_off(self):
        for client, operation, emulator in self.each_operation("truncate"):
            with self.assertRaises(http.client.IncompleteRead) as caught:
                client.operation(*operation)
            self.assertGreater(len(caught.exception.partial), 0)
            self.assertEqual(self.versions_stored(emulator), 1 if operation[0] == "POST" else 0)

    def test_answers_that_come_late_or_never(self):
        for client, operation, _ in self.each_operation("slow 300ms"):
            started = time.monotonic()
            self.assertEqual(client.operation(*operation).status, 200)
            self.assertGreaterEqual(time.monotonic() - started, 0.3)
        for client, operation, emulator in self.each_operation("hang"):
            client.socket.settimeout(0.5)
            with self.assertRaises(TimeoutError):
                client.operation(*operation)
            self.assertEqual(self.versions_stored(emulator), 0)
            self.assertEqual(emulator.stop(), 0)


class Log(EmulatorTest):
    def test_holds_no_secret_in_any_spelling(self):
        key = "sk-mgmt-canary/0123456789+abcdef"
        emulator = self.start_emulator("--log", "--quiet", "--management-key", key)
        client = self.client(emulator)
        every_byte = "".join(f"%{byte:02X}" for byte in key.encode())
        for spelling in (urllib.parse.quote(key, safe=""), key, every_byte, urllib.parse.quote(every_byte)):
            client.get(f"{LISTING}?key={spelling}")
            client.get(f"/byok/{spelling}")
            client.ask("POST", f"/presets/{spelling}/chat/completions", json.dumps({"model": key}).encode())
        client.ask("GET", LISTING, **{"X-Api-Key": key})
        client.ask(key.replace("/", "-"), LISTING)
        self.client(emulator).raw(key.encode() + b"\r\n\r\n")
        emulator.stop()
        log = emulator.log()
        self.assertEqual(len(log.splitlines()), 15, log)
        self.assertNotIn("canary", urllib.parse.unquote(urllib.parse.unquote(log)))
        self.assertNotIn(base64.b64encode(key.encode()).decode()[:20], log)


if __name__ == "__main__":
    unittest.main()
