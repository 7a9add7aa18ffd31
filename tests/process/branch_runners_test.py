"""Records on a branch: two runners at once, and runners that are killed at every step and thrown away."""

import json
import os
import unittest

from drive.branch import TARGET, BranchTest, Runner
from drive.program import PATIENCE_S, is_sweeping, sampled, shell_code


class TwoAtOnce(BranchTest):
    presets = ("a", "b", "c", "d")

    def test_send_nothing_twice(self):
        runners = [self.runner, self.clone("second")]
        expected = {}
        for number in range(10 if is_sweeping() else 3):
            for slug in self.presets:
                self.runner.preset(slug, number / 10)
                expected[slug] = number + 1
            self.runner.merge()
            runners[1].update()
            processes = [runner.start("preset", "apply", "--yes", "-o", "json") for runner in runners]
            outcomes = [process.communicate(timeout=PATIENCE_S) for process in processes]
            codes = [shell_code(process.returncode) for process in processes]
            with self.subTest(round=number, codes=codes):
                self.assertIn(0, codes, outcomes)
                self.assertLessEqual(set(codes), {0, 5}, outcomes)
                self.assertEqual(self.versions(), expected)
                self.assertEqual(set(runners[1].actions().values()), {"unchanged"})
                self.assertIsNone(self.held_lease())

    def test_of_two_targets_both_get_through(self):
        project = self.runner.folder / "mrctl.toml"
        project.write_text(project.read_text() + '[targets.staging]\nslug_prefix = "s-"\n')
        self.runner.merge()
        second = self.clone("second")
        for number in range(5 if is_sweeping() else 2):
            for slug in self.presets:
                self.runner.preset(slug, number / 10 + 0.2)
            self.runner.merge()
            second.update()
            processes = [runner.start("preset", "apply", "--yes", "-o", "json", "--target", target)
                         for runner, target in ((self.runner, TARGET), (second, "staging"))]  # fmt: skip
            for process in processes:
                self.assertEqual((process.communicate(timeout=PATIENCE_S), process.returncode)[1], 0)
            self.assertEqual(set(self.versions().values()), {number + 1})
            self.assertEqual(len(self.records()) + len(self.records("staging")), 8)


    def test_in_two_work_trees_of_one_repository_send_nothing_twice(self):
        project = self.runner.folder / "mrctl.toml"
        project.write_text(project.read_text().replace("\n\n", '\nstate_remote = ""\n\n', 1))
        self.runner.commit()
        self.runner.git("worktree", "add", "-q", "--detach", self.folder / "side")
        runners = [self.runner, Runner(self, self.folder / "side")]
        processes = [runner.start("preset", "apply", "--yes", "-o", "json") for runner in runners]
        outcomes = [process.communicate(timeout=PATIENCE_S) for process in processes]
        codes = sorted(process.returncode for process in processes)
        self.assertIn(codes, ([0, 0], [0, 5]), outcomes)
        self.assertEqual(set(self.versions().values()), {1})
        self.assertEqual(set(runners[1].actions().values()), {"unchanged"})


class ARunnerThatDies(BranchTest):
    """Killed with -9 at one call of git after the other, before it or after it; its clone is thrown away."""

    presets = ("a", "b", "c")
    steps = 24

    def test_leaves_records_that_are_true(self):
        cells = [(step, when) for step in range(1, self.steps) for when in ("before", "after")]
        killed = set()
        for number, (step, when) in enumerate(sampled(cells, 12)):
            with self.subTest(step=step, when=when):
                before = self.versions()
                if self.kill(step, when, number):
                    killed.add((step, when))
                self.recover(before)
        self.assertGreater(len(killed), 3)

    def kill(self, step, when, number):
        """Kills an apply at a call of git; returns whether it came to that call."""
        for slug in self.presets:
            self.runner.preset(slug, number / 100)
        self.runner.merge()
        runner = self.clone("thrown-away")
        orphan = 'kill -9 $PPID; exit 1' if when == "before" else '"$real" "$@"; kill -9 $PPID; exit 1'
        runner.wrapped(f"[ $n = {step} ] && {{ {orphan}; }}")
        outcome = runner.mrctl("preset", "apply", "--yes", "-o", "json")
        self.assertIn(outcome.code, (0, 137), outcome.err)
        return outcome.code == 137

    def recover(self, before):
        """Another runner goes on: it sends again only what the branch says may have been lost."""
        if self.tip():
            self.assert_true()
        middle = self.versions()
        for slug in middle:
            self.assertLessEqual(middle[slug], before.get(slug, 0) + 1)
        other = self.clone("other")
        actions = other.actions()
        if self.tip() and self.held_lease():
            other.refused(5, "--take-over")
        self.assert_exit(0, other.mrctl("preset", "apply", "--yes", "--take-over"))
        for slug in self.presets:
            extra = self.versions()[slug] - middle.get(slug, 0)
            self.assertEqual(extra, 0 if actions[slug] == "unchanged" else 1, slug)
            if actions[slug] in ("create", "update"):
                self.assertEqual(middle.get(slug, 0), before.get(slug, 0), f"{slug} was sent without a record")
        self.assertEqual(set(other.actions().values()), {"unchanged"})
        self.assertIsNone(self.held_lease())

    def test_between_requests_says_retry_for_what_it_agreed_to_send(self):
        self.serve("POST /presets/c/* = hang")
        process = self.runner.start("preset", "apply", "--yes", "--jobs", "1", "-o", "jsonl", "--timeout", "0")
        told = [json.loads(process.stdout.readline())["slug"] for _ in range(2)]
        process.kill()
        process.communicate()
        self.assertEqual(told, ["a", "b"])
        other = self.clone("other")
        self.assertEqual(other.actions(), {"a": "retry", "b": "retry", "c": "retry"})
        self.serve()
        result = other.apply("--take-over")
        self.assertEqual([preset["action"] for preset in result["presets"]], ["retried"] * 3)
        notes = {preset["slug"]: " ".join(preset["notes"]) for preset in result["presets"]}
        self.assertIn("had been stored", notes["a"])
        self.assertIn("had not been stored", notes["c"])

    def test_in_its_own_clone_goes_on_as_any_other(self):
        self.runner.wrapped('case " $* " in *" push "*) "$real" "$@"; kill -9 $PPID; exit 1;; esac')
        self.assertEqual(self.runner.mrctl("preset", "apply", "--yes").code, 137)
        self.assertEqual(self.versions(), {})
        self.runner.calls.act("")
        self.runner.refused(5, "--take-over")
        self.runner.apply("--take-over")
        self.assertEqual(self.versions(), {"a": 1, "b": 1, "c": 1})

    def test_leaves_a_clone_that_git_finds_whole(self):
        for step in sampled(range(3, 14), 5):
            self.runner.wrapped(f"[ $n = {step} ] && {{ kill -9 $PPID; exit 1; }}")
            self.runner.mrctl("preset", "apply", "--yes", "--take-over")
            self.runner.git("fsck", "--strict")
            self.assertEqual([name for name in os.listdir(self.runner.folder / ".git") if name.endswith(".lock")], [])


if __name__ == "__main__":
    unittest.main()
