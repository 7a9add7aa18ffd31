"""What -v to -vvv and messages show of a key that was cut, quoted or wrapped: nothing."""

import json
import tempfile
import unittest
from pathlib import Path

from drive.canary import CANARY, leaking_lines
from drive.http2 import http2_host, succeed
from drive.program import binary, clean_environment
from drive.service import CREDENTIAL, TINY, answering
from drive.sweep import LOUDNESS, Swept, error_body, run
from drive.terminal import run_on_terminal
from drive.tls import Certificates


class WhatIsCut(Swept):
    """No cut leaves half a key, because it is hidden before."""

    def test_is_joined_where_a_large_head_goes_out_in_pieces(self):
        headers = [part for number in range(3) for part in ("-H", f"X-Else-{number}: {CANARY * 900}")]
        command = ("api", "GET", f"/byok/{CREDENTIAL}", *headers)
        with answering(404, error_body("nothing")) as server:
            self.sweep(server.base_url, [command], LOUDNESS[2:])
            self.assertGreater(len(server.requests), 0)

    def test_is_hidden_in_a_remark_about_http_2(self):
        with tempfile.TemporaryDirectory() as folder:
            certificates = Certificates(folder)
            with http2_host(certificates, succeed(b"{}")) as host:
                command = ("api", "GET", "/x", "--ca-cert", certificates.crt("ca"), "-H", f"X-Else: {CANARY * 100}")
                self.sweep(host.base_url, [command], LOUDNESS[2:])
                self.assertIn(("HTTP/2", "GET"), host.requests)

    def test_is_hidden_where_a_line_of_a_file_is_shortened(self):
        with tempfile.TemporaryDirectory() as home:
            environment = clean_environment(home, MRCTL_API_KEY=CANARY, NO_COLOR="1")
            for blanks in range(8, 72, 8):
                text = f'{{"temperature": 9,{" " * blanks}"user": "{CANARY} {CANARY} {CANARY}", "top_p": 7}}\n'
                Path(home, "body.json").write_text(text)
                outcome = run_on_terminal([binary(), "preset", "create", "x", "--body", "body.json"], environment, home)
                self.assertIn("temperature", outcome.out)
                self.assertEqual(leaking_lines(outcome.out.encode()), [], blanks)


class WhatTheTraceShows(Swept):
    LOUDEST = LOUDNESS[3:]

    def test_of_a_label_is_what_is_masked(self):
        for label in (CANARY, CANARY[::-1]):
            data = {"id": CREDENTIAL, "label": label, "provider": "acme"}
            nested = json.dumps({"raw": json.dumps({"data": data})})
            for body in (json.dumps({"data": data}), json.dumps({"data": data}, indent=2), nested):
                with self.subTest(body=body), answering(200, body) as server:
                    said, _ = run(server.base_url, ("byok", "get", CREDENTIAL), ("-vvv",), key="sk-other-0000000000")
                    self.assertEqual(leaking_lines(said, label), [])
                    self.assertIn(b"acme", said)

    def test_of_a_label_of_any_type_and_spelling_is_nothing(self):
        number = 1234567890123456
        for name in ("label", "l\\u0061bel", "\\u006bey"):
            for label in ({"text": CANARY}, [[CANARY]], CANARY, number):
                body = f'{{"data": {{"id": "{CREDENTIAL}", "{name}": {json.dumps(label)}, "provider": "acme"}}}}'
                with self.subTest(body=body), answering(200, body) as server:
                    said, _ = run(server.base_url, ("byok", "get", CREDENTIAL, "--jq", ".provider"), ("-vvv",), key="sk-other-0000000000")
                    self.assertEqual(leaking_lines(said), [])
                    self.assertNotIn(str(number).encode(), said)
                    self.assertIn(b"acme", said)

    def test_has_no_addresses_of_the_memory(self):
        with answering(200, "{}") as server:
            said, _ = run(server.base_url, ("endpoints", "list", TINY, "globex/vision"), ("-vv",))
            self.assertIn(b"* ", said)
            self.assertNotRegex(said, rb"0x[0-9a-f]{8}")

    def test_of_the_key_of_a_new_credential_is_nothing(self):
        body = json.dumps({"provider": "acme", "key": CANARY})
        with answering(200, "{}") as server:
            said, _ = run(server.base_url, ("api", "POST", "/byok", "--body", "-"), ("-vvv",), "sk-other-0000000000", body)
            self.assertEqual(leaking_lines(said), [])
            self.assertIn(b'"acme"', said)

    def test_of_headers_that_carry_secrets_is_their_name(self):
        names = ("X-Secret-Sauce", "X-Vault-Token", "Client-Secret", "X-Api-Key", "Private-Token", "X-Auth-Key", "x-secret")
        headers = [part for name in names for part in ("-H", f"{name}: hidden-{name}")]
        with answering(200, "{}", X_Secret_Answer="hidden-answer", X_Csrf_Token="hidden-too") as server:
            said, _ = run(server.base_url, ("api", "GET", "/x", *headers), ("-vvv",))
            self.assertEqual([line for line in said.splitlines() if b"hidden-" in line], [])
            for name in (*names, "X-Secret-Answer", "X-Csrf-Token"):
                self.assertIn(f"{name}: [redacted]".encode(), said)

    def test_of_a_key_in_json_within_json_is_nothing(self):
        echo = json.dumps({"key": CANARY}).replace("/", "\\/")
        with answering(400, "") as server:
            for _ in range(4):
                echo = json.dumps({"raw": echo}).replace("/", "\\/")
                server.answer.body = echo.encode()
                self.sweep(server.base_url, [("byok", "get", CREDENTIAL)], LOUDNESS[1:])


if __name__ == "__main__":
    unittest.main()
