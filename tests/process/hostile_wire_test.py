"""Services that flood, starve and mislead: each is met with one clear message, in bounded time and memory."""

import contextlib
import itertools
import json
import time
import unittest
import zlib

from drive.program import ProgramTest, is_sanitized
from drive.service import CREDENTIAL, TINY
from drive.wire import measure, raw_host

MIB = 1 << 20
GOOD = b'{"data": {"id": "acme/tiny", "slug": "x", "label": "sk-x...x", "endpoints": []}}'

# What a body of 64 MiB may take while it grows; nothing that is refused earlier comes near it.
MOST_MIB = 260
MOST_MIB_OF_HEADERS = 60


def head(*headers, status="200 OK"):
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "", ""]).encode()


def whole(body, *headers, status="200 OK"):
    return head(f"Content-Length: {len(body)}", *headers, status=status) + body


def repeated(first, part, times=None, pause_s=0.0):
    """An answer that goes on with the same part: so many times, or until the other side has enough."""

    def answer(connection):
        connection.sendall(first)
        for _ in itertools.repeat(None) if times is None else range(times):
            connection.sendall(part)
            time.sleep(pause_s)

    return answer


def deflated_zeros(count_mib, window=31):
    """The beginning of a gzip stream of so many MiB of zeros: a flushed part that can be repeated."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, window)
    first = squeeze.compress(bytes(MIB)) + squeeze.flush(zlib.Z_FULL_FLUSH)
    part = squeeze.compress(bytes(MIB)) + squeeze.flush(zlib.Z_FULL_FLUSH)
    return first + part * (count_mib - 1)


class WireTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}
        self.extra_mib = 600 if is_sanitized() else 0

    def run_against(self, host, *flags, command=("byok", "get", CREDENTIAL)):
        arguments = [*command, "--base-url", host.base_url, "--error-format", "json", *flags]
        return measure(arguments, self.environment(), self.folder)

    def assert_met(self, measured, code, within_s=120, most_mib=MOST_MIB):
        """One line of JSON on stderr and nothing on stdout, in time, without much memory. Returns the error."""
        self.assertEqual(measured.code, code, measured.err[:2000])
        self.assertEqual(measured.out, "")
        self.assertEqual(measured.err.count("\n"), 1, measured.err[:2000])
        self.assertLess(len(measured.err), 8000)
        self.assertLess(measured.seconds, within_s)
        self.assertLess(measured.mib, most_mib + self.extra_mib)
        return json.loads(measured.err)["error"]


class ABodyWithoutMeasure(WireTest):
    def assert_refused_once(self, answer, *flags):
        """Refused by its size, in words, and not fetched again."""
        with raw_host(answer) as host:
            error = self.assert_met(self.run_against(host, *flags), 8)
            self.assertEqual(len(host.requests), 1, "a body that is too large is not worth another attempt")
        self.assertIn("64 MiB", error["message"])
        self.assertEqual((error["sent"], error["attempts"]), ("yes", 1))

    def test_is_refused_at_64_mib(self):
        self.assert_refused_once(repeated(head(f"Content-Length: {65 * MIB}"), bytes(MIB), 65))

    def test_is_refused_when_it_is_announced(self):
        self.assert_refused_once(repeated(head("Content-Length: 99999999999"), b" ", pause_s=1), "--timeout", "15")

    def test_is_refused_when_its_chunks_do_not_end(self):
        chunk = b"100000\r\n" + bytes(MIB) + b"\r\n"
        self.assert_refused_once(repeated(head("Transfer-Encoding: chunked"), chunk))

    def test_is_refused_when_the_connection_does_not_end(self):
        self.assert_refused_once(repeated(head(), bytes(MIB)))

    def test_is_refused_when_it_belongs_to_an_error(self):
        chunk = b"100000\r\n" + bytes(MIB) + b"\r\n"
        with raw_host(repeated(head("Transfer-Encoding: chunked", status="403 Forbidden"), chunk)) as host:
            self.assert_met(self.run_against(host), 3)

    def test_is_accepted_below(self):
        with raw_host(whole(b"x" * (63 * MIB))) as host:
            measured = self.run_against(host, command=("api", "GET", "/large"))
        self.assertEqual((measured.code, measured.err), (0, ""))
        self.assertEqual((self.folder / "measured.out").stat().st_size, 63 * MIB)
        self.assertLess(measured.mib, MOST_MIB + self.extra_mib)

    def test_is_refused_when_it_is_squeezed(self):
        bomb = deflated_zeros(1024)
        self.assertLess(len(bomb), 2 * MIB)
        self.assert_refused_once(whole(bomb, "Content-Encoding: gzip"))

    def test_is_refused_when_it_is_squeezed_twice(self):
        again = zlib.compressobj(9, zlib.DEFLATED, 31)
        bomb = again.compress(deflated_zeros(1024)) + again.flush()
        self.assertLess(len(bomb), MIB // 8)
        self.assert_refused_once(whole(bomb, "Content-Encoding: gzip, gzip"))

    def test_is_refused_when_it_answers_a_post_which_may_have_been_carried_out(self):
        bomb = whole(deflated_zeros(1024), "Content-Encoding: gzip")
        with raw_host(bomb) as host:
            command = ("preset", "create", "x", "--model", TINY, "--system", "Hi")
            error = self.assert_met(self.run_against(host, command=command), 8)
            self.assertEqual((error["sent"], error["attempts"], len(host.requests)), ("yes", 1, 1))


class HeadersWithoutMeasure(WireTest):
    def assert_refused_soon(self, answer):
        with raw_host(answer) as host:
            error = self.assert_met(self.run_against(host), 8, most_mib=MOST_MIB_OF_HEADERS)
            self.assertEqual(len(host.requests), 1, "such headers are not worth another attempt")
        return error["message"]

    def test_are_refused_when_they_are_many(self):
        flood = b"".join(b"X-%d: yes\r\n" % number for number in range(100_000))
        self.assertIn("headers", self.assert_refused_soon(head()[:-2] + flood + b"\r\n" + GOOD))

    def test_are_refused_when_they_do_not_end(self):
        self.assertIn("headers", self.assert_refused_soon(repeated(head()[:-2], b"X-More: yes\r\n" * 1000)))

    def test_are_refused_when_one_is_long(self):
        long = head("X-Long: " + "x" * (10 * MIB), f"Content-Length: {len(GOOD)}")
        self.assertIn("headers", self.assert_refused_soon(long + GOOD))

    def test_are_refused_when_a_line_does_not_end(self):
        self.assertIn("headers", self.assert_refused_soon(repeated(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x" * 65536)))

    def test_are_refused_when_the_status_line_does_not_end(self):
        self.assert_refused_soon(repeated(b"HTTP/1.1 200 ", b"x" * 65536))

    def test_are_refused_when_interim_answers_do_not_end(self):
        for status in ("100 Continue", "103 Early Hints"):
            with self.subTest(status=status):
                self.assert_refused_soon(repeated(b"", head("Link: <x>; rel=preload", status=status) * 100))

    def test_of_a_thousand_interim_answers_are_survived(self):
        with raw_host(head(status="102 Processing") * 1000 + whole(GOOD)) as host:
            measured = self.run_against(host, "--jq", ".id")
        self.assertEqual((measured.code, measured.out), (0, '"acme/tiny"\n'), measured.err[:2000])
        self.assertLess(measured.mib, MOST_MIB_OF_HEADERS + self.extra_mib)


class AServiceThatTrickles(WireTest):
    """A byte now and then keeps a connection alive; the time limit ends it all the same."""

    def assert_given_up(self, answer, sent):
        with raw_host(answer) as host:
            measured = self.run_against(host, "--timeout", "1s")
            error = self.assert_met(measured, 8, within_s=60, most_mib=MOST_MIB_OF_HEADERS)
            self.assertGreater(measured.seconds, 0.7)
            self.assertEqual((error["sent"], error["attempts"], len(host.requests)), (sent, 1, 1))
        self.assertIn("within 1s", error["message"])

    def test_its_body_is_given_up_on(self):
        self.assert_given_up(repeated(head("Content-Length: 5000"), b" ", pause_s=0.1), "yes")

    def test_its_chunks_are_given_up_on(self):
        self.assert_given_up(repeated(head("Transfer-Encoding: chunked"), b"1\r\n \r\n", pause_s=0.1), "yes")

    def test_its_headers_are_given_up_on(self):
        self.assert_given_up(repeated(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", pause_s=0.1), "yes")

    def test_its_interim_answers_are_given_up_on(self):
        self.assert_given_up(repeated(b"", head(status="100 Continue"), pause_s=0.1), "unknown")

    def test_its_status_line_is_given_up_on(self):
        self.assert_given_up(repeated(b"HTTP/1.1 200 ", b"O", pause_s=0.1), "unknown")

    def test_one_of_several_does_not_hold_up_the_others(self):
        answers = itertools.count()

        def answer(connection):
            if next(answers) == 0:
                repeated(head("Content-Length: 5000"), b" ", pause_s=0.1)(connection)
            connection.sendall(whole(GOOD))

        with raw_host(answer) as host:
            measured = self.run_against(host, "--timeout", "2s", command=("endpoints", "list", TINY, "globex/vision"))
        self.assertEqual(measured.code, 8, measured.err)
        self.assertEqual(json.loads(measured.out)[0]["id"], TINY)
        self.assertLess(measured.seconds, 60)


class WhatIsNotHttp(WireTest):
    CLOSED = "HOST closed the connection without an answer"
    CUT_OFF = "the answer was cut off"
    BROKEN = "the connection to HOST broke"
    NOT_HTTP = "HOST does not speak HTTP"
    NOT_COMPRESSED = "the answer is not compressed correctly, or in several parts, which mrctl cannot read"
    NOT_JSON = "the answer is not JSON"

    # What comes, the exit code (nothing usable is 8, an answer that is not as specified is 11), and the message up to
    # what libcurl adds.
    ANSWERS = (
        ("nothing", b"", 8, CLOSED),
        ("a greeting", b"220 mail.invalid ESMTP\r\n", 8, NOT_HTTP),
        ("HTTP/0.9", b"<html><body>hello</body></html>", 8, NOT_HTTP),
        ("a status line without a number", b"HTTP/1.1 OK\r\n\r\n", 8, NOT_HTTP),
        ("a status beyond all", b"HTTP/1.1 1000 Many\r\nContent-Length: 0\r\n\r\n", 8, f"{NOT_HTTP}|{CLOSED}"),  # libcurl 8
        ("a version to come", b"HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n", 8, NOT_HTTP),
        ("half a status line", b"HTTP/1.1 2", 8, CLOSED),
        ("half of the headers", b"HTTP/1.1 200 OK\r\nContent-Le", 8, CUT_OFF),
        ("a length below zero", head("Content-Length: -1") + GOOD, 8, NOT_HTTP),
        ("a length that is no number", head("Content-Length: many") + GOOD, 8, NOT_HTTP),
        ("a length too long", head("Content-Length: 5000") + GOOD, 8, CUT_OFF),
        ("a length too short", head("Content-Length: 20") + GOOD, 11, NOT_JSON),
        ("chunks that are none", head("Transfer-Encoding: chunked") + b"zz\r\nfoo\r\n", 8, BROKEN),
        ("a chunk that never was", head("Transfer-Encoding: chunked") + b"ffffffffffffffffff\r\nfoo\r\n", 8, BROKEN),
        ("chunks without an end", head("Transfer-Encoding: chunked") + b"5\r\nhello\r\n", 8, CUT_OFF),
        ("an unknown encoding", whole(GOOD, "Content-Encoding: rot13"), 8, NOT_COMPRESSED),
        ("an encoding that is not kept", whole(GOOD, "Content-Encoding: gzip"), 8, NOT_COMPRESSED),
        ("half a gzip stream", whole(zlib.compress(GOOD, wbits=31)[:30], "Content-Encoding: gzip"), 11, NOT_JSON),
        ("two gzip members", whole(2 * zlib.compress(GOOD, wbits=31), "Content-Encoding: gzip"), 8, NOT_COMPRESSED),
        ("204", head(status="204 No Content"), 11, "the answer is empty; JSON with data was expected"),
        ("an upgrade", head("Upgrade: h2c", "Connection: Upgrade", status="101 Switching Protocols"), 8, CLOSED),
        ("zeros", whole(bytes(1000)), 11, NOT_JSON),
        ("a zero in a string", whole(GOOD.replace(b"tiny", b"ti\0ny")), 11, NOT_JSON),
        ("a zero in a header", whole(GOOD, "X-Zero: a\0b"), 8, NOT_HTTP),
        ("an end of line in a header's name", head("X\r: y") + GOOD, 8, NOT_HTTP),
    )  # fmt: skip

    def test_is_one_clear_message(self):
        for name, answer, code, message in self.ANSWERS:
            with self.subTest(answer=name), raw_host(answer) as host:
                measured = self.run_against(host, "--timeout", "10", "--retries", "0")
                error = self.assert_met(measured, code, most_mib=MOST_MIB_OF_HEADERS)
                address = host.base_url.split("/")[2]
                self.assertIn(error["message"].partition(": ")[0], message.replace("HOST", address).split("|"))
                self.assertIn(error["http_status"], (None, 200, 204))
                self.assertNotIn("\0", error["message"])

    def test_leaves_it_open_what_became_of_a_post(self):
        command = ("preset", "create", "x", "--model", TINY, "--system", "Hi")
        for name, answer, code, _ in self.ANSWERS:
            with self.subTest(answer=name), raw_host(answer) as host:
                error = self.assert_met(self.run_against(host, "--timeout", "10", command=command), code)
                self.assertIn(error["sent"], ("unknown", "yes"))
                self.assertEqual((error["attempts"], len(host.requests)), (1, 1))

    def test_does_not_print_what_a_terminal_would_obey(self):
        hostile = b"HTTP/1.1 200 OK\x1b[2J\r\nX-Bad\x1b]0;owned\x07: \x9b31m\r\nContent-Length: 3\r\n\r\n\x1b[2"
        with raw_host(hostile) as host, contextlib.suppress(UnicodeDecodeError):
            for flags in (("-vvv",), ("-vv", "--error-format", "github")):
                outcome = self.mrctl("byok", "get", CREDENTIAL, "--base-url", host.base_url, "--retries", "0", *flags)
                self.assert_exit(11, outcome)
                self.assertNotRegex(outcome.out + outcome.err, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")


if __name__ == "__main__":
    unittest.main()
