"""Standard streams that are closed, and limits on open files."""

import json
import os
import unittest

from drive.program import ProgramTest, is_sanitized
from drive.service import LARGE, TINY, ServiceTest
from drive.wire import raw_host

ANSWER = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}"


class ClosedStreams(ProgramTest):
    def sent_by(self, redirections):
        """Returns all that mrctl writes into its connection when it runs with -vvv and these redirections."""
        rest = []

        def answer(connection):
            connection.sendall(ANSWER)
            while chunk := connection.recv(65536):
                rest.append(chunk)

        with raw_host(answer) as host:
            outcome = self.shell(f"mrctl api GET /x -vvv --base-url {host.base_url} {redirections}")
            self.assert_exit(4, outcome)
        return b"".join(host.requests + rest)

    def test_are_not_mistaken_for_the_connection(self):
        usual = self.sent_by("")
        self.assertTrue(usual.startswith(b"GET "))
        for redirections in ("<&- >&- 2>&-", "<&- 2>&-", "2>&-"):
            with self.subTest(redirections=redirections):
                self.assertEqual(self.sent_by(redirections).split(b"\r\n")[2:], usual.split(b"\r\n")[2:])

    def test_still_lose_a_result(self):
        self.assert_exit(1, self.shell("mrctl version <&- >&- 2>&-"))
        self.assert_exit(1, self.shell("mrctl version >&-"))
        self.assert_exit(0, self.shell("mrctl version <&- 2>&-"))


class TheEmulator(ProgramTest):
    def test_has_its_standard_streams_open(self):
        process = self.start("emulator", "serve", "--listen", "127.0.0.1:0", preexec_fn=lambda: (os.close(0), os.close(2)))
        self.assertIn("MRCTL_BASE_URL", process.stdout.readline())
        for number in (0, 2):
            self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{number}"), "/dev/null")


class TheLimitOnOpenFiles(ServiceTest):
    def test_is_named_where_it_leaves_no_room_for_a_connection(self):
        if is_sanitized():
            self.skipTest("the sanitizer needs descriptors of its own to check types")
        # libcurl 7.88 has not enough with five, libcurl 8.14 has.
        for limit in (4, 5, 6):
            outcome = self.shell(f"ulimit -n {limit}; mrctl endpoints list {TINY} --retries 0")
            if outcome.code == 0:
                self.assertEqual((json.loads(outcome.out)["id"], outcome.err), (TINY, ""))
            else:
                self.assert_refused(8, outcome, f"at most {limit} files open", "ulimit -n")
                self.assertNotIn("check the base URL", outcome.err)

    def test_is_kept_by_the_number_of_jobs(self):
        models = " ".join([TINY, LARGE] * 20)
        for limit in (8, 12, 20, 40):
            with self.subTest(limit=limit):
                outcome = self.shell(f"ulimit -n {limit}; mrctl endpoints list {models} --jobs 100 --retries 0")
                self.assert_exit(0, outcome)
                self.assertEqual(outcome.err, "")


if __name__ == "__main__":
    unittest.main()
