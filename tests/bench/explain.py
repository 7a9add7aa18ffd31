#!/usr/bin/env python3
"""`preset explain` of 200 presets against a listing of 500 endpoints, beside `jq -c .` printing that result again; and
of 1,000 presets on 20 models of the emulator, beside `preset plan` of them and `endpoints list` of these models.

    tests/bench/explain.py [--rounds N]

The results are checked before anything is timed."""

import argparse
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

from rounds import print_program, print_table, rounds_of

from drive.program import binary, clean_environment
from drive.service import Emulator

PRESETS = 200
ENDPOINTS = 500
COUNTS = ["--prompt-tokens", "2000", "--completion-tokens", "500"]

MANY_PRESETS = 1000
MODELS = [f"acme/model-{number}" for number in range(20)]
ENDPOINTS_OF_A_MODEL = 20


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
    return [binary(), "preset", "explain", str(presets), "--listing", str(listing), *COUNTS, "-o", "json"]


def check(result):
    groups = [body["groups"][0] for body in json.loads(result)["presets"]]
    assert len(groups) == PRESETS and all(len(group["endpoints"]) == ENDPOINTS for group in groups)
    assert all(sum(group[name] for name in ("eligible", "excluded", "unknown")) == ENDPOINTS for group in groups)


def time_files(folder, rounds):
    env = clean_environment(folder)
    explain = write_files(folder)
    printed = subprocess.run(explain, env=env, stdout=subprocess.PIPE, check=True).stdout
    check(printed)
    result = folder / "result.json"
    result.write_bytes(printed)
    commands = {"jq -c .": ["jq", "-c", ".", str(result)], "mrctl preset explain": explain}
    print_table(f"{PRESETS} presets, {ENDPOINTS} endpoints, a result of {len(printed) / 1e6:.1f} MB",
                rounds_of(commands, env, rounds))


def write_service(folder):
    """Writes presets and the catalogue of a service that lists their models; returns its path and theirs."""
    endpoints = [endpoint(number) for number in range(ENDPOINTS_OF_A_MODEL)]
    catalogue = folder / "catalogue.json"
    architecture = {"modality": "text->text", "input_modalities": ["text"], "output_modalities": ["text"]}
    model = {"name": "Model", "created": 1700000000, "description": "", "architecture": architecture}
    catalogue.write_text(json.dumps({"models": {slug: {"id": slug, **model, "endpoints": endpoints} for slug in MODELS}}))
    presets = folder / "many"
    presets.mkdir()
    for number in range(MANY_PRESETS):
        body = preset(number) | {"model": MODELS[number % len(MODELS)], "messages": [{"role": "system", "content": "Hi"}]}
        (presets / f"preset-{number}.json").write_text(json.dumps(body))
    return catalogue, presets


def time_service(folder, rounds, catalogue, presets, latency):
    emulator = Emulator("--catalogue", str(catalogue), "--latency", latency)
    try:
        env = clean_environment(folder, **emulator.settings)
        explain = [binary(), "preset", "explain", str(presets), *COUNTS]
        commands = {
            "endpoints list": [binary(), "endpoints", "list", *MODELS],
            "preset plan": [binary(), "preset", "plan", str(presets)],
            "preset explain, json": [*explain, "-o", "json"],
            "preset explain, table": [*explain, "-o", "table"],
        }
        printed = subprocess.run(commands["preset explain, json"], env=env, stdout=subprocess.PIPE, check=True).stdout
        assert len(json.loads(printed)["presets"]) == MANY_PRESETS
        runs = rounds_of(commands, env, rounds)
        size = f"{MANY_PRESETS} presets on {len(MODELS)} models of {ENDPOINTS_OF_A_MODEL} endpoints"
        print_table(f"{size}, answers after {latency}", runs)
        bases = [one.seconds + other.seconds for one, other in zip(runs["endpoints list"], runs["preset plan"])]
        for name in ("preset explain, json", "preset explain, table"):
            ratios = [one.seconds / base for one, base in zip(runs[name], bases)]
            print(f"{name}: {statistics.median(ratios):.2f} of the listings and a plan")
    finally:
        emulator.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print_program(rounds)
    with tempfile.TemporaryDirectory() as scratch:
        time_files(Path(scratch), rounds)
        catalogue, presets = write_service(Path(scratch))
        for latency in ("0ms", "25ms", "50ms", "100ms"):
            time_service(Path(scratch), rounds, catalogue, presets, latency)


if __name__ == "__main__":
    main()
