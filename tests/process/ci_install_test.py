"""The action and the template in packaging/ci: they install what the checksum names, and run lint, plan and apply.

MRCTL_TARBALL names a tarball that packaging/build-packages made; without it, the program under test is packed."""

import functools
import hashlib
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from drive.program import binary
from drive.service import ServiceTest
from house.sources import ROOT

BODY = "model: acme/tiny\nmessages:\n  - {role: system, content: Answer briefly.}\n"


def blocks(text, key):
    """Returns {name: script} of the steps of the action, in their order."""
    steps = re.split(r"^    - name: ", text, flags=re.M)[1:]
    scripts = {}
    for step in steps:
        run = re.search(rf"^      {key}: (?:\|\n((?:        .*\n?)+)|(.+))", step, re.M)
        scripts[step.split("\n", 1)[0]] = re.sub(r"^        ", "", run[1], flags=re.M) if run[1] else run[2]
    return scripts


def lines_below(text, key):
    """Returns the lines of a list of the template: those of `before_script`, or the script of a job."""
    found = re.search(rf"^{key}:\n((?:^ .*\n|^\n)+)", text, re.M)[1]
    listed = re.search(r"^  (?:before_)?script:\n((?:    - .*\n)+)", found, re.M)[1]
    return [line[6:] for line in listed.splitlines()]


@functools.lru_cache
def packed():
    """Packs the program under test as the tarball is packed, once, and returns the folder that holds it."""
    folder = tempfile.TemporaryDirectory()
    said = subprocess.run([binary(), "version", "--build", "-o", "json"], capture_output=True, check=True).stdout
    programs = {"bin/mrctl": binary(), "libexec/mrctl/mrctl-emulator": json.loads(said)["paths"]["emulator"]}
    for place, program in programs.items():
        path = Path(folder.name) / "mrctl-0" / place
        path.parent.mkdir(parents=True)
        subprocess.run(["strip", "-o", path, program], check=True)
    subprocess.run(["tar", "-cf", "mrctl.tar.xz", "-I", "xz -0", "mrctl-0"], cwd=folder.name, check=True)
    return folder


class InstallTest(ServiceTest):
    def setUp(self):
        super().setUp()
        self.write("presets/support.yaml", BODY)
        self.tarball = os.environ.get("MRCTL_TARBALL") or f"{packed().name}/mrctl.tar.xz"
        self.sum = hashlib.sha256(Path(self.tarball).read_bytes()).hexdigest()


class TheAction(InstallTest):
    def run_steps(self, names, sha256):
        steps = blocks((ROOT / "packaging/ci/install/action.yml").read_text("utf-8"), "run")
        files = {name: str(self.folder / name) for name in ("GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        inputs = {"FROM": self.tarball, "SHA256": sha256, "PRESETS": "presets", "RUNNER_TEMP": str(self.folder / "temp")}
        script = "set -e\n" + "\n".join(
            f'[ ! -f "$GITHUB_PATH" ] || PATH=$(cat "$GITHUB_PATH"):$PATH\n{steps[name]}' for name in names
        )
        return self.shell(script + "\ncommand -v mrctl\n", env=files | inputs)

    def test_installs_and_runs_every_step(self):
        done = self.run_steps(("Install", "Lint", "Plan", "Apply"), self.sum + "  mrctl.tar.xz")
        self.assert_exit(0, done)
        self.assertIn(str(self.folder / "temp/mrctl/bin/mrctl"), done.out)
        self.assertIn("1 created", done.out)

    def test_runs_nothing_when_the_checksum_is_another(self):
        done = self.run_steps(("Install", "Lint"), "0" * 64)
        self.assert_exit(1, done)
        self.assertFalse((self.folder / "temp/mrctl/bin").exists())


class TheTemplate(InstallTest):
    def run_job(self, job, sha256):
        text = (ROOT / "packaging/ci/install.gitlab-ci.yml").read_text("utf-8")
        lines = ["set -e", *lines_below(text, r"\.mrctl"), *lines_below(text, job), "command -v mrctl"]
        settings = {
            "CI_PROJECT_DIR": str(self.folder),
            "MRCTL_FROM": self.tarball,
            "MRCTL_SHA256": sha256,
            "MRCTL_PRESETS": "presets",
        }
        return self.shell("\n".join(lines), env=settings)

    def test_installs_and_runs_every_job(self):
        for job in ("lint", "plan", "apply"):
            done = self.run_job(job, self.sum)
            self.assert_exit(0, done)
            self.assertIn(".mrctl-program/bin/mrctl", done.out)

    def test_runs_nothing_when_the_checksum_is_another(self):
        self.assert_exit(1, self.run_job("lint", "0" * 64))
        self.assertFalse((self.folder / "lint.xml").exists())


if __name__ == "__main__":
    unittest.main()
