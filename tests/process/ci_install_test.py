"""The action that installs mrctl in CI: it installs what the checksum names, and does nothing else.

MRCTL_TARBALL names a tarball that packaging/build-packages made; without it, the program under test is packed."""

import functools
import hashlib
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml
from drive.program import binary
from drive.service import ServiceTest
from house.sources import ROOT

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


class TheAction(ServiceTest):
    def setUp(self):
        super().setUp()
        self.tarball = os.environ.get("MRCTL_TARBALL") or f"{packed().name}/mrctl.tar.xz"
        self.sum = hashlib.sha256(Path(self.tarball).read_bytes()).hexdigest()

    def install(self, sha256):
        action = yaml.load((ROOT / "packaging/ci/.github/actions/mrctl/action.yml").read_text("utf-8"), yaml.BaseLoader)
        (step,) = action["runs"]["steps"]
        inputs = {"FROM": self.tarball, "SHA256": sha256, "RUNNER_TEMP": str(self.folder / "temp")}
        self.assertEqual(step["env"], {name: f"${{{{ inputs.{name.lower()} }}}}" for name in ("FROM", "SHA256")})
        env = inputs | {"GITHUB_PATH": str(self.folder / "path")}
        return self.shell(step["run"] + '\nPATH=$(cat "$GITHUB_PATH"):$PATH\ncommand -v mrctl\nmrctl version\n', env=env)

    def test_installs_what_the_checksum_names(self):
        done = self.install(self.sum + "  mrctl.tar.xz")
        self.assert_exit(0, done)
        self.assertIn(str(self.folder / "temp/mrctl/bin/mrctl"), done.out)

    def test_installs_nothing_when_the_checksum_is_another(self):
        self.assert_exit(1, self.install("0" * 64))
        self.assertFalse((self.folder / "temp/mrctl/bin").exists())


if __name__ == "__main__":
    unittest.main()
