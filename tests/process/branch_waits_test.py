"""Records on a branch: what takes half a minute to show itself. The scenarios wait side by side."""

import concurrent.futures
import json
import time
import unittest

from drive.branch import BRANCH, TARGET, BranchTest
from drive.program import PATIENCE_S, is_sweeping, is_waiting

REFUSE_LAST = """read -r old new ref
case "$(git log -1 --format=%s "$new")" in apply*) echo 'no more pushes today' >&2; exit 1;; esac"""


class SideBySide(unittest.TestSuite):
    """Runs all its tests at once: they wait, and hardly work."""

    def run(self, result, debug=False):
        tests = [test for suite in self for test in suite]
        with concurrent.futures.ThreadPoolExecutor(len(tests) or 1) as pool:
            list(pool.map(lambda test: test.run(result), tests))
        return result


def load_tests(loader, _tests, _pattern):
    return SideBySide(loader.loadTestsFromTestCase(case) for case in (ALastPush, ATakeOver, ALongApply, AGitThatHangs))


class ALastPush(BranchTest):
    def lose(self, *faults, code=1, flags=()):
        """Applies where the last push is refused; returns the result and the error for programs."""
        self.serve(*faults)
        self.hook("pre-receive", REFUSE_LAST)
        result, said = self.runner.applied(*flags, code=code)
        self.unhook("pre-receive")
        errors = [json.loads(line)["error"] for line in said.splitlines() if line.startswith('{"error"')]
        (error,) = [error for error in errors if "records" in error]
        return result, error

    def test_that_is_refused_is_told_and_comes_first_in_the_next_apply(self):
        since = time.monotonic()
        result, error = self.lose()
        self.assertGreater(time.monotonic() - since, 15)
        self.assertEqual([preset["action"] for preset in result["presets"]], ["created", "created"])
        self.assertEqual((error["records"], error["exit_code"]), ("unpushed", 1))
        self.assertIn("no more pushes today", json.dumps(error))
        kept = f"refs/mrctl/unpushed/{TARGET}"
        self.assertNotEqual(self.runner.git("for-each-ref", kept), "")
        self.assertEqual(self.clone("other").actions(), {"a": "retry", "b": "retry"})
        self.assertIsNotNone(self.held_lease())
        self.runner.preset("a", 0.2)
        self.assertEqual(self.runner.apply()["applied"], 1)
        self.assertEqual(self.versions(), {"a": 2, "b": 1})
        self.assertEqual(self.runner.git("for-each-ref", kept), "")
        self.assertIsNone(self.held_lease())
        self.assertEqual(set(self.runner.actions().values()), {"unchanged"})

    def test_that_is_refused_is_pushed_onto_records_that_are_still_its_own_only(self):
        self.lose()
        other = self.clone("other")
        other.apply("--take-over")
        self.assertEqual(self.versions(), {"a": 2, "b": 2})
        newest = self.records()
        self.runner.mrctl("preset", "apply", "--yes")
        self.assertEqual(self.records(), newest)
        self.assertEqual(self.versions(), {"a": 2, "b": 2})

    def test_that_is_refused_counts_more_than_a_condition(self):
        _, error = self.lose("POST * = jump-version", flags=("--strict",))
        self.assertEqual(error["records"], "unpushed")

    def test_that_is_refused_counts_less_than_a_failure(self):
        _, error = self.lose("POST /presets/b/* = 403", code=3)
        self.assertEqual(error["records"], "unpushed")

    def test_that_works_in_the_end_is_no_failure(self):
        count = self.folder / "count"
        self.hook("pre-receive", f"{REFUSE_LAST.replace('exit 1', f'echo x >>{count}; [ $(wc -l <{count}) -gt 2 ] || exit 1')}")
        self.assertEqual(self.runner.apply()["applied"], 2)
        self.assertIsNone(self.held_lease())
        self.assertEqual(self.clone("other").actions(), {"a": "unchanged", "b": "unchanged"})


class ATakeOver(BranchTest):
    presets = ("a", "b", "c")

    def test_leaves_the_run_that_lost_its_lease_only_what_nobody_else_has_written(self):
        self.serve("POST /presets/a/* = slow 10s times 1")
        flags = ("--yes", "--jobs", "1", "--timeout", "0", "-o", "json", "-vv")
        process = self.runner.start("preset", "apply", *flags)
        while "> POST " not in process.stderr.readline():
            pass
        other = self.clone("other")
        (other.folder / "presets/a.yaml").unlink()
        other.apply("--take-over")
        newest = {slug: record for slug, record in self.records().items() if slug != "a"}
        self.assertEqual({slug: count for slug, count in self.versions().items() if slug != "a"}, {"b": 1, "c": 1})
        _, err = process.communicate(timeout=2 * PATIENCE_S)
        self.assertEqual(process.returncode, 5, err)
        self.assertIn("another run has written the records of production", err)
        self.assertEqual(self.versions(), {"a": 1, "b": 2, "c": 2})
        self.assertEqual({slug: record for slug, record in self.records().items() if slug != "a"}, newest)
        self.assertNotIn("pending", self.records()["a"])
        self.assertIsNone(self.held_lease())


class ALongApply(BranchTest):
    presets = ("a", "b", "c")

    def test_starts_no_request_after_twelve_minutes_and_the_next_one_sends_the_rest(self):
        if not is_waiting():
            self.skipTest("takes thirteen minutes: MRCTL_SWEEP=waits")
        self.serve("POST /presets/b/* = slow 740s times 1")
        process = self.runner.start("preset", "apply", "--yes", "--jobs", "1", "--timeout", "0", "-o", "json")
        out, err = process.communicate(timeout=900)
        self.assertEqual(process.returncode, 5, err)
        self.assertIn("1 not sent: run again", err)
        self.assertEqual([preset["action"] for preset in json.loads(out)["presets"]], ["created", "created", "not sent"])
        self.assertEqual(self.versions(), {"a": 1, "b": 1})
        self.assertEqual(self.subjects(), [f"apply {TARGET}: 2 created", f"begin {TARGET}: 3 presets"])
        self.assertIsNone(self.held_lease())
        self.assertEqual(self.runner.apply()["applied"], 1)


class AGitThatHangs(BranchTest):
    def test_is_ended_after_a_minute(self):
        if not is_sweeping():
            self.skipTest("takes a minute: MRCTL_SWEEP=all")
        self.runner.apply()
        self.clone("other").mrctl("preset", "forget", "a", "--yes")
        self.runner.wrapped('case " $* " in *" fetch "*) exec sleep 300;; esac')
        since = time.monotonic()
        self.runner.refused(8, "60 seconds")
        self.assertLess(time.monotonic() - since, 240)

    def test_at_the_last_push_does_not_hold_up_what_was_answered(self):
        self.hook("pre-receive", REFUSE_LAST.replace("exit 1", "exec sleep 20"))
        begun = time.monotonic()
        self.runner.apply()
        self.assertGreater(time.monotonic() - begun, 15)
        self.assertEqual(self.subjects()[0], f"apply {TARGET}: 2 created")
        self.assertEqual(self.origin.git("rev-list", "--count", BRANCH), "2")


if __name__ == "__main__":
    unittest.main()
