"""Records on a branch: a week in a team, day by day, each with the real git and a service that stores presets."""

import json
import shutil
import subprocess
import unittest
from pathlib import Path

from drive.branch import BRANCH, TARGET, BranchTest
from drive.git import Git
from drive.program import PATIENCE_S
from drive.service import ServiceTest

EXAMPLE = Path(__file__).parents[2] / "packaging/example"

ATTEMPT = {"GITHUB_SERVER_URL": "https://ci.example", "GITHUB_REPOSITORY": "team/presets", "GITHUB_RUN_ID": "7"}


class AWeek(BranchTest):
    presets = ("mail", "chat", "triage")

    def job(self, commit, name):
        """The clone of a CI job, at the commit that it was started for."""
        job = self.clone(name)
        job.git("checkout", "-q", "--detach", commit)
        return job

    def test_begins_with_two_merges_whose_jobs_change_places(self):
        self.runner.preset("mail", 0.2)
        first = self.runner.merge()
        self.runner.preset("chat", 0.2)
        second = self.runner.merge()
        self.assertEqual(self.job(second, "second").apply()["applied"], 3)
        self.assertEqual(self.job(first, "first").refused(5, first[:12], "is older than it").code, 5)
        self.assertEqual(self.versions(), {"mail": 1, "chat": 1, "triage": 1})
        self.assert_true()

    def test_goes_on_with_a_preset_that_is_refused_in_the_middle_and_a_job_that_is_run_again(self):
        plan = self.runner.plan()["plan"]
        commit = self.runner.merge(f"Agree\n\nPlan: {TARGET} {plan}")
        self.serve("POST /presets/mail/* = 429")
        job = self.job(commit, "job")
        outcome = job.mrctl("preset", "apply", "--plan-from", "HEAD", "--retries", "0")
        self.assert_exit(6, outcome)
        self.assertEqual(self.versions(), {"chat": 1, "triage": 1})
        self.assertEqual(self.runner.actions(), {"mail": "create", "chat": "unchanged", "triage": "unchanged"})
        self.serve()
        again = self.job(commit, "again").mrctl("preset", "apply", "--plan-from", "HEAD")
        self.assert_exit(0, again)
        self.assertIn(f"goes on with plan {plan}: 1 of 3 left", " ".join((again.out + again.err).split()))
        self.assertEqual(self.versions(), {"mail": 1, "chat": 1, "triage": 1})
        self.assert_true()

    def test_has_an_urgent_fix_from_a_commit_that_was_not_pushed(self):
        self.runner.apply()
        main = self.runner.git("rev-parse", "HEAD")
        self.runner.preset("mail", 0.9)
        fix = self.runner.commit("Urgent")
        self.assertEqual(self.runner.apply()["applied"], 1)
        self.job(main, "main").refused(5, fix[:12], f"{main[:12]} is in a clone that lacks it", "push it first", "if that commit has the changes")
        self.assertEqual(self.held()["mail"], (2, self.held()["mail"][1]))
        self.runner.git("push", "-q", "origin", "HEAD:main")
        self.job(fix, "pushed").apply()
        self.assertEqual(self.versions()["mail"], 2)

    def test_has_a_runner_that_dies_and_the_second_attempt_of_its_run(self):
        self.serve("POST /presets/chat/* = hang times 1")
        first = self.clone("first")
        process = first.start("preset", "apply", "--yes", "--jobs", "1", "-vv", **ATTEMPT, GITHUB_RUN_ATTEMPT="1")
        while "> POST " not in process.stderr.readline():
            pass
        process.kill()
        process.communicate(timeout=PATIENCE_S)
        held = self.held_lease()
        self.assertTrue(held["run"].endswith("/runs/7/attempts/1"), held)
        self.clone("other").refused(5, held["run"], held["until"], "takes over from")
        self.serve()
        second = self.clone("second")
        result, said = second.applied(**ATTEMPT, GITHUB_RUN_ATTEMPT="2")
        self.assertEqual(result["applied"], 3)
        self.assertIn("was an earlier attempt of this run", said)
        self.assertEqual(self.trailers()["Run"], "https://ci.example/team/presets/actions/runs/7/attempts/2")
        self.assertIsNone(self.held_lease())
        self.assert_true()

    def test_moves_to_a_new_host(self):
        self.runner.apply()
        self.database = self.folder / "another.db"
        self.emulator = None
        self.serve()
        said = self.runner.mrctl("preset", "adopt", "presets", "--from", TARGET, MRCTL_API_KEY="")
        self.assert_exit(0, said)
        self.assertIn("nobody has verified what is live", said.err)
        self.assertEqual(set(self.runner.actions().values()), {"unchanged"})
        self.assert_exit(0, self.runner.mrctl("preset", "forget", *self.presets, "--yes"))
        self.assertEqual(self.runner.apply()["applied"], 3)
        self.assertEqual(self.versions(), {"mail": 1, "chat": 1, "triage": 1})

    def test_ends_with_a_deleted_preset(self):
        self.runner.apply()
        (self.runner.folder / "presets/mail.yaml").unlink()
        commit = self.runner.merge()
        job = self.job(commit, "job")
        self.assertEqual(job.actions()["mail"], "orphan")
        self.assertEqual(job.apply()["applied"], 0)
        self.assert_exit(0, job.mrctl("preset", "forget", "mail", "--yes"))
        self.assertNotIn("mail", self.records())
        self.assertNotIn("mail", self.clone("other").actions())


class RecordsInAFolder(BranchTest):
    def setUp(self):
        super().setUp()
        self.settings["MRCTL_STATE"] = str(self.runner.folder / ".mrctl")
        self.runner.apply()
        del self.settings["MRCTL_STATE"]
        self.runner.merge("Keep records")

    def test_are_not_forgotten_when_a_branch_takes_their_place(self):
        for command in (("apply", "--yes"), ("adopt", "presets")):
            self.runner.refused(5, ".mrctl has 2 records of production", "--import", command=("preset", *command))
        self.assertEqual(self.tip(), "")
        for command in ("plan", "check"):
            outcome = self.runner.mrctl("preset", command)
            self.assert_exit(0, outcome)
            self.assertIn("preset state --import .mrctl", " ".join(outcome.err.split()))
        self.assert_exit(0, self.runner.mrctl("preset", "state", "--import", ".mrctl"))
        self.assertEqual(self.runner.apply()["applied"], 0)
        self.assertEqual(self.versions(), {"a": 1, "b": 1})


class ARemote(BranchTest):
    def test_that_is_missing_stops_no_plan(self):
        self.runner.git("remote", "remove", "origin")
        for command in ("plan", "check"):
            outcome = self.runner.mrctl("preset", command)
            self.assert_exit(0, outcome)
            self.assertIn("no remote of that name", " ".join(outcome.err.split()))
            self.assertNotIn("nothing is recorded there", outcome.err)
        self.runner.refused(2, "there is no remote 'origin'")

    def test_that_cannot_be_reached_stops_no_plan_of_a_fresh_clone(self):
        self.runner.git("remote", "set-url", "origin", self.folder / "gone.git")
        for command in ("plan", "check"):
            outcome = self.runner.mrctl("preset", command)
            self.assert_exit(0, outcome)
            self.assertIn("the plan is made without records", " ".join(outcome.err.split()))
        self.assert_exit(8, self.runner.mrctl("preset", "state"))
        self.runner.refused(8, "the remote origin cannot be read")

    def test_is_not_a_part_of_the_name_of_the_branch(self):
        for command in (("plan",), ("apply", "--yes")):
            self.runner.refused(2, "leave out 'origin/'", command=("preset", *command, "--state-branch", f"origin/{BRANCH}"))
        project = self.runner.folder / "mrctl.toml"
        project.write_text(project.read_text().replace(f'"{BRANCH}"', f'"origin/{BRANCH}"'))
        self.runner.refused(2, "leave out 'origin/'", command=("preset", "plan"))

    def test_may_be_called_like_a_folder_of_the_tree(self):
        self.runner.git("remote", "remove", "origin")
        (self.runner.folder / "origin").mkdir()
        self.runner.git("clone", "-q", "--bare", self.origin.folder, self.runner.folder / "origin")
        self.assertIn("no remote of that name", " ".join(self.runner.mrctl("preset", "plan").err.split()))


class TheExampleOfTheReadme(ServiceTest):
    """Copied into a repository of its own, whose remote is not there yet."""

    def setUp(self):
        super().setUp()
        del self.settings["MRCTL_STATE"]
        self.folder /= "team"
        shutil.copytree(EXAMPLE, self.folder)
        self.repository = Git(self.folder, self.environment)
        self.repository.git("init", "-q", "-b", "main")

    def test_is_planned_without_a_remote(self):
        self.assert_planned("no remote of that name")

    def test_is_planned_with_a_remote_that_cannot_be_reached(self):
        self.repository.git("remote", "add", "origin", self.folder / "gone.git")
        self.assert_planned("the plan is made without records")

    def assert_planned(self, why):
        for command in ("plan", "check"):
            for target in ("staging", "production"):
                with self.subTest(command, target=target):
                    outcome = self.mrctl("preset", command, "--target", target)
                    self.assert_exit(0, outcome)
                    self.assertIn("2 to create", outcome.out)
                    self.assertIn(why, " ".join(outcome.err.split()))


class ARecordWithoutAFile(BranchTest):
    def test_is_shown_where_a_plan_counts_it(self):
        self.runner.apply()
        record = self.records()["a"]
        self.put_files({f"{TARGET}/a.json": json.dumps(record | {"file": None}, indent=2) + "\n"})
        self.assertEqual(self.runner.actions()["a"], "unchanged")
        rows = json.loads(self.runner.mrctl("preset", "state", "presets", "-o", "json").out)
        self.assertEqual([row["slug"] for row in rows], ["a", "b"])


class ALockOfAKilledGit(BranchTest):
    def test_is_found_before_anything_is_sent(self):
        self.runner.apply()
        self.runner.preset("a", 0.5)
        lock = self.runner.folder / f".git/refs/mrctl/fetched/{BRANCH}.lock"
        lock.touch()
        tip = self.tip()
        self.runner.refused(1, str(lock), "remove the file")
        self.assertEqual(self.tip(), tip)
        lock.unlink()
        self.assertEqual(self.runner.apply()["applied"], 1)


class ARepositoryThatCannotBeWritten(BranchTest):
    """Not by modes, which do not hold for root: a folder lies where git would write a reference."""

    def test_stops_an_apply_and_no_plan(self):
        self.runner.apply()
        self.runner.preset("a", 0.5)
        other = self.clone("other")
        blocker = other.folder / f".git/refs/mrctl/fetched/{BRANCH}/in-the-way.lock"
        blocker.parent.mkdir(parents=True)
        blocker.touch()
        other.refused(1, f"the repository {other.folder}/.git cannot be written")
        for command in ("plan", "check"):
            with self.subTest(command):
                outcome = other.mrctl("preset", command)
                self.assert_exit(0, outcome)
                self.assertIn("cannot be written", outcome.err)
                self.assertNotIn("remote origin cannot be read", outcome.err)


class Memory(BranchTest):
    """The texts of records wait in files: an apply on a branch takes the memory of one with a folder."""

    presets = ()
    emulator_flags = ()

    def peak(self, runner, **env):
        """Applies, and returns the largest private memory that was seen."""
        process = runner.start("preset", "apply", "--yes", "-q", **env)
        largest = 0
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/smaps_rollup", encoding="ascii") as rollup:
                    sizes = [int(line.split()[1]) for line in rollup if line.startswith("Pss_Anon:")]
            except OSError:
                sizes = []
            largest = max([largest, *sizes])
            try:
                process.wait(0.005)
            except subprocess.TimeoutExpired:
                pass
        out, err = process.communicate()
        self.assertEqual(process.returncode, 0, out[-500:] + err[-500:])
        return largest

    def test_of_an_apply_is_that_of_a_folder(self):
        text = "word " * 20000
        for number in range(500):
            path = self.runner.folder / f"presets/p{number}.json"
            path.parent.mkdir(exist_ok=True)
            messages = [{"role": "system", "content": f"{number} {text}"}]
            path.write_text(json.dumps({"model": "acme/tiny", "messages": messages}), encoding="utf-8")
        self.runner.merge()
        folder = self.peak(self.runner, MRCTL_STATE=str(self.folder / "records"))
        branch = self.peak(self.runner)
        self.assertEqual(len(self.records()), 500)
        self.assertLess(branch, 1.5 * folder)


if __name__ == "__main__":
    unittest.main()
