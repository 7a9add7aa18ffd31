"""Records on a branch that somebody else wrote to: what is found there is checked, and nothing else is written."""

import json
import unittest

from drive.branch import BRANCH, TARGET, BranchTest

COMMANDS = (("plan",), ("apply", "--yes"), ("state",), ("forget", "a", "--yes"), ("adopt", "presets/c.yaml"))


class ForeignTest(BranchTest):
    def setUp(self):
        super().setUp()
        self.runner.apply()
        self.runner.preset("c", 0.1)
        self.record = json.loads(self.read(f"{TARGET}/a.json"))

    def assert_refused(self, *parts):
        """Every command refuses, names the place, and changes nothing."""
        tip = self.tip()
        for command in COMMANDS:
            with self.subTest(command=command):
                self.runner.refused(2, *parts, command=("preset", *command))
        self.assertEqual(self.tip(), tip)

    def assert_each_refused(self, files):
        for path, text in files.items():
            with self.subTest(path=path, text=text):
                before = self.tip()
                self.put_files({path: text})
                self.assert_refused(next(part for part in ("deep", "pro duction", path.split("/")[-1]) if part in path))
                self.origin.git("update-ref", f"refs/heads/{BRANCH}", before)
                self.runner.git("update-ref", "-d", f"refs/mrctl/fetched/{BRANCH}")


class Files(ForeignTest):
    def test_that_are_no_records_are_refused(self):
        self.assert_each_refused({
            "notes.txt": "hello\n",
            f"{TARGET}/notes.txt": "hello\n",
            f"{TARGET}/deep/a.json": "{}\n",
            f"{TARGET}/A b.json": "{}\n",
            ".hidden": "x\n",
            "pro duction/a.json": "{}\n",
            f"{TARGET}/.other": "x\n",
        })  # fmt: skip

    def test_that_are_links_or_submodules_are_refused(self):
        for mode, path, text in (("120000", f"{TARGET}/d.json", "/etc/passwd"), ("120000", "README.md", "a"),
                                 ("120000", "staging", TARGET)):  # fmt: skip
            with self.subTest(path=path):
                before = self.tip()
                self.put_files({path: text}, mode=mode)
                self.assert_refused(path.split("/")[-1])
                self.origin.git("update-ref", f"refs/heads/{BRANCH}", before)
        self.origin.git("fast-import", "--quiet", "--date-format=now", stdin=f"""commit refs/heads/{BRANCH}
committer t <t@example.com> now
data 1
s
from refs/heads/{BRANCH}^0
M 160000 {"1" * 40} {TARGET}/sub
""")
        self.assert_refused("sub")

    def test_of_sources_are_no_branch_of_records(self):
        self.origin.git("branch", "feature", "main")
        outcome = self.runner.refused(2, "feature", MRCTL_STATE_BRANCH="feature")
        self.assertIn("mrctl.toml", outcome.err)

    def test_may_leave_the_readme_out_or_change_it(self):
        for text in (None, "Our records.\n"):
            self.put_files({"README.md": text})
            self.runner.preset("a", 0.3 if text else 0.2)
            self.runner.apply()
            if text:
                self.assertEqual(self.read("README.md"), text)


class Records(ForeignTest):
    def but(self, **members):
        return json.dumps(self.record | members, indent=2) + "\n"

    def wrong_members(self):
        pending = {"applied": self.record["applied"], "version": 1}
        for members in (
            {"more": 1},
            {"version": 0},
            {"version": "1"},
            {"applied": "h1:1"},
            {"body": {"model": "acme/large"}},
            {"pending": None},
            {"pending": {}},
            {"pending": pending | {"applied": []}},
            {"pending": pending | {"more": 1}},
            {"pending": pending | {"plan": "3f9c"}},
            {"pending": pending | {"of": None}},
            {"pending": pending | {"of": 0}},
        ):
            yield self.but(**members)
        yield json.dumps({name: value for name, value in self.record.items() if name != "stored"})

    def test_are_read_strictly(self):
        conflict = f"<<<<<<< ours\n{self.but()}=======\n{self.but()}>>>>>>> theirs\n"
        foreign = (self.but(format=2), self.but(slug="b"), self.but(service="http://127.0.0.1:1/api/v1"))
        for text in ("", "{", "[]", *foreign, conflict):
            with self.subTest(text=text[:80]):
                before = self.tip()
                self.put_files({f"{TARGET}/a.json": text})
                for command in (("plan",), ("apply", "--yes")):
                    self.runner.refused(2, "a.json", command=("preset", *command))
                self.origin.git("update-ref", f"refs/heads/{BRANCH}", before)

    def test_with_wrong_members_are_refused_by_every_command_on_a_branch_and_in_a_folder(self):
        folder = self.folder / "records"
        path = folder / TARGET / "a.json"
        path.parent.mkdir(parents=True)
        adopting = ("adopt", "presets/a.yaml")
        commands = (*COMMANDS[:-1], adopting, ("check",), ("state", "a"), ("state", "presets"), ("pull", "a"))
        for number, text in enumerate(self.wrong_members()):
            self.put_files({f"{TARGET}/a.json": text})
            path.write_text(text, "utf-8")
            for variables in ({}, {"MRCTL_STATE": str(folder)}):
                for command in commands if number == 0 else [commands[number % len(commands)]]:
                    with self.subTest(text=text, command=command, variables=variables):
                        self.runner.refused(2, "a.json", command=("preset", *command), **variables)
            self.assertEqual(path.read_text("utf-8"), text)

    def test_may_say_of_how_many_presets_a_plan_was(self):
        pending = {"applied": self.record["applied"], "version": 1, "plan": "1" * 40, "of": 5}
        self.put_files({f"{TARGET}/a.json": self.but(pending=pending)})
        self.assertEqual(self.runner.actions()["a"], "retry")

    def test_that_somebody_else_wrote_count(self):
        body = self.record["body"] | {"temperature": 0.9}
        self.runner.preset("a", 0.9)
        self.runner.mrctl("preset", "adopt", "presets/a.yaml", "--state", "folder")
        adopted = (self.runner.folder / f"folder/{TARGET}/a.json").read_text()
        self.put_files({f"{TARGET}/a.json": adopted})
        self.assertEqual(json.loads(adopted)["body"], body)
        self.assertEqual(self.runner.actions()["a"], "unchanged")

    def test_of_other_targets_are_let_be(self):
        self.put_files({"staging/x.json": "no record\n"})
        self.assertEqual(self.runner.apply()["applied"], 1)
        self.assertEqual(self.read("staging/x.json"), "no record\n")

    def test_in_a_merge_commit_are_those_of_its_tree(self):
        first = self.tip()
        self.put_files({f"{TARGET}/b.json": None})
        self.origin.git("update-ref", "refs/heads/side", first)
        tree = self.origin.git("rev-parse", f"{BRANCH}^{{tree}}")
        merged = self.origin.git("commit-tree", "-m", "Merge", "-p", BRANCH, "-p", "side", tree)
        self.origin.git("update-ref", f"refs/heads/{BRANCH}", merged)
        self.assertEqual(self.runner.actions(), {"a": "unchanged", "b": "create", "c": "create"})
        self.assertEqual(self.runner.apply()["applied"], 2)


class Messages(ForeignTest):
    def test_cannot_lie_about_what_is_older(self):
        commit = self.runner.merge()
        lies = (
            f"apply {TARGET}: 1 updated\n\nSource-Commit: --help\nRun: x",
            f"apply {TARGET}: 1 updated\n\nSource-Commit: {commit} {commit}\nRun: x",
            f"apply {TARGET}: 1 updated\n\nSource-Commit: {commit}-dirty-dirty\nPlan: zzz\nRun: \x1b[2J",
            f"apply {TARGET}\n\nSource-Commit: {'1' * 64}\nSource-Commit: {commit}\nRun: x",
            "apply\n\nSource-Commit:\n",
            f"apply {TARGET}: \x1b[31m9 created\n\nRun: {'x' * 5000}",
        )
        for number, lie in enumerate(lies):
            with self.subTest(message=lie):
                self.put_files({}, lie)
                self.runner.preset("a", 0.2 + number / 20)
                self.runner.merge()
                outcome = self.runner.mrctl("preset", "apply", "--yes")
                self.assert_exit(0, outcome)
                self.assertNotIn("\x1b", outcome.out + outcome.err)


if __name__ == "__main__":
    unittest.main()
