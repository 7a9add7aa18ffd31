#!/usr/bin/env python3
"""`preset explain` of 200 presets against a listing of 500 endpoints, beside `jq -c .` printing that result again.

    tests/bench/explain.py [--rounds N]

The result is checked before anything is timed."""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from rounds import print_program, print_table, rounds_of

from drive.program import binary, clean_environment

PRESETS = 200
ENDPOINTS = 500


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


def write_files(folder):
    """Writes the presets and the listing, and returns the command that explains them."""
    presets = folder / "presets"
    presets.mkdir()
    for number in range(PRESETS):
        (presets / f"preset-{number}.json").write_text(json.dumps(preset(number)))
    listing = folder / "listing.json"
    listing.write_text(json.dumps({"id": "acme/large", "endpoints": [endpoint(each) for each in range(ENDPOINTS)]}))
    counts = ["--prompt-tokens", "2000", "--completion-tokens", "500"]
    return [binary(), "preset", "explain", str(presets), "--listing", str(listing), *counts, "-o", "json"]


def check(result):
    groups = [body["groups"][0] for body in json.loads(result)["presets"]]
    assert len(groups) == PRESETS and all(len(group["endpoints"]) == ENDPOINTS for group in groups)
    assert all(sum(group[name] for name in ("eligible", "excluded", "unknown")) == ENDPOINTS for group in groups)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print_program(rounds)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        env = clean_environment(folder)
        explain = write_files(folder)
        printed = subprocess.run(explain, env=env, stdout=subprocess.PIPE, check=True).stdout
        check(printed)
        result = folder / "result.json"
        result.write_bytes(printed)
        commands = {"jq -c .": ["jq", "-c", ".", str(result)], "mrctl preset explain": explain}
        print_table(f"{PRESETS} presets, {ENDPOINTS} endpoints, a result of {len(printed) / 1e6:.1f} MB",
                    rounds_of(commands, env, rounds))


if __name__ == "__main__":
    main()
