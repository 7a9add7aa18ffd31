"""From a pull request to live: the jobs that `mrctl init --ci` writes, run as the service would, with a bare repository
as origin and the emulator as the service. The service holds exactly the versions that are deserved."""

import json
import signal
import unittest

from drive.branch import TARGET, BranchTest, moment
from drive.ci import GITHUB, GITLAB, Github, Gitlab, Job, open_catalogue

PROJECT = """presets = ["presets"]

[targets.staging]
slug_prefix = "staging-"

[targets.production]
apply_needs_plan = true
apply_needs_gates = true

[[gates]]
id = "reserve"
at_least = 1
"""
APPLIES = ("apply-staging", "apply-production")


class WayTest(BranchTest):
    """A project with two targets: what is merged goes to staging, and to production with an agreed plan."""

    service = "github"
    presets = ()

    def setUp(self):
        super().setUp()
        self.jobs_run = 0
        self.catalogue = open_catalogue(lambda: self.emulator)
        self.addCleanup(self.catalogue.close)
        laptop = self.runner
        (laptop.folder / "mrctl.toml").write_text(PROJECT, encoding="utf-8")
        laptop.preset("a", 0.1)
        laptop.preset("b", 0.1)
        self.assert_exit(0, laptop.mrctl("init", "--ci", self.service, "--yes"))
        self.base = laptop.merge("Begin")

    def checkout(self, commit):
        """Returns a clone of the origin with that commit, as the service gives it to a job."""
        self.jobs_run += 1
        clone = self.clone(f"job-{self.jobs_run}")
        clone.git("checkout", "-q", commit)
        return clone

    def pipeline(self, folder):
        return Github(folder) if self.service == "github" else Gitlab(folder)

    def variables(self):
        return {f"MRCTL_BASE_URL_{name}": self.catalogue.base_url for name in ("STAGING", "PRODUCTION")}

    def outer(self):
        """The environment of a runner: no setting of mrctl, and an empty MRCTL_STATE."""
        kept = {name: value for name, value in self.environment().items() if not name.startswith("MRCTL_")}
        return kept | {"MRCTL_STATE": "", "GIT_CONFIG_NOSYSTEM": "1"}

    def job_of(self, name, commit, secret=True):
        clone = self.checkout(commit)
        secrets = {"MRCTL_API_KEY": self.emulator.key} if secret else {}
        return Job(self.pipeline(clone.folder), name, clone.folder, self.outer(), self.variables(), secrets)

    def job(self, name, commit, code=0, secret=True):
        outcome = self.job_of(name, commit, secret).run()
        self.assert_exit(code, outcome)
        return outcome

    def push(self, **presets):
        """Commits changed presets on a branch, as a pull request has them, and returns the commit."""
        self.runner.git("checkout", "-q", "-B", "change", "main")
        for slug, temperature in presets.items():
            self.runner.preset(slug, temperature)
        commit = self.runner.commit("Change presets")
        self.runner.git("push", "-q", "-f", "origin", "change")
        return commit

    def line_to_paste(self, commit):
        """Checks a pull request, and returns the line that the check of production prints."""
        self.job("check-staging", commit, secret=False)
        shown = self.job("check-production", commit, secret=False).out
        lines = [line for line in shown.splitlines() if line.startswith("Plan: ")]
        return lines[0] if lines else ""

    def merge(self, message, *lines, squash=False):
        """Merges the branch with that message, and returns the commit."""
        self.runner.git("checkout", "-q", "main")
        text = "\n".join((message, "", *lines))
        if squash:
            self.runner.git("merge", "-q", "--squash", "change")
            self.runner.git("commit", "-q", "-m", text)
        else:
            self.runner.git("merge", "-q", "--no-ff", "-m", text, "change")
        self.runner.git("push", "-q", "origin", "main")
        return self.runner.git("rev-parse", "HEAD")

    def apply(self, commit):
        for name in APPLIES:
            self.job(name, commit)

    def begin(self):
        """Deploys the first presets to both targets."""
        line = self.line_to_paste("main")
        commit = self.runner.merge(f"Deploy\n\n{line}")
        self.apply(commit)
        return commit

    def merged(self, **presets):
        """Makes a change and merges it with its plan; nothing is applied."""
        return self.merge("Change", self.line_to_paste(self.push(**presets)))


class TheWay(WayTest):
    def test_goes_from_a_pull_request_to_both_targets(self):
        self.begin()
        self.assertEqual(self.versions(), {"a": 1, "b": 1, "staging-a": 1, "staging-b": 1})
        self.apply(self.merged(a=0.2))
        self.assertEqual(self.versions(), {"a": 2, "b": 1, "staging-a": 2, "staging-b": 1})
        self.assertEqual(self.held()["a"][1]["temperature"], 0.2)

    def test_two_merges_in_a_row(self):
        self.begin()
        first = self.merged(a=0.2)
        self.apply(first)
        second = self.merged(b=0.3)
        self.apply(second)
        self.assertEqual(self.versions(), {"a": 2, "b": 2, "staging-a": 2, "staging-b": 2})

    def test_a_job_of_an_old_commit_that_runs_again_takes_nothing_back(self):
        self.begin()
        first = self.merged(a=0.2)
        self.apply(first)
        self.apply(self.merged(a=0.3))
        before = self.versions()
        refused = self.job("apply-staging", first, code=5)
        self.assertIn("older", refused.err)
        self.job("apply-production", first, code=5)
        self.assertEqual(self.versions(), before)
        self.assertEqual(self.held()["a"][1]["temperature"], 0.3)

    def test_a_revert_whose_job_runs_first(self):
        self.begin()
        changed = self.merged(a=0.2)
        reverted = self.merged(a=0.1)
        self.job("apply-staging", reverted)
        self.job("apply-staging", changed, code=5)
        self.assertEqual(self.held()["staging-a"], (1, {"model": "acme/tiny", "temperature": 0.1}))
        self.assertEqual(self.versions()["staging-a"], 1)

    def test_a_merge_without_a_plan_or_with_another_sends_nothing_to_production(self):
        self.begin()
        before = self.versions()
        self.push(a=0.2)
        none = self.job("apply-production", self.merge("Change"), code=5)
        self.assertIn("Plan: production FINGERPRINT", none.err)
        other = self.merged(a=0.3)
        self.runner.git("commit", "-q", "--allow-empty", "-m", f"Change\n\nPlan: production {'0' * 40}")
        self.runner.git("push", "-q", "origin", "main")
        self.job("apply-production", self.runner.git("rev-parse", "HEAD"), code=5)
        self.assertEqual(self.versions(), before)
        self.job("apply-production", other)
        self.assertEqual(self.versions()["a"], 2)

    def test_a_squash_merge_that_keeps_the_line(self):
        self.begin()
        line = self.line_to_paste(self.push(a=0.2))
        self.apply(self.merge("Change (#1)", "* Change presets", line, squash=True))
        self.assertEqual(self.versions()["a"], 2)

    def test_a_failing_gate_stops_production_alone(self):
        self.begin()
        (self.runner.folder / "mrctl.toml").write_text(
            (self.runner.folder / "mrctl.toml").read_text("utf-8").replace("at_least = 1", "at_least = 99"), "utf-8"
        )
        self.runner.commit("Ask for more")
        commit = self.push(a=0.2)
        shown = self.job("check-production", commit, secret=False, code=10).out
        line = next(line for line in shown.splitlines() if line.startswith("Plan: "))
        merged = self.merge("Change", line)
        self.job("apply-staging", merged)
        stopped = self.job("apply-production", merged, code=10)
        self.assertIn("reserve", stopped.err)
        self.assertEqual((self.versions()["a"], self.versions()["staging-a"]), (1, 2))

    def test_a_pull_request_that_names_other_records_is_told_so(self):
        self.begin()
        self.runner.git("checkout", "-q", "-B", "change", "main")
        path = self.runner.folder / "mrctl.toml"
        path.write_text('state_branch = "mine"\n' + PROJECT, encoding="utf-8")
        commit = self.runner.commit("Name other records")
        self.runner.git("push", "-q", "-f", "origin", "change")
        told = self.job("check-staging", commit, secret=False)
        self.assertIn("mrctl.toml,line=1", told.err)
        self.assertIn("2 unchanged", told.out)

    def test_a_pull_request_is_checked_without_secrets(self):
        self.begin()
        before = self.versions()
        self.assertIn("Plan: production ", self.line_to_paste(self.push(a=0.2)))
        self.job("apply-staging", "main", secret=False)  # nothing is to be sent
        self.assertEqual(self.versions(), before)


class WhatGoesWrong(WayTest):
    def test_a_push_that_is_refused(self):
        self.begin()
        before = self.versions()
        changed = self.merged(a=0.2)
        self.hook("pre-receive", "echo this branch is protected >&2; exit 1")
        refused = self.job("apply-staging", changed, code=8)
        self.assertIn("protected", refused.err)
        self.assertEqual(self.versions(), before)
        self.unhook("pre-receive")
        self.job("apply-staging", changed)
        self.assertEqual(self.versions()["staging-a"], before["staging-a"] + 1)

    def test_a_runner_that_dies_and_a_job_that_finishes_its_plan(self):
        self.begin()
        changed = self.merged(a=0.2, b=0.2)
        self.job("apply-staging", changed)
        self.serve("POST /presets/b/* = hang")
        code = self.job_of("apply-production", changed).die(lambda: self.versions()["a"] == 2)
        self.assertEqual(code, -signal.SIGKILL)
        self.serve()
        held = self.job("apply-production", changed, code=5)
        self.assertIn("--take-over", held.err)
        expired = self.held_lease() | {"until": moment(minutes=6)}
        self.put_files({f"{TARGET}/.applying": json.dumps(expired, indent=2) + "\n"})
        again = self.job("apply-production", changed)
        self.assertIn("2 of 2 left", again.err)
        # What was answered was not pushed yet, so it is sent once more.
        self.assertEqual((self.versions()["a"], self.versions()["b"]), (3, 2))
        self.assertNotIn("pending", str(self.records()))
        self.assertIsNone(self.held_lease())


class OnGitlab(WayTest):
    service = "gitlab"

    def test_goes_from_a_merge_request_to_both_targets(self):
        self.begin()
        changed = self.merged(a=0.2)
        self.apply(changed)
        self.assertEqual(self.versions(), {"a": 2, "b": 1, "staging-a": 2, "staging-b": 1})
        self.apply(self.merged(a=0.3))
        self.job("apply-production", changed, code=5)
        self.assertEqual(self.held()["a"][1]["temperature"], 0.3)


class AWeekBelowTheTop(WayTest):
    """A project in a folder of a repository: what starts each job, and what a second `init --ci` keeps."""

    folder_of_project = "team"

    def setUp(self):
        super().setUp()
        laptop = self.runner
        team = laptop.folder / self.folder_of_project
        team.mkdir()
        for name in ("mrctl.toml", "presets"):
            laptop.git("mv", name, f"{self.folder_of_project}/{name}")
        self.assert_exit(0, laptop.mrctl("init", "--ci", self.service, "--yes", where=self.folder_of_project))
        self.base = laptop.merge("Move the project")

    def run_jobs(self, event, commit, secret=False):
        """Runs the jobs that an event starts, and returns their names and what the last one printed."""
        names = self.pipeline(self.checkout(commit).folder).started(event)
        return names, [self.job(name, commit, secret=secret) for name in names][-1:]

    def change(self, text):
        self.runner.git("checkout", "-q", "-B", "change", "main")
        (self.runner.folder / self.folder_of_project / "presets/a.yaml").write_text(text, encoding="utf-8")
        commit = self.runner.commit("Change a preset")
        self.runner.git("push", "-q", "-f", "origin", "change")
        return commit

    def test_is_checked_merged_and_looked_after(self):
        commit = self.change("model: acme/tiny\ntemperature: 0.4\n")
        checks, (checked,) = self.run_jobs("pull request", commit)
        self.assertEqual(checks, ["check-staging", "check-production"])
        line = next(line for line in checked.out.splitlines() if line.startswith("Plan: "))
        self.assertEqual(self.run_jobs("fork", commit), ([], []))
        self.assertEqual(self.run_jobs("push", commit), ([], []))
        if self.service == "github":
            self.assertEqual(self.run_jobs("queue", commit)[0], checks)
        self.assertEqual(self.versions(), {})
        merged = self.merge("Change", line)
        self.assertEqual(self.run_jobs("merge", merged, secret=True)[0], ["apply-staging", "apply-production"])
        self.assertEqual(self.versions(), {"a": 1, "b": 1, "staging-a": 1, "staging-b": 1})
        self.assertEqual(self.run_jobs("night", merged)[0], ["nightly-staging", "nightly-production"])
        self.assertEqual(self.run_jobs("merge", merged, secret=True)[0], ["apply-staging", "apply-production"])
        self.assertEqual(set(self.versions().values()), {1})

    def test_is_green_on_its_first_night(self):
        self.assertEqual(self.run_jobs("night", self.base)[0], ["nightly-staging", "nightly-production"])

    def test_keeps_the_key_of_the_listings_when_a_target_is_added(self):
        laptop = self.runner
        file = laptop.folder / (GITHUB if self.service == "github" else GITLAB)
        file.write_text(file.read_text("utf-8").replace("# MRCTL_API_KEY: ", "MRCTL_API_KEY: "), "utf-8")
        project = laptop.folder / self.folder_of_project / "mrctl.toml"
        project.write_text(project.read_text("utf-8") + '[targets.eu]\nslug_prefix = "eu-"\n', "utf-8")
        self.assert_exit(0, laptop.mrctl("init", "--ci", self.service, "--yes", where=self.folder_of_project))
        commit = laptop.merge("Add a target")
        needs_key = self.variables
        self.variables = lambda: {f"MRCTL_BASE_URL_{name}": self.emulator.base_url for name in ("STAGING", "PRODUCTION", "EU")}
        for name in ("check-staging", "nightly-production"):
            job = self.job_of(name, commit)
            job.secrets = {"MRCTL_LISTING_KEY": self.emulator.settings["MRCTL_API_KEY"]}
            self.assert_exit(0, job.run())
        self.variables = lambda: needs_key() | {"MRCTL_BASE_URL_EU": self.catalogue.base_url}
        self.job("check-eu", commit, secret=False)


class AWeekBelowTheTopOnGitlab(AWeekBelowTheTop):
    service = "gitlab"


del WayTest

if __name__ == "__main__":
    unittest.main()
