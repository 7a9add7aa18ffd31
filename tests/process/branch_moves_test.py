"""Records move: from a folder to the branch, to another host; and what commands say of their history."""

import json
import unittest

from drive.branch import BRANCH, PROJECT, TARGET, BranchTest

FOLDER = 'presets = ["presets"]\nstate = ".mrctl"\n\n[targets.production]\n'


class MovesTest(BranchTest):
    def use(self, project):
        (self.runner.folder / "mrctl.toml").write_text(project)
        self.runner.merge("Change the project")

    def preset_command(self, *words, code=0, runner=None):
        outcome = (runner or self.runner).mrctl("preset", *words)
        self.assert_exit(code, outcome)
        return outcome

    def rows(self, *words, runner=None):
        return json.loads(self.preset_command(*words, "-o", "json", runner=runner).out)


class AnImport(MovesTest):
    def setUp(self):
        super().setUp()
        self.use(FOLDER + '[targets.staging]\nslug_prefix = "s-"\n')
        for target in (TARGET, "staging"):
            self.runner.apply("--target", target)
        self.use(PROJECT + '[targets.staging]\nslug_prefix = "s-"\n')

    def test_puts_the_records_of_all_targets_on_the_branch(self):
        self.preset_command("state", "--import", ".mrctl")
        self.assertEqual(self.names(), ["README.md", f"{TARGET}/a.json", f"{TARGET}/b.json", "staging/s-a.json", "staging/s-b.json"])
        for path in self.names()[1:]:
            self.assertEqual(self.read(path), (self.runner.folder / ".mrctl" / path).read_text())
        self.assertEqual(sorted(self.subjects()), [f"import {TARGET}: 2", "import staging: 2"])
        other = self.clone("other")
        for target in (TARGET, "staging"):
            self.assertEqual(other.apply("--target", target)["applied"], 0)
        self.assertEqual(set(self.versions().values()), {1})

    def test_of_several_targets_is_one_push(self):
        calls = self.runner.wrapped()
        self.preset_command("state", "--import", ".mrctl")
        self.assertEqual(len(calls.of("push")), 1)

    def test_goes_on_top_of_another_target_that_is_pushed_meanwhile(self):
        self.race(self.runner, {"other/c.json": "{}\n"})
        self.preset_command("state", "--import", ".mrctl")
        self.assertEqual(self.subjects()[:2], ["import staging: 2", f"import {TARGET}: 2"])
        self.assertIn("other/c.json", self.names())

    def test_again_changes_nothing(self):
        self.preset_command("state", "--import", ".mrctl")
        tip = self.tip()
        self.preset_command("state", "--import", ".mrctl")
        self.assertEqual(self.tip(), tip)

    def test_over_another_record_is_refused(self):
        self.preset_command("state", "--import", ".mrctl")
        self.runner.preset("a", 0.2)
        self.runner.apply("--target", TARGET)
        tip = self.tip()
        outcome = self.preset_command("state", "--import", ".mrctl", code=5)
        self.assertIn("a", outcome.err)
        self.assertEqual(self.tip(), tip)

    def test_of_what_is_no_record_is_refused(self):
        (self.runner.folder / f".mrctl/{TARGET}/a.json").write_text("{")
        self.assertIn("a.json", self.preset_command("state", "--import", ".mrctl", code=2).err)
        self.preset_command("state", "--import", "nowhere", code=2)
        self.assertEqual(self.tip(), "")

    def test_needs_a_branch(self):
        self.use(FOLDER)
        self.preset_command("state", "--import", ".mrctl", code=2)


class OneRecord(MovesTest):
    def test_is_forgotten_with_one_push(self):
        self.runner.apply()
        self.preset_command("forget", "a", "--yes")
        self.assertEqual(self.subjects()[0], f"forget {TARGET}: 1")
        self.assertEqual(sorted(self.records()), ["b"])
        self.preset_command("forget", "a", "--yes", code=4)

    def test_is_adopted_with_one_push(self):
        self.preset_command("adopt", "presets", "-o", "json")
        self.assertEqual(self.subjects(), [f"adopt {TARGET}: 2"])
        self.assertEqual(self.clone("other").actions(), {"a": "unchanged", "b": "unchanged"})
        self.assertEqual(self.versions(), {})

    def test_of_a_new_host_is_renewed_by_adopting_it_from_the_target_itself(self):
        self.runner.apply()
        self.settings["MRCTL_BASE_URL"] = "http://127.0.0.1:9/api/v1"
        outcome = self.runner.refused(2, f"{TARGET}/a.json")
        self.assertRegex(outcome.err, r"adopt( \S+)? --from")
        self.settings["MRCTL_API_KEY"] = ""  # so that adopt asks nobody
        self.preset_command("adopt", "presets", "--from", TARGET)
        self.assertEqual({record["service"] for record in self.records().values()}, {self.settings["MRCTL_BASE_URL"]})
        self.assertEqual(self.runner.actions(), {"a": "unchanged", "b": "unchanged"})
        tip = self.tip()
        self.preset_command("adopt", "presets", "--from", TARGET)
        self.assertEqual(self.tip(), tip)

    def test_is_forgotten_and_adopted_on_top_of_a_race_with_another_target(self):
        self.runner.apply()
        self.race(self.runner, {"staging/x.json": self.read(f"{TARGET}/b.json")})
        self.preset_command("forget", "a", "--yes")
        self.assertEqual(self.names(), ["README.md", f"{TARGET}/b.json", "staging/x.json"])
        self.race(self.runner, {f"{TARGET}/b.json": self.read(f"{TARGET}/b.json").replace('"version": 1', '"version": 7')})
        self.preset_command("forget", "b", "--yes", code=5)
        self.assertEqual(self.records()["b"]["version"], 7)


class AFolder(MovesTest):
    def setUp(self):
        super().setUp()
        self.use(FOLDER)

    def test_that_changed_in_a_work_tree_is_to_be_committed(self):
        _, said = self.runner.applied()
        self.assertRegex(said, r"(?i)commit\b.*\.mrctl|\.mrctl.*\bcommit\b")
        self.runner.commit()
        _, said = self.runner.applied()
        self.assertNotRegex(said, r"(?i)\bcommit\b")

    def test_outside_of_a_repository_needs_no_commit(self):
        (self.runner.folder / ".git").rename(self.folder / "was-git")
        _, said = self.runner.applied()
        self.assertNotRegex(said, r"(?i)\bcommit\b")


if __name__ == "__main__":
    unittest.main()
