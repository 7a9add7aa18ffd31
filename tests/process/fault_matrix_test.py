"""Every outcome of the service, under every operation and retry setting: what mrctl says, and what was stored."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import tempfile
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from drive.program import PATIENCE_S, ProgramTest, binary, clean_environment, shell_code
from drive.service import Emulator, ServiceTest, unopened_port

BODY = '{"model": "acme/tiny", "messages": [{"role": "system", "content": "Be brief."}]}'
KEY = "sk-mgmt-test-0000000000000000f3a1"


@dataclass(frozen=True)
class Outcome:
    """What the service does, and what is to come of it by the contract."""

    fault: str  # as --fault takes it; empty where nobody listens
    code: int
    status: int | None
    sent: str
    reading_goes_on: bool  # whether a GET is worth another attempt
    creating_goes_on: bool  # whether a POST is: only where nothing was stored
    stored: int = 0  # versions that one attempt leaves behind
    retry_after_s: int | None = None

    @property
    def time_limit(self):
        return "3" if self.fault == "hang" else "30"


# Written from the contract: 429, 408, 5xx and a broken connection are worth another GET; a POST goes out again on 409,
# 429, 503 with Retry-After, and where the connection never opened. A hang uses up the time for all attempts.
AGAIN, STOP = True, False
OUTCOMES = (
    #       fault                 exit  status sent       GET    POST
    Outcome("400",                9,    400,  "yes",     STOP,  STOP),
    Outcome("401",                3,    401,  "yes",     STOP,  STOP),
    Outcome("403",                3,    403,  "yes",     STOP,  STOP),
    Outcome("404",                4,    404,  "yes",     STOP,  STOP),
    Outcome("408",                9,    408,  "yes",     AGAIN, STOP),
    Outcome("409",                5,    409,  "yes",     STOP,  AGAIN),
    Outcome("412",                5,    412,  "yes",     STOP,  STOP),
    Outcome("422",                9,    422,  "yes",     STOP,  STOP),
    Outcome("429",                6,    429,  "yes",     AGAIN, AGAIN),
    Outcome("429 retry-after 1",  6,    429,  "yes",     AGAIN, AGAIN, retry_after_s=1),
    Outcome("500",                7,    500,  "yes",     AGAIN, STOP),
    Outcome("502",                7,    502,  "yes",     AGAIN, STOP),
    Outcome("503",                7,    503,  "yes",     AGAIN, STOP),
    Outcome("503 retry-after 0",  7,    503,  "yes",     AGAIN, AGAIN, retry_after_s=0),
    Outcome("503 retry-after 1",  7,    503,  "yes",     AGAIN, AGAIN, retry_after_s=1),
    Outcome("504",                7,    504,  "yes",     AGAIN, STOP),
    Outcome("529",                7,    529,  "yes",     AGAIN, STOP),
    Outcome("html",               7,    502,  "yes",     AGAIN, STOP),
    Outcome("no-code",            7,    500,  "yes",     AGAIN, STOP),
    Outcome("reset",              8,    None, "unknown", AGAIN, STOP),
    Outcome("reset-after-commit", 8,    None, "unknown", AGAIN, STOP,  stored=1),
    Outcome("truncate",           8,    200,  "yes",     AGAIN, STOP,  stored=1),
    Outcome("hang",               8,    None, "unknown", STOP,  STOP),
    Outcome("slow 200ms",         0,    200,  "yes",     STOP,  STOP,  stored=1),
    Outcome("",                   8,    None, "no",      AGAIN, AGAIN),
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    name: str
    flags: tuple
    attempts: int
    times: str = ""  # how often the fault strikes; empty: always


NONE = Setting("none", ("--retries", "0"), 1)
DEFAULT = Setting("default", (), 3)
PASSING = Setting("passing", ("--retries", "1"), 2, " times 1")
SETTINGS = (NONE, DEFAULT, PASSING)


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    command: tuple  # {} is the target
    path: str  # behind the prefix, for the rule and the log
    targets: tuple  # one for each setting, so that each cell has a path of its own


OPERATIONS = (
    Operation("preset create", "POST", ("preset", "create", "{}", "--body", "-"), "/presets/{}/chat/completions",
              ("created-none", "created-default", "created-passing")),
    Operation("endpoints list", "GET", ("endpoints", "list", "{}"), "/models/{}/endpoints",
              ("acme/tiny", "acme/large", "globex/vision")),
    Operation("byok get", "GET", ("byok", "get", "{}"), "/byok/{}",
              ("11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
               "33333333-3333-4333-8333-333333333333")),
    Operation("api GET", "GET", ("api", "GET", "/models/{}/endpoints"), "/models/{}/endpoints",
              ("initech/coder", "acme/large:free", "~acme/large-latest")),
    Operation("api POST", "POST", ("api", "POST", "/presets/{}/chat/completions", "--body", "-"),
              "/presets/{}/chat/completions", ("called-none", "called-default", "called-passing")),
)  # fmt: skip


@dataclass(frozen=True)
class Cell:
    outcome: Outcome
    operation: Operation
    setting: Setting

    @property
    def target(self):
        return self.operation.targets[SETTINGS.index(self.setting)]

    @property
    def path(self):
        return self.operation.path.format(self.target)

    @property
    def rule(self):
        return f"{self.operation.method} {self.path} = {self.outcome.fault}{self.setting.times}"

    @property
    def command(self):
        common = ("--timeout", self.outcome.time_limit, "--error-format", "json")
        return [part.format(self.target) for part in self.operation.command] + [*self.setting.flags, *common]

    @property
    def goes_on(self):
        if self.operation.name == "api POST" and self.setting is DEFAULT:
            return False  # any operation may be behind it: again only where --retries asks for it
        is_reading = self.operation.method == "GET"
        return self.outcome.reading_goes_on if is_reading else self.outcome.creating_goes_on

    @property
    def attempts(self):
        return self.setting.attempts if self.goes_on else 1

    @property
    def recovers(self):
        return self.setting is PASSING and self.goes_on and self.outcome.fault != ""

    @property
    def code(self):
        return 0 if self.recovers else self.outcome.code

    @property
    def stored(self):
        """The versions that must be there in the end."""
        if self.operation.method == "GET":
            return 0
        return 1 if self.recovers else self.outcome.stored

    def __str__(self):
        return f"{self.outcome.fault or 'nobody listens'}, {self.operation.name}, retries {self.setting.name}"


@dataclass
class Result:
    code: int
    out: str
    err: str
    requests: int = 0  # by the emulator's log
    versions: int = 0  # by its database

    @property
    def error(self):
        return json.loads(self.err.splitlines()[-1])["error"]


def run(cell, settings):
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [binary(), *cell.command], env=clean_environment(home, **settings), cwd=home,
            input=BODY, timeout=PATIENCE_S, capture_output=True, text=True,
        )  # fmt: skip
    return Result(shell_code(done.returncode), done.stdout, done.stderr)


def stored_versions(database):
    """Counts the versions of each preset in the emulator's file."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return dict(connection.execute("SELECT slug, count(*) FROM versions GROUP BY slug"))


def cells_of(outcome):
    return [Cell(outcome, operation, setting) for operation in OPERATIONS for setting in SETTINGS]


def run_all(cells, settings):
    with ThreadPoolExecutor(5) as pool:
        return list(pool.map(lambda cell: run(cell, settings), cells))


def run_where_nobody_listens(cells):
    with unopened_port() as (base_url, _):
        return run_all(cells, {"MRCTL_BASE_URL": base_url, "MRCTL_API_KEY": KEY})


def run_against_emulator(cells):
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "presets.db")
        faults = [part for cell in cells for part in ("--fault", cell.rule)]
        emulator = Emulator("--db", database, "--log", *faults)
        with contextlib.closing(emulator):
            results = run_all(cells, emulator.settings)
            emulator.stop(signal.SIGTERM)
            seen = Counter(line.split()[1] for line in emulator.log().splitlines())
        versions = stored_versions(database)
    for cell, result in zip(cells, results):
        result.requests = seen["/api/v1" + cell.path]
        result.versions = versions.get(cell.target, 0)
    return results


def run_row(outcome):
    cells = cells_of(outcome)
    results = run_against_emulator(cells) if outcome.fault else run_where_nobody_listens(cells)
    return list(zip(cells, results))


def fails(cell):
    return cell.code != 0


class EveryOutcome(unittest.TestCase):
    """Of each operation, under each retry setting."""

    @classmethod
    def setUpClass(cls):
        with ThreadPoolExecutor(4) as pool:
            cls.cells = [pair for row in pool.map(run_row, OUTCOMES) for pair in row]

    def compare(self, found, wanted, is_meant=lambda cell: True):
        """Compares what two functions say of each cell, and shows the cells where they differ."""
        meant = [(cell, result) for cell, result in self.cells if is_meant(cell)]
        self.assertGreater(len(meant), 0)
        differing = [
            f"{cell}: {found(cell, result)} instead of {wanted(cell)}\n{result.err}"
            for cell, result in meant
            if found(cell, result) != wanted(cell)
        ]
        self.assertEqual(len(differing), 0, "\n" + "\n".join(differing))

    def test_has_its_exit_code(self):
        self.compare(lambda _, result: result.code, lambda cell: cell.code)

    def test_says_what_was_sent_how_often_and_what_came(self):
        members = ("exit_code", "http_status", "sent", "attempts", "retry_after_s")
        self.compare(
            lambda _, result: tuple(result.error[name] for name in members),
            lambda cell: (cell.code, cell.outcome.status, cell.outcome.sent, cell.attempts, cell.outcome.retry_after_s),
            fails,
        )

    def test_names_its_operation(self):
        self.compare(
            lambda _, result: result.error["operation"], lambda cell: f"{cell.operation.method} {cell.path}", fails
        )

    def test_prints_a_result_only_where_there_is_one(self):
        self.compare(lambda _, result: result.out != "", lambda cell: not fails(cell))

    def test_reaches_the_service_as_often_as_it_says(self):
        self.compare(lambda _, result: result.requests, lambda cell: cell.attempts, lambda cell: cell.outcome.fault)

    def test_never_stores_twice(self):
        self.compare(lambda _, result: result.versions, lambda cell: cell.stored)


class CallingAnyOperation(ServiceTest):
    emulator_flags = ("--log", "--fault", "POST /presets/asked/* = 409", "--fault", "POST /presets/asked-503/* = 503")

    def call(self, slug, *flags):
        path = f"/presets/{slug}/chat/completions"
        outcome = self.mrctl("api", "POST", path, "--body", "-", "--error-format", "json", *flags, stdin=BODY)
        return json.loads(outcome.err.splitlines()[-1])["error"]["attempts"]

    def test_sends_again_what_changes_something_only_where_that_is_asked_for(self):
        self.assertEqual(self.call("asked"), 1)
        self.assertEqual(self.call("asked", "--retries", "2"), 3)

    def test_does_not_send_again_what_may_have_been_stored_though_it_is_asked_for(self):
        self.assertEqual(self.call("asked-503", "--retries", "2"), 1)


class AServiceThatComesUpLate(ProgramTest):
    def test_gets_a_preset_once(self):
        with unopened_port() as (base_url, listener):
            self.settings = {"MRCTL_BASE_URL": base_url, "MRCTL_API_KEY": KEY}
            process = self.start("preset", "create", "late", "--model", "acme/tiny", "--retries", "30", "-v")
            while "waiting" not in (line := process.stderr.readline()):
                self.assertIn("connection refused", line)
            listener.listen()
            listener.settimeout(PATIENCE_S)
            connection, _ = listener.accept()
            with connection:
                self.assertIn(b"POST /api/v1/presets/late/chat/completions", connection.recv(65536))
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 27\r\n\r\n" + b'{"data": {"slug": "late"}}\n')
            _, err = process.communicate(timeout=PATIENCE_S)
            self.assertEqual(process.returncode, 0, err)
            listener.settimeout(0.1)
            with self.assertRaises(TimeoutError):
                listener.accept()


if __name__ == "__main__":
    unittest.main()
