"""`mrctl version --build`: what a bug report needs."""

import json
import re
import unittest
from pathlib import Path

from drive.program import ProgramTest, binary
from house.sources import ROOT

TABLE = ROOT / "packaging/libraries"


def rows():
    """Returns (use, programs, name) of each library of the table."""
    lines = TABLE.read_text("utf-8").splitlines()
    return [tuple(line.split()[:3]) for line in lines if line and not line.startswith(("#", "image "))]


# The machine of an ELF file (e_machine), and Debian's name of the architecture.
MACHINES = {62: "amd64", 183: "arm64"}


class TheBuild(ProgramTest):
    def setUp(self):
        super().setUp()
        self.report = json.loads(self.mrctl("version", "--build", "-o", "json").out)

    def use_of(self, name):
        return {row["name"]: row["use"] for row in self.report["libraries"]}.get(name)

    def test_names_every_library_that_it_uses(self):
        is_static = self.report["linkage"] == "static"
        for use, _, name in rows():
            expected = {"inside": "inside", "static": "inside" if is_static else None}
            expected["opened"] = "inside" if is_static else "opened"
            self.assertEqual(self.use_of(name), expected[use], name)

    def test_tells_the_version_and_the_place_of_what_it_opens(self):
        curl = next(row for row in self.report["libraries"] if row["name"] == "libcurl")
        self.assertRegex(curl["version"], r"^\d+\.\d+\.\d+")
        self.assertTrue(any(part.startswith("OpenSSL/") for part in curl["with"]), curl)
        if curl["use"] == "opened":
            self.assertTrue(Path(curl["path"]).is_file(), curl)

    def test_tells_the_paths_that_it_would_use(self):
        paths = self.report["paths"]
        self.assertEqual(Path(paths["program"]), Path(binary()).resolve())
        self.assertTrue(Path(paths["emulator"]).is_file())
        self.assertEqual(paths["credentials"], re.sub(r"config\.toml$", "credentials.toml", paths["configuration"]))

    def test_tells_the_architecture_of_the_program(self):
        machine = int.from_bytes(Path(binary()).read_bytes()[18:20], "little")
        self.assertEqual(self.report["architecture"], MACHINES[machine])

    def test_follows_the_environment(self):
        environment = {"MRCTL_CONFIG": "/nowhere/mine.toml", "SSL_CERT_FILE": "/nowhere/roots.pem"}
        paths = json.loads(self.mrctl("version", "--build", "-o", "json", env=environment).out)["paths"]
        self.assertEqual(paths["configuration"], "/nowhere/mine.toml")
        self.assertEqual(paths["tls_roots"], "/nowhere/roots.pem")

    def test_is_a_card_for_people(self):
        lines = self.mrctl("version", "--build", "-o", "table").out.splitlines()
        shown = [re.split(" {2,}", line, maxsplit=1) for line in lines if not line.startswith(" ")]
        report = self.report
        self.assertEqual(shown[:5], [["mrctl", report["version"]], ["Commit", report["commit"]],
                                     ["Compiler", report["compiler"]], ["Architecture", report["architecture"]],
                                     ["Linkage", report["linkage"]]])
        used = "Inside" if report["linkage"] == "static" else "Opened"
        self.assertEqual([name for name, text in shown if text.startswith("libcurl ")], [used])


class TheStart(ProgramTest):
    def test_of_a_release_loads_no_library_but_that_of_c(self):
        """Each further library costs a few hundredths of a listing's time (docs/decisions/0011)."""
        loaded = self.mrctl("--version", env={"LD_TRACE_LOADED_OBJECTS": "1"}).out
        if "libstdc++" in loaded:
            self.skipTest("the C++ runtime of this build is shared")
        libraries = set(re.findall(r"\blib\w+(?=\.so)", loaded))
        self.assertEqual(libraries, {"libc"})


if __name__ == "__main__":
    unittest.main()
