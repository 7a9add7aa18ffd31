"""The service on a desk under load and under attack."""

import contextlib
import gzip
import http.client
import json
import re
import resource
import signal
import socket
import sqlite3
import threading
import unittest
from pathlib import Path

from drive.client import BODY, LISTING, Client, EmulatorTest, preset_path, side_by_side, version_in
from drive.moments import wait_until
from drive.program import PATIENCE_S, is_sanitized

MIB = 1 << 20


class WithoutAnotherThread(EmulatorTest):
    def test_closes_the_connection_and_goes_on(self):
        if is_sanitized():
            self.skipTest("the sanitizers need room of their own")
        emulator = self.start_emulator()
        process = emulator.process.pid
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[0])
        before = resource.prlimit(process, resource.RLIMIT_AS)
        little = pages * resource.getpagesize() + MIB  # less than the stack of a thread
        resource.prlimit(process, resource.RLIMIT_AS, (little, before[1]))
        with self.assertRaises((http.client.HTTPException, OSError)):
            self.client(emulator).get(LISTING)
        resource.prlimit(process, resource.RLIMIT_AS, before)
        self.assert_answers(emulator)


class Writers(EmulatorTest):
    def test_writers_of_one_slug_get_rising_versions_or_a_conflict(self):
        emulator = self.start_emulator("--db", str(self.folder / "presets.db"))
        clients = [self.client(emulator) for _ in range(32)]

        def write_five(number):
            versions, statuses = [], set()
            while len(versions) < 5:
                answer = clients[number].post("support")
                statuses.add(answer.status)
                if answer.status == 200:
                    versions.append(version_in(answer))
            return versions, statuses

        outcomes = side_by_side(32, write_five)
        for versions, statuses in outcomes:
            self.assertEqual(versions, sorted(set(versions)))
            self.assertLessEqual(statuses, {200, 409})
        everything = sorted(version for versions, _ in outcomes for version in versions)
        self.assertEqual(everything, list(range(1, 32 * 5 + 1)))

    def test_one_of_many_at_the_same_moment_wins(self):
        emulator = self.start_emulator("--latency", "2s")
        clients = [self.client(emulator) for _ in range(32)]
        statuses = side_by_side(32, lambda number: clients[number].post("support").status)
        self.assertEqual(sorted(statuses), [200] + [409] * 31)

    def test_writers_of_different_slugs_never_conflict(self):
        emulator = self.start_emulator("--db", str(self.folder / "presets.db"), "--latency", "20ms")
        clients = [self.client(emulator) for _ in range(32)]

        def write_three(number):
            return [version_in(clients[number].post(f"slug-{number}")) for _ in range(3)]

        self.assertEqual(side_by_side(32, write_three), [[1, 2, 3]] * 32)


class SuddenEnd(EmulatorTest):
    def test_no_acknowledged_version_is_lost_to_kill_9(self):
        database = self.folder / "presets.db"
        acknowledged = {}
        for _ in range(4):
            emulator = self.start_emulator("--db", str(database))
            enough = threading.Event()
            # Two writers share each slug.
            writers = [
                threading.Thread(target=self.write_until_the_end, args=(emulator, f"slug-{i}", acknowledged, enough))
                for i in [0, 1, 2, 3] * 2
            ]
            for writer in writers:
                writer.start()
            self.assertTrue(enough.wait(PATIENCE_S))
            emulator.stop(signal.SIGKILL)
            for writer in writers:
                writer.join(PATIENCE_S)
            self.assertLessEqual(acknowledged.items(), self.stored(database).items())
        emulator = self.start_emulator("--db", str(database))
        for slug in {slug for slug, _ in acknowledged.values()}:
            newest = max(number for name, number in acknowledged.values() if name == slug)
            self.assertGreater(version_in(self.client(emulator).post(slug)), newest)

    @staticmethod
    def write_until_the_end(emulator, slug, acknowledged, enough):
        before = len(acknowledged)
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError, http.client.HTTPException):
            client = Client(emulator)
            stack.callback(client.close)
            while True:
                answer = client.post(slug)
                if answer.status == 200:
                    version = json.loads(answer.text)["data"]["designated_version"]
                    acknowledged[version["id"]] = (slug, version["version"])
                if len(acknowledged) >= before + 40:
                    enough.set()

    @staticmethod
    def stored(database):
        with contextlib.closing(sqlite3.connect(database)) as connection:
            rows = connection.execute("SELECT id, slug, number FROM versions").fetchall()
        return {version: (slug, number) for version, slug, number in rows}


class Crowds(EmulatorTest):
    def test_256_keep_alive_connections_are_all_answered_twice(self):
        emulator = self.start_emulator()
        clients = [self.client(emulator) for _ in range(256)]
        for _ in range(2):
            statuses = side_by_side(256, lambda number: clients[number].get(LISTING).status)
            self.assertEqual(statuses, [200] * 256)
        self.assert_answers(emulator)

    def test_connections_that_go_away_leave_nothing_behind(self):
        emulator = self.start_emulator()
        for _ in range(300):
            client = Client(emulator)
            client.socket.sendall(b"GET /api/v1" + LISTING.encode() + b" HTTP/1.1\r\n")
            client.close()
        self.assert_answers(emulator)
        descriptors = Path(f"/proc/{emulator.process.pid}/fd")
        wait_until(lambda: len(list(descriptors.iterdir())) <= 30)


class Attacks(EmulatorTest):
    def head(self, emulator, *fields, method="POST", path=preset_path("support")):
        lines = [f"{method} /api/v1{path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {emulator.key}", *fields]
        return "".join(line + "\r\n" for line in lines).encode() + b"\r\n"

    def assert_refused_with(self, status, emulator, text):
        with self.subTest(text=text[:60], size=len(text)):
            answer = self.client(emulator).raw(text)
            self.assertRegex(answer, rf"\AHTTP/1\.1 {status} ")
            self.assertIn("\r\nConnection: close\r\n", answer)
            self.assertEqual(json.loads(answer.partition("\r\n\r\n")[2])["error"]["code"], status)

    def assert_peak_memory_below(self, limit_mib, emulator):
        status = Path(f"/proc/{emulator.process.pid}/status").read_text(encoding="ascii")
        peak_mib = int(re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)[1]) >> 10
        self.assertLess(peak_mib, limit_mib + (2000 if is_sanitized() else 0))

    def test_a_request_that_is_cut_off_is_refused(self):
        emulator = self.start_emulator()
        client = self.client(emulator)
        client.socket.sendall(self.head(emulator, "Content-Length: 100") + b"{")
        client.socket.shutdown(socket.SHUT_WR)
        self.assertRegex(client.rest(), r"\AHTTP/1\.1 400 ")

    def test_huge_requests_are_refused_before_they_fill_the_memory(self):
        emulator = self.start_emulator()
        self.assert_refused_with(414, emulator, b"GET /" + b"a" * MIB + b" HTTP/1.1\r\n\r\n")
        self.assert_refused_with(431, emulator, b"GET / HTTP/1.1\r\nA: " + b"a" * MIB)
        self.assert_refused_with(431, emulator, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * MIB)
        self.assert_refused_with(413, emulator, self.head(emulator, f"Content-Length: {64 * MIB + 1}"))
        self.assert_refused_with(413, emulator, self.head(emulator, "Content-Length: " + "9" * 40))
        chunk = b"100000\r\n" + b" " * MIB + b"\r\n"
        self.assert_refused_with(413, emulator, self.head(emulator, "Transfer-Encoding: chunked") + chunk * 70)
        self.assert_answers(emulator)

    def test_a_compressed_body_is_not_unpacked(self):
        emulator = self.start_emulator()
        bomb = gzip.compress(b" " * (64 * MIB))
        answer = self.client(emulator).ask("POST", preset_path("support"), bomb, **{"Content-Encoding": "gzip"})
        self.assertEqual(answer.status, 415)
        self.assert_peak_memory_below(300, emulator)

    def test_countless_values_are_refused_and_countless_faults_are_not_listed(self):
        emulator = self.start_emulator()
        client = self.client(emulator)
        wrong = client.ask("POST", preset_path("support"), b'{"messages": [' + b"1," * 900_000 + b"1]}")
        self.assertEqual(wrong.status, 400)
        self.assertLess(len(wrong.text), 20_000)
        countless = client.ask("POST", preset_path("support"), b'{"messages": [' + b"[]," * (8 * MIB) + b"[]]}")
        self.assertEqual(countless.status, 413)
        self.assert_peak_memory_below(700, emulator)


if __name__ == "__main__":
    unittest.main()
