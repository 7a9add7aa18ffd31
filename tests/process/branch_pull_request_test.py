"""Records on a branch: what a pull request can and cannot do to the plan that it is compared by."""

import json
import unittest

from drive.branch import BRANCH, PROJECT, TARGET, BranchTest


class APullRequest(BranchTest):
    def setUp(self):
        super().setUp()
        self.runner.apply()
        self.tip_before = self.tip()
        self.runner.git("switch", "-q", "-c", "pull-request")
        self.runner.preset("a", 0.9)
        self.forge(self.runner.folder / ".mrctl")

    def forge(self, folder):
        """Writes a record that says that the new body was applied already."""
        outcome = self.runner.mrctl("preset", "adopt", "presets/a.yaml", "--state", folder)
        self.assert_exit(0, outcome)
        return (folder / TARGET / "a.json").read_text()

    def test_cannot_hide_a_change_by_records_in_the_source_tree(self):
        for folder in (".mrctl", "presets/.mrctl"):
            self.forge(self.runner.folder / folder)
            self.runner.commit()
            self.assertEqual(self.runner.actions(), {"a": "update", "b": "unchanged"})

    def test_cannot_choose_the_records_where_a_variable_does(self):
        self.put_forged_branch("forged")
        for project in (PROJECT.replace(BRANCH, "forged"), PROJECT.replace(f'state_branch = "{BRANCH}"', 'state = ".mrctl"')):
            (self.runner.folder / "mrctl.toml").write_text(project)
            self.assertEqual(self.runner.actions(MRCTL_STATE="")["a"], "unchanged")
            self.assertEqual(self.runner.actions(MRCTL_STATE_BRANCH=BRANCH)["a"], "update")

    def put_forged_branch(self, name):
        forged = self.forge(self.runner.folder / ".mrctl")
        self.put_files({f"{TARGET}/a.json": forged})
        self.origin.git("update-ref", f"refs/heads/{name}", BRANCH)
        self.origin.git("update-ref", f"refs/heads/{BRANCH}", self.tip_before)

    def test_is_checked_without_a_key_and_without_a_push(self):
        calls = self.runner.wrapped()
        (self.folder / "listing.json").write_text('{"data": {"id": "acme/tiny", "endpoints": []}}')
        for command in (("plan",), ("check", "--listing", self.folder / "listing.json"), ("state",)):
            outcome = self.runner.mrctl("preset", *command, "-o", "json", MRCTL_API_KEY="")
            self.assert_exit(0, outcome)
            json.loads(outcome.out)
        self.assertEqual(calls.of("push"), [])
        self.assertEqual(self.tip(), self.tip_before)

    def test_cannot_make_git_run_a_program_by_attributes(self):
        mark = self.folder / "mark"
        (self.runner.folder / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
        (self.runner.folder / ".gitmodules").write_text(
            f'[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch {mark}"\n[core]\n\tfsmonitor = touch {mark}\n'
        )
        (self.runner.folder / ".gitconfig").write_text(f'[filter "evil"]\n\tclean = touch {mark}\n')
        self.runner.commit()
        self.assertEqual(self.runner.apply()["applied"], 1)
        self.assertFalse(mark.exists())


if __name__ == "__main__":
    unittest.main()
