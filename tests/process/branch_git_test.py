"""Records on a branch: how git is called, with which settings and variables, and that nothing else runs."""

import os
import signal
import sys
import time
import unittest

from drive.branch import BRANCH, TARGET, BranchTest
from drive.moments import wait_until
from drive.program import PATIENCE_S, binary, shell_code
from drive.terminal import Terminal

HOOKS = ("pre-push", "post-commit", "reference-transaction", "post-checkout", "post-index-change", "pre-auto-gc", "post-merge",
         "fsmonitor-watchman", "pre-commit", "commit-msg", "prepare-commit-msg", "post-rewrite")  # fmt: skip
FETCH = ("--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--refmap=")
SETTINGS = ("core.hooksPath=", "core.fsmonitor=false", "gc.auto=0", "commit.gpgSign=false")
SECRET = "swordfish-under-the-sea"


class Calls(BranchTest):
    def setUp(self):
        super().setUp()
        self.calls = self.runner.wrapped()

    def run_everything(self):
        self.runner.apply()
        self.runner.preset("a", 0.2)
        self.runner.merge()
        for command in (("plan",), ("check",), ("apply", "--yes"), ("state",), ("forget", "b", "--yes"),
                        ("adopt", "presets/b.yaml")):  # fmt: skip
            self.assert_exit(0, self.runner.mrctl("preset", *command))
        self.assertGreater(len(self.calls.all), 10)

    def test_name_the_repository_and_set_what_a_repository_could_say_otherwise(self):
        self.run_everything()
        for call in self.calls.all:
            if "--version" in call:
                continue
            with self.subTest(call=call):
                options = " ".join(call)
                if "--absolute-git-dir" not in call:  # asks git whether it trusts this one folder
                    self.assertIn(f"--git-dir={self.runner.folder}/.git ", options)
                    self.assertIn(f"--work-tree={self.runner.folder} ", options)
                for setting in SETTINGS:
                    self.assertIn(setting.lower(), options.lower())

    def test_fetch_into_one_ref_and_nothing_else(self):
        self.run_everything()
        fetches = self.calls.of("fetch")
        self.assertGreater(len(fetches), 0)
        for call in fetches:
            for flag in FETCH:
                self.assertIn(flag, call)
            self.assertNotIn("--depth", " ".join(call))

    def test_get_no_variable_of_mrctl_or_of_another_repository(self):
        secret = {"GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "GIT_CONFIG": "/nowhere", "MRCTL_STATE_REMOTE": "origin"}
        self.assert_exit(0, self.runner.mrctl("preset", "apply", "--yes", **secret))
        self.assertGreater(len(self.calls.environments), 3)
        for variables in self.calls.environments:
            self.assertEqual([name for name in variables if name.startswith("MRCTL_")], [])
            self.assertEqual({"GIT_DIR", "GIT_INDEX_FILE", "GIT_CONFIG"} & set(variables), set())
            self.assertEqual((variables["LC_ALL"], variables["GIT_OPTIONAL_LOCKS"]), ("C", "0"))
            self.assertEqual(variables["GIT_TERMINAL_PROMPT"], "0")
            self.assertNotIn(self.emulator.key, variables.values())

    def test_keep_settings_of_the_environment(self):
        settings = {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "Grace",
                    "GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "grace@example.com"}  # fmt: skip
        self.runner.apply(**settings)
        self.assertEqual(self.origin.git("log", "-1", "--format=%an", BRANCH), "Grace")

    def test_run_no_hook_no_monitor_no_signature_and_no_maintenance(self):
        mark = self.folder / "mark"
        trap = self.folder / "trap"
        trap.write_text(f"#!/bin/sh\necho $0 >>{mark}\nexit 1\n")
        trap.chmod(0o755)
        hooks = self.folder / "hooks"
        hooks.mkdir()
        for place in (hooks, self.runner.folder / ".git/hooks"):
            place.mkdir(exist_ok=True)
            for name in HOOKS:
                (place / name).symlink_to(trap)
        traps = {"core.fsmonitor": trap, "gpg.program": trap, "commit.gpgSign": "true", "gc.auto": "1", "core.pager": trap,
                 "core.editor": trap, "diff.external": trap, "gc.autoDetach": "false"}  # fmt: skip
        for configured in ("", str(hooks)):
            with self.subTest(hooksPath=configured):
                self.runner.preset("a", 0.7 if configured else 0.6)
                if configured:
                    self.runner.git("config", "core.hooksPath", hooks)
                for key, value in traps.items():
                    self.runner.git("config", key, value)
                mark.unlink(missing_ok=True)
                self.assert_exit(0, self.runner.mrctl("preset", "apply", "--yes"))
                self.assert_exit(0, self.runner.mrctl("preset", "plan"))
                self.assertEqual(mark.read_text() if mark.exists() else "", "")
                for key in traps:
                    self.runner.git("config", "--unset", key)
        self.assertEqual(len(self.subjects()), 4)


class Failures(BranchTest):
    def test_say_gits_own_words(self):
        self.hook("pre-receive", "echo 'the records are frozen until Monday' >&2; exit 1")
        self.runner.refused(8, "the records are frozen until Monday")
        self.runner.git("remote", "set-url", "origin", self.folder / "gone.git")
        self.runner.refused(8, "does not appear to be a git repository")

    def test_show_no_password_and_no_key(self):
        self.runner.git("remote", "set-url", "origin", f"http://me:{SECRET}@127.0.0.1:9/x.git")
        for flags in ((), ("-vvv",), ("--error-format", "json")):
            outcome = self.runner.refused(8, command=("preset", "apply", "--yes", *flags))
            self.assertNotIn(SECRET, outcome.err)
        self.runner.git("remote", "set-url", "origin", self.origin.folder)
        self.hook("pre-receive", f"echo 'refused {self.emulator.key}' >&2; exit 1")
        outcome = self.runner.refused(8, "refused")
        self.assertNotIn(self.emulator.key, outcome.err)


class AnInterrupt(BranchTest):
    """Ctrl-C at a terminal goes to the whole group of processes in the foreground."""

    presets = tuple("abcdef")

    def start_apply(self, *faults):
        self.serve(*faults)
        return self.runner.start("preset", "apply", "--yes", "--jobs", "2", "--timeout", "0", "-o", "json", "-vv")

    def sent(self, process, count):
        """Waits until so many requests are on the way."""
        while count:
            line = process.stderr.readline()
            self.assertTrue(line, "it ended before they were sent")
            count -= "> POST " in line

    def interrupt(self, process):
        os.killpg(process.pid, signal.SIGINT)

    def finish(self, process):
        out, err = process.communicate(timeout=PATIENCE_S)
        return shell_code(process.returncode), out, err

    def test_lets_requests_and_the_last_push_finish(self):
        process = self.start_apply("POST * = slow 1s")
        self.sent(process, 2)
        self.interrupt(process)
        self.assertEqual(self.finish(process)[0], 130)
        self.assertEqual(list(self.runner.actions().values()), ["unchanged"] * 2 + ["create"] * 4)
        self.assertIsNone(self.held_lease())
        self.assertEqual(self.subjects(), [f"apply {TARGET}: 2 created", f"begin {TARGET}: 6 presets"])

    def test_does_not_reach_git(self):
        begun = self.folder / "begun"
        self.hook("pre-receive", f"touch {begun}; sleep 1")
        process = self.start_apply()
        wait_until(begun.exists)
        self.interrupt(process)
        self.assertEqual(self.finish(process)[0], 130)
        self.assertEqual(self.versions(), {})
        self.assertIsNone(self.held_lease())
        self.assertEqual(set(self.runner.actions().values()), {"create"})

    def test_twice_gives_requests_up_and_pushes_once_more(self):
        for numbers in ((signal.SIGINT, signal.SIGINT), (signal.SIGTERM,)):
            process = self.start_apply("POST * = hang")
            self.sent(process, 2)
            for number in numbers:
                os.killpg(process.pid, number)
                time.sleep(0.3)
            self.finish(process)
            self.assertEqual(list(self.runner.actions().values()), ["retry"] * 2 + ["create"] * 4)
            self.assertIsNone(self.held_lease())
            self.put_files({f"{TARGET}/{slug}.json": None for slug in self.records()})

    def test_by_sigterm_ends_a_git_that_hangs_before_anything_is_sent(self):
        begun = self.folder / "begun"
        self.runner.wrapped(f'case " $* " in *" fast-import "*) touch {begun}; exec sleep 300;; esac')
        process = self.start_apply()
        wait_until(begun.exists)
        os.kill(process.pid, signal.SIGTERM)
        since = time.monotonic()
        code, _, err = self.finish(process)
        self.assertNotEqual(code, 0, err)
        self.assertLess(time.monotonic() - since, 20)
        self.assertEqual((self.versions(), self.tip()), ({}, ""))

    def test_three_times_ends_it_at_once(self):
        begun = self.folder / "begun"
        process = self.start_apply("POST * = hang")
        self.sent(process, 2)
        self.hook("pre-receive", f"touch {begun}; sleep {2 * PATIENCE_S}")
        self.interrupt(process)
        time.sleep(0.3)
        self.interrupt(process)
        wait_until(begun.exists)
        since = time.monotonic()
        self.interrupt(process)
        self.finish(process)
        self.assertLess(time.monotonic() - since, PATIENCE_S)
        self.assertIsNotNone(self.held_lease())
        self.assertEqual(set(self.runner.actions().values()), {"retry"})

    def test_of_a_hanging_last_push_waits_five_seconds(self):
        process = self.start_apply("POST * = hang")
        self.sent(process, 2)
        self.hook("pre-receive", f"sleep {2 * PATIENCE_S}")
        self.interrupt(process)
        time.sleep(0.3)
        since = time.monotonic()
        self.interrupt(process)
        self.finish(process)
        self.assertLess(time.monotonic() - since, PATIENCE_S)
        self.assertIsNotNone(self.held_lease())


# Takes the terminal as its own, but has none among its streams, as a job of a script has.
BESIDE_ITS_TERMINAL = """import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.dup2(0, 9)  # or the terminal would hang up
for stream in ((0, 1, 2) if sys.argv[1] == "none" else ()):
    os.dup2(os.open("/dev/null" if stream == 0 else "said", os.O_RDWR | os.O_CREAT), stream)
os.execv(sys.argv[2], sys.argv[2:])"""


class AGitThatAsks(BranchTest):
    def ask(self, streams):
        """Runs a plan whose git asks on the terminal, and returns whether it could."""
        asked = self.folder / "asked"
        asked.unlink(missing_ok=True)
        prompt = f"(printf Password: >/dev/tty) 2>/dev/null && touch {asked} && read -r answer </dev/tty"
        self.runner.wrapped(f'case " $* " in *" ls-remote "*) {prompt};; esac')
        command = [sys.executable, "-c", BESIDE_ITS_TERMINAL, streams, binary(), "preset", "plan"]
        terminal = Terminal(command, self.runner.environment(), self.runner.folder)
        if streams == "all":
            terminal.read_until("Password:")
            terminal.type("\n")
        self.assertEqual(terminal.finish().code, 0)
        return asked.exists()

    def test_may_do_so_only_where_a_stream_is_a_terminal(self):
        self.runner.apply()
        self.assertTrue(self.ask("all"))
        self.assertFalse(self.ask("none"))


if __name__ == "__main__":
    unittest.main()
