#!/usr/bin/env python3
"""Times presets as code beside curl, and measures its memory; run by hand: tests/bench/apply.py

1,000 new presets: `preset apply`, with its records on the disk, in memory (/dev/shm) and on a branch of a bare
repository on the disk, beside
`curl --parallel --parallel-max 32` with the same bodies at the same emulator; and `preset plan` of 1,000
presets that are unchanged. Every round sends new slugs, and checks that the service stored them. Then
100,000 presets, with the largest private memory (Pss_Anon) that was seen of plan and of apply.
MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from rounds import most_private_bytes, print_program, ratio_of, run, spread_of

from drive.program import binary, clean_environment
from drive.service import Emulator

AT_ONCE = 32
MEMORY_FILE_SYSTEM = "/dev/shm"
MOST_PRIVATE_MIB = 48
SAMPLE_S = 0.02

# What the table shows, with the largest part of curl's time that each may take.
CURL = "curl --parallel"
FOLDER, BRANCH = "apply", "apply, state on a branch"
GOALS = {FOLDER: 1.2, "apply, state in memory": 0.7, BRANCH: 1.8, "plan, unchanged": 0.1}
MOST_OF_FOLDER = 1.5


def body_of(number):
    content = f"You answer questions about part {number}. " + "Be brief and kind. " * 40
    return {"model": "acme/large", "temperature": 0.2, "messages": [{"role": "system", "content": content}]}


def write_bodies(folder, count):
    folder.mkdir()
    for number in range(count):
        (folder / f"preset-{number:06}.json").write_text(json.dumps(body_of(number), separators=(",", ":")))


class Bench:
    """An emulator, a folder of bodies, and the commands that send them."""

    def __init__(self, emulator, scratch, count):
        self.emulator, self.scratch, self.count = emulator, scratch, count
        self.bodies = scratch / "presets"
        self.env = clean_environment(str(scratch)) | emulator.settings
        self.env.pop("MRCTL_STATE", None)
        write_bodies(self.bodies, count)
        for words in (("init", "-q", "--bare", "origin.git"), ("init", "-q"), ("remote", "add", "origin", "origin.git")):
            subprocess.run(["git", *words], cwd=scratch, env=self.env, check=True)

    def mrctl(self, verb, state, *flags, place="--state"):
        command = [binary(), "preset", verb, str(self.bodies), place, str(state), "-q"]
        return [*command, *(["--yes", "--jobs", str(AT_ONCE)] if verb == "apply" else []), *flags]

    def curl(self, prefix):
        config = self.scratch / f"{prefix}.curl"
        parts = []
        for body in sorted(self.bodies.iterdir()):
            url = f"{self.emulator.base_url}/presets/{prefix}{body.stem}/chat/completions"
            lines = [f'url = "{url}"', f'data-binary = "@{body}"', 'output = "/dev/null"', "fail", "silent"]
            lines += [f'header = "Authorization: Bearer {self.emulator.key}"']
            parts.append("\n".join([*lines, 'header = "Content-Type: application/json"']))
        config.write_text("\nnext\n".join(parts) + "\n")
        return ["curl", "--no-progress-meter", "--parallel", "--parallel-max", str(AT_ONCE), "-K", str(config)]

    def check(self, prefix):
        """Fails unless the service has each preset once: the next version of the last one is its second."""
        last = max(self.bodies.iterdir())
        command = [binary(), "preset", "create", prefix + last.stem, "--body", str(last), "-o", "json", "-q"]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=True)
        version = json.loads(done.stdout)["designated_version"]["version"]
        if version != 2:
            raise SystemExit(f"{prefix}: version {version}, not 2")


def check_plan(command, env, action, count):
    done = subprocess.run([*command, "-o", "json"], env=env, capture_output=True, text=True, check=True)
    if json.loads(done.stdout)[action] != count:
        raise SystemExit(f"the plan is wrong: {done.stdout[:200]}")


def compare(bench, rounds):
    runs = {name: [] for name in (CURL, *GOALS)}
    for number in range(rounds + 1):
        disk, memory = bench.scratch / f"state-{number}", Path(MEMORY_FILE_SYSTEM) / f"{bench.scratch.name}-{number}"
        senders = {
            CURL: (f"c{number}-", lambda prefix: bench.curl(prefix)),
            FOLDER: (f"d{number}-", lambda prefix: bench.mrctl("apply", disk, "-o", "json", "--slug-prefix", prefix)),
            BRANCH: (f"b{number}-", lambda prefix: bench.mrctl("apply", f"b{number}", "-o", "json", "--slug-prefix", prefix, place="--state-branch")),
            "apply, state in memory": (f"m{number}-", lambda prefix: bench.mrctl("apply", memory, "-o", "json", "--slug-prefix", prefix)),
        }
        for name in random.sample(list(senders), len(senders)):
            prefix, make = senders[name]
            runs[name].append(run(make(prefix), bench.env))
            bench.check(prefix)
        plan = bench.mrctl("plan", disk, "--slug-prefix", f"d{number}-")
        check_plan(plan, bench.env, "unchanged", bench.count)
        runs["plan, unchanged"].append(run([*plan, "-o", "json"], bench.env))
        shutil.rmtree(memory)
    for each in runs.values():
        del each[0]  # warm
    print(f"\n{bench.count} presets\n{'':24}  {'median':>9}  {'of ' + CURL:>22}  {'asked':>5}")
    for name, each in runs.items():
        milliseconds = statistics.median(one.seconds for one in each) * 1000
        low, high = spread_of(runs, name, CURL)
        ratio = f"{ratio_of(runs, name, CURL):.2f} ({low:.2f}–{high:.2f})"
        print(f"{name:24}  {milliseconds:6.1f} ms  {ratio:>22}  {GOALS.get(name, ''):>5}")
    low, high = spread_of(runs, BRANCH, FOLDER)
    print(f"a branch is {ratio_of(runs, BRANCH, FOLDER):.2f} ({low:.2f}–{high:.2f}) of a folder; at most {MOST_OF_FOLDER} was asked")


def measure(bench):
    print(f"\n{bench.count} presets, private memory of at most {MOST_PRIVATE_MIB} MiB")
    state = bench.scratch / "state"
    for name, verb, flags in (
        ("plan, all new", "plan", ()),
        ("apply, all new", "apply", ()),
        ("plan, unchanged", "plan", ()),
        ("apply, unchanged", "apply", ()),
        ("plan, all changed", "plan", ("--set", "temperature=0.3")),
        ("apply, all changed", "apply", ("--set", "temperature=0.3")),
    ):
        for form in ("json", "jsonl", "table"):
            if verb == "apply" and form != "json" and "unchanged" not in name:
                continue
            begin = time.perf_counter()
            most = most_private_bytes(bench.mrctl(verb, state, "-o", form, *flags), bench.env, SAMPLE_S) / 2**20
            seconds = time.perf_counter() - begin
            verdict = "met" if most <= MOST_PRIVATE_MIB else "MISSED"
            print(f"{name:20} {form:6} {most:6.1f} MiB in {seconds:5.1f} s: {verdict}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--presets", type=int, default=1000)
    parser.add_argument("--many", type=int, default=100_000, help="presets for the memory; 0 leaves it out")
    parser.add_argument("--where", default=None, help="folder for the presets and for the state on the disk")
    asked = parser.parse_args()
    print_program(asked.rounds)
    if asked.rounds:
        with tempfile.TemporaryDirectory(dir=asked.where) as scratch, contextlib.closing(Emulator()) as emulator:
            compare(Bench(emulator, Path(scratch), asked.presets), asked.rounds)
    if asked.many:
        where = tempfile.TemporaryDirectory(dir=MEMORY_FILE_SYSTEM)
        with where as scratch, contextlib.closing(Emulator()) as emulator:
            measure(Bench(emulator, Path(scratch), asked.many))


if __name__ == "__main__":
    main()
