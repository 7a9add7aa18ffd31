#!/usr/bin/env python3
"""Checks and sends bodies beside curl and jq; run by hand: tests/bench/large_bodies.py [--rounds N]

`preset create` sends bodies of 50 MB, and one of 2 KB, to a service that only counts their bytes, beside
`curl --data-binary`, which checks nothing, and `jq -c . FILE | curl --data-binary @-`. Before anything is
timed, the service must have received exactly the bytes of the file. The memory is private memory
(Pss_Anon), at its largest, in times the file. A YAML body is checked only.
MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import json
import random
import statistics
import subprocess
import tempfile
from pathlib import Path

from bodies import KINDS, preset, write_json, write_yaml
from rounds import most_private_bytes, print_program, ratio_of, rounds_of, spread_of
from sink import Sink

from drive.program import binary, clean_environment


CURL = "curl, unchecked"
JQ = "jq | curl"
CREATE = "mrctl preset create"
LINT = "mrctl preset lint"
PRESET_BYTES = 2000  # of the smallest body


def json_commands(file, url):
    target = f"{url}/presets/large/chat/completions"
    header = "--header 'Content-Type: application/json'"
    return {
        CURL: ["sh", "-c", f"exec curl --silent --fail {header} --data-binary @{file} {target}"],
        JQ: ["sh", "-c", f"jq -c . {file} | curl --silent --fail {header} --data-binary @- {target}"],
        CREATE: [binary(), "preset", "create", "large", "--body", str(file), "--quiet"],
        LINT: [binary(), "preset", "lint", str(file), "--quiet"],
    }


def write_preset(path):
    """Writes a body of some 2 KB, as presets are kept in files."""
    rng = random.Random("preset")
    texts = (json.dumps(preset(rng), ensure_ascii=False, indent=2) for _ in range(1000))
    path.write_text(min(texts, key=lambda text: abs(len(text.encode()) - PRESET_BYTES)), encoding="utf-8")


def check(commands, file, sink, env):
    """Fails unless the file arrives at the service as it is."""
    sink.keeps = True
    subprocess.run(commands[CREATE], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    arrived, sink.keeps, sink.body = sink.body, False, b""
    if arrived != file.read_bytes():
        raise SystemExit(f"{file.name}: {len(arrived)} bytes arrived, and they are not those of the file")


def print_bodies(title, runs, memory, size):
    others = [name for name in (CURL, JQ) if name in runs]
    print(f"\n{title}, {size:,} bytes")
    print(f"{'':20}  {'median':>10}", *(f"{'of ' + name:>24}" for name in others), f"{'private memory':>16}", sep="  ")
    for name, each in runs.items():
        milliseconds = statistics.median(one.seconds for one in each) * 1000
        ratios = []
        for other in others:
            low, high = spread_of(runs, name, other)
            ratios.append(f"{f'{ratio_of(runs, name, other):.2f} ({low:.2f}–{high:.2f})':>24}")
        taken = f"{memory[name] / size:.2f} of it" if name in memory and size > 10**6 else ""
        print(f"{name:20}  {milliseconds:7.1f} ms", *ratios, f"{taken:>16}", sep="  ")


def measure(kind, file, sink, env, rounds):
    if kind == "yaml":
        commands = {LINT: [binary(), "preset", "lint", str(file), "--quiet"]}
    else:
        commands = json_commands(file, sink.base_url)
        check(commands, file, sink, env)
    runs = rounds_of(commands, env, rounds)
    own = {name: command for name, command in commands.items() if command[0] == binary()}
    memory = {name: most_private_bytes(command, env) for name, command in own.items()}
    print_bodies(kind, runs, memory, file.stat().st_size)


def main():
    kinds = [*KINDS, "yaml", "preset"]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--kinds", nargs="*", default=kinds, choices=kinds)
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
                elif kind == "preset":
                    write_preset(file)
                else:
                    write_json(file, kind, asked.megabytes * 10**6)
                measure(kind, file, sink, env, asked.rounds)
                file.unlink()
    finally:
        sink.close()


if __name__ == "__main__":
    main()
