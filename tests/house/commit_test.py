"""The commit that a build says it was made of: cmake/write_commit.cmake, in repositories of its own."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from house.sources import ROOT


class TheCommit(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name, "clone")
        self.folder.mkdir()
        self.header = Path(scratch.name, "commit.hpp")

    def git(self, *words):
        settings = {"HOME": str(self.folder), "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
        identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.com")
        done = subprocess.run(
            ["git", *identity, *words], cwd=self.folder, env=settings, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def commit(self, text):
        """Commits a file of this text and returns the commit."""
        (self.folder / "file").write_text(text, "utf-8")
        self.git("init", "-q")
        self.git("add", "file")
        self.git("commit", "-q", "-m", "Change the file")
        return self.git("rev-parse", "HEAD")

    def written(self, commit=""):
        """Returns what the header says of the folder, or of a commit that is known already."""
        facts = {"SOURCE": self.folder, "COMMIT": commit, "OUTPUT": self.header}
        definitions = [word for name, value in facts.items() for word in ("-D", f"{name}={value}")]
        settings = os.environ | {"GIT_CEILING_DIRECTORIES": str(self.folder.parent)}
        subprocess.run(["cmake", *definitions, "-P", ROOT / "cmake/write_commit.cmake"], env=settings, check=True)
        return self.header.read_text("utf-8")

    def test_is_the_last_one(self):
        for text in ("one", "two"):
            commit = self.commit(text)
            self.assertEqual(self.written(), f'#define MRCTL_COMMIT "{commit}"\n')

    def test_has_a_plus_when_files_differ_from_it(self):
        commit = self.commit("one")
        (self.folder / "file").write_text("two", "utf-8")
        self.assertEqual(self.written(), f'#define MRCTL_COMMIT "{commit}+"\n')

    def test_is_unknown_outside_of_git(self):
        self.assertEqual(self.written(), '#define MRCTL_COMMIT ""\n')

    def test_is_the_one_that_the_build_was_told(self):
        self.commit("one")
        self.assertEqual(self.written("abc"), '#define MRCTL_COMMIT "abc"\n')

    def test_leaves_a_header_alone_that_says_so_already(self):
        self.commit("one")
        self.written()
        os.utime(self.header, (0, 0))
        self.written()
        self.assertEqual(self.header.stat().st_mtime, 0)


if __name__ == "__main__":
    unittest.main()
