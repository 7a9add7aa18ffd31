"""How much memory an answer may take, whatever it holds: 32 MiB and 24 times its text, and at most 1 GiB."""

import gzip
import itertools
import json
import subprocess
import unittest

from drive.program import ProgramTest, binary, is_sanitized, is_sweeping, sampled
from drive.service import CREDENTIAL, TINY
from drive.wire import measure, raw_host

MIB = 1 << 20

# What a run takes besides, measured as resident memory: the program, and its libraries with their shared pages.
BESIDES_MIB = 28


def most_mib(size):
    """Returns what an answer of that many bytes may take."""
    return min(1024, 32 + 24 * size / MIB) + BESIDES_MIB

LIST = ("endpoints", "list", TINY)
FORMS = (
    ("-o", "table"),
    ("-o", "wide"),
    ("-o", "csv"),
    ("-o", "tsv"),
    ("-o", "jsonl"),
    ("-o", "json"),
    ("-o", "yaml"),
    ("-o", "markdown"),
    ("-o", "raw"),
    ("--where", "prompt<1"),
    ("--sort", "-prompt", "-o", "csv"),
    ("--chart", "price"),
    ("--jq", "."),
    ("-r", "--jq", ".endpoints[] | .tag"),
)

# One of each kind: those that build values for people, rows, and documents.
KINDS = (("-o", "wide"), ("-o", "csv"), ("-o", "yaml"))


def many(part, mib):
    return ",".join([part] * (int(mib * MIB) // (len(part) + 1)))


def listing(part, mib):
    return '{"data":{"id":"a/b","endpoints":[' + many(part, mib) + "]}}"


NUMBERS = '{"status":1,"pricing":{"prompt":1},"latency_last_30m":{"p50":1,"p75":1,"p90":1,"p99":1}}'
NAMED = '{"tag":"p/1","pricing":{"prompt":"0.000001","completion":"0.000002"}}'
SHAPES = {
    "empty endpoints": lambda mib: listing("{}", mib),
    "numbers for endpoints": lambda mib: listing("1", mib),
    "arrays for endpoints": lambda mib: listing("[]", mib),
    "endpoints of numbers": lambda mib: listing(NUMBERS, mib),
    "endpoints of names": lambda mib: listing(NAMED, mib),
    "an endpoint of many members": lambda mib: '{"data":{"endpoints":[{' + many('"a":1', mib) + "}]}}",
    "many members": lambda mib: '{"data":{"endpoints":[],' + many('"a":1', mib) + "}}",
    "many members outside": lambda mib: '{"data":{"endpoints":[]},' + many('"":0', mib) + "}",
    "a long text": lambda mib: listing('{"tag":"' + "x" * int(mib * MIB) + '"}', 0.001) + " ",
    "many parameters": lambda mib: '{"data":{"endpoints":[{"supported_parameters":[' + many('""', mib) + "]}]}}",
    "nested": lambda mib: listing("[" * 400 + "]" * 400, mib),
}


class MemoryTest(ProgramTest):
    def setUp(self):
        super().setUp()
        if is_sanitized():
            self.skipTest("a sanitizer takes memory of its own")
        self.settings = {"MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}

    def answered(self, text, *arguments, status="200 OK"):
        """Runs mrctl against a host that answers with this text, squeezed. Returns what it took."""
        body = gzip.compress(text.encode(), 1)
        head = f"HTTP/1.1 {status}\r\nContent-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
        with raw_host(head.encode() + body) as host:
            where = ("--base-url", host.base_url, "--error-format", "json")
            return measure([*arguments, *where], self.environment(**self.settings), self.folder)

    def assert_within(self, measured, text, where):
        self.assertIn(measured.code, (0, 11), (where, measured.err[:500]))
        self.assertLess(measured.mib, most_mib(len(text)), (where, measured.code, measured.err[:500]))


class AListing(MemoryTest):
    def test_of_any_shape_is_shown_or_refused_within_it(self):
        for name, form in sampled(itertools.product(SHAPES, KINDS), 11):
            with self.subTest(name, form=form):
                text = SHAPES[name](1)
                self.assert_within(self.answered(text, *LIST, *form), text, (name, form))

    def test_that_cannot_fit_is_refused_with_the_limit(self):
        refused = self.answered(listing("{}", 4.5), *LIST, "-o", "table")
        self.assertEqual(refused.code, 11, refused.err[:500])
        self.assertEqual(refused.out, "")
        error = json.loads(refused.err)["error"]
        self.assertRegex(error["message"], "needs more than 1(39|40) MiB of memory")
        self.assertEqual((error["sent"], error["operation"]), ("yes", f"GET /models/{TINY}/endpoints"))

    def test_never_takes_more_than_1_gib(self):
        refused = self.answered(listing("{}", 50), *LIST, "-o", "table")
        self.assertEqual(refused.code, 11, refused.err[:500])
        self.assertIn("needs more than 1024 MiB of memory", refused.err)
        self.assertLess(refused.mib, most_mib(50 * MIB))

    def test_of_any_ordinary_size_is_shown(self):
        endpoint = {"name": "Provider | acme/tiny", "provider_name": "Provider", "tag": "provider/fp8", "status": 0}
        endpoint |= {"context_length": 131072, "pricing": {"prompt": "0.0000025", "completion": "0.00001"}}
        endpoint |= {"supported_parameters": ["tools", "temperature", "top_p"], "quantization": "fp8"}
        text = listing(json.dumps(endpoint, separators=(",", ":")), 8 if is_sweeping() else 1)
        for form in FORMS:
            with self.subTest(form=form):
                shown = self.answered(text, *LIST, *form)
                self.assertEqual(shown.code, 0, shown.err[:500])
                self.assert_within(shown, text, form)


class OtherAnswers(MemoryTest):
    def test_are_within_it(self):
        members = '{"data":{"id":"x","label":"sk-x...x",' + many('"a":{}', 1) + "}}"
        lists = '{"data":{"id":"x","label":"sk-x...x","allowed_models":[' + many('""', 1) + "]}}"
        commands = (("byok", "get", CREDENTIAL), ("preset", "create", "x", "--model", TINY), ("api", "GET", "/x"))
        for command, text, form in sampled(itertools.product(commands, (members, lists), KINDS), 6):
            with self.subTest(command=command, text=text[:60], form=form):
                self.assert_within(self.answered(text, *command, *form), text, (command, form))

    def test_of_an_error_keep_its_exit_code(self):
        errors = '{"error":{"code":503,"message":"busy","metadata":[' + many("{}", 20) + "]}}"
        measured = self.answered(errors, "byok", "get", CREDENTIAL, "--retries", "0", status="503 Busy")
        self.assertEqual(measured.code, 7, measured.err[:500])
        self.assertLess(measured.mib, most_mib(20 * MIB))


class AnExplanation(MemoryTest):
    def test_holds_a_long_list_of_the_body_once(self):
        body = json.dumps({"model": "a/b", "provider": {"only": [f"provider-{i:07}" for i in range(20000)]}})
        endpoints = [{"tag": f"p{i}/fp8", "provider_name": f"P{i}"} for i in range(30)]
        (self.folder / "long.json").write_text(body)
        (self.folder / "listing.json").write_text(json.dumps({"id": "a/b", "endpoints": endpoints}))
        explain = ("preset", "explain", "long.json", "--listing", "listing.json")
        for form in ("json", "jsonl", "text", "csv", "html"):
            with self.subTest(form=form):
                measured = measure([*explain, "-o", form], self.environment(), self.folder)
                self.assertEqual(measured.code, 0, measured.err[-500:])
                self.assertLess(measured.mib, 32 + 150 * len(body) / MIB + BESIDES_MIB)


class Running(MemoryTest):
    """Out of memory that the system does not give."""

    def limited(self, text, mib, *arguments):
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(text)}\r\n\r\n"
        with raw_host((head + text).encode()) as host:
            env = self.environment(MRCTL_BASE_URL=host.base_url, **self.settings)
            script = f'ulimit -v {mib * 1024}; exec "$0" "$@"'
            command = ["sh", "-c", script, binary(), *arguments, "--error-format", "json"]
            return subprocess.run(command, env=env, cwd=self.folder, capture_output=True, text=True, timeout=120)

    def test_out_after_a_post_says_that_a_version_may_exist(self):
        text = '{"data":{"id":"x","slug":"x","designated_version":{"version":3,"config":{' + many('"a":{}', 3) + "}}}}"
        create = ("preset", "create", "x", "--model", TINY, "--system", "x")
        codes = set()
        for mib in (30, 40, 60, 100):
            ended = self.limited(text, mib, *create, "-o", "table")
            codes.add(ended.returncode)
            self.assertIn(ended.returncode, (0, 1, 8, 11), (mib, ended.stderr[:500]))
            if ended.returncode in (1, 11) and '"sent":"no"' not in ended.stderr:
                error = json.loads(ended.stderr.splitlines()[-1])["error"]
                self.assertEqual(error["sent"], "yes", (mib, error))
                self.assertIn("a version may exist", error["hint"])
        self.assertIn(1, codes)

    def test_out_is_never_a_crash(self):
        for mib in range(16, 100, 14):
            ended = self.limited(listing(NAMED, 1), mib, *LIST, "-o", "table")
            # Below what the dynamic linker needs, the program does not start at all.
            self.assertTrue(ended.returncode in (0, 1, 8, 11) or "shared librar" in ended.stderr, (mib, ended))


if __name__ == "__main__":
    unittest.main()
