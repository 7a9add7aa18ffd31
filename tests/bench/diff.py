#!/usr/bin/env python3
"""Times `endpoints diff` of two listings of 20,000 endpoints beside the time that jq needs to read both.

    tests/bench/diff.py [ROUNDS]       MRCTL_BIN names the program, else build/release/mrctl

A tenth of the endpoints changed. All commands run in turns; the result is checked before anything is timed."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

MODELS = 100
ENDPOINTS = 200  # of each model
ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MRCTL_BIN", str(ROOT / "build/release/mrctl"))
PARAMETERS = "temperature top_p max_tokens stop top_k frequency_penalty presence_penalty seed tools tool_choice"


def endpoint(model, number):
    return {
        "name": f"Provider {number} | author/model-{model}",
        "model_id": f"author/model-{model}",
        "model_name": f"Model {model}",
        "context_length": 131072,
        "pricing": {"prompt": f"0.00000{number % 9 + 1}", "completion": f"0.0000{number % 9 + 1}", "request": "0", "image": "0"},
        "provider_name": f"Provider {number}",
        "tag": f"provider-{number}/fp8",
        "quantization": ("fp8", "bf16", None)[number % 3],
        "max_completion_tokens": 8192,
        "max_prompt_tokens": None,
        "supported_parameters": PARAMETERS.split(),
        "status": 0,
        "uptime_last_5m": 100,
        "uptime_last_30m": 99.98,
        "uptime_last_1d": 99.95,
        "supports_implicit_caching": True,
        "latency_last_30m": {"p50": 182, "p75": 240, "p90": 395, "p99": 1210},
        "throughput_last_30m": {"p50": 118.4, "p75": 131.2, "p90": 140, "p99": 151.75},
    }


def listing(change):
    models = []
    for model in range(MODELS):
        endpoints = [endpoint(model, number) for number in range(ENDPOINTS)]
        for number in range(0, ENDPOINTS, 10):
            change(endpoints[number])
        models.append({"id": f"author/model-{model}", "endpoints": endpoints})
    return models


def double_price(endpoint):
    endpoint["pricing"]["prompt"] += "5"
    endpoint["latency_last_30m"]["p50"] = 200


def statistics_of_all(models):
    for model in models:
        for each in model["endpoints"]:
            each["uptime_last_5m"] = 99.5
    return models


def timed(command, output):
    with open(output, "wb") as file:
        begin = time.monotonic()
        subprocess.run(command, stdout=file, check=True)
        return time.monotonic() - begin


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        before, after, result = folder / "before.json", folder / "after.json", folder / "result"
        before.write_text(json.dumps(listing(lambda endpoint: None)))
        # Statistics move in every endpoint: none is the same byte for byte.
        after.write_text(json.dumps(statistics_of_all(listing(double_price))))
        diff = [BINARY, "endpoints", "diff", str(before), str(after)]
        timed([*diff, "-o", "json"], result)
        kinds = [change["kind"] for change in json.loads(result.read_text())["changes"]]
        assert kinds == ["price-up"] * (MODELS * ENDPOINTS // 10), kinds[:5]
        ratios, ours, jqs = [], [], []
        for _ in range(rounds):
            ours.append(timed(diff, result))
            jqs.append(timed(["jq", "empty", str(before), str(after)], os.devnull))
            ratios.append(ours[-1] / jqs[-1])
        size = (before.stat().st_size + after.stat().st_size) / 1e6
        print(
            f"{MODELS * ENDPOINTS} endpoints, {size:.0f} MB; diff {statistics.median(ours):.2f} s, "
            f"jq empty {statistics.median(jqs):.2f} s, ratio {statistics.median(ratios):.2f}"
        )


if __name__ == "__main__":
    main()
