"""What a project file from a stranger's pull request can and cannot do: SECURITY.md says the same."""

import os
import time
import unittest

from drive.program import is_sanitized
from drive.service import answering
from process.pull_request_test import SECRET, PullRequest

# Commands that use the project file, without what it may set.
PROJECT_COMMANDS = (
    ("preset", "lint"),
    ("preset", "render"),
    ("preset", "plan"),
    ("preset", "apply", "--yes"),
    ("preset", "adopt", "presets"),
    ("preset", "state"),
    ("preset", "forget", "support", "--yes"),
    ("preset", "explain"),
    ("endpoints", "diff", "listing.json", "listing.json", "--presets", "presets"),
    ("config", "list"),
    ("config", "get", "base_url"),
)
FORBIDDEN = (
    'base_url = "{url}"',
    'proxy = "{url}"',
    'ca_cert = "ca.pem"',
    'client_cert = "c.pem"',
    'client_key = "c.key"',
    'api_key_file = "{secret}"',
    'credential_command = ["touch", "{marker}"]',
    "insecure = true",
    'api_key = "sk-fake"',
    'config = "config.toml"',
)
RECORDS = ("{}", "[targets.t]\n{}", "[[gates]]\nid = 'g'\nat_least = 1\n{}")


class ProjectFiles(PullRequest):
    def assert_refused_by_all(self, *parts):
        """Every command that uses the file refuses, and nothing is sent, shown or written."""
        with answering(200, '{"data": {}}') as server:
            self.settings["MRCTL_BASE_URL"] = server.base_url
            before = sorted(os.listdir(self.top / "outside"))
            for command in PROJECT_COMMANDS:
                with self.subTest(command=command):
                    outcome = self.mrctl(*command)
                    self.assert_exit(2, outcome)
                    for part in parts:
                        self.assertIn(part, outcome.out + outcome.err)
                    self.assertNotIn(SECRET, outcome.out + outcome.err)
            self.assertEqual(server.requests, [])
            self.assertEqual(sorted(os.listdir(self.top / "outside")), before)
            self.assertFalse((self.folder / "marker").exists())

    def test_cannot_say_where_requests_and_keys_go_or_run_a_program(self):
        words = {"url": "http://127.0.0.1:9", "secret": self.outside, "marker": self.folder / "marker"}
        for record in RECORDS:
            for line in FORBIDDEN:
                with self.subTest(record=record, line=line):
                    self.write("mrctl.toml", record.format(line.format(**words)) + "\n")
                    number = record.count("\n") + 1
                    self.assert_refused_by_all(f"mrctl.toml:{number}:", "a project file may not set it")

    def test_cannot_name_paths_outside_the_repository(self):
        self.link(self.top / "outside", "out")
        self.link("../../outside/later", "dangling")
        for path in (str(self.top / "outside"), "../outside", "presets/../../outside", "out", "out/secret", "dangling", ".git/hooks"):
            for key, value in (("state", f'"{path}"'), ("bases", f'["{path}"]'), ("presets", f'["{path}"]')):
                with self.subTest(key=key, path=path):
                    self.write("mrctl.toml", f"{key} = {value}\n")
                    self.assert_refused_by_all("mrctl.toml:1:", f"{key} must stay in the repository")
        self.write("mrctl.toml", '[targets.t]\nbases = ["../outside/secret"]\n')
        self.assert_refused_by_all("mrctl.toml:2:", "bases must stay in the repository")

    def test_cannot_name_a_pipe_that_would_be_waited_for(self):
        os.mkfifo(self.folder / "pipe")
        for key in ("bases", "presets"):
            self.write("mrctl.toml", f'{key} = ["pipe"]\n')
            outcome = self.mrctl("preset", "lint")
            self.assert_exit(2, outcome)
            self.assertIn("mrctl.toml:1 names", outcome.err)
            self.assertIn("which is neither a file nor a folder", outcome.err)

    def test_cannot_be_a_link_or_a_pipe(self):
        self.link(self.outside, "mrctl.toml")
        self.assert_refused_by_all("mrctl.toml")
        (self.folder / "mrctl.toml").unlink()
        os.mkfifo(self.folder / "mrctl.toml")
        self.assert_refused_by_all("mrctl.toml")

    def test_cannot_make_init_write_elsewhere(self):
        self.link(self.outside, "mrctl.toml")
        self.assert_refused(2, self.mrctl("init", "--yes"), "mrctl.toml")
        self.assertEqual((self.top / "outside/secret").read_text(), f"{SECRET}\n")

    def test_count_only_in_their_repository(self):
        self.write("../mrctl.toml", 'state = "../outside"\n')
        self.assert_exit(0, self.mrctl("preset", "plan", "presets"))
        self.write("../loose/deep/a.yaml", "model: acme/tiny\n")
        self.write("../loose/mrctl.toml", "base_url = 1\n")
        self.assert_exit(0, self.shell("cd ../loose/deep && mrctl preset plan a.yaml"))
        self.assert_exit(2, self.shell("cd ../loose && mrctl preset plan deep"))

    def test_cannot_stop_commands_that_do_not_use_them(self):
        self.write("mrctl.toml", "base_url = 1\n")
        for command in (
            ("version",),
            ("config", "path"),
            ("config", "set", "timeout", "5s"),
            ("preset", "create", "support", "--model", "acme/tiny", "--dry-run"),
            ("endpoints", "diff", "listing.json", "listing.json"),
        ):
            with self.subTest(command=command):
                self.assert_exit(0, self.mrctl(*command))

    def test_of_any_size_take_little_time_and_memory(self):
        size = 1_000_000
        gate = '[[gates]]\nid="g{}"\nat_least=1\n'
        waiver = '[[waivers]]\ngate="nobody{}"\npreset="p"\nuntil=2026-12-31\nreason="r"\n'
        numbered = lambda line: "".join(line.format(i) for i in range(size // len(line)))
        texts = {
            "a key of many parts": "a" + ".a" * (size // 2) + " = 1\n",
            "a header of many parts": "[a" + ".a" * (size // 2) + "]\n",
            "nested arrays": "state = " + "[" * (size // 2) + "]" * (size // 2) + "\n",
            "nested tables": "state = " + "{a=" * (size // 4) + "\n",
            "names": "presets = [" + '"a",' * (size // 4) + "]\n",
            "unknown keys": numbered("k{} = 1\n"),
            "gates": numbered(gate),
            "waivers": gate.format(1) + numbered(waiver),
            "targets": numbered("[targets.t{}]\n"),
            "targets that are named wrong": numbered("[targets.t{}]\n")[:15_000] + "[[gates]]\nid=\"g\"\nat_least=1\ntargets=[" + '"z",' * 9_000 + "]\n",
            "one long line": "state = " + '"' + "x" * size + '" y\n',
        }  # fmt: skip
        for name, text in texts.items():
            with self.subTest(text=name):
                self.write("mrctl.toml", text[:size])
                begin = time.monotonic()
                limited = "ulimit -d 150000; mrctl preset lint"
                outcome = self.shell(limited) if not is_sanitized() else self.mrctl("preset", "lint")
                self.assertEqual(outcome.code, 2, outcome.err[:500])
                self.assertLess(time.monotonic() - begin, 120)
                self.assertLess(len(outcome.out + outcome.err), 200_000)
                self.assertNotIn("out of memory", outcome.err)

    def test_cannot_control_a_terminal(self):
        self.write("mrctl.toml", 'state = "\\u001b[2J"\nhost = "x"\n[targets."\\u202e"]\n')
        outcome = self.mrctl("preset", "plan")
        self.assert_exit(2, outcome)
        self.assertNotIn("\x1b", outcome.err)
        self.assertNotIn("\u202e", outcome.err)

    def test_may_choose_a_profile_whose_host_they_cannot_change(self):
        self.write(
            "../home/.config/mrctl/config.toml",
            '[profiles.default]\n[profiles.a]\nbase_url = "https://a.example/api/v1"\n',
        )
        self.settings.pop("MRCTL_BASE_URL")
        self.write("mrctl.toml", 'presets = ["presets"]\n[targets.t]\nprofile = "a"\nhost = "b.example"\n')
        self.assert_refused(2, self.mrctl("preset", "plan"), "the base URL points to a.example", "nothing was sent")


if __name__ == "__main__":
    unittest.main()
