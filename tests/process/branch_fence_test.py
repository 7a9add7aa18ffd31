"""Records on a branch: which repository, branch and remote git is run for, and what is refused before it runs."""

import os
import unittest

from drive.branch import BRANCH, PROJECT, TARGET, BranchTest, Runner

APPLY = ("preset", "apply", "--yes")
PLAN = ("preset", "plan")


class FenceTest(BranchTest):
    def setUp(self):
        super().setUp()
        self.mark = self.folder / "mark"

    def project(self, **keys):
        lines = "".join(f"{name} = '{value}'\n" for name, value in keys.items())
        (self.runner.folder / "mrctl.toml").write_text(PROJECT.replace(f'state_branch = "{BRANCH}"\n', lines))

    def assert_nothing_ran(self):
        self.assertFalse(self.mark.exists(), "something ran a program")
        self.assertEqual(self.versions(), {})


class TheRepository(FenceTest):
    def test_is_the_one_that_mrctl_found_and_never_a_folder_that_git_takes_for_one(self):
        presets = self.runner.folder / "presets"
        evil = self.folder / "evil.git"
        self.runner.git("init", "-q", "--bare", evil)
        for name in ("HEAD", "objects", "refs", "config"):
            os.rename(evil / name, presets / name)
        trap = f"touch {self.mark}; false"
        for key in ("core.fsmonitor", "core.sshCommand", "uploadpack.packObjectsHook", "credential.helper", "core.pager"):
            self.runner.git("config", "-f", presets / "config", key, trap)
        self.runner.git("config", "-f", presets / "config", "remote.origin.url", f"ext::sh -c '{trap}'")
        self.runner.git("config", "-f", presets / "config", "protocol.ext.allow", "always")
        self.assertEqual(self.runner.git("-C", presets, "rev-parse", "--absolute-git-dir"), str(presets))
        for command in (PLAN, APPLY, PLAN):
            self.assert_exit(0, self.runner.mrctl(*command, where="presets"))
        self.assertFalse(self.mark.exists())
        self.assertEqual(sorted(self.records()), ["a", "b"])

    def test_is_one_that_git_trusts(self):
        if os.geteuid() == 0:
            for folder, _, files in os.walk(self.runner.folder):
                for name in (folder, *(os.path.join(folder, file) for file in files)):
                    os.chown(name, 12345, 12345, follow_symlinks=False)
            env = {}
        else:
            env = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
        for command in (APPLY, PLAN):
            self.runner.refused(2, "safe.directory", command=command, **env)
        self.assert_nothing_ran()
        # Of a remote that is a folder, newer git asks as well.
        trusted = f"\tdirectory = {self.runner.folder}\n\tdirectory = {self.origin.folder}\n"
        (self.home / ".gitconfig").write_text(f"[safe]\n{trusted}")
        self.assert_exit(0, self.runner.mrctl(*PLAN, **env))

    def test_is_needed(self):
        bare = Runner(self, self.folder / "no-repository")
        bare.folder.mkdir()
        bare.preset("a", 0.1)
        (bare.folder / "mrctl.toml").write_text(PROJECT)
        bare.refused(2, "repository")
        bare.refused(2, "repository", command=PLAN)

    def test_of_the_environment_does_not_count(self):
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE",
                     "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_PREFIX"):  # fmt: skip
            with self.subTest(variable=name):
                self.runner.preset("a", 0.2)
                self.assert_exit(0, self.runner.mrctl(*APPLY, **{name: str(self.folder / "elsewhere")}))
                self.assertEqual(sorted(self.records()), ["a", "b"])
        self.assertFalse((self.folder / "elsewhere").exists())


class GitItself(FenceTest):
    def test_is_needed(self):
        empty = self.folder / "empty"
        empty.mkdir()
        for command in (APPLY, PLAN, ("preset", "state")):
            self.runner.refused(2, "git", command=command, PATH=str(empty))

    def test_is_2_30_at_least(self):
        calls = self.runner.wrapped('case " $* " in *" --version "* | *" version "*) echo "git version $(cat "$here/version")"; exit;; esac')
        for version, code in (("2.29.3", 2), ("1.8.3.1", 2), ("2.30.0", 0), ("2.39.5 (Apple Git-154)", 0), ("3.0.0.rc1", 0)):
            with self.subTest(version=version):
                (calls.folder / "version").write_text(version)
                outcome = self.runner.mrctl(*PLAN)
                self.assert_exit(code, outcome)
                if code:
                    for part in (version, "2.30"):
                        self.assertIn(part, outcome.err)
        (calls.folder / "version").write_text("nothing of the kind")
        self.assert_exit(2, self.runner.mrctl(*PLAN))

    def test_is_not_asked_where_records_are_in_a_folder(self):
        calls = self.runner.wrapped()
        self.assert_exit(0, self.runner.mrctl(*PLAN, "--state", ".mrctl"))
        self.assertEqual([call for call in calls.all if "push" in call or "fetch" in call], [])


class NamesOfBranches(FenceTest):
    bad = ("-x", "--upload-pack=touch", "a b", "a..b", "../x", "a\nb", "a:b", "+a", "^a", "@{u}", "a~1", "/a", ".a", "*", "a?",
           "a/", "a//b", "a.lock", "a.", "a/.b")  # fmt: skip

    def test_are_checked_wherever_they_come_from(self):
        calls = self.runner.wrapped()
        for name in self.bad:
            with self.subTest(name=name):
                self.runner.refused(2, command=(*PLAN, f"--state-branch={name}"))
                self.runner.refused(2, command=APPLY, MRCTL_STATE_BRANCH=name)
                if "\n" not in name:
                    self.project(state_branch=name)
                    self.runner.refused(2, "mrctl.toml:2", command=PLAN)
                    self.project(state_branch=BRANCH)
        self.assertEqual([call for call in calls.all if {"fetch", "push", "ls-remote"} & set(call)], [])
        self.assert_nothing_ran()

    def test_may_have_parts(self):
        self.runner.apply("--state-branch", "records/2026.v1_x-y")
        self.assertNotEqual(self.tip("records/2026.v1_x-y"), "")

    def test_are_never_that_of_a_checked_out_branch(self):
        self.runner.git("worktree", "add", "-q", "-b", "side", self.folder / "side")
        main = self.origin.git("rev-parse", "main")
        for name in ("main", "side"):
            for command in (APPLY, PLAN):
                self.runner.refused(2, name, "checked out", command=command, MRCTL_STATE_BRANCH=name)
        self.assertEqual(self.origin.git("rev-parse", "main"), main)
        self.assertEqual(self.tip("side"), "")

    def test_are_never_that_of_the_remotes_default_branch(self):
        self.runner.git("switch", "-q", "-c", "work")
        main = self.origin.git("rev-parse", "main")
        self.runner.refused(2, "main", "default branch", MRCTL_STATE_BRANCH="main")
        self.origin.git("branch", "trunk", "main")
        self.origin.git("symbolic-ref", "HEAD", "refs/heads/trunk")
        self.runner.refused(2, "trunk", "default branch", MRCTL_STATE_BRANCH="trunk")
        self.assertEqual(self.origin.git("rev-parse", "main", "trunk").split(), [main, main])


class Remotes(FenceTest):
    def bad(self):
        yield from ("nobody", "--upload-pack=touch", "-o", "a b", "..", ".", "origin/..", "origin\norigin")
        yield f"ext::sh -c touch% {self.mark}"
        yield f"file://{self.origin.folder}"
        yield str(self.origin.folder)
        yield "../origin.git"
        yield "me@host.invalid:repo"

    def test_are_names_of_configured_ones(self):
        self.runner.git("config", "protocol.ext.allow", "always")
        for name in self.bad():
            with self.subTest(name=name):
                for command in (APPLY,) if name == "nobody" else (APPLY, PLAN):
                    self.runner.refused(2, command=command, MRCTL_STATE_REMOTE=name)
                if "\n" not in name:
                    self.project(state_branch=BRANCH, state_remote=name)
                    self.runner.refused(2, command=APPLY)
                    self.project(state_branch=BRANCH)
        self.assert_nothing_ran()
        self.assertEqual(self.tip(), "")

    def test_are_told_with_the_nearest(self):
        self.runner.refused(2, "origin", MRCTL_STATE_REMOTE="orign")

    def test_may_be_any_that_is_configured(self):
        backup = self.folder / "backup.git"
        self.runner.git("init", "-q", "--bare", "-b", "main", backup)
        self.runner.git("remote", "add", "backup", backup)
        self.runner.apply(MRCTL_STATE_REMOTE="backup")
        self.assertEqual(self.tip(), "")
        self.assertNotEqual(self.runner.git("ls-remote", "backup", BRANCH), "")


class Texts(FenceTest):
    def test_of_a_commit_message_never_reach_git_as_options(self):
        self.runner.apply()
        lies = (f"--output={self.mark}", f"$(touch {self.mark})", "HEAD", "main", "0" * 39, "g" * 40, f"{'1' * 40}-dirtyy", "-1")
        for lie in lies:
            with self.subTest(trailer=lie):
                self.put_files({}, f"apply {TARGET}: 1 created\n\nSource-Commit: {lie}\nPlan: {lie}\nRun: {lie}")
                calls = self.runner.wrapped()
                calls.forget()
                self.runner.preset("a", 0.1 + lies.index(lie) / 100)
                self.assert_exit(0, self.runner.mrctl(*APPLY))
                if lie.startswith(("-", "$")):
                    self.assertEqual([call for call in calls.all if any(word.startswith(lie) for word in call)], [])
        self.assertFalse(self.mark.exists())

    def test_of_a_remote_come_after_the_end_of_options(self):
        calls = self.runner.wrapped()
        self.runner.apply()
        for command in ("fetch", "push", "ls-remote"):
            for call in calls.of(command):
                self.assertIn("--end-of-options", call)
                self.assertLess(call.index("--end-of-options"), call.index("origin"))


if __name__ == "__main__":
    unittest.main()
