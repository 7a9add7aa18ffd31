"""Records on a branch, on a machine that fails: its disk fills while an apply runs, or its clock is wrong."""

import resource
import shutil
import subprocess
import time
import unittest

from drive.branch import TARGET, BranchTest
from drive.program import PATIENCE_S, is_sanitized, is_static, shell_code


class ADiskThatFillsAfterBegin(BranchTest):
    emulator_flags = ("--reads",)

    def start_apply(self, runner):
        """Starts an apply, and returns once its first request is on its way: its records are announced."""
        self.serve("POST /presets/a/* = slow 2s times 1")
        process = runner.start("preset", "apply", "--yes", "--jobs", "1", "-vv")
        for line in process.stderr:
            if "> POST " in line:
                return process
        self.fail("it ended before it sent anything")

    def finish(self, process):
        out, err = process.communicate(timeout=PATIENCE_S)
        return shell_code(process.returncode), out, " ".join(err.split())

    def test_has_the_room_for_what_was_answered(self):
        small = self.folder / "small"
        small.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", small], capture_output=True)
        if mounted.returncode:
            self.skipTest("only root can mount a small disk")
        self.addCleanup(subprocess.run, ["umount", "-l", small], check=True)
        process = self.start_apply(self.clone("small/runner"))
        with self.assertRaises(OSError), open(small / "filler", "wb", buffering=0) as filler:
            while True:
                filler.write(bytes(1 << 16))
        code, _, err = self.finish(process)
        self.assertEqual(code, 0, err)
        self.assertEqual(self.subjects()[0], f"apply {TARGET}: 2 created")
        self.assertIsNone(self.held_lease())
        self.assert_true(heard=("a", "b"))

    def test_ends_the_apply_at_once_and_the_next_one_sends_nothing_twice(self):
        process = self.start_apply(self.runner)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))
        since = time.monotonic()
        code, out, err = self.finish(process)
        self.assertEqual(code, 1, err)
        self.assertLess(time.monotonic() - since, 25, "it tried the disk again for half a minute")
        self.assertIn("1 failed, 1 not sent", out)
        for words in ("cannot keep a record for the branch: File too large", "the records of production could not be pushed", "with --take-over"):
            self.assertIn(words, err)
        self.assertEqual(self.versions(), {"a": 1})
        self.assertEqual(self.runner.actions(), {"a": "retry", "b": "retry"})
        self.serve()
        result = self.runner.apply("--take-over")
        self.assertEqual([preset["action"] for preset in result["presets"]], ["adopted", "retried"])
        self.assertEqual(self.versions(), {"a": 1, "b": 1})
        self.assertEqual(set(self.clone("other").actions().values()), {"unchanged"})
        self.assert_true(heard=("a", "b"))


CLOCK = """#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  const int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec = -200000000;
  return result;
}
time_t time(time_t *copy) {
  if (copy) *copy = -200000000;
  return -200000000;
}
int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  *now = (struct timeval){.tv_sec = -200000000};
  return 0;
}
"""


class AClockBefore1970(BranchTest):
    def setUp(self):
        super().setUp()
        if is_sanitized() or is_static() or not shutil.which("cc"):
            self.skipTest("the clock is replaced in front of the C library, by a library that cc makes")
        made = subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", self.folder / "clock.so", "-"], input=CLOCK, text=True)
        self.assertEqual(made.returncode, 0)
        self.wrong = {"LD_PRELOAD": str(self.folder / "clock.so")}

    def test_sends_nothing_and_commits_nothing(self):
        for flags in ((), ("--live=false",)):
            with self.subTest(flags):
                self.runner.refused(2, "the clock of this machine", "nothing was sent", "set the clock",
                                    command=("preset", "apply", "--yes", *flags), **self.wrong)  # fmt: skip
                self.assertEqual(self.tip(), "")

    def test_shows_plans(self):
        self.runner.apply()
        outcome = self.runner.mrctl("preset", "plan", **self.wrong)
        self.assert_exit(0, outcome)
        self.assertIn("2 unchanged", outcome.out)


if __name__ == "__main__":
    unittest.main()
