#!/usr/bin/env python3
"""Times two builds side by side; run by hand: tests/bench/programs.py BEFORE [--rounds N]

BEFORE is the path of the other build's `mrctl`. MRCTL_BIN names this one; without it, the release build is measured.
The ratios are of BEFORE, and "again" is BEFORE against itself. Both programs talk to the same emulator. Memory is the
largest private memory (Pss_Anon) that was seen.
"""

import argparse
import json
import statistics
import tempfile
from pathlib import Path

import bodies
from apply import AT_ONCE, write_bodies
from many_endpoints import BESIDE, catalogue
from rounds import ROOT, most_private_bytes, print_program, ratio_of, rounds_of, spread_of

from drive.program import binary, clean_environment
from drive.service import LARGE, Emulator

PRESETS = 1000
LARGE_BODY_BYTES = 50_000_000


def works_of(program, home, state):
    """Returns what is timed, for a shell. The first apply makes the records of the plan; the last one has a new folder
    of records each time."""
    listing = f"{program} endpoints list many/{BESIDE} -q -o"
    presets = f"{program} preset"
    apply = f"{presets} apply {home}/presets -q --yes --jobs {AT_ONCE} --state"
    return {
        "preset apply, unchanged": f"{apply} {state}",
        "version": f"{program} version",
        "listing of 30, JSON": f"{program} endpoints list {LARGE} -q",
        "listing of 30, table": f"{program} endpoints list {LARGE} -q -o table",
        **{f"listing of {BESIDE:,}, {form}": f"{listing} {form}" for form in ("json", "table", "csv")},
        "preset lint of 1,000": f"{presets} lint {home}/presets -q",
        "preset lint of 50 MB": f"{presets} lint {home}/large.json -q",
        "preset explain": f"{presets} explain {home}/presets/preset-000000.json -q",
        "preset plan, unchanged": f"{presets} plan {home}/presets -q --state {state}",
        "preset apply, all new": f"{apply} $(mktemp -d -p {home})",
    }


def print_work(name, before, now, env, rounds):
    commands = {"before": before, "again": before, "now": now}
    commands = {build: ["sh", "-c", f"exec {command}"] for build, command in commands.items()}
    runs = rounds_of(commands, env, rounds)
    cells = []
    for build in ("again", "now"):
        low, high = spread_of(runs, build, "before")
        cells.append(f"{ratio_of(runs, build, 'before'):.2f} ({low:.2f}–{high:.2f})")
    milliseconds = [statistics.median(one.seconds for one in runs[build]) * 1000 for build in ("before", "now")]
    memory = [most_private_bytes(commands[build], env, 0.0005) / 2**20 for build in ("before", "now")]
    cells += [f"{ms:.1f} ms" for ms in milliseconds] + [f"{size:.1f} MiB" for size in memory]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("--rounds", type=int, default=21)
    asked = parser.parse_args()
    print_program(asked.rounds)
    with tempfile.TemporaryDirectory() as home:
        seed = Path(home) / "catalogue.json"
        models = json.loads((ROOT / "src/emulator/catalogue.json").read_text(encoding="utf-8"))["models"]
        models |= catalogue((BESIDE,))["models"]
        seed.write_text(json.dumps({"models": models}), encoding="utf-8")
        write_bodies(Path(home) / "presets", PRESETS)
        bodies.write_json(Path(home) / "large.json", "conversation", LARGE_BODY_BYTES)
        emulator = Emulator("--catalogue", str(seed))
        try:
            env = clean_environment(home, **emulator.settings)
            before = works_of(str(Path(asked.before).resolve()), home, f"{home}/before")
            now = works_of(binary(), home, f"{home}/now")
            print("\n| Work | again | now | before | now | memory before | now |\n|---|---|---|---|---|---|---|")
            for name, command in before.items():
                print_work(name, command, now[name], env, asked.rounds)
        finally:
            emulator.close()


if __name__ == "__main__":
    main()
