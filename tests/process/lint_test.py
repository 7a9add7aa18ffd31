"""preset lint on real files: folders, links, pipes, terminals. Nothing is sent, and nothing is loaded that could."""

import json
import os
import unittest

from drive.program import ProgramTest, binary
from drive.service import answering, refusing_host
from drive.terminal import run_on_terminal

GOOD = "model: acme/tiny\nmessages:\n  - {role: system, content: Answer briefly.}\n"
BAD = "temperature: 3\n" + GOOD
WARNED = "user: u-1\n" + GOOD
FIVE = """\
model: acme/large
temperature: 3
max_completion_tokens: "800"
service_tier: prority
provider:
  quantisations: [fp8]
messages:
  - role: sytem
    content: Answer briefly.
"""


class LintTest(ProgramTest):
    def lint(self, *arguments, **options):
        return self.mrctl("preset", "lint", *arguments, **options)

    def report(self, *arguments, code=0, **options):
        """Returns the report as JSON, which is one line."""
        outcome = self.lint(*arguments, "-o", "json", **options)
        self.assert_exit(code, outcome)
        self.assertEqual(outcome.out.count("\n"), 1)
        return json.loads(outcome.out)

    def files_named_by(self, *arguments, code=2):
        return [problem["file"] for problem in self.report(*arguments, code=code)["problems"]]


class Files(LintTest):

    def test_a_file_that_is_named_is_checked_whatever_its_name(self):
        self.write("_hidden", BAD)
        self.write("body.txt", '{"temperature": 3, "messages": [{"role": "user", "content": "Hi"}]}')
        self.assertEqual(self.files_named_by("_hidden", "body.txt"), ["_hidden", "body.txt"])

    def test_a_circle_of_links_ends(self):
        self.write("presets/a/one.yaml", BAD)
        os.symlink("..", self.folder / "presets/a/up")
        os.symlink(".", self.folder / "presets/self")
        os.symlink("loop.yaml", self.folder / "presets/loop.yaml")
        outcome = self.lint("presets")
        self.assert_exit(2, outcome)
        self.assertTrue(outcome.out.endswith("2 files: 2 errors\n"), outcome.out)
        self.assertIn("presets/a/one.yaml:1:14: error: temperature", outcome.out)
        self.assertIn("presets/loop.yaml: error: cannot be read: Too many levels of symbolic links", outcome.out)

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_what_may_not_be_read_is_said(self):
        self.write("presets/a.yaml", GOOD, mode=0)
        self.write("presets/b/c.yaml", GOOD)
        (self.folder / "presets/b").chmod(0)
        self.addCleanup((self.folder / "presets/b").chmod, 0o700)
        self.assertEqual(self.files_named_by("presets"), ["presets/a.yaml", "presets/b"])

    def test_standard_input_and_the_pipe_of_a_shell_are_files(self):
        self.assertEqual(self.report("-", code=2, stdin=BAD)["problems"][0]["file"], "<stdin>")
        outcome = self.shell(f"mrctl preset lint -o json <(printf '%s' '{FIVE}')")
        self.assert_exit(2, outcome)
        self.assertEqual(json.loads(outcome.out)["errors"], 5)

    def test_standard_input_that_is_closed_is_an_error_of_this_machine(self):
        outcome = self.shell("mrctl preset lint - <&-")
        self.assert_exit(1, outcome)
        self.assertIn("<stdin>: error: cannot", outcome.out)

    def test_a_hostile_name_forges_nothing(self):
        self.write("a\n::error::forged\x1b[2J.yaml", BAD)
        for flags in ((), ("--error-format", "github"), ("--error-format", "json"), ("-o", "table"), ("-o", "tsv")):
            outcome = self.lint(".", *flags)
            self.assert_exit(2, outcome)
            self.assertNotIn("\x1b", outcome.out + outcome.err)
            self.assertFalse(any(line.startswith("::error::forged") for line in (outcome.out + outcome.err).splitlines()))

    def test_a_thousand_files_are_one_call(self):
        for number in range(1000):
            self.write(f"presets/{number // 100}/{number}.yaml", WARNED)
        report = self.report("presets")
        self.assertEqual((report["files"], report["errors"], report["warnings"]), (1000, 0, 1000))

    def test_a_file_of_a_million_mistakes_is_said_in_few_words(self):
        body = json.dumps({"messages": [{"role": "user", "content": "Hi"}], "models": [1] * 200_000})
        self.write("body.json", body)
        outcome = self.lint("body.json")
        self.assert_exit(2, outcome)
        self.assertLess(len(outcome.out) + len(outcome.err), 100_000)
        self.assertIn("more errors are not shown", outcome.out)


class Streams(LintTest):

    def test_a_terminal_shows_five_mistakes_with_five_carets_in_its_width(self):
        self.write("five.yaml", FIVE)
        env = self.environment(NO_COLOR="1", TERM="xterm")
        for columns in (80, 40):
            shown = run_on_terminal([binary(), "preset", "lint", "five.yaml"], env, self.folder, columns)
            self.assert_exit(2, shown)
            lines = shown.out.splitlines()
            excerpts = [line for line in lines if line[5:8] in (" | ", " |")]
            self.assertEqual(sum(line.lstrip(" |").startswith("^") for line in excerpts), 5)
            self.assertLessEqual(max(map(len, excerpts)), columns)
            self.assertEqual(lines[-1], "1 file: 5 errors")

    def test_the_help_shows_a_script_that_works(self):
        self.write("presets/five.yaml", FIVE)
        help_text = self.mrctl("preset", "lint", "--help").out
        script = next(line.strip() for line in help_text.splitlines() if "| jq" in line)
        outcome = self.shell(script)
        self.assert_exit(0, outcome)
        self.assertIn("presets/five.yaml temperature.range\n", outcome.out)

    def test_a_closed_pipe_ends_quietly_and_keeps_the_verdict(self):
        self.write("good.yaml", GOOD)
        reading, writing = os.pipe()
        os.close(reading)
        outcome = self.lint("good.yaml", stdout=writing)
        os.close(writing)
        self.assertEqual((outcome.code, outcome.err), (0, ""))

    def test_a_full_disk_or_a_closed_stdout_is_an_error(self):
        self.write("good.yaml", GOOD)
        with open("/dev/full", "wb") as full:
            self.assert_exit(1, self.lint("good.yaml", stdout=full))
        self.assert_exit(1, self.shell("mrctl preset lint good.yaml >&-"))


class Alone(LintTest):
    def test_libcurl_is_not_even_opened(self):
        self.write("five.yaml", FIVE)
        self.assertNotIn("libcurl", self.libraries_of("preset", "lint", "five.yaml", "."))
        address = "https://router.example:8443/api/v1"
        self.assertNotIn("libcurl", self.libraries_of("preset", "plan", "five.yaml", MRCTL_BASE_URL=address))

    def test_the_linker_would_have_told(self):
        self.assertIn("libcurl", self.libraries_of("api", "GET", "/x", MRCTL_BASE_URL=refusing_host()))

    def test_neither_key_nor_address_is_needed_and_nothing_is_sent(self):
        self.write("good.yaml", GOOD)
        self.assert_exit(0, self.lint("good.yaml"))
        with answering(200, '{"data": {}}') as server:
            settings = {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}
            self.assert_exit(0, self.lint("good.yaml", env=settings))
            self.assertEqual(server.requests, [])


if __name__ == "__main__":
    unittest.main()
