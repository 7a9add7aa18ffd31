#!/usr/bin/env python3
"""Checks 1,000 files in one call, beside jq and a JavaScript validator; run by hand: tests/bench/many_bodies.py

`preset lint` against 1,000 runs of `jq empty`, which looks at the syntax alone, and against one run of ajv
with the schema of tests/contract. npm fetches ajv into a folder that goes when the bench ends; without npm
that line is left out. MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import json
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

from bodies import preset
from rounds import ROOT, print_program, print_table, ratio_of, rounds_of

from drive.program import binary, clean_environment

AJV = "ajv@8"
SCHEMA = ROOT / "tests/contract/request.schema.json"

# Reads and checks every file of a folder, and fails where one of them is wrong.
VALIDATE = """
const fs = require("fs"), path = require("path");
const [schema, folder] = process.argv.slice(2);
const Ajv = require("ajv");
const check = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(fs.readFileSync(schema)));
for (const name of fs.readdirSync(folder))
  if (!check(JSON.parse(fs.readFileSync(path.join(folder, name))))) {
    console.error(name, check.errors);
    process.exitCode = 1;
  }
"""


def write_bodies(folder, count):
    rng = random.Random("presets")
    for number in range(count):
        (folder / f"preset-{number:04}.json").write_text(json.dumps(preset(rng), indent=2), encoding="utf-8")


def install_ajv(folder):
    """Returns the script that checks a folder, or None where there is no npm."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        print("npm or node is missing: ajv is left out")
        return None
    folder.mkdir()
    script = folder / "validate.js"
    script.write_text(VALIDATE, encoding="utf-8")
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder), AJV]
    subprocess.run(install, cwd=folder, check=True, stdin=subprocess.DEVNULL)
    return script


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--files", type=int, default=1000)
    asked = parser.parse_args()
    print_program(asked.rounds)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "presets"
        folder.mkdir()
        write_bodies(folder, asked.files)
        commands = {
            "mrctl preset lint": [binary(), "preset", "lint", str(folder)],
            "again: mrctl preset lint": [binary(), "preset", "lint", str(folder)],
            "jq empty, once a file": ["find", str(folder), "-type", "f", "-exec", "jq", "empty", "{}", ";"],
        }
        if script := install_ajv(Path(scratch) / "ajv"):
            commands["node with ajv, once"] = ["node", str(script), str(SCHEMA), str(folder)]
        size = sum(file.stat().st_size for file in folder.iterdir())
        runs = rounds_of(commands, clean_environment(scratch), asked.rounds)
        print_table(f"{asked.files} files, {size / 1e6:.1f} MB", runs)
        times = ratio_of(runs, "jq empty, once a file", "mrctl preset lint")
        print(f"\nOne call of lint is {times:.0f} times faster than jq for each file.")


if __name__ == "__main__":
    main()
