#!/usr/bin/env python3
"""Times `preset explain` beside jq: 200 presets against a listing of 500 endpoints, and `jq -c .` on that result.

    tests/bench/explain.py [ROUNDS]       MRCTL_BIN names the program, else build/release/mrctl

Both run in turns, side by side. The result is checked before anything is timed."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

PRESETS = 200
ENDPOINTS = 500
ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MRCTL_BIN", str(ROOT / "build/release/mrctl"))


def endpoint(number):
    return {
        "tag": f"provider-{number % 50}/region-{number}",
        "provider_name": f"Provider {number % 50}",
        "context_length": 131072,
        "max_completion_tokens": 8192,
        "quantization": ("fp8", "bf16", None)[number % 3],
        "status": 0,
        "supported_parameters": ["temperature", "top_p", "max_tokens", "tools"],
        "pricing": {"prompt": f"0.00000{number % 9 + 1}", "completion": f"0.0000{number % 9 + 1}"},
    }


def preset(number):
    return {
        "model": "acme/large",
        "temperature": 0.2,
        "seed": number,
        "max_completion_tokens": 4096,
        "provider": {
            "ignore": [f"provider-{number % 50}"],
            "order": [f"provider-{(number + 1) % 50}"],
            "sort": "price",
            "quantizations": ["fp8", "bf16"],
            "max_price": {"completion": "70"},
        },
    }


def prepare(folder):
    presets = folder / "presets"
    presets.mkdir()
    for number in range(PRESETS):
        (presets / f"preset-{number}.json").write_text(json.dumps(preset(number)))
    listing = {"id": "acme/large", "endpoints": [endpoint(number) for number in range(ENDPOINTS)]}
    (folder / "listing.json").write_text(json.dumps(listing))
    counts = ["--prompt-tokens", "2000", "--completion-tokens", "500"]
    return [BINARY, "preset", "explain", str(presets), "--listing", str(folder / "listing.json"), *counts, "-o", "json"]


def timed(command, output):
    with open(output, "wb") as file:
        begin = time.monotonic()
        subprocess.run(command, stdout=file, check=True)
        return time.monotonic() - begin


def check(result):
    groups = [body["groups"][0] for body in json.loads(result.read_text())["presets"]]
    assert len(groups) == PRESETS and all(len(group["endpoints"]) == ENDPOINTS for group in groups)
    assert all(sum(group[name] for name in ("eligible", "excluded", "unknown")) == ENDPOINTS for group in groups)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        explain = prepare(folder)
        result = folder / "result.json"
        timed(explain, result)
        check(result)
        ours, jqs = [], []
        for _ in range(rounds):
            ours.append(timed(explain, result))
            jqs.append(timed(["jq", "-c", ".", str(result)], os.devnull))
        size = result.stat().st_size / 1e6
        ratio = statistics.median(ours) / statistics.median(jqs)
        print(f"result {size:.1f} MB; explain {statistics.median(ours):.3f} s, jq {statistics.median(jqs):.3f} s, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
