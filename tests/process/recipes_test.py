"""The shell recipes of docs/presets-as-code.md do what the text beside them says."""

import json
import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from drive.program import PATIENCE_S, ProgramTest, binary
from drive.service import Emulator, refusing_host

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAPER = (DOCS / "presets-as-code.md").read_text("utf-8")
TARGET = "router.example"  # as the paper calls it
RECORDS = f"presets/.mrctl/{TARGET}"
_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def recipe(word):
    """Returns the one recipe that holds the word."""
    (found,) = [block for block in _BLOCK.findall(PAPER) if word in block]
    return found


class RecipesTest(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        (self.folder / "bin/mrctl").symlink_to(binary())
        self.preset("support", 0.1)
        self.preset("triage", 0.1)

    def preset(self, slug, temperature):
        self.write(f"work/presets/{slug}.yaml", f"model: acme/tiny\ntemperature: {temperature}\n")

    def serve(self, *flags):
        emulator = Emulator(*flags)
        self.addCleanup(emulator.close)
        self.settings = {name: emulator.settings[name] for name in ("MRCTL_BASE_URL", "MRCTL_API_KEY")}

    def sh(self, script, code=0):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        person = {f"GIT_{who}_{what}": "t@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder / "work",
            env=self.environment(PATH=path, GIT_CONFIG_NOSYSTEM="1", MRCTL_TARGET=TARGET, **person),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr


class TheFireDrill(RecipesTest):
    def test_shows_how_a_lost_answer_is_told(self):
        said = self.sh(recipe("reset-after-commit"))
        self.assertRegex(said, r"unknown, a version may exist: support")
        self.assertRegex(said, r"\? support +retry")
        self.assertIn("the earlier request had been stored", said)


class Environments(RecipesTest):
    def test_are_planned_side_by_side(self):
        for name in ("staging", "production"):
            self.write(f"work/environments/{name}.yaml", "max_completion_tokens: 100\n")
        config = "".join(
            f'[profiles.{name}]\nbase_url = "http://127.0.0.1:9/api/v1"\ntarget = "{name}"\n'
            for name in ("staging", "production")
        )
        self.write("config.toml", config)
        said = self.sh(f"unset MRCTL_TARGET; export MRCTL_CONFIG={self.folder}/config.toml\n" + recipe("--slug-prefix"))
        for slug in ("staging-support", "staging-triage", "support", "triage"):
            self.assertRegex(said, rf"(?m)^\+ {slug} +create")


@unittest.skipUnless(shutil.which("git"), "there is no git")
class InARepository(RecipesTest):
    def setUp(self):
        super().setUp()
        self.sh("git init -q -b main && git init -q --bare -b main ../origin && git remote add origin ../origin")
        self.sh("git add . && git commit -qm presets && git push -q -u origin main")

    def actions(self):
        planned = json.loads(self.sh("mrctl preset plan presets -q -o json"))
        return {preset["slug"]: preset["action"] for preset in planned["presets"]}


class APullRequest(InARepository):
    def test_is_planned_without_a_key(self):
        self.settings = {"MRCTL_BASE_URL": "http://127.0.0.1:9/api/v1"}
        self.assertIn("2 to create", self.sh("mrctl preset plan presets --strict"))
        self.preset("triage", 7)
        self.assertIn("presets/triage.yaml:2:14", self.sh("mrctl preset plan presets --strict", code=2))


class AfterAFailure(InARepository):
    """Each row of the paper's table; those that need a kill or a file system of their own are in apply_*_test.py."""

    rows = {
        "the service refused a body": "test_a_refusal_and_a_service_out_of_reach_leave_the_state_as_before",
        "the connection broke": "test_a_lost_answer_is_told_by_the_next_version",
        "mrctl was killed": "test_leaves_records_that_are_true",
        "the state folder was not writable": "test_that_is_read_only_sends_nothing",
        "the disk of the state folder has no locks": "test_holds_no_records_and_nothing_is_sent",
        "the state folder became full": "test_that_is_full_stays_whole",
        "the state folder was moved": "test_that_is_moved_during_an_apply_stops_it",
        "the power failed": "test_an_empty_state_file_is_restored",
        "a conflict in a record": "test_a_conflict_is_resolved_for_the_higher_version",
        "the state was lost": "test_a_lost_state_is_restored",
        "the job that applied died": "test_in_its_own_clone_goes_on_as_any_other",
        "the last push to the branch failed": "test_that_is_refused_is_told_and_comes_first_in_the_next_apply",
        "the branch was removed": "test_of_a_branch_that_is_gone_sends_nothing",
    }
    support = f"{RECORDS}/support.json"

    def apply_and_commit(self):
        self.sh("mrctl preset apply presets --yes && git add . && git commit -qm applied")

    def test_every_row_is_executed(self):
        tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("*_test.py"))
        rows = re.findall(r"^\| ([^|]+) \|", PAPER.split("## After a failure")[1], re.M)[1:]
        self.assertEqual(len(rows), len(self.rows))
        for row, (words, test) in zip(rows, self.rows.items()):
            self.assertTrue(row.startswith(words), row)
            self.assertIn(f"def {test}(", tests)

    def test_a_refusal_and_a_service_out_of_reach_leave_the_state_as_before(self):
        self.serve("--fault", "POST /presets/support/* = 403 times 1")
        self.sh("mrctl preset apply presets --yes", code=3)
        self.assertEqual(self.actions(), {"support": "create", "triage": "unchanged"})
        unreachable = f"mrctl preset apply presets --yes --retries 0 --target elsewhere --base-url {refusing_host()}"
        self.sh(unreachable, code=8)
        self.assertFalse((self.folder / "work/presets/.mrctl/elsewhere").exists())
        self.sh(recipe("--only-changed"))
        self.assertEqual(self.actions(), {"support": "unchanged", "triage": "unchanged"})

    def test_a_lost_answer_is_told_by_the_next_version(self):
        for outcome, told in (("reset-after-commit", "had been stored"), ("hang", "had not been stored")):
            with self.subTest(outcome=outcome):
                shutil.rmtree(self.folder / "work/presets/.mrctl", ignore_errors=True)
                self.serve("--fault", f"POST /presets/support/* = {outcome} times 1")
                self.sh("mrctl preset apply presets --yes --timeout 5s", code=8)
                self.assertEqual(self.actions()["support"], "retry")
                self.assertIn(told, self.sh(recipe("--only-changed")))
                self.assertEqual(self.actions()["support"], "unchanged")

    def test_an_empty_state_file_is_restored(self):
        self.serve()
        self.apply_and_commit()
        self.preset("support", 0.2)
        self.sh("mrctl preset apply presets --yes")
        self.write(f"work/{self.support}", "")
        self.assertIn(self.support, self.sh("mrctl preset plan presets", code=2))
        self.assertIn("1 to update", self.sh(recipe(f"HEAD -- {self.support}")))
        self.assertIn("1 version was probably made elsewhere", self.sh("mrctl preset apply presets --yes"))
        self.assertEqual(set(self.actions().values()), {"unchanged"})

    def test_a_conflict_is_resolved_for_the_higher_version(self):
        self.serve()
        self.apply_and_commit()
        self.sh("git switch -qc other")
        self.preset("support", 0.2)
        self.apply_and_commit()
        self.sh("git switch -q main && git checkout -q other -- presets/support.yaml")
        self.write("work/presets/support.yaml", "model: acme/tiny\ntemperature: 0.2\ntop_p: 0.5\n")
        self.apply_and_commit()
        self.sh("git switch -q other && git merge -q main", code=1)
        self.sh("git checkout -q --theirs presets/support.yaml && git add presets/support.yaml")
        self.assertIn("a merge conflict", self.sh("mrctl preset plan presets", code=2))
        said = self.sh(recipe("--theirs"))
        self.assertRegex(said, r'"version": 2,\s+"version": 3,')
        self.assertEqual(set(self.actions().values()), {"unchanged"})
        self.assertEqual(self.sh("git ls-files --unmerged"), "")

    def test_a_lost_state_is_restored(self):
        self.serve()
        self.apply_and_commit()
        shutil.rmtree(self.folder / "work/presets/.mrctl")
        self.assertEqual(set(self.actions().values()), {"create"})
        self.assertIn("2 unchanged", self.sh(recipe("HEAD -- ").replace(self.support, "presets/.mrctl")))
        shutil.rmtree(self.folder / "work/presets/.mrctl")
        self.assertIn("the slug existed already: this is its version 2", self.sh("mrctl preset apply presets --yes"))


if __name__ == "__main__":
    unittest.main()
