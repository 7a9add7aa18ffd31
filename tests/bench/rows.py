#!/usr/bin/env python3
"""Measures every row of docs/performance.md side by side in one run; run by hand: tests/bench/rows.py [--static PROGRAM]

Each round of a row runs curl, mrctl, and the static program if one is named, once each in random order. The web server
in front of the emulator for TLS is that of tests/process; for the row with the system's roots, they are read as they
are, with one authority more, which needs root and `unshare --mount` and is left out without. Memory is the largest
private memory (Pss_Anon) that was seen. MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from apply import AT_ONCE, write_bodies
from beside import cell, row_of
from bodies import write_json
from large_bodies import json_commands, write_preset
from listings import ROOTS, curl_with, trust, url_of, write_catalogue
from rounds import most_private_bytes, print_program, rounds_of
from sink import Sink

from drive.program import binary, clean_environment
from drive.service import Emulator
from drive.tls import Certificates, Nginx, Site

PRESETS = 1000
MEGABYTES = 50
CURL = "curl"
JQ = "jq, then curl"


class Bench:
    """Prints a row for each piece of work: what it takes beside curl, each program with its memory."""

    def __init__(self, folder, rounds, static):
        self.folder, self.rounds = Path(folder), rounds
        self.programs = {"release": binary()} | ({"static": str(Path(static).resolve())} if static else {})
        self.env = clean_environment(folder)

    def row(self, title, beside, work, rounds=None, memory_of=None):
        """`beside` are curl's commands for a shell, `work` makes mrctl's from a program."""
        commands = {name: ["sh", "-c", f"exec {command}" if "|" not in command else command] for name, command in beside.items()}
        own = {name: ["sh", "-c", f"exec {work(program)}"] for name, program in self.programs.items()}
        runs = rounds_of(commands | own, self.env, rounds or self.rounds)
        for base in beside:
            print(row_of(title, base, *(cell(runs, name, base) for name in own), *self._memory(own, memory_of)), flush=True)

    def _memory(self, own, unit):
        for command in own.values():
            taken = most_private_bytes(command, self.env, 0.0005)
            yield f"{taken / unit:.2f} of the body" if unit else f"{taken / 2**20:.1f} MiB"


def start_up(bench):
    bench.row("`--version`", {"curl --version": "curl --version"}, lambda mrctl: f"{mrctl} --version")
    bench.row("`--help`", {"curl --help all": "curl --help all"}, lambda mrctl: f"{mrctl} --help")


def bodies(bench, sink):
    bench.env |= {"MRCTL_BASE_URL": sink.base_url, "MRCTL_API_KEY": "sk-test-bench"}
    for kind, title in (("conversation", "a conversation"), ("base64", "one text of base64"), ("preset", "one preset")):
        file = bench.folder / f"{kind}.json"
        write_preset(file) if kind == "preset" else write_json(file, kind, MEGABYTES * 10**6)
        of_curl, of_jq = (command[2] for command in list(json_commands(file, sink.base_url).values())[:2])
        is_large = kind != "preset"
        bench.row(
            f"{MEGABYTES} MB, {title}" if is_large else "a preset of 2 KB",
            {CURL: of_curl.removeprefix("exec ")} | ({JQ: of_jq} if is_large else {}),
            lambda mrctl, file=file: f"{mrctl} preset create large --body {file} -q",
            rounds=max(3, bench.rounds // 4) if is_large else None,
            memory_of=file.stat().st_size if is_large else None,
        )
        file.unlink()


def many_presets(bench, title, base_url, key, ca=None):
    """Each apply has a new folder of records; the plan has that of an apply."""
    presets, config = bench.folder / "presets", bench.folder / "parallel"
    lines = []
    for body in sorted(presets.iterdir()):
        lines += [f'url = "{base_url}/presets/{body.stem}/chat/completions"', f'data-binary = "@{body}"', "fail", "silent"]
        lines += ['output = "/dev/null"', f'header = "Authorization: Bearer {key}"', 'header = "Content-Type: application/json"']
        lines += [*([f'cacert = "{ca}"'] if ca else []), "next"]
    config.write_text("\n".join(lines[:-1]) + "\n")
    bench.env |= {"MRCTL_BASE_URL": base_url, "MRCTL_API_KEY": key}
    curl = {f"curl --parallel {AT_ONCE}": f"curl --no-progress-meter --parallel --parallel-max {AT_ONCE} -K {config}"}
    apply = f"preset apply {presets} --yes --jobs {AT_ONCE} -o json -q" + (f" --ca-cert {ca}" if ca else "")
    rounds = max(3, bench.rounds // 2)
    bench.row(f"{PRESETS:,} presets, {title}", curl, lambda mrctl: f"{mrctl} {apply} --state $(mktemp -d -p {bench.folder})", rounds)
    if ca:
        return
    state = bench.folder / "state"
    subprocess.run([binary(), *apply.split(), "--state", str(state)], env=bench.env, check=True, stdout=subprocess.DEVNULL)
    plan = subprocess.run(
        [binary(), "preset", "plan", str(presets), "--state", str(state), "-o", "json", "-q"], env=bench.env, check=True, capture_output=True
    )
    if json.loads(plan.stdout)["unchanged"] != PRESETS:
        raise SystemExit(f"the plan is wrong: {plan.stdout[:200]}")
    bench.row(f"{PRESETS:,} unchanged", curl, lambda mrctl: f"{mrctl} {apply} --state {state}", rounds)


def services(bench, has_roots):
    write_catalogue(bench.folder / "catalogue.json")
    write_bodies(bench.folder / "presets", PRESETS)
    with contextlib.ExitStack() as stack:
        emulator = Emulator("--catalogue", str(bench.folder / "catalogue.json"))
        stack.callback(emulator.close)
        for each in ("certificates", "nginx"):
            (bench.folder / each).mkdir()
        certificates = Certificates(bench.folder / "certificates")
        sites = {"h2": Site("valid"), "h1": Site("valid", h2=False)}
        nginx = Nginx(bench.folder / "nginx", certificates, emulator.base_url.split("/")[2], sites)
        stack.callback(nginx.close)

        many_presets(bench, "HTTP/1.1", emulator.base_url, emulator.key)
        for site, title in (("h2", "TLS, HTTP/2"), ("h1", "TLS, HTTP/1.1")):
            many_presets(bench, title, nginx.base_url(site), emulator.key, certificates.crt("ca"))

        def listing(title, base_url, slug, form):
            bench.env["MRCTL_BASE_URL"] = base_url
            curl = f"{curl_with(emulator.key)} {url_of(base_url, slug)}"
            bench.row(title, {CURL: curl}, lambda mrctl: f"{mrctl} endpoints list {slug} -q -o {form}")

        listing("a listing of 30 as JSON", emulator.base_url, "acme/thirty", "json")
        listing("a table of 2,000 endpoints", emulator.base_url, "acme/huge", "table")
        if has_roots:
            trust(certificates)
            stack.callback(subprocess.run, ["umount", ROOTS], check=True)
            listing("HTTPS, folder of roots", nginx.base_url("h2", "localhost"), "acme/thirty", "json")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--static", help="the static program of the packages")
    parser.add_argument("--roots", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if not asked.roots and os.geteuid() == 0 and shutil.which("unshare"):
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv, "--roots"])
    print_program(asked.rounds)
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Sink()) as sink:
        bench = Bench(folder, asked.rounds, asked.static)
        names = [*bench.programs, *(f"memory, {name}" for name in bench.programs)]
        print(f"\n{row_of('Work', 'beside', *names)}\n|{'---|' * (len(names) + 2)}")
        start_up(bench)
        bodies(bench, sink)
        services(bench, asked.roots)


if __name__ == "__main__":
    main()
