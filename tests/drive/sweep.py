"""Runs commands, loud and quiet, and looks for the canary in everything that they leave behind."""

import itertools
import json
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from drive.canary import CANARY, leaking_files, leaking_lines
from drive.program import PATIENCE_S, ProgramTest, binary, clean_environment, sampled
from drive.service import CREDENTIAL, TINY

BODY = '{"model": "acme/tiny", "messages": [{"role": "system", "content": "Be brief."}]}'

COMMANDS = (
    ("preset", "create", "canary", "--body", "-"),
    ("endpoints", "list", TINY, "globex/vision"),
    ("byok", "get", CREDENTIAL),
    ("api", "GET", f"/byok/{CREDENTIAL}"),
    ("api", "POST", "/presets/canary/chat/completions", "--body", "-"),
    ("auth", "status"),
)

# Each says more than the one before, in another form.
LOUDNESS = (
    (),
    ("-v", "--error-format", "json", "-o", "table"),
    ("-vv", "--error-format", "github", "-o", "yaml"),
    ("-vvv", "--error-format", "text", "-o", "csv"),
    ("-vvv", "--error-format", "json", "-o", "jsonl"),
)

LIMITS = ("--timeout", "2", "--retries", "0")


def run(base_url, command, flags, key=CANARY, stdin=BODY):
    """Runs a command in a home of its own and returns everything that it left behind: streams and files."""
    with tempfile.TemporaryDirectory() as home:
        environment = clean_environment(home, MRCTL_BASE_URL=base_url, MRCTL_API_KEY=key)
        done = subprocess.run([binary(), *command, *flags, *LIMITS], env=environment, cwd=home, input=stdin.encode(),
                              timeout=PATIENCE_S, capture_output=True)  # fmt: skip
        return done.stdout + b"\n" + done.stderr, leaking_files(home)


def error_body(echo):
    metadata = {"header": echo, "nested": [{"authorization": f"Bearer {echo}"}], echo: 1}
    return json.dumps({"error": {"code": 400, "message": f"Bad key {echo}", "metadata": metadata}, "key": echo})


def misplaced_keys():
    """Yields commands with the key where it does not belong; nobody who does so wants to see it in a log."""
    yield "api", "GET", f"/byok/{CANARY}"
    yield "api", "GET", f"/byok/x?key={CANARY}"
    yield "api", "GET", f"/byok/{CREDENTIAL}", "-H", f"X-Api-Key: {CANARY}"
    yield "api", "GET", f"/byok/{CREDENTIAL}", "-H", f"X-Else: {CANARY}"
    yield "api", "GET", f"/byok/{CREDENTIAL}", "-H", f"Authorization: Bearer {CANARY}"
    yield "byok", "get", CANARY
    yield "endpoints", "list", f"acme/{CANARY.replace('/', '')}", f"acme/{CANARY}"
    yield "preset", "create", CANARY, "--model", TINY


class Swept(unittest.TestCase):
    def sweep(self, base_url, commands=COMMANDS, loudness=LOUDNESS):
        """Runs commands at each loudness, or a sample of the pairs, and asserts that nothing leaks."""
        cells = sampled(itertools.product(commands, loudness), 8)
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda cell: run(base_url, *cell), cells))
        found = [
            f"{' '.join([*command, *flags])}: {line}"
            for (command, flags), (said, files) in zip(cells, results)
            for line in leaking_lines(said) + files
        ]
        self.assertEqual(len(found), 0, f"{len(found)} leaks, the first of them:\n" + "\n".join(found[:3]))


class SilentTest(ProgramTest):
    def assert_silent_of_it(self, outcome):
        self.assertEqual(leaking_lines((outcome.out + outcome.err).encode()), [])
