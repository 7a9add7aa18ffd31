#!/usr/bin/env python3
"""Checks and sends large bodies, beside jq and curl; run by hand: tests/bench/large_bodies.py [--rounds N]

A JSON body goes to a service that only counts its bytes: `preset create` in less time than
`jq -c . FILE | curl --data-binary @- URL`, its memory in times the file. A YAML body is checked only.
MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from bodies import KINDS, write_json, write_yaml
from rounds import peak_of, print_program, ratio_of, rounds_of
from sink import Sink

from drive.program import binary, clean_environment


def json_commands(file, url):
    target = f"{url}/presets/large/chat/completions"
    header = "--header 'Content-Type: application/json'"
    return {
        "jq | curl": ["sh", "-c", f"jq -c . {file} | curl --silent --fail {header} --data-binary @- {target}"],
        "curl, unchecked": ["sh", "-c", f"exec curl --silent --fail {header} --data-binary @{file} {target}"],
        "jq empty": ["jq", "empty", str(file)],
        "mrctl preset create": [binary(), "preset", "create", "large", "--body", str(file), "--quiet"],
        "mrctl preset lint": [binary(), "preset", "lint", str(file), "--quiet"],
    }


def print_bodies(title, runs, size):
    first = next(iter(runs))
    print(f"\n{title}, {size / 1e6:.1f} MB")
    print(f"{'':28}  {'median':>9}  {'of ' + first:>22}  {'memory':>9}  {'of the file':>11}")
    for name, each in runs.items():
        seconds = statistics.median(one.seconds for one in each)
        ratio = ratio_of(runs, name, first)
        peak = peak_of(runs, name)
        print(f"{name:28}  {seconds:7.2f} s  {ratio:22.2f}  {peak / 1e6:6.0f} MB  {peak / size:11.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--kinds", nargs="*", default=[*KINDS, "yaml"], choices=[*KINDS, "yaml"])
    asked = parser.parse_args()
    print_program(asked.rounds)
    sink = Sink()
    try:
        with tempfile.TemporaryDirectory() as folder:
            env = clean_environment(folder, MRCTL_BASE_URL=sink.base_url, MRCTL_API_KEY="sk-test-bench")
            for kind in asked.kinds:
                file = Path(folder) / f"{kind}.{'yaml' if kind == 'yaml' else 'json'}"
                if kind == "yaml":
                    write_yaml(file, asked.megabytes * 10**6)
                    commands = {"mrctl preset lint": [binary(), "preset", "lint", str(file)]}
                else:
                    write_json(file, kind, asked.megabytes * 10**6)
                    commands = json_commands(file, sink.base_url)
                print_bodies(kind, rounds_of(commands, env, asked.rounds), file.stat().st_size)
                file.unlink()
    finally:
        sink.close()


if __name__ == "__main__":
    main()
