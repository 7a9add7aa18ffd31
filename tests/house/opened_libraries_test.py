"""The libraries that mrctl opens: the sources, the notes in the program and packaging/opened say the same."""

import json
import re
import struct
import subprocess
import tempfile
import unittest

from drive.program import binary, is_static
from house.sources import ROOT

OWNER = b"FDO\0"
DLOPEN = 0x407C0C0A


def table():
    """Returns {soname: priority} of packaging/opened."""
    lines = (ROOT / "packaging/opened").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {soname: priority for soname, priority, _, _ in rows}


def aligned(size):
    return (size + 3) // 4 * 4


def parse_notes(data):
    """Returns (owner, type, description) of each note of a section."""
    notes, at = [], 0
    while at < len(data):
        name_size, size, kind = struct.unpack_from("<III", data, at)
        name = data[at + 12 : at + 12 + name_size]
        at += 12 + aligned(name_size)
        notes.append((name, kind, data[at : at + size]))
        at += aligned(size)
    return notes


def notes_of(program):
    """Returns the notes on opened libraries that a program carries."""
    with tempfile.NamedTemporaryFile() as section:
        dump = ["objcopy", "--dump-section", f".note.dlopen={section.name}", program, "/dev/null"]
        done = subprocess.run(dump, capture_output=True, text=True, check=False)
        if "can't dump section" in done.stderr:
            return []
        return parse_notes(section.read())


class TheOpenedLibraries(unittest.TestCase):
    def test_are_those_that_the_sources_name(self):
        sources = (path.read_text("utf-8") for path in (ROOT / "src").rglob("*.[ch]pp"))
        named = {name for text in sources for name in re.findall(r'"(lib\w+\.so\.\d+)"', text)}
        self.assertEqual(named, set(table()))

    def test_are_those_of_the_notes_in_the_program(self):
        noted = {}
        for owner, kind, text in notes_of(binary()):
            self.assertEqual((owner, kind), (OWNER, DLOPEN))
            for row in json.loads(text.rstrip(b"\0")):
                noted |= {soname: row["priority"] for soname in row["soname"]}
        self.assertEqual(noted, {} if is_static() else table())


if __name__ == "__main__":
    unittest.main()
