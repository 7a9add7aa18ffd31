"""Disks that refuse what others allow: modes, locks, or renaming over a file that is mounted alone."""

import os
import shutil
import stat
import subprocess
import unittest

from drive.failing_calls import reason_to_skip
from drive.program import Outcome, ProgramTest, binary, is_sanitized
from drive.reports import GOOD

SERVICE = "http://127.0.0.1:9/api/v1"
KEY = "sk-test-fake-0000"


class DiskTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_BASE_URL": SERVICE, "MRCTL_API_KEY": KEY}
        self.write("good.yaml", GOOD)

    def refusing(self, call, error, *arguments, stdin="", only=()):
        """Runs mrctl on a disk where a system call always fails, or with these paths only."""
        if reason := "the sanitizers trace the program themselves" if is_sanitized() else reason_to_skip():
            self.skipTest(reason)
        fault = ("-e", f"trace={call}", "-e", f"inject={call}:error={error}", *only)
        done = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", *fault, binary(), *arguments], cwd=self.folder,
                              env=self.environment(), input=stdin, capture_output=True, text=True)  # fmt: skip
        return Outcome(done.returncode, done.stdout, done.stderr)

    def read(self, name):
        return (self.folder / name).read_text()


class ADiskWithoutModes(DiskTest):
    def test_takes_reports_summaries_and_settings(self):
        self.write("old.json", "old", mode=0o640)
        words = ("--report", "json=old.json", "--report", "csv=new.csv", "--summary", "s.md")
        self.assert_exit(0, self.refusing("fchmod", "EPERM", "preset", "lint", "good.yaml", *words))
        self.assertIn('"files":1', self.read("old.json"))
        self.assertTrue((self.folder / "new.csv").exists())
        self.assertIn("mrctl preset lint", self.read("s.md"))
        self.assert_exit(0, self.refusing("fchmod", "EPERM", "config", "set", "timeout", "7s"))
        self.assertIn("7s", self.read("home/.config/mrctl/config.toml"))
        self.assert_exit(0, self.refusing("fchmod", "EPERM", "init", "--yes"))
        self.assertIn("presets", self.read("mrctl.toml"))

    def test_takes_no_keys(self):
        outcome = self.refusing("fchmod", "EPERM", "auth", "login", "--no-verify", stdin=KEY)
        self.assert_exit(1, outcome)
        self.assertIn("credentials.toml: Operation not permitted", outcome.err)
        self.assertEqual(os.listdir(self.home / ".config/mrctl"), [])


class ADiskWithoutLocks(DiskTest):
    def test_holds_no_records_and_nothing_is_sent(self):
        outcome = self.refusing("flock", "ENOLCK", "preset", "apply", "good.yaml", "--yes", "--live=false")
        self.assert_exit(1, outcome)
        self.assertIn("nothing was sent; this disk has no locks: keep the records elsewhere with --state DIR", outcome.err)
        self.assertFalse((self.folder / ".mrctl").exists())

    def test_needs_none_where_nothing_has_to_be_sent(self):
        self.assert_exit(0, self.mrctl("preset", "adopt", "good.yaml", env=self.environment(MRCTL_API_KEY="")))
        outcome = self.refusing("flock", "ENOLCK", "preset", "apply", "good.yaml", "--yes")
        self.assert_exit(0, outcome)
        self.assertIn("unchanged", outcome.out)

    def test_that_failed_otherwise_is_not_said_to_have_none(self):
        outcome = self.refusing("flock", "EIO", "preset", "apply", "good.yaml", "--yes", "--live=false")
        self.assert_exit(1, outcome)
        self.assertIn("hint:  nothing was sent\n", outcome.err)


class ADiskThatHidesItsFolders(DiskTest):
    def test_ends_the_search_for_the_name_that_was_meant(self):
        folders = [word for folder in (self.folder, *self.folder.parents) for word in ("-P", str(folder))]
        outcome = self.refusing("openat", "ENOENT", "preset", "lint", str(self.folder / "god.yaml"), only=folders)
        self.assert_exit(2, outcome)
        self.assertIn("god.yaml: error: cannot be read", outcome.out)


class AFileThatIsMountedAlone(DiskTest):
    def test_is_written_in_place(self):
        self.write("old.json", "old" * 1000, mode=0o640)
        before = (self.folder / "old.json").stat()
        outcome = self.refusing("rename", "EBUSY", "preset", "lint", "good.yaml", "--report", "json=old.json")
        self.assert_exit(0, outcome)
        self.assertEqual(self.read("old.json").count("files"), 1)
        self.assertTrue(self.read("old.json").endswith("}\n"))
        after = (self.folder / "old.json").stat()
        self.assertEqual((after.st_ino, stat.S_IMODE(after.st_mode)), (before.st_ino, 0o640))
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".mrctl-")], [])

    def test_that_is_not_there_yet_is_a_failure(self):
        outcome = self.refusing("rename", "EBUSY", "preset", "lint", "good.yaml", "--report", "json=new.json")
        self.assert_exit(1, outcome)
        self.assertIn("cannot write new.json: Device or resource busy", outcome.err)

    def test_stays_as_it_was_on_a_full_disk(self):
        self.write("old.json", "old" * 1000)
        outcome = self.in_a_mount("limited", 'ulimit -f 0; mrctl preset lint good.yaml --report json=old.json >/dev/null')
        self.assert_exit(1, outcome)
        self.assertEqual(self.read("old.json"), "old" * 1000)

    def test_takes_settings_in_a_folder_that_is_read_only(self):
        self.write("old.json", "retries = 1\n")
        outcome = self.in_a_mount("settings", "mount -o remount,bind,ro settings && XDG_CONFIG_HOME=$PWD/settings mrctl config set timeout 7s")
        self.assert_exit(0, outcome)
        self.assertIn('timeout = "7s"', self.read("old.json"))

    def in_a_mount(self, name, script):
        """Runs a script that sees old.json also as a mount of its own: NAME/mrctl/config.toml, or as itself."""
        if not shutil.which("unshare") or subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode:
            self.skipTest("no file can be mounted here")
        self.write(f"{name}/mrctl/config.toml", "")
        mounts = "mount --bind old.json old.json\n"
        if name == "settings":
            self.write("old.json", "[profiles.default]\nretries = 1\n")
            mounts = f"mount --bind {name} {name} && mount --bind old.json {name}/mrctl/config.toml\n"
        done = subprocess.run(["unshare", "-rm", "sh", "-c", mounts + script], cwd=self.folder, env=self.environment(),
                              capture_output=True, text=True)  # fmt: skip
        return Outcome(done.returncode, done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()
