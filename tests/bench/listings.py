#!/usr/bin/env python3
"""Times listings beside curl and jq: small, large, many, and over HTTPS; run by hand: tests/bench/listings.py [--rounds N]

The service is the emulator with an invented catalogue, for HTTPS behind nginx. There the system's roots are read as
they are, with one authority more: that needs root and `unshare --mount`, and is left out without. Before anything is
timed, each result is compared with the answer.
MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from beside import CURL, JQ, output_of, print_beside
from rounds import most_private_bytes, print_program, print_table, rounds_of

from drive.program import binary, clean_environment
from drive.service import Emulator
from drive.tls import Certificates, Nginx, Site

ROOTS = Path("/etc/ssl/certs")
MANY = 200
SIZES = {"acme/thirty": 30, "acme/huge": 2000}
MRCTL_JSON = "mrctl -o json"
MRCTL_TABLE = "mrctl -o table"
MRCTL_MANY = "mrctl, one call"


def endpoint(number):
    return {
        "name": f"Acme | model-{number}",
        "model_name": "Acme: Model",
        "context_length": 131072,
        "pricing": {"prompt": f"0.{number + 1:09d}", "completion": "0.0000015", "request": "0", "image": "0"},
        "provider_name": f"Provider {number}",
        "tag": f"provider-{number}/fp8",
        "quantization": "fp8",
        "max_completion_tokens": 16384,
        "max_prompt_tokens": None,
        "supported_parameters": ["temperature", "top_p", "tools", "tool_choice", "reasoning", "seed", "stop"],
        "status": 0,
        "uptime_last_30m": 99.5,
        "latency_last_30m": {"p50": 310, "p75": 420, "p90": 590, "p99": 1200},
        "throughput_last_30m": {"p50": 61.5, "p75": 72, "p90": 80, "p99": 95},
        "supports_implicit_caching": number % 2 == 0,
    }


def model(slug, count):
    return {
        "id": slug,
        "name": "Acme: Model",
        "created": 1700000000,
        "description": "Invented.",
        "architecture": {"modality": "text->text", "input_modalities": ["text"], "output_modalities": ["text"]},
        "endpoints": [endpoint(number) for number in range(count)],
    }


def write_catalogue(path):
    sizes = SIZES | {f"acme/many-{number}": 8 for number in range(MANY)}
    path.write_text(json.dumps({"models": {slug: model(slug, count) for slug, count in sizes.items()}}))


def url_of(base_url, slug):
    return f"{base_url}/models/{slug}/endpoints"


def curl_with(key):
    return f"curl --silent --fail --header 'Authorization: Bearer {key}'"


def one_listing(base_url, key, slug):
    curl = f"{curl_with(key)} {url_of(base_url, slug)}"
    mrctl = f"exec {binary()} endpoints list {slug} --base-url {base_url}"
    return {
        CURL: ["sh", "-c", f"exec {curl}"],
        "again: curl": ["sh", "-c", f"exec {curl}"],
        JQ: ["sh", "-c", f"{curl} | jq --compact-output .data"],
        MRCTL_JSON: ["sh", "-c", mrctl],
        MRCTL_TABLE: ["sh", "-c", f"{mrctl} --output table"],
    }


def check_listing(commands, env, count):
    """Compares the results with the answer; a fast result that is wrong is not worth a table."""
    data = json.loads(output_of(commands[CURL], env))["data"]
    assert len(data["endpoints"]) == count
    assert json.loads(output_of(commands[MRCTL_JSON], env)) == data
    lines = output_of(commands[MRCTL_TABLE], env).decode().splitlines()
    rows = [line for line in lines if line.startswith("provider-")]
    assert [row.split()[0] for row in rows] == [endpoint["tag"] for endpoint in data["endpoints"]]


def many_listings(base_url, key, folder):
    slugs = [f"acme/many-{number}" for number in range(MANY)]
    urls = folder / "urls"
    urls.write_text("".join(url_of(base_url, slug) + "\n" for slug in slugs))
    parallel = folder / "parallel"
    parallel.write_text("".join(f'url = "{url_of(base_url, slug)}"\noutput = "/dev/null"\n' for slug in slugs))
    in_turn = ["sh", "-c", f"xargs -P8 -n1 {curl_with(key)} < {urls}"]
    at_once = f"exec {curl_with(key)} --parallel --parallel-max 8 --no-progress-meter --config {parallel}"
    mrctl = {MRCTL_MANY: [binary(), "endpoints", "list", *slugs, "--base-url", base_url]}
    return (
        {"xargs -P8 curl": in_turn} | mrctl,
        {"curl --parallel": ["sh", "-c", at_once], "again: curl --parallel": ["sh", "-c", at_once]} | mrctl,
    )


def check_many(command, env):
    listed = json.loads(output_of(command, env))
    assert [data["id"] for data in listed] == [f"acme/many-{number}" for number in range(MANY)]


class Bench:
    def __init__(self, folder, emulator, count):
        self.folder = folder
        self.key = emulator.key
        self.base_url = emulator.base_url
        self.count = count
        self.env = clean_environment(folder, MRCTL_API_KEY=self.key)

    def over_loopback(self):
        for slug, count in SIZES.items():
            self._print(f"Listing of {count:,} endpoints", one_listing(self.base_url, self.key, slug), count)

    def many(self):
        in_turn, at_once = many_listings(self.base_url, self.key, self.folder)
        check_many(in_turn[MRCTL_MANY], self.env)
        few = max(3, self.count // 5)
        print_table(f"{MANY} listings, beside as many processes", rounds_of(in_turn, self.env, few))
        print_table(f"{MANY} listings, beside one process", rounds_of(at_once, self.env, self.count))
        print(f"{MRCTL_MANY}: {most_private_bytes(in_turn[MRCTL_MANY], self.env) // 1024:,} kB of private memory")

    def over_https(self):
        for each in ("certificates", "nginx"):
            (self.folder / each).mkdir()
        certificates = Certificates(self.folder / "certificates")
        trust(certificates)
        nginx = Nginx(self.folder / "nginx", certificates, self.base_url.split("/")[2], {"site": Site("valid")})
        try:
            commands = one_listing(nginx.base_url("site", "localhost"), self.key, "acme/thirty")
            self._print("Listing of 30 endpoints over HTTPS", commands, SIZES["acme/thirty"])
        finally:
            nginx.close()
            subprocess.run(["umount", ROOTS], check=True)

    def _print(self, title, commands, endpoints):
        check_listing(commands, self.env, endpoints)
        print_beside(title, commands, self.env, self.count)


def trust(certificates):
    """Puts an authority beside the system's roots, for this process and its children only."""
    roots = certificates.folder / "system-roots"
    shutil.copytree(ROOTS, roots, symlinks=True)
    shutil.copy(certificates.crt("ca"), roots / "bench.pem")
    with open(roots / "ca-certificates.crt", "ab") as bundle:
        bundle.write(Path(certificates.crt("ca")).read_bytes())
    subprocess.run(["openssl", "rehash", roots], check=True, capture_output=True)
    subprocess.run(["mount", "--bind", roots, ROOTS], check=True)


def measure(asked):
    print_program(asked.rounds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_catalogue(folder / "catalogue.json")
        emulator = Emulator("--catalogue", str(folder / "catalogue.json"))
        try:
            bench = Bench(folder, emulator, asked.rounds)
            bench.over_loopback()
            bench.many()
            if asked.https:
                bench.over_https()
        finally:
            emulator.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--https", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if not asked.https and os.geteuid() == 0 and shutil.which("unshare"):
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv, "--https"])
    measure(asked)


if __name__ == "__main__":
    main()
