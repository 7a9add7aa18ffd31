"""One table of commands beside curl: times, ratios within the rounds with their spread, and private memory."""

import fcntl
import os
import statistics
import subprocess
import time

from rounds import private_bytes, ratio_of, rounds_of, spread_of

CURL = "curl"
JQ = "curl | jq"
LONG_S = 0.5  # for a process that is not waiting


def output_of(command, env):
    """Returns what a command prints; fails where it fails."""
    return subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout


def full_pipe():
    """Returns both ends of a pipe that takes no byte more."""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, os.sysconf("SC_PAGE_SIZE"))
    os.write(writer, b" " * os.sysconf("SC_PAGE_SIZE"))
    return reader, writer


def private_kilobytes(command, env):
    """Returns the private memory of a command when it writes its result, which nobody reads."""
    reader, writer = full_pipe()
    process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.DEVNULL)
    try:
        before, now = -1, 0
        while before != now:
            time.sleep(LONG_S)
            before, now = now, private_bytes(process.pid)
        if process.poll() is not None:
            raise RuntimeError(f"{command} does not wait for its reader")
        return now // 1024
    finally:
        process.kill()
        process.wait()
        os.close(reader)
        os.close(writer)


def row_of(*columns):
    return "| " + " | ".join(column.replace("|", "\\|") for column in columns) + " |"


def cell(runs, name, base):
    low, high = spread_of(runs, name, base)
    return f"{ratio_of(runs, name, base):.2f} ({low:.2f}–{high:.2f})"


def print_beside(title, commands, env, count):
    """Measures and prints a table as docs/performance.md has it: the middle half of the ratios in brackets. A pipeline
    of several processes has no memory."""
    runs = rounds_of(commands, env, count)
    print(f"\n{row_of(title, 'median', f'of {CURL}', f'of {JQ}', 'private memory')}\n|---|---|---|---|---|")
    for name, each in runs.items():
        milliseconds = statistics.median(one.seconds for one in each) * 1000
        memory = "" if "|" in name else f"{private_kilobytes(commands[name], env):,} kB"
        print(row_of(name, f"{milliseconds:.1f} ms", cell(runs, name, CURL), cell(runs, name, JQ), memory), flush=True)
