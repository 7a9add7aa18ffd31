#!/usr/bin/env python3
"""Writes cmake/first_functions.ld: which functions a release links side by side; run by hand, it needs valgrind.

The functions are those that the operations call, as callgrind sees them, one operation after the other. A list that is
out of date costs memory and nothing else (docs/decisions/0011). It is made of a program linked without one:

    cmake --preset release -B build/unordered -DMRCTL_FIRST_FUNCTIONS= && cmake --build build/unordered
    MRCTL_BIN=$PWD/build/unordered/mrctl tests/bench/first_functions.py
"""

import bisect
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rounds import ROOT

from drive.program import binary, clean_environment
from drive.service import CREDENTIAL, LARGE, Emulator

FEWEST = 300

SCRIPT = ROOT / "cmake/first_functions.ld"
HEAD = """/* Written by tests/bench/first_functions.py; docs/decisions/0011 says why. */
SECTIONS
{
  .text.first :
  {
"""
TAIL = """  }
}
INSERT BEFORE .text;
"""

# What the optimiser adds to the name of a function that it has changed.
CHANGED = re.compile(r"\.(lto_priv|constprop|isra|part|cold)\b.*")


def operations(base_url, body):
    listing = ["endpoints", "list", LARGE]
    return [
        [*listing, "--base-url", base_url],
        [*listing, "--output", "table"],
        ["preset", "create", "support", "--body", body],
        ["byok", "get", CREDENTIAL],
    ]


def addresses_in(profile):
    """Returns the addresses of the program's instructions that a profile names; each is written as what it adds."""
    objects = {}
    found = set()
    is_ours = False
    address = 0
    for line in profile.splitlines():
        if match := re.fullmatch(r"(c?ob)=(\(\d+\))(?: (.*))?", line):
            kind, number, name = match.groups()
            objects.setdefault(number, name)
            if kind == "ob":
                is_ours = objects[number] == str(Path(binary()).resolve())
        elif match := re.match(r"(0x[0-9a-f]+|[+-]\d+|\*) ", line):
            step = match.group(1)
            if step != "*":
                address = int(step, 16) if step.startswith("0x") else address + int(step)
            if is_ours:
                found.add(address)
    return found


def functions_at(addresses):
    listing = subprocess.run(["nm", "--numeric-sort", "--defined-only", binary()], check=True, capture_output=True, text=True)
    symbols = [line.split(" ", 2) for line in listing.stdout.splitlines()]
    begins = [int(begin, 16) for begin, _, _ in symbols]
    return {symbols[bisect.bisect_right(begins, address) - 1][2] for address in addresses}


def called_by(arguments, env, folder):
    profile = folder / "profile"
    callgrind = ["valgrind", "--quiet", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={profile}"]
    subprocess.run([*callgrind, binary(), *arguments], env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return functions_at(addresses_in(profile.read_text()))


def is_in_text(name):
    """Tells what has a section of its own there: what runs at the start is kept together as it is."""
    return re.fullmatch(r"_Z\w+", name) is not None


def main():
    names = {}  # in order: those of the first operation first
    emulator = Emulator()
    try:
        with tempfile.TemporaryDirectory() as home:
            folder = Path(home)
            body = folder / "body.json"
            body.write_text('{"model": "acme/large", "temperature": 0.5}')
            env = clean_environment(home, **emulator.settings)
            for arguments in operations(emulator.base_url, str(body)):
                called = (CHANGED.sub("", name) for name in called_by(arguments, env, folder))
                names |= dict.fromkeys(sorted(name for name in called if is_in_text(name)))
    finally:
        emulator.close()
    if len(names) < FEWEST:
        sys.exit(f"only {len(names)} functions were seen: was {binary()} linked with the list?")
    SCRIPT.write_text(HEAD + "".join(f"    *(.text.{name} .text.{name}.*)\n" for name in names) + TAIL)
    print(f"{SCRIPT.relative_to(ROOT)}: {len(names)} functions")


if __name__ == "__main__":
    main()
