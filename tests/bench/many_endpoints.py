#!/usr/bin/env python3
"""Times listings of many endpoints; run by hand: tests/bench/many_endpoints.py [--rounds N]

One of 2,000 endpoints beside curl and jq, in every format, when the results were compared with the answer; and growing
ones, to see that twice the endpoints take twice the time and no more. The line "again" is the first command against
itself. MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import csv
import io
import json
import random
import statistics
import tempfile
from pathlib import Path

from beside import CURL, JQ, output_of, print_beside
from rounds import print_program, rounds_of

from drive.program import binary, clean_environment
from drive.service import Emulator

FORMATS = ("table", "wide", "csv", "tsv", "markdown", "json", "jsonl", "yaml")
COUNTS = (1250, 2500, 5000, 10000, 20000)
BESIDE = 2000

TSV = (
    '.data.endpoints[] | [.tag, .provider_name, .context_length, .max_completion_tokens, .quantization, .status, '
    ".pricing.prompt, .pricing.completion, .latency_last_30m.p50, .throughput_last_30m.p50, .uptime_last_1d] | @tsv"
)


def endpoint(luck, number):
    def percentiles(scale):
        return {name: round(luck.random() * scale, 2) for name in ("p50", "p75", "p90", "p99")}

    provider = f"Provider {number % 97}"
    return {
        "name": f"{provider} | acme/many",
        "model_id": "acme/many",
        "model_name": "Acme: Many",
        "context_length": luck.choice((16384, 32768, 131072, 1048576)),
        "pricing": {name: f"{luck.random() / 1e5:.9f}" for name in ("prompt", "completion", "request", "image")},
        "provider_name": provider,
        "tag": f"provider-{number % 97}/region-{number}",
        "quantization": luck.choice((None, "fp8", "bf16", "int4")),
        "max_completion_tokens": luck.choice((None, 4096, 8192)),
        "max_prompt_tokens": None,
        "supported_parameters": ["temperature", "top_p", "max_tokens", "stop", "seed", "tools", "tool_choice"],
        "status": luck.choice((0, 0, 0, -2)),
        "uptime_last_5m": round(luck.random() * 100, 2),
        "uptime_last_30m": round(luck.random() * 100, 2),
        "uptime_last_1d": round(luck.random() * 100, 2),
        "supports_implicit_caching": luck.random() < 0.5,
        "latency_last_30m": percentiles(2000),
        "throughput_last_30m": percentiles(200),
    }


def catalogue(counts):
    luck = random.Random(1)
    endpoints = [endpoint(luck, number) for number in range(max(counts))]
    models = [{"id": f"many/{count}", "name": "Many", "endpoints": endpoints[:count]} for count in counts]
    return {"models": {model["id"]: model for model in models}}


def commands_beside(emulator):
    url = f"{emulator.base_url}/models/many/{BESIDE}/endpoints"
    curl = f"curl --silent --fail --compressed --header 'Authorization: Bearer {emulator.key}' {url}"
    listing = f"exec {binary()} endpoints list many/{BESIDE} --quiet"
    jq = ["sh", "-c", f"{curl} | jq --raw-output '{TSV}'"]
    return {
        CURL: ["sh", "-c", f"exec {curl}"],
        "again: curl": ["sh", "-c", f"exec {curl}"],
        JQ: jq,
        **{f"mrctl -o {form}": ["sh", "-c", f"{listing} -o {form}"] for form in FORMATS},
        "mrctl --where --sort": ["sh", "-c", f"{listing} -o table --where 'prompt<5' --sort -prompt"],
        "mrctl --chart": ["sh", "-c", f"{listing} --chart price"],
    }


def rows_of(out):
    return [line.split("\t") for line in out.decode().splitlines()]


def expected_cells(endpoint):
    """What tsv shows of an endpoint, by column; null is empty."""
    latency, throughput = endpoint["latency_last_30m"], endpoint["throughput_last_30m"]
    values = {
        "tag": endpoint["tag"],
        "provider": endpoint["provider_name"],
        "context": endpoint["context_length"],
        "max_output": endpoint["max_completion_tokens"],
        "quantization": endpoint["quantization"],
        "prompt": endpoint["pricing"]["prompt"],
        "completion": endpoint["pricing"]["completion"],
        "latency_p50": latency["p50"],
        "throughput_p99": throughput["p99"],
        "uptime_1d": endpoint["uptime_last_1d"],
        "caching": str(endpoint["supports_implicit_caching"]).lower(),
        "supports": " ".join(endpoint["supported_parameters"]),
    }
    return {name: "" if value is None else str(value) for name, value in values.items()}


def check_results(commands, env):
    """Compares each format with the answer; a fast result that is wrong is not worth a table."""

    def out_of(form):
        return output_of(commands[f"mrctl -o {form}"], env)

    data = json.loads(output_of(commands[CURL], env))["data"]
    endpoints = data["endpoints"]
    assert len(endpoints) == BESIDE
    assert json.loads(out_of("json")) == data
    assert [json.loads(line) for line in out_of("jsonl").splitlines()] == [
        {"model": data["id"]} | endpoint for endpoint in endpoints
    ]
    for rows in (rows_of(out_of("tsv")), list(csv.reader(io.StringIO(out_of("csv").decode())))):
        cells = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
        assert len(cells) == BESIDE
        for shown, endpoint in zip(cells, endpoints):
            expected = expected_cells(endpoint)
            assert {name: shown[name] for name in expected} == expected, shown
    for form in ("table", "wide", "markdown"):
        shown = [line for line in out_of(form).decode().splitlines() if "/region-" in line]
        assert len(shown) == BESIDE
        assert all(endpoint["tag"] in line for endpoint, line in zip(endpoints, shown)), form


def growing_commands(form):
    return {f"{count} endpoints": [binary(), "endpoints", "list", f"many/{count}", "--quiet", "-o", form] for count in COUNTS}


def print_growth(form, runs):
    """Shows the time for an endpoint beyond the smallest listing, which start-up does not touch."""
    medians = [statistics.median(each.seconds for each in runs[f"{count} endpoints"]) for count in COUNTS]
    print(f"\nmrctl -o {form}, each endpoint beyond the first {COUNTS[0]}")
    for count, seconds in list(zip(COUNTS, medians))[1:]:
        print(f"{count:>7} endpoints  {(seconds - medians[0]) / (count - COUNTS[0]) * 1e6:8.2f} µs")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    count = parser.parse_args().rounds
    print_program(count)
    with tempfile.TemporaryDirectory() as home:
        seed = Path(home) / "catalogue.json"
        seed.write_text(json.dumps(catalogue((BESIDE, *COUNTS))), encoding="utf-8")
        emulator = Emulator("--catalogue", str(seed))
        try:
            env = clean_environment(home, **emulator.settings)
            commands = commands_beside(emulator)
            check_results(commands, env)
            print_beside(f"Listing of {BESIDE:,} endpoints", commands, env, count)
            for form in ("table", "csv", "json"):
                print_growth(form, rounds_of(growing_commands(form), env, max(3, count // 4)))
        finally:
            emulator.close()


if __name__ == "__main__":
    main()
