"""Somebody else's home, mounted secrets, and values as other tools write them."""

import os
import shutil
import subprocess
import unittest

from drive.program import Outcome, ProgramTest, binary

ID = "33333333-3333-4333-8333-333333333333"


class Foreign(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_BASE_URL": "http://127.0.0.1:9/api/v1"}

    def get(self, *flags, **env):
        return self.mrctl("byok", "get", ID, "--retries", "0", *flags, env=env)

    def as_somebody_else(self, *words, **env):
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            self.skipTest("only root can be somebody else")
        self.folder.chmod(0o755)
        shutil.copy(binary(), self.folder / "copy")
        self.home.chmod(0o700)
        self.settings["MRCTL_API_KEY"] = "sk-test-fake-0000"
        done = subprocess.run(["setpriv", "--reuid", "65531", "--regid", "65531", "--clear-groups", "./copy", *words],
                              cwd=self.folder, env=self.environment(**env), capture_output=True, text=True)  # fmt: skip
        return Outcome(done.returncode, done.stdout, done.stderr)

    def test_home_has_no_settings_of_this_user(self):
        outcome = self.as_somebody_else("byok", "get", ID, "--retries", "0")
        self.assert_exit(8, outcome)
        self.assertIn("this user may not read", outcome.err)
        self.assertIn("set HOME, or MRCTL_CONFIG=/dev/null", outcome.err)

    def test_home_has_settings_that_a_post_needs(self):
        post = ("--retries", "0", "--timeout", "1s")
        body = self.write("body.yaml", "model: acme/tiny\n", mode=0o644)
        for words in (("preset", "create", "s", "--body", body), ("api", "POST", "/presets/s/chat/completions", "--body", body),
                      ("preset", "apply", body, "--yes", "--state", "/tmp/mrctl-nobody")):  # fmt: skip
            outcome = self.as_somebody_else(*words, *post)
            self.assert_exit(2, outcome)
            self.assertIn("config.toml, which may say where requests go", outcome.err)
            self.assert_exit(8, self.as_somebody_else(*words, *post, MRCTL_CONFIG="/dev/null"))
        self.assert_exit(0, self.as_somebody_else("preset", "create", "s", "--body", body, "--dry-run"))

    def test_file_that_this_user_may_not_read_is_none_for_what_reads(self):
        self.write("home/.config/mrctl/config.toml", "[profiles.default]\n", mode=0)
        self.home.chmod(0o755)
        for folder in (self.home / ".config", self.home / ".config/mrctl"):
            folder.chmod(0o755)
        outcome = self.as_somebody_else("byok", "get", ID, "--retries", "0")
        self.assert_exit(8, outcome)
        self.assertIn("this user may not read", outcome.err)

    def test_home_where_a_profile_is_named_is_refused(self):
        outcome = self.as_somebody_else("byok", "get", ID, "--profile", "work")
        self.assert_exit(2, outcome)
        self.assertIn("Permission denied", outcome.err)

    def test_secrets_that_others_read_get_a_hint_that_works_on_a_read_only_disk(self):
        path = self.write("mounted", "sk-test-fake-0000", mode=0o444)
        outcome = self.get("--api-key-file", path)
        self.assert_exit(3, outcome)
        self.assertIn(f"--api-key-file - <{path}", outcome.err)

    def test_key_files_are_told_what_is_wrong_and_never_shown(self):
        for content, words in {
            b"\xef\xbb\xbfsk-test-fake-9911": "begins with a byte order mark",
            "sk-test-fake-9911".encode("utf-16"): "is UTF-16",
            "sk-test-fake-9911".encode("utf-16-le"): "is UTF-16 or binary",
            b"# production\nsk-test-fake-9911": "has 2 lines",
            "sk-test-fake\u00a09911".encode(): "character 13 is U+00A0",
            b"sk-test fake-9911": "character 8 is U+0020",
            b"sk-test-\xff9911": "is not UTF-8: byte 9",
            b"MRCTL_API_KEY=sk-test-fake-9911": "leave out 'MRCTL_API_KEY='",
            b"export ROUTER_KEY=sk-test-fake-9911": "leave out 'export ROUTER_KEY='",
            b"Bearer sk-test-fake-9911": "leave out 'Bearer'",
        }.items():
            with self.subTest(words=words):
                outcome = self.get("--api-key-file", self.write("key", content))
                self.assert_exit(3, outcome)
                self.assertIn(words, outcome.err)
                self.assertNotIn("9911", outcome.err)
        # What is base64 may end in '='.
        self.assert_exit(8, self.get("--api-key-file", self.write("key", "ABCD_EFGH=")))

    def test_base_urls_with_white_space_around_them_are_taken(self):
        for url in ("http://127.0.0.1:9/api/v1\n", " http://127.0.0.1:9/api/v1\r\n", "http://127.0.0.1:9/api/v1/ "):
            self.assert_exit(8, self.get(MRCTL_BASE_URL=url, MRCTL_API_KEY="sk-test-fake-0000"))
        self.assert_exit(2, self.get(MRCTL_BASE_URL="http://127.0.0.1:9/a b", MRCTL_API_KEY="sk-test-fake-0000"))

    def test_toml_that_is_wrong_is_told_in_own_words(self):
        for text, words in {
            "<<<<<<< main\n[profiles.a]\n=======\n>>>>>>> topic\n": ":1:1: error: a merge conflict starts here; keep one side",
            "x = 2026-02-30\n": "there is no such date",
            "x = 25:00:00\n": "there is no such time",
            "x = \n": "error:",
            "[a\n": "error:",
        }.items():
            outcome = self.get(MRCTL_CONFIG=self.write("config.toml", text))
            self.assert_exit(2, outcome)
            self.assertIn(words, outcome.err)
            self.assertNotIn("Error while parsing", outcome.err)

    def test_numbers_as_people_write_them_are_taken(self):
        body = ("preset", "create", "s", "--model", "acme/tiny", "--system", "x", "--dry-run")
        for given, sent in {".25": "0.25", "+1": "1", "1.": "1.0", "-.5": "-0.5"}.items():
            outcome = self.mrctl(*body, f"--frequency-penalty={given}")
            self.assert_exit(0, outcome)
            self.assertIn(f'"frequency_penalty":{sent}', outcome.out)
        self.assert_exit(2, self.mrctl(*body, "--temperature=."))
        self.assert_exit(2, self.mrctl(*body, "--temperature=1e"))
        self.assert_exit(8, self.get("--timeout", "1m30s", MRCTL_API_KEY="sk-test-fake-0000"))
        self.assert_exit(2, self.get("--timeout", "30s1m", MRCTL_API_KEY="sk-test-fake-0000"))

    def test_slugs_that_differ_in_case_are_a_warning_that_names_both(self):
        body = "model: acme/tiny\nmessages:\n  - {role: system, content: x}\n"
        self.write("p/Team.yaml", body)
        self.write("p/team.yaml", body)
        self.write("p/other.yaml", body)
        outcome = self.mrctl("preset", "lint", "p", "--strict")
        self.assert_exit(10, outcome)
        self.assertIn("p/team.yaml: warning: its slug 'team' differs from 'Team' of p/Team.yaml in case only", outcome.out)
        self.assertIn("1 warning", outcome.out)

    def test_a_tilde_that_no_shell_replaced_is_told(self):
        self.write("a.yaml", "model: acme/tiny\n")
        for words in (("--base=~/b.yaml",), ("--report", "json=~/r.json")):
            outcome = self.mrctl("preset", "lint", "a.yaml", *words)
            self.assert_exit(2, outcome)
            self.assertIn("write $HOME", outcome.err)
        for variable in ("MRCTL_STATE", "MRCTL_PROJECT", "MRCTL_CONFIG"):
            outcome = self.mrctl("preset", "plan", "a.yaml", env={variable: "~/x"})
            self.assert_exit(2, outcome)
            self.assertIn(f"{variable} begins with a ~ that the shell did not expand", outcome.err)
        self.assertFalse((self.folder / "~").exists())


if __name__ == "__main__":
    unittest.main()
