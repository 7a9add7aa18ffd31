"""packaging/image: an OCI archive that follows from the files it is made of."""

import io
import json
import os
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

from house.sources import ROOT

FACTS = {"version": "1.2.3", "commit": "0123456789ab"}


def make_certificate(path):
    path.parent.mkdir(parents=True)
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=root"]
    subprocess.run([*command, "-keyout", "/dev/null", "-out", path], check=True, capture_output=True)


def prepare(folder, architecture):
    """Writes what packaging/build-packages prepares for an image of one architecture."""
    make_certificate(folder / "image/usr/share/ca-certificates/mozilla/root.crt")
    files = {
        "static.json": json.dumps(FACTS | {"architecture": architecture}),
        "image.commands": "bin/busybox\nbin/sh\nusr/bin/env\n",
        "image/bin/busybox": "shell",
        "image/usr/share/doc/busybox-static/copyright": "notice",
        "image/usr/lib/git-core/git": "git",
        "image/usr/lib/git-core/git-remote-http": "git",
        "image/usr/lib/git-core/git-remote-https": "git",
        "image/lib/any-linux-gnu/libz.so.1.2": "library",
        "tarball/mrctl-1.2.3/bin/mrctl": "program",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "tarball/mrctl-1.2.3/bin/mrctl").chmod(0o700)


class Archive:
    def __init__(self, path):
        with tarfile.open(path) as archive:
            self.files = {row.name: archive.extractfile(row).read() for row in archive if row.isfile()}

    def blob(self, descriptor):
        return self.files["blobs/" + descriptor["digest"].replace(":", "/")]

    def json(self, descriptor):
        return json.loads(self.blob(descriptor))

    def manifests(self):
        """Returns {architecture: manifest}."""
        (named,) = json.loads(self.files["index.json"])["manifests"]
        return {row["platform"]["architecture"]: self.json(row) for row in self.json(named)["manifests"]}

    def members(self, manifest):
        """Returns {path: member} over all layers."""
        found = {}
        for layer in manifest["layers"]:
            with tarfile.open(fileobj=io.BytesIO(self.blob(layer))) as archive:
                found |= {row.name: row for row in archive}
        return found


class TheImage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name)
        for architecture in ("amd64", "arm64"):
            prepare(cls.folder / architecture, architecture)
        cls.path = cls.make("first")
        cls.archive = Archive(cls.path)

    @classmethod
    def make(cls, name):
        path = cls.folder / name
        command = [ROOT / "packaging/image", path, cls.folder, "amd64", "arm64"]
        subprocess.run(command, env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}, check=True)
        return path

    def test_is_the_same_bytes_from_the_same_files(self):
        for path in self.folder.rglob("busybox"):
            os.utime(path, (0, 0))
        self.assertEqual(self.path.read_bytes(), self.make("second").read_bytes())

    def test_has_one_index_over_the_architectures(self):
        self.assertEqual(set(self.archive.manifests()), {"amd64", "arm64"})

    def test_has_no_entry_point_and_a_user_that_is_not_root(self):
        for architecture, manifest in self.archive.manifests().items():
            configuration = self.archive.json(manifest["config"])
            self.assertEqual(configuration["architecture"], architecture)
            self.assertNotIn("Entrypoint", configuration["config"])
            self.assertEqual(configuration["config"]["User"], "1000:1000")
            self.assertEqual(configuration["config"]["Labels"]["org.opencontainers.image.version"], "1.2.3")

    def test_holds_programs_shell_roots_and_a_home(self):
        members = self.archive.members(self.archive.manifests()["arm64"])
        modes = {path: members[path].mode for path in ("usr/local/bin/mrctl", "bin/busybox", "tmp")}
        self.assertEqual(modes, {"usr/local/bin/mrctl": 0o755, "bin/busybox": 0o755, "tmp": 0o1777})
        self.assertEqual(members["usr/bin/git"].linkname, "../lib/git-core/git")
        self.assertIn("lib/any-linux-gnu/libz.so.1.2", members)
        self.assertEqual(members["bin/sh"].linkname, "/bin/busybox")
        self.assertEqual(members["home/mrctl"].uid, 1000)
        self.assertEqual({row.uid for path, row in members.items() if path != "home/mrctl"}, {0})
        self.assertRegex("\n".join(members), r"(?m)^etc/ssl/certs/[0-9a-f]{8}\.0$")
        self.assertLess({"etc/ssl/certs/ca-certificates.crt", "usr/share/doc/busybox-static/copyright"}, set(members))


if __name__ == "__main__":
    unittest.main()
