"""Records on a branch: no older commit, what counts as dirty, and what is left of an agreed plan."""

import json
import unittest

from drive.branch import BRANCH, TARGET, BranchTest


class OrderTest(BranchTest):
    def setUp(self):
        super().setUp()
        self.old = self.runner.merge()
        self.runner.apply()

    def at(self, commit, name="job", *flags):
        """A clone of what a job of that commit has."""
        job = self.clone(name, *flags)
        job.git("checkout", "-q", "--detach", commit)
        return job

    def newer(self, temperature=0.2):
        self.runner.preset("a", temperature)
        commit = self.runner.merge()
        self.runner.apply()
        return commit


class AnOlderCommit(OrderTest):
    def test_is_not_applied_again(self):
        new = self.newer()
        job = self.at(self.old)
        job.refused(5, self.old[:7], "is older than", new[:7], "--allow-older")
        self.assertEqual(self.records()["a"]["version"], 2)

    def test_is_told_by_plan_and_check_where_they_would_send_something(self):
        new = self.newer()
        job = self.at(self.old)
        for command in ("plan", "check"):
            said = " ".join(job.mrctl("preset", command).err.split())
            self.assertRegex(said, f"{new[:12]} was applied .* ago .*; {self.old[:12]} is older than it")
            self.assertNotIn("older", self.runner.mrctl("preset", command).err)
        job.preset("a", 0.2)
        self.assertNotIn("older", job.mrctl("preset", "plan").err)

    def test_may_be_taken_back(self):
        self.newer()
        result = self.at(self.old).apply("--allow-older")
        self.assertEqual((result["applied"], self.versions()["a"]), (1, 3))
        self.assertEqual(self.trailers()["Source-Commit"], self.old)
        self.assertEqual(self.runner.apply()["applied"], 1)

    def test_with_nothing_to_send_is_no_matter(self):
        self.runner.merge("Write about it")
        self.runner.apply()
        self.assertEqual(self.at(self.old).apply()["applied"], 0)

    def test_of_two_merges_whose_jobs_change_places_is_refused(self):
        self.runner.preset("a", 0.2)
        first = self.runner.merge()
        self.runner.preset("b", 0.2)
        second = self.runner.merge()
        self.at(second, "second").apply()
        self.assertEqual(self.versions(), {"a": 2, "b": 2})
        self.at(first, "first").refused(5, first[:7], second[:7])

    def test_that_a_revert_makes_anew_is_newer(self):
        self.newer()
        self.runner.git("revert", "--no-edit", "HEAD")
        self.runner.git("push", "-q", "origin", "main")
        self.assertEqual(self.runner.apply()["applied"], 1)

    def test_beside_the_last_one_is_refused_too(self):
        new = self.newer()
        self.runner.git("checkout", "-q", "-b", "beside", self.old)
        self.runner.preset("b", 0.3)
        beside = self.runner.commit()
        self.runner.refused(5, new[:12], f"{beside[:12]} does not contain it", "merge or push it first", "--allow-older")
        self.assertEqual(self.runner.apply("--allow-older")["applied"], 2)

    def test_that_the_clone_lacks_is_fetched(self):
        job = self.at(self.old)
        new = self.newer()
        self.assertEqual(job.git("cat-file", "-t", new, code=None), "")
        job.refused(5, new[:7], "is older than")

    def test_that_nobody_else_has_is_refused(self):
        self.put_files({}, f"apply {TARGET}: 1 updated\n\nSource-Commit: {'1' * 40}\nPlan: {'2' * 40}\nRun: x")
        self.runner.preset("a", 0.2)
        self.runner.merge()
        self.runner.refused(5, "1" * 12, "is in a clone that lacks it", "push it first", "(x)")
        self.assertEqual(self.runner.apply("--allow-older")["applied"], 1)

    def test_with_nothing_to_send_does_not_become_the_one_applied_last(self):
        new = self.newer()
        job = self.at(self.old)
        job.preset("a", 0.2)
        tip = self.tip()
        self.assertEqual(job.apply()["applied"], 0)
        self.assertEqual(self.tip(), tip)
        job.preset("a", 0.1)
        job.refused(5, new[:7], "is older than")

    def test_is_found_by_begin_commits_too(self):
        new = self.newer()
        self.put_files({}, f"begin {TARGET}: 1 preset\n\nSource-Commit: {new}\nPlan: {'2' * 40}\nRun: x")
        self.put_files({}, f"forget {TARGET}: 1\n\nSource-Commit: {self.old}\nRun: x")
        self.at(self.old).refused(5, new[:7], "is older than")

    def test_of_another_target_does_not_count(self):
        new = self.newer()
        self.put_files({}, f"apply staging: 1 updated\n\nSource-Commit: {new}\nRun: x")
        self.put_files({}, f"apply {TARGET}: 1 updated\n\nSource-Commit: {self.old}\nRun: x")
        self.assertEqual(self.at(self.old).apply()["applied"], 1)

    def test_in_a_shallow_clone_is_still_known_where_history_reaches(self):
        for number in range(3):
            self.newer(0.3 + number / 10)
        shallow = self.clone("shallow", "--depth", "2", source=f"file://{self.origin.folder}")
        shallow.git("checkout", "-q", "--detach", "HEAD^")
        shallow.refused(5, "is older than")

    def test_in_a_clone_that_is_too_short_to_tell_is_a_note(self):
        self.runner.git("checkout", "-q", "-b", "beside", self.old)
        self.runner.preset("b", 0.3)
        self.runner.commit()
        self.runner.git("push", "-q", "origin", "beside")
        self.runner.apply()
        shallow = self.clone("shallow", "--depth", "1", source=f"file://{self.origin.folder}")
        shallow.preset("a", 0.7)
        shallow.commit()
        shallow.git("fetch", "-q", "origin", f"{BRANCH}:refs/mrctl/fetched/{BRANCH}")
        calls = shallow.wrapped('case " $* " in *" ls-remote "*) exit 1;; esac')
        planned = shallow.mrctl("preset", "plan")
        self.assertIn("mrctl uses what was fetched last", " ".join(planned.err.split()))
        self.assertEqual(calls.of("fetch"), [], "a remote that did not answer was asked again")
        shallow.calls = None
        result, said = shallow.applied()
        self.assertGreater(result["applied"], 0)
        self.assertIn("too short to tell", " ".join(json.loads(said)["notes"]))


class TheSource(OrderTest):
    def source(self):
        self.runner.apply()
        return self.trailers()["Source-Commit"]

    def head(self):
        return self.runner.git("rev-parse", "HEAD")

    def test_is_dirty_where_a_file_that_was_read_differs(self):
        self.runner.preset("a", 0.4)
        self.assertEqual(self.source(), f"{self.head()}-dirty")
        self.runner.git("add", "-A")
        self.runner.preset("a", 0.5)
        self.assertEqual(self.source(), f"{self.head()}-dirty")

    def test_is_dirty_where_a_file_that_was_read_is_not_tracked(self):
        self.runner.preset("c", 0.4)
        self.assertEqual(self.source(), f"{self.head()}-dirty")

    def test_is_dirty_where_a_base_differs(self):
        project = self.runner.folder / "mrctl.toml"
        project.write_text('bases = ["presets/_base.yaml"]\n' + project.read_text())
        base = self.runner.folder / "presets/_base.yaml"
        base.write_text("top_p: 0.5\n")
        self.runner.merge()
        self.assertEqual(self.source(), self.head())
        base.write_text("top_p: 0.6\n")
        self.assertEqual(self.source(), f"{self.head()}-dirty")

    def test_is_not_dirty_by_what_was_not_read(self):
        self.runner.preset("a", 0.4)
        (self.runner.folder / "tracked.txt").write_text("one\n")
        self.runner.merge()
        (self.runner.folder / "tracked.txt").write_text("two\n")
        (self.runner.folder / "untracked.txt").write_text("three\n")
        self.assertEqual(self.source(), self.head())

    def test_is_not_dirty_by_line_ends_and_filters_of_git(self):
        path = self.runner.preset("a", 0.4)
        (self.runner.folder / ".gitattributes").write_text("*.yaml text eol=crlf\n")
        self.runner.merge()
        path.unlink()
        self.runner.git("checkout", "-q", "--", "presets/a.yaml")
        self.assertIn(b"\r\n", path.read_bytes())
        self.assertEqual(self.source(), self.head())

    def test_that_is_dirty_is_told_with_its_files(self):
        self.runner.preset("a", 0.4)
        self.runner.preset("new", 0.1)
        said = self.runner.applied()[1]
        self.assertIn("applies files that are not committed: presets/a.yaml, presets/new.yaml", said)
        self.runner.preset("a", 0.5)
        self.runner.merge()
        self.assertNotIn("not committed", self.runner.applied()[1])

    def test_is_none_without_a_commit(self):
        self.runner.git("checkout", "-q", "--orphan", "empty")
        self.runner.preset("a", 0.4)
        self.assertEqual(self.source(), "none")


class AnAgreedPlan(OrderTest):
    presets = ("a", "b", "c", "d", "e")

    def change(self, temperature=0.7, **env):
        for slug in self.presets:
            self.runner.preset(slug, temperature)
        self.runner.merge()
        return self.runner.plan(**env)["plan"]

    def apply_plan(self, runner, plan, *flags, code=0, **env):
        outcome = runner.mrctl("preset", "apply", "--plan", plan, *flags, **env)
        self.assert_exit(code, outcome)
        return " ".join((outcome.out + outcome.err).split())

    def test_goes_on_with_what_is_left(self):
        plan = self.change()
        self.serve("POST /presets/b/* = 500", "POST /presets/d/* = 500")
        self.apply_plan(self.runner, plan, code=7)
        self.serve()
        other = self.clone("other")
        self.assertIn(f"goes on with plan {plan}: 2 of 5 left", self.apply_plan(other, plan))
        self.assertEqual(self.versions(), {"a": 2, "b": 2, "c": 2, "d": 2, "e": 2})
        self.assertEqual(set(self.runner.actions().values()), {"unchanged"})

    def test_goes_on_until_nothing_is_left(self):
        for folder in ({}, {"MRCTL_STATE": str(self.folder / "records")}):
            plan = self.change(0.8 if folder else 0.7, **folder)
            self.serve("POST /presets/b/* = 500", "POST /presets/d/* = 500")
            self.apply_plan(self.runner, plan, code=7, **folder)
            self.serve("POST /presets/d/* = 500")
            self.assertIn(f"goes on with plan {plan}: 2 of 5 left", self.apply_plan(self.runner, plan, code=7, **folder))
            self.serve()
            self.assertIn(f"goes on with plan {plan}: 1 of 5 left", self.apply_plan(self.runner, plan, **folder))

    def test_goes_on_after_what_the_service_refused(self):
        for number, fault in enumerate(("429", "400", "401", "409")):
            for folder in ({}, {"MRCTL_STATE": str(self.folder / "records")}):
                with self.subTest(fault=fault, folder=folder):
                    plan = self.change(0.2 + number / 10 + (0.05 if folder else 0), **folder)
                    before = self.versions()
                    self.serve(f"POST /presets/b/* = {fault}", f"POST /presets/d/* = {fault}")
                    said = self.runner.mrctl("preset", "apply", "--plan", plan, "--retries", "0", **folder)
                    self.assertNotEqual(said.code, 0, said.err)
                    self.assertIn(self.runner.actions(**folder)["b"], ("create", "update"))
                    self.serve()
                    self.assertIn(f"goes on with plan {plan}: 2 of 5 left", self.apply_plan(self.runner, plan, **folder))
                    self.assertEqual(self.versions(), {slug: before.get(slug, 0) + 1 for slug in self.presets})
                    self.assertEqual(set(self.runner.actions(**folder).values()), {"unchanged"})

    def test_that_was_refused_is_dropped_by_another_plan(self):
        for folder in ({}, {"MRCTL_STATE": str(self.folder / "records")}):
            with self.subTest(folder=folder):
                self.serve()
                self.runner.apply(**folder)
                plan = self.change(0.8 if folder else 0.9, **folder)
                self.serve("POST /presets/b/* = 400")
                self.apply_plan(self.runner, plan, code=9, **folder)
                self.serve()
                pending = self.pending_of("b", folder)
                self.assertEqual((pending["plan"], pending["of"], pending["refused"]), (plan, 5, True))
                row = json.loads(self.runner.mrctl("preset", "state", "b", "-o", "json", **folder).out)
                self.assertIs(row[0]["pending"], False)
                self.runner.preset("b", 0.1)
                self.runner.merge()
                self.assertEqual(self.runner.actions(**folder)["b"], "unchanged")
                self.runner.apply(**folder)
                self.assertIsNone(self.pending_of("b", folder))

    def test_of_which_some_were_not_sent_goes_on(self):
        for folder in ({}, {"MRCTL_STATE": str(self.folder / "records")}):
            with self.subTest(folder=folder):
                plan = self.change(0.6 if folder else 0.7, **folder)
                self.serve("POST /presets/a/* = 400")
                self.apply_plan(self.runner, plan, "--fail-fast", "--jobs", "1", code=9, **folder)
                self.serve()
                self.assertIn(f"goes on with plan {plan}: 5 of 5 left", self.apply_plan(self.runner, plan, **folder))

    def pending_of(self, slug, folder):
        if not folder:
            return self.records()[slug].get("pending")
        return json.loads((self.folder / "records" / TARGET / f"{slug}.json").read_text("utf-8")).get("pending")

    def test_goes_on_with_records_that_do_not_say_of_how_many(self):
        records = self.folder / "records"
        folder = {"MRCTL_STATE": str(records)}
        plan = self.change(**folder)
        self.serve("POST /presets/b/* = 500")
        self.apply_plan(self.runner, plan, code=7, **folder)
        path = records / TARGET / "b.json"
        text = path.read_text("utf-8")
        self.assertEqual(json.loads(text)["pending"]["of"], 5)
        path.write_text(text.replace(',\n    "of": 5', ""), "utf-8")
        self.serve()
        self.assertIn(f"goes on with plan {plan}: 1 left", self.apply_plan(self.runner, plan, **folder))

    def test_of_a_runner_that_died_goes_on(self):
        plan = self.change()
        self.runner.wrapped('case " $* " in *" push "*) "$real" "$@"; kill -9 $PPID; exit 1;; esac')
        self.apply_plan(self.runner, plan, code=137)
        other = self.clone("other")
        self.assertIn("5 of 5 left", self.apply_plan(other, plan, "--take-over"))

    def test_does_not_go_on_where_a_body_changed(self):
        plan = self.change()
        self.serve("POST /presets/b/* = 500", "POST /presets/d/* = 500")
        self.apply_plan(self.runner, plan, code=7)
        self.runner.preset("b", 0.8)
        self.apply_plan(self.runner, plan, code=5)

    def test_that_does_not_fit_says_what_would_be_sent_and_what_was_applied(self):
        self.change()
        said = self.apply_plan(self.runner, "1" * 40, code=5)
        self.assertIn("it would update a, update b, update c", said)
        self.assertIn(f"{TARGET} was last applied", said)
        self.runner.merge(f"Agree\n\nPlan: {TARGET} {'1' * 40}")
        outcome = self.runner.mrctl("preset", "apply", "--plan-from", "HEAD")
        self.assert_exit(5, outcome)
        self.assertIn(f"the line 'Plan: {TARGET} ", " ".join(outcome.err.split()))

    def test_does_not_go_on_from_another_commit(self):
        plan = self.change()
        self.serve("POST /presets/b/* = 500", "POST /presets/d/* = 500")
        self.apply_plan(self.runner, plan, code=7)
        self.runner.merge("Another commit")
        self.apply_plan(self.runner, plan, code=5)

    def test_that_is_live_is_done(self):
        plan = self.change()
        self.apply_plan(self.runner, plan)
        tip = self.tip()
        self.apply_plan(self.clone("other"), plan)
        self.assertEqual(self.tip(), tip)
        self.assertEqual(self.origin.git("rev-parse", BRANCH), tip)


if __name__ == "__main__":
    unittest.main()
