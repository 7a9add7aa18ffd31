#!/usr/bin/env python3
"""Times mrctl beside curl and jq on loopback; run by hand: tests/bench/side_by_side.py [--rounds N]

Every round runs every command once, in random order; a ratio is taken within its round, and the median
of the rounds is shown. The line "again" is the first command against itself: a difference smaller than
that line's is no result. MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("MRCTL_BIN", str(ROOT / "build/release/mrctl"))
sys.path.insert(0, str(ROOT / "tests"))

from drive.program import binary, clean_environment  # noqa: E402
from drive.service import LARGE, Emulator  # noqa: E402


def start_up_commands():
    return {
        "curl --version": ["curl", "--version"],
        "again: curl --version": ["curl", "--version"],
        "mrctl --version": [binary(), "--version"],
        "mrctl --help": [binary(), "--help"],
        "mrctl preset create --help": [binary(), "preset", "create", "--help"],
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


def seconds_of(command, env):
    begin = time.perf_counter()
    subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def rounds_of(commands, env, count):
    """Returns the seconds of each command, a list with one number for each round."""
    for command in commands.values():
        seconds_of(command, env)  # warm
    times = {name: [] for name in commands}
    for _ in range(count):
        for name in random.sample(list(commands), len(commands)):
            times[name].append(seconds_of(commands[name], env))
    return times


def print_table(title, times):
    first = next(iter(times))
    print(f"\n{title}")
    print(f"{'':28}  {'median':>9}  {'of ' + first:>18}")
    for name, seconds in times.items():
        ratio = statistics.median(one / base for one, base in zip(seconds, times[first]))
        print(f"{name:28}  {statistics.median(seconds) * 1000:6.2f} ms  {ratio:18.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    count = parser.parse_args().rounds
    print(f"{binary()}: {os.path.getsize(binary()) / 1e6:.2f} MB, {count} rounds")
    emulator = Emulator()
    try:
        with tempfile.TemporaryDirectory() as home:
            env = clean_environment(home, **emulator.settings)
            print_table("Start-up", rounds_of(start_up_commands(), env, count))
            print_table(f"One listing ({LARGE}) over loopback", rounds_of(listing_commands(emulator), env, count))
    finally:
        emulator.close()


if __name__ == "__main__":
    main()
