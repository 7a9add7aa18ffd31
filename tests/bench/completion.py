#!/usr/bin/env python3
"""Times a TAB in bash, zsh and fish beside the start of mrctl; run by hand: tests/bench/completion.py [--rounds N]

A TAB is what the shell needs to find the offers, with the start of mrctl that this takes; the loading of the script,
which happens once in a shell's life, is apart. The folder has 1,000 presets, the listing 1,000 endpoints. MRCTL_BIN names the program; without it, the release build is measured.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from rounds import ROOT, print_program, run

from drive.program import PATIENCE_S, binary
from drive.shells import Desk, zsh_prompt

SCRIPTS = {"bash": "completions/mrctl.bash", "zsh": "completions/_mrctl", "fish": "completions/mrctl.fish"}
LINES = (
    "mrctl pre",
    "mrctl preset create x --",
    "mrctl endpoints list --columns tag,",
    "mrctl --profile ",
    "mrctl preset create ",
    "mrctl preset explain --listing listing.json --why ",
)
PROFILES = "".join(f"[profiles.work-{number}]\nretries = 2\n" for number in range(50))

# How often a shell completes a line within one measurement.
TIMES = 50

# Each prints the seconds that loading took, and those of a TAB for each line.
BASH = """
now() { local seconds=$EPOCHREALTIME; echo "${seconds/,/.}"; }
tab() {
  COMP_LINE=$1 COMP_POINT=${#1}
  read -ra COMP_WORDS <<<"$1"
  if [[ $1 == *' ' ]]; then COMP_WORDS+=(''); fi
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  for ((turn = 0; turn < TIMES; turn++)); do _mrctl mrctl "${COMP_WORDS[COMP_CWORD]}" ''; done
}
begin=$(now); source "$SCRIPT"; echo "$begin $(now) 1"
for line; do begin=$(now); tab "$line"; echo "$begin $(now) $TIMES"; done
"""
FISH = """
set -l begin (date +%s.%N); source $SCRIPT; echo $begin (date +%s.%N) 1
for line in $argv
    set -l begin (date +%s.%N)
    for turn in (seq $TIMES); complete -C $line >/dev/null; end
    echo $begin (date +%s.%N) $TIMES
end
"""
ZSH = """
zmodload zsh/datetime
note() { print -r -- "$1 $EPOCHREALTIME 1" >> $TIMINGS }
measured() {
  local begin=$EPOCHREALTIME
  _main_complete
  note $begin
  compstate[insert]= compstate[list]=
}
zle -C measured complete-word measured
bindkey '^Xm' measured
COLUMNS=100
begin=$EPOCHREALTIME; source SCRIPT; note $begin
"""


def seconds_in(text):
    rows = [tuple(map(float, line.split())) for line in text.splitlines()]
    return [(end - begin) / times for begin, end, times in rows]


def timings_of_script(shell, desk):
    options = ["--noprofile", "--norc"] if shell == "bash" else ["--no-config"]
    code = {"bash": BASH, "fish": FISH}[shell]
    name = ["bash"] if shell == "bash" else []
    env = desk.environment() | {"SCRIPT": str(desk.script), "TIMES": str(TIMES)}
    command = [shell, *options, "-c", code, *name, *LINES]
    done = subprocess.run(command, env=env, cwd=desk.work, stdout=subprocess.PIPE, timeout=PATIENCE_S, text=True, check=True)
    return seconds_in(done.stdout)


def timings_of_zsh(desk):
    timings = desk.folder / "timings"
    prompt = zsh_prompt(desk, f"TIMINGS='{timings}'\n{ZSH}")
    prompt.terminal.read_until("$ ")
    for number, line in enumerate(LINES, 1):
        prompt.terminal.type(line + "\x18m" * TIMES + "\x15")
        wait_for_lines(timings, 1 + number * TIMES)
    prompt.close()
    load, *tabs = seconds_in(timings.read_text())
    return [load, *(statistics.mean(tabs[number * TIMES :][:TIMES]) for number in range(len(LINES)))]


def wait_for_lines(path, count):
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if path.exists() and path.read_text().count("\n") >= count:
            return
        time.sleep(0.01)
    raise TimeoutError(f"{path} has less than {count} lines")


def furnish(desk):
    """Writes what words are found in, and puts the program itself where the desk has another one."""
    program = desk.folder / "bin/mrctl"
    program.unlink()
    program.symlink_to(binary())
    settings = Path(desk.home / ".config/mrctl/config.toml")
    settings.parent.mkdir(parents=True)
    settings.write_text(PROFILES)
    for number in range(1000):
        (desk.work / f"preset-{number}.yaml").touch()
    endpoints = [{"tag": f"provider-{number}/fp8", "pricing": {"prompt": "0.1"}} for number in range(1000)]
    (desk.work / "listing.json").write_text(json.dumps({"id": "acme/large", "endpoints": endpoints}))


def timings_of(shell):
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(folder, (ROOT / SCRIPTS[shell]).read_text("utf-8"))
        furnish(desk)
        return timings_of_zsh(desk) if shell == "zsh" else timings_of_script(shell, desk)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    count = parser.parse_args().rounds
    print_program(count)
    start = statistics.median(run([binary(), "--version"], dict(os.environ)).seconds for _ in range(count * 5))
    print(f"\nmrctl --version: {start * 1000:.2f} ms")
    print(f"{'a TAB, in ms':52}" + "".join(f"{shell:>9}" for shell in SCRIPTS))
    rounds = {shell: [timings_of(shell) for _ in range(count)] for shell in SCRIPTS}
    for index, line in enumerate(("(loading the script, once)", *LINES)):
        medians = [statistics.median(timings[index] for timings in rounds[shell]) for shell in SCRIPTS]
        print(f"{line:52}" + "".join(f"{each * 1000:9.2f}" for each in medians))


if __name__ == "__main__":
    main()
