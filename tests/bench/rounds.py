"""Runs commands side by side: each round runs every command once, in random order.

A ratio is taken within its round, and the median of the rounds is shown. Bare figures move with the
machine; ratios move little.
"""

import contextlib
import os
import random
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("MRCTL_BIN", str(ROOT / "build/release/mrctl"))
sys.path.insert(0, str(ROOT / "tests"))

from drive.program import binary  # noqa: E402


@dataclass
class Run:
    """What one run of a command took. The memory is that of its largest process, at its peak."""

    seconds: float
    peak_bytes: int


def run(command, env):
    """Runs a command to its end; fails where it fails."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Run(seconds, usage.ru_maxrss * 1024)


def rounds_of(commands, env, count):
    """Returns the runs of each command, a list with one for each round."""
    for command in commands.values():
        run(command, env)  # warm
    runs = {name: [] for name in commands}
    for _ in range(count):
        for name in random.sample(list(commands), len(commands)):
            runs[name].append(run(commands[name], env))
    return runs


def ratio_of(runs, name, other):
    """Returns how many times longer a command took than the other one: the median of the rounds."""
    return statistics.median(one.seconds / base.seconds for one, base in zip(runs[name], runs[other]))


def spread_of(runs, name, other):
    """Returns between which ratios the middle half of the rounds lies."""
    ratios = [one.seconds / base.seconds for one, base in zip(runs[name], runs[other])]
    if len(ratios) < 2:
        return ratios[0], ratios[0]
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return low, high


def private_bytes(pid):
    """Returns the memory that a process shares with nobody (Pss_Anon); 0 if it has ended."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
        for line in rollup:
            if line.startswith("Pss_Anon:"):
                return int(line.split()[1]) * 1024
    return 0


def most_private_bytes(command, env, every_s=0.002):
    """Runs a command to its end. Returns the largest private memory that was seen."""
    process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        most = max(most, private_bytes(process.pid))
        time.sleep(every_s)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return most


def peak_of(runs, name):
    return max(each.peak_bytes for each in runs[name])


def print_table(title, runs):
    first = next(iter(runs))
    print(f"\n{title}")
    print(f"{'':28}  {'median':>11}  {'of ' + first:>18}")
    for name, each in runs.items():
        milliseconds = statistics.median(one.seconds for one in each) * 1000
        print(f"{name:28}  {milliseconds:8.2f} ms  {ratio_of(runs, name, first):18.2f}")


def print_program(count):
    print(f"{binary()}: {os.path.getsize(binary()) / 1e6:.2f} MB, {count} rounds")
