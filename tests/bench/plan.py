"""Times `mrctl preset plan` on 1,000 presets that are unchanged, beside `curl --version` as a start-up.

    MRCTL_BIN=build/release/mrctl python3 -B tests/bench/plan.py

It checks first that the plan says `unchanged` for each of them."""

import hashlib
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

PRESETS = 1000
ROUNDS = 15
SERVICE = "http://127.0.0.1:9/api/v1"


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(value):
    return "h1:" + hashlib.sha256(canonical(value).encode()).hexdigest()


def body_of(number):
    content = f"You answer question {number}. " + "Be brief and kind. " * 60
    return {"model": "acme/large", "temperature": 0.2, "messages": [{"role": "system", "content": content}]}


def write_presets(folder):
    target = folder / ".mrctl/127.0.0.1_9"
    target.mkdir(parents=True)
    for number in range(PRESETS):
        slug, body = f"preset-{number}", body_of(number)
        record = {
            "format": 1,
            "service": SERVICE,
            "slug": slug,
            "workspace_id": "ws-1",
            "preset_id": f"p-{number}",
            "version": 1,
            "version_id": f"v-{number}",
            "applied": hash_of(body),
            "stored": hash_of({"config": body, "system_prompt": None}),
            "body": json.loads(canonical(body)),
        }
        (folder / f"{slug}.json").write_text(json.dumps(body, indent=2))
        (target / f"{slug}.json").write_text(json.dumps(record, indent=2) + "\n")


def timed(command, env):
    begin = time.perf_counter()
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return time.perf_counter() - begin, done.stdout


def main():
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "MRCTL_BASE_URL": SERVICE}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_presets(folder)
        command = [os.environ["MRCTL_BIN"], "preset", "plan", scratch, "-o", "json", "--fail-changed"]
        if json.loads(timed(command, env)[1])["unchanged"] != PRESETS:
            raise SystemExit("the plan is wrong")
        plans, starts = [], []
        for _ in range(ROUNDS):
            plans.append(timed(command, env)[0])
            starts.append(timed(["curl", "--version"], env)[0])
    for name, times in (("mrctl preset plan", plans), ("curl --version", starts)):
        spread = (max(times) - min(times)) * 1000
        print(f"{name:20} median {statistics.median(times) * 1000:7.1f} ms   spread {spread:6.1f} ms")


if __name__ == "__main__":
    main()
