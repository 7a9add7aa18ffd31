#!/usr/bin/env python3
"""Counts the files of src and include that a command executes, with callgrind, on a debug build.

    tests/bench/executed_files.py [PROGRAM]        the default is build/dev/mrctl
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BODY = '{"model": "acme/large", "temperature": 0.2, "messages": [{"role": "system", "content": "Be brief."}]}'
COMMANDS = (
    ("version",),
    ("endpoints", "list", "acme/large", "-o", "csv"),
    ("preset", "explain", "presets"),
    ("preset", "apply", "presets", "--yes"),
)


def files_in(profile):
    """Returns the project's files that cost something; callgrind gives each a number, and some several paths."""
    names, seen = {}, set()
    for kind, number, name in re.findall(r"^(fl|fi|fe|cfi|cfl)=\((\d+)\)(?: (.*))?$", profile, re.MULTILINE):
        if name:
            names[number] = name
        if kind in ("fl", "fi", "fe"):
            seen.add(number)
    paths = (re.search(r"(?:src|include/mrctl)/\w+/\w+\.[ch]pp$", names[number]) for number in seen)
    return {path[0] for path in paths if path}


def count(program, arguments, folder):
    profile = folder / "profile"
    subprocess.run(
        ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={profile}", program, *arguments],
        cwd=folder, stdout=subprocess.DEVNULL, check=True)
    return len(files_in(profile.read_text()))


def main():
    if sys.argv[1:2] == ["--inside"]:
        program = sys.argv[2]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "presets").mkdir()
            (folder / "presets/support.json").write_text(BODY)
            for arguments in COMMANDS:
                print(f"{count(program, arguments, folder):4}  {' '.join(arguments)}")
        return 0
    program = str(pathlib.Path(sys.argv[1] if sys.argv[1:] else ROOT / "build/dev/mrctl").resolve())
    return subprocess.call([program, "emulator", "exec", "--", sys.executable, __file__, "--inside", program])


if __name__ == "__main__":
    sys.exit(main())
