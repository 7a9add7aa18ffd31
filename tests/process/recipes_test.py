"""The shell recipes of docs/presets-as-code.md do what the text beside them says."""

import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from drive.program import PATIENCE_S, ProgramTest, binary
from drive.service import Emulator

PAPER = Path(__file__).resolve().parents[2] / "docs/presets-as-code.md"
_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def recipe(word):
    """Returns the one recipe that holds the word."""
    (found,) = [block for block in _BLOCK.findall(PAPER.read_text(encoding="utf-8")) if word in block]
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
            env=self.environment(PATH=path, GIT_CONFIG_NOSYSTEM="1", MRCTL_TARGET="router", **person),
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
        self.assertIn("the lost request did arrive", said)


class Environments(RecipesTest):
    def test_are_planned_side_by_side(self):
        self.write("work/environments/staging.yaml", "max_completion_tokens: 100\n")
        config = "".join(
            f'[profiles.{name}]\nbase_url = "http://127.0.0.1:9/api/v1"\ntarget = "{name}"\n'
            for name in ("staging", "production")
        )
        self.write("config.toml", config)
        said = self.sh(f"unset MRCTL_TARGET; export MRCTL_CONFIG={self.folder}/config.toml\n" + recipe("--slug-prefix"))
        for slug in ("staging-support", "staging-triage", "support", "triage"):
            self.assertRegex(said, rf"(?m)^\+ {slug} +create")


@unittest.skipUnless(shutil.which("git"), "there is no git")
class InCi(RecipesTest):
    def setUp(self):
        super().setUp()
        self.sh("git init -q -b main && git init -q --bare -b main ../origin && git remote add origin ../origin")
        self.sh("git add . && git commit -qm presets && git push -q -u origin main")

    def recorded(self):
        """The records that the other clones see."""
        return self.sh("git ls-tree -r --name-only origin/main presets/.mrctl").split()

    def test_a_pull_request_is_checked_without_a_key(self):
        self.settings = {"MRCTL_BASE_URL": "http://127.0.0.1:9/api/v1"}
        self.assertIn("2 to create", self.sh(recipe("--strict")))
        self.preset("triage", 7)
        self.assertIn("presets/triage.yaml:2:14", self.sh(recipe("--strict"), code=2))

    def test_the_main_branch_is_applied_and_its_state_pushed(self):
        self.serve()
        self.sh(recipe("git add"))
        self.assertEqual(self.recorded(), [f"presets/.mrctl/router/{slug}.json" for slug in ("support", "triage")])
        head = self.sh("git rev-parse HEAD")
        self.sh(recipe("git add"))
        self.assertEqual(self.sh("git rev-parse HEAD"), head)

    def test_the_state_is_pushed_where_the_apply_failed(self):
        self.serve("--fault", "POST /presets/support/* = 500")
        self.sh(recipe("git add"), code=7)
        self.assertEqual(len(self.recorded()), 2)
        self.assertIn('"retry":1', self.sh("mrctl preset plan presets -o json"))

    def test_a_refused_preset_is_left_as_it_was(self):
        self.serve("--fault", "POST /presets/support/* = 403")
        self.sh(recipe("git add"), code=3)
        self.assertEqual(self.recorded(), ["presets/.mrctl/router/triage.json"])


if __name__ == "__main__":
    unittest.main()
