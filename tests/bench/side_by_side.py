#!/usr/bin/env python3
"""Times mrctl beside curl and jq on loopback; run by hand: tests/bench/side_by_side.py [--rounds N]

The line "again" is the first command against itself: a difference smaller than that line's is no result.
MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import tempfile
from pathlib import Path

from rounds import print_program, print_table, rounds_of

from drive.program import binary, clean_environment
from drive.service import LARGE, Emulator


def start_up_commands(body):
    return {
        "curl --version": ["curl", "--version"],
        "again: curl --version": ["curl", "--version"],
        "mrctl --version": [binary(), "--version"],
        "mrctl --help": [binary(), "--help"],
        "mrctl preset create --help": [binary(), "preset", "create", "--help"],
        "mrctl completion bash": [binary(), "completion", "bash"],
        "mrctl preset lint FILE": [binary(), "preset", "lint", body],
        "jq --version": ["jq", "--version"],
    }


def listing_commands(emulator):
    header = f"Authorization: Bearer {emulator.key}"
    url = f"{emulator.base_url}/models/{LARGE}/endpoints"
    curl = f"curl --silent --fail --header '{header}' {url}"
    return {
        "curl": ["sh", "-c", f"exec {curl}"],
        "again: curl": ["sh", "-c", f"exec {curl}"],
        "curl | jq .data": ["sh", "-c", f"{curl} | jq --compact-output .data"],
        "mrctl (json)": ["sh", "-c", f"exec {binary()} endpoints list {LARGE}"],
        "mrctl (table)": ["sh", "-c", f"exec {binary()} endpoints list {LARGE} --output table"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    count = parser.parse_args().rounds
    print_program(count)
    emulator = Emulator()
    try:
        with tempfile.TemporaryDirectory() as home:
            env = clean_environment(home, **emulator.settings)
            body = Path(home, "body.json")
            body.write_text('{"model": "acme/large", "messages": [{"role": "user", "content": "Hi"}]}')
            print_table("Start-up", rounds_of(start_up_commands(str(body)), env, count))
            print_table(f"One listing ({LARGE}) over loopback", rounds_of(listing_commands(emulator), env, count))
    finally:
        emulator.close()


if __name__ == "__main__":
    main()
