"""Every system call of a command fails once, and the command keeps its promises all the same.

By default, the first and the last call of each kind fail (one name, the same files), and each one about the user's own
files of settings. MRCTL_SWEEP=all in the environment makes every single call fail, which takes minutes.
"""

import json
import re
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from drive.failing_calls import Lane, sample_of, reason_to_skip
from drive.program import ProgramTest, binary, is_sanitized, is_sweeping

KEY = "sk-mgmt-test-00000000000000000f417"
CONFIG = '[profiles.default]\nbase_url = "{}" # as before\ntarget = "t"\n'
BODY = "model: acme/tiny\ntemperature: {}\nmessages: [{{role: system, content: !file prompt.md}}]\n"
CURL = "curl https://router.example/api/v1/chat/completions -H 'Authorization: Bearer x' -d @body.json\n"
STORED = '[[keys]]\nprofile = "default"\nhost = "https://other.example:443"\nkey = "sk-mgmt-test-0000000000000other"\n'
LANES = 2

# What no message for people has: the words of libraries and of the runtime.
INNER_WORDS = re.compile(r"assert|terminate called|Abort|core dumped|what\(\)|map::at|basic_string|bad_alloc|_M_|std::")


def prepare(lane):
    lane.write("home/.config/mrctl/config.toml", CONFIG.format(lane.emulator.base_url))
    own = STORED.replace("https://other.example:443", lane.emulator.base_url.removesuffix("/api/v1")).replace("0other", "00own")
    lane.write("home/.config/mrctl/credentials.toml", STORED + own)
    lane.write("mrctl.toml", 'presets = ["presets"]\n')
    lane.write("s.md", "# Before\n")
    lane.write("curl.txt", CURL)
    lane.write("body.json", '{"model": "acme/tiny", "temperature": 1}\n')
    lane.write("presets/prompt.md", "Be brief.\n")
    for slug in ("a", "b", "c"):
        lane.write(f"presets/{slug}.yaml", BODY.format(0.5))
    lane.prepare("preset", "apply", "presets", "--yes")
    for slug in ("a", "b"):
        lane.write(f"presets/{slug}.yaml", BODY.format(0.7))


def plain(text):
    """Without what differs from run to run: times, versions and notes on them, ids and ports."""
    text = re.sub(r'"notes":\[[^]]*\]', "", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z?|\b[\da-f]{8}-[\da-f-]{27}\b", "#", text)
    text = re.sub(r'"plan":"[\da-f]{40}"|\bPlan [\da-f]{40}\b', "plan", text)  # depends on the port
    return re.sub(r'("(?:previous_)?version": ?|127\.0\.0\.1:)\d+', r"\1#", text)


def is_json(text):
    try:
        return bool(json.loads(text))
    except ValueError:
        return False


class ACallThatFails(unittest.TestCase):
    def setUp(self):
        if reason := "the sanitizers trace the program themselves" if is_sanitized() else reason_to_skip():
            self.skipTest(reason)
        self.lanes = [Lane(prepare, KEY) for _ in range(LANES)]
        for lane in self.lanes:
            self.addCleanup(lane.close)

    def sweep(self, *command, stdin=""):
        usual, calls = self.lanes[0].run(command, stdin)
        self.assertEqual(usual.code, 0, usual.err)
        before = self.lanes[0].run(("version",))[0].files
        chosen = calls if is_sweeping() else sample_of(calls)
        self.assertGreater(len(chosen), 10)

        def work(lane, number):
            found = []
            for call in chosen[number::LANES]:
                left = lane.run(command, stdin, call)
                found += [f"{call}: {fault}\n  {left.err[-300:]}" for fault in self.faults(left, usual, before, call)]
            return found

        with ThreadPoolExecutor(LANES) as pool:
            found = [line for lines in pool.map(work, self.lanes, range(LANES)) for line in lines]
        self.assertEqual(len(found), 0, f"{len(found)} of {len(chosen)}:\n" + "\n".join(found[:40]))

    def faults(self, left, usual, before, call):
        """Yields the promises that were not kept."""
        if left.code < 0 or left.code > 128:
            yield "it hung" if left.code < 0 else f"it ended with {left.code}"
        if INNER_WORDS.search(left.err):
            yield "it shows words of a library"
        if "does not compile" in left.err or "libjq ended" in left.err:
            yield "it blames the filter"
        if KEY in left.out + left.err + "".join(text for name, text in left.files.items() if "credentials" not in name):
            yield "it shows the key"
        if any(count > 1 for count in left.posts.values()):
            yield f"it posted twice: {left.posts}"
        if left.code == 0 and plain(left.out) != plain(usual.out):
            yield f"exit 0 with another result: {left.out!r}"
        if left.code == 0 and left.posts != usual.posts:
            yield f"exit 0, but posted {left.posts}"
        if left.code != 0 and "mrctl: " not in left.err and '"error"' not in left.err:
            yield f"exit {left.code} without a word"
        yield from self.faulty_files(left, usual, before, call)

    def faulty_files(self, left, usual, before, call):
        for name in sorted(left.files.keys() | before.keys()):
            now = plain(left.files.get(name, "missing"))
            if now == plain(usual.files.get(name, "missing")):
                continue
            is_old = left.code != 0 and now == plain(before.get(name, "missing"))
            is_pending = left.code != 0 and name.startswith("presets/.mrctl/") and is_json(left.files.get(name, ""))
            is_spare = re.search(r"/\.unfinished$|/\.mrctl-\w{6}$", name) and call.name.startswith("unlink")
            if not (is_old or is_pending or is_spare):
                yield f"exit {left.code} and {name} holds {now[:200]!r}"

    def test_leaves_create_true(self):
        self.sweep("preset", "create", "s", "--body", "presets/a.yaml", "-o", "json")

    def test_leaves_a_curl_command_true(self):
        self.sweep("preset", "create", "s", "--body", "curl.txt", "-o", "json")

    def test_leaves_list_true(self):
        self.sweep("endpoints", "list", "acme/tiny", "-o", "json")

    def test_leaves_plan_true(self):
        self.sweep("preset", "plan", "presets", "-o", "json")

    def test_leaves_apply_true(self):
        self.sweep("preset", "apply", "presets", "--yes", "-o", "json")

    def test_leaves_auth_login_true(self):
        self.sweep("auth", "login", stdin=KEY + "\n")

    def test_leaves_auth_logout_true(self):
        self.sweep("auth", "logout")

    def test_leaves_a_project_file_true(self):
        self.sweep("preset", "lint", "-o", "json")

    def test_leaves_config_set_true(self):
        self.sweep("config", "set", "retries", "1")

    def test_leaves_a_filter_true(self):
        self.sweep("version", "-o", "json", "--jq", ".name")

    def test_leaves_reports_and_summaries_true(self):
        self.sweep("endpoints", "list", "acme/tiny", "--report", "json=r.json", "--summary", "s.md")


class AFileSystem(ProgramTest):
    def test_that_reports_only_on_closing_that_it_is_full_is_told(self):
        if reason := "the sanitizers trace the program themselves" if is_sanitized() else reason_to_skip():
            self.skipTest(reason)
        fault = ("-P", "out.json", "-e", "trace=close", "-e", "inject=close:error=ENOSPC")
        with open(self.folder / "out.json", "wb") as out:
            done = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", *fault, binary(), "version"], cwd=self.folder,
                                  env=self.environment(), stdout=out, stderr=subprocess.PIPE)  # fmt: skip
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"cannot write standard output: No space left on device", done.stderr)


if __name__ == "__main__":
    unittest.main()
