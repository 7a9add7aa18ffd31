"""Records on a branch: pushes that are refused, lose a race, or arrive although they failed; and fetches that fail."""

import re
import shutil
import unittest

from drive.branch import BRANCH, PROJECT, TARGET, BranchTest

class PushTest(BranchTest):
    def begin(self):
        self.runner.apply()
        self.runner.preset("a", 0.2)
        self.runner.merge()


class ARefusedPush(PushTest):
    def test_for_good_at_the_first_sends_nothing(self):
        self.hook("pre-receive", "echo 'you may not write here' >&2; exit 1")
        self.runner.refused(8, "you may not write here")
        self.assertEqual(self.tip(), "")
        self.assertEqual(self.runner.actions(), {"a": "create", "b": "create"})
        self.unhook("pre-receive")
        self.runner.apply()
        self.assertEqual(self.versions(), {"a": 1, "b": 1})

    def test_for_good_is_not_tried_for_long(self):
        count = self.folder / "count"
        self.hook("pre-receive", f"echo x >>{count}; exit 1")
        self.runner.refused(8)
        self.assertEqual(count.read_text().split(), ["x"])

    def test_that_loses_a_race_to_another_target_is_put_on_top(self):
        self.begin()
        other = self.read(f"{TARGET}/b.json").replace('"a"', '"x"')
        self.race(self.runner, {"staging/b.json": other})
        self.assertEqual(self.runner.apply()["applied"], 1)
        self.assertEqual(self.read("staging/b.json"), other)
        self.assertEqual(self.versions(), {"a": 2, "b": 1})
        self.assertEqual(self.subjects("-3"), [f"apply {TARGET}: 1 updated", f"begin {TARGET}: 1 preset", "Race"])

    def test_that_loses_a_race_for_this_target_sends_nothing(self):
        self.begin()
        self.race(self.runner, {f"{TARGET}/c.json": self.read(f"{TARGET}/b.json").replace('"b"', '"c"').replace("b.yaml", "c.yaml")})
        self.runner.refused(5, f"the records of {TARGET} changed", "run again")
        self.assertIsNone(self.held_lease())

    def test_that_loses_the_first_race_of_all_is_put_on_top_too(self):
        self.race(self.runner, {"README.md": "What this branch is.\n"})
        self.assertEqual(self.runner.apply()["applied"], 2)
        self.assertEqual(self.subjects()[2:], ["Race"])

    def test_that_loses_every_race_gives_up_without_a_request(self):
        self.begin()
        self.race(self.runner, {"staging/b.json": self.read(f"{TARGET}/b.json")}, always=True)
        outcome = self.runner.mrctl("preset", "apply", "--yes")
        self.assertIn(outcome.code, (5, 8), outcome.err)
        self.assertEqual(self.versions(), {"a": 1, "b": 1})
        self.assertIn(len(self.runner.calls.of("push")), (5, 6))

    def test_that_arrived_all_the_same_has_arrived(self):
        for subject in ("begin", "apply"):
            with self.subTest(push=subject):
                self.runner.preset("a", 0.5 if subject == "begin" else 0.6)
                self.runner.merge()
                marks = self.folder / subject
                self.hook("reference-transaction", f"""[ "$1" = committed ] || exit 0
read -r old new ref
case "$(git log -1 --format=%s "$new")" in {subject}*) [ -e {marks} ] || {{ touch {marks}; kill -9 $PPID; }};; esac""")
                before = self.versions().get("a", 0)
                self.runner.apply()
                self.assertTrue(marks.exists(), "no push was cut off")
                self.assertEqual(self.versions()["a"], before + 1)
                self.assertIsNone(self.held_lease())
                self.assertEqual(len(self.subjects()), 2 if subject == "begin" else 4)

    def test_is_no_reason_to_force(self):
        calls = self.runner.wrapped()
        self.begin()
        self.runner.apply()
        for call in calls.of("push"):
            self.assertNotIn("--force", call)
            self.assertEqual([word for word in call if word.startswith("+")], [])


class AFetch(BranchTest):
    def break_remote(self):
        self.runner.git("remote", "set-url", "origin", self.folder / "gone.git")

    def test_that_fails_sends_nothing(self):
        for fetched in (False, True):
            with self.subTest(fetched=fetched):
                if fetched:
                    self.runner.git("remote", "set-url", "origin", self.origin.folder)
                    self.runner.apply()
                    self.runner.preset("a", 0.2)
                self.break_remote()
                for command in (("apply", "--yes"), ("adopt", "presets/a.yaml"), ("forget", "a", "--yes")):
                    self.runner.refused(8, "gone.git", command=("preset", *command))

    def test_that_fails_makes_a_plan_go_by_the_last_one(self):
        self.break_remote()
        for command, code in (("plan", 0), ("check", 0), ("state", 8)):
            self.runner.refused(code, "gone.git", command=("preset", command))
        self.runner.git("remote", "set-url", "origin", self.origin.folder)
        self.runner.apply()
        self.break_remote()
        made = self.origin.git("log", "-1", "--format=%cd", "--date=format-local:%H:%M", BRANCH)
        for command in ("plan", "check", "state"):
            outcome = self.runner.mrctl("preset", command, "-o", "json", TZ="UTC")
            self.assert_exit(0, outcome)
            self.assertIn("warnings", outcome.err)
            self.assertRegex(outcome.err, made + "|just now|second|0 minutes|less than")
        self.assertEqual(self.runner.actions(), {"a": "unchanged", "b": "unchanged"})

    def test_of_a_branch_that_is_gone_sends_nothing(self):
        self.runner.apply()
        self.origin.git("update-ref", "-d", f"refs/heads/{BRANCH}")
        for command in (("apply", "--yes"), ("adopt", "presets/a.yaml"), ("forget", "a", "--yes")):
            self.runner.refused(5, BRANCH, command=("preset", *command))
        for command in ("plan", "check", "state"):
            outcome = self.runner.mrctl("preset", command)
            self.assert_exit(0, outcome)
            self.assertIn(BRANCH, outcome.err)
        self.assertEqual(self.clone("fresh").actions(), {"a": "create", "b": "create"})
        hint = " ".join(self.runner.mrctl("preset", "apply", "--yes").err.split())
        self.runner.git(*re.search(r"git (push \S+ \S+)", hint)[1].split())
        self.assertEqual(self.runner.apply()["unchanged"], 2)

    def test_of_a_branch_that_was_made_anew_goes_by_what_is_there(self):
        self.runner.apply()
        self.origin.git("update-ref", "-d", f"refs/heads/{BRANCH}")
        self.put_files({"README.md": "Anew.\n"})
        self.assertEqual(self.runner.actions(), {"a": "create", "b": "create"})


class TheRemote(BranchTest):
    def test_may_lie_where_the_clone_cannot_write(self):
        self.hook("update", f'[ "$1" = refs/heads/{BRANCH} ] && echo "GH006: Protected branch update failed" >&2 && exit 1; exit 0')
        self.runner.refused(8, "Protected branch")

    def test_may_have_another_name_and_another_place_for_pushes(self):
        mirror = self.folder / "mirror.git"
        shutil.copytree(self.origin.folder, mirror)
        self.runner.git("remote", "rename", "origin", "upstream")
        self.runner.git("remote", "set-url", "upstream", mirror)
        self.runner.git("remote", "set-url", "--push", "upstream", self.origin.folder)
        project = PROJECT.replace("\n\n", '\nstate_remote = "upstream"\n\n', 1)
        (self.runner.folder / "mrctl.toml").write_text(project)
        self.runner.apply()
        self.assertNotEqual(self.tip(), "")


if __name__ == "__main__":
    unittest.main()
