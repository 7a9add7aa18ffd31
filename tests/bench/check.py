#!/usr/bin/env python3
"""`preset check` of 1,000 presets on 20 models of the emulator with 10 gates, beside `preset plan` of them and `endpoints
list` of these models.

    tests/bench/check.py [--rounds N] [--before PROGRAM]

With --before, another build's `mrctl` checks the same presets side by side: its time, and the private memory of both when
they begin to write their result. The result and the number of requests are checked before anything is timed."""

import argparse
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

from beside import private_kilobytes
from explain import COUNTS, MANY_PRESETS, MODELS, write_service
from rounds import peak_of, print_program, print_table, ratio_of, rounds_of, spread_of

from drive.program import binary, clean_environment
from drive.service import Emulator

GATES = 10


def write_project(folder):
    """Writes gates of different sizes of a request, globs and conditions, all of which are met; returns the file's path."""
    gates = []
    for number in range(GATES):
        lines = [f'id = "gate-{number}"', f'presets = ["preset-*{number}"]', "at_least = 1", 'where = ["context>=1k"]']
        if number % 2 == 0:
            lines += ['max_cost = "100"', f"prompt_tokens = {1000 + number}", "completion_tokens = 100"]
        gates.append("[[gates]]\n" + "\n".join(lines) + "\n")
    project = folder / "mrctl.toml"
    project.write_text("\n".join(gates))
    return project


def check_result(command, env, emulator):
    printed = subprocess.run([*command, "-o", "json"], env=env, stdout=subprocess.PIPE, check=True).stdout
    result = json.loads(printed)
    assert len(result["presets"]) == MANY_PRESETS and all(preset["reach"] for preset in result["presets"])
    assert [gate["met"] for gate in result["gates"]] == [True] * GATES
    requests = emulator.log().count("GET ")
    assert requests == len(MODELS), requests


def print_beside_before(before, check, env, rounds):
    """"again" is the other build against itself: a difference smaller than that line's is no result."""
    commands = {"before": before, "again": before, "now": check}
    runs = rounds_of(commands, env, rounds)
    for name in ("again", "now"):
        low, high = spread_of(runs, name, "before")
        print(f"preset check, {name}: {ratio_of(runs, name, 'before'):.2f} ({low:.2f}–{high:.2f}) of before")
    then, now = private_kilobytes(before, env), private_kilobytes(check, env)
    print(f"private memory: {now:,} kB, before {then:,} kB, {now / then:.2f} of before")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--before", metavar="PROGRAM")
    asked = parser.parse_args()
    rounds = asked.rounds
    print_program(rounds)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        catalogue, presets = write_service(folder)
        emulator = Emulator("--catalogue", str(catalogue), "--log")
        try:
            env = clean_environment(folder, **emulator.settings, MRCTL_PROJECT=str(write_project(folder)))
            check = [binary(), "preset", "check", str(presets), *COUNTS, "--quiet"]
            check_result(check, env, emulator)
            commands = {
                "endpoints list": [binary(), "endpoints", "list", *MODELS],
                "preset plan": [binary(), "preset", "plan", str(presets), "-o", "json"],
                "preset check": [*check, "-o", "json"],
            }
            if asked.before:
                before = [str(Path(asked.before).resolve()), *commands["preset check"][1:]]
                print_beside_before(before, commands["preset check"], env, rounds)
                return
            runs = rounds_of(commands, env, rounds)
        finally:
            emulator.close()
    print_table(f"{MANY_PRESETS} presets on {len(MODELS)} models, {GATES} gates", runs)
    ratios = [check.seconds / (2 * plan.seconds + listings.seconds)
              for check, plan, listings in zip(runs["preset check"], runs["preset plan"], runs["endpoints list"])]
    print(f"preset check: {statistics.median(ratios):.2f} of two plans and the listings")
    print(f"peak memory: {peak_of(runs, 'preset check') / 1e6:.1f} MB, plan {peak_of(runs, 'preset plan') / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
