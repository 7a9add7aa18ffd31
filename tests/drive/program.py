"""Runs mrctl in a clean environment and says what came out."""

import functools
import json
import os
import signal
import subprocess
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

# What a test's environment keeps of the outer one: the way to programs, and the sanitizers' settings.
_KEPT = ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LD_LIBRARY_PATH")

# Only what hangs takes longer, even under the sanitizers on a busy machine.
PATIENCE_S = 300

# A shell's background jobs ignore SIGINT, and nohup's SIGHUP; a program keeps ignoring what it inherits ignored.
for _number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)


def binary():
    """Returns the program under test: MRCTL_BIN, or the one that was just built."""
    return os.path.abspath(os.environ.get("MRCTL_BIN") or os.environ["MRCTL_BUILT_BIN"])


@functools.cache
def described():
    """Returns what the program says of itself: `mrctl help --json`."""
    return json.loads(subprocess.run([binary(), "help", "--json"], capture_output=True, check=True, timeout=PATIENCE_S).stdout)


def output_formats():
    return next(flag["choices"] for flag in described()["global_flags"] if flag["name"] == "--output")


@functools.cache
def is_sanitized():
    """Whether the program under test is built with sanitizers, which take memory and time of their own."""
    with open(binary(), "rb") as program:
        return b"__asan_" in program.read()


def is_sweeping():
    """Whether everything is to be tried of which tests otherwise take a sample: MRCTL_SWEEP=all."""
    return os.environ.get("MRCTL_SWEEP") == "all"


def is_waiting():
    """Whether the tests that wait for many minutes run: MRCTL_SWEEP=waits, by hand."""
    return os.environ.get("MRCTL_SWEEP") == "waits"


def sampled(items, most):
    """Returns the items, or, unless it is a sweep, so many of them at most: the first, the last, and some in between."""
    items = list(items)
    if is_sweeping() or len(items) <= most:
        return items
    return [items[number * (len(items) - 1) // (most - 1)] for number in range(most)]


def clean_environment(home, **more):
    """Returns an environment whose only settings are those in `more`; `mrctl` is on its PATH."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    kept["PATH"] = os.path.dirname(binary()) + os.pathsep + kept.get("PATH", os.defpath)
    return kept | {"HOME": str(home), "LANG": "C.UTF-8"} | more


@dataclass
class Outcome:
    """What a finished command left behind. The code is what a shell says: 128 and more for a signal."""

    code: int
    out: str
    err: str


def shell_code(returncode):
    """Returns what a shell says of a process that Python says this of."""
    return 128 - returncode if returncode < 0 else returncode


def is_static():
    """Returns whether the program under test has its libraries inside."""
    said = subprocess.run([binary(), "version", "--build", "-o", "json"], capture_output=True, check=True).stdout
    return json.loads(said)["linkage"] == "static"


class ProgramTest(unittest.TestCase):
    """A test with an empty home folder, a scratch folder to work in, and no settings."""

    maxDiff = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.settings = {}

    def needs_full_speed(self):
        """Skips a test whose bounds no sanitizer keeps."""
        if is_sanitized():
            self.skipTest("sanitizers take too much time and memory for this")

    def environment(self, **more):
        return clean_environment(self.home, **(self.settings | more))

    def write(self, name, content, mode=0o600):
        """Writes a file into the scratch folder and returns its path as text."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(mode)
        return str(path)

    def mrctl(self, *arguments, stdin="", env=None, **options):
        """Runs mrctl with pipes on all streams."""
        return self._finish([binary(), *map(str, arguments)], stdin, env, options)

    def libraries_of(self, *arguments, **settings):
        """Returns what the dynamic linker says while a command runs."""
        if is_static():
            self.skipTest("a static program has no dynamic linker")
        log = self.folder / "linker"
        self.mrctl(*arguments, env={"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(log)} | settings)
        text = ""
        for path in self.folder.glob("linker.*"):
            text += path.read_text(errors="replace")
            path.unlink()
        self.assertIn("libc.so", text)
        return text

    def shell(self, script, *arguments, stdin="", env=None):
        """Runs a script as people write it; `mrctl` is on the PATH, arguments are $1, $2 …"""
        return self._finish(["bash", "-c", script, "bash", *map(str, arguments)], stdin, env, {})

    def start(self, *arguments, **options):
        """Starts mrctl and returns its process, with pipes for stdout and stderr."""
        process = subprocess.Popen(
            [binary(), *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **({"stdin": subprocess.DEVNULL, "env": self.environment(), "cwd": self.folder} | options),
        )
        self.addCleanup(_end, process)
        return process

    def _finish(self, command, stdin, env, options):
        done = subprocess.run(
            command,
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            env=self.environment(**(env or {})),
            cwd=self.folder,
            timeout=PATIENCE_S,
            **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options),
        )
        out, err = ((stream or b"").decode(errors="surrogateescape") for stream in (done.stdout, done.stderr))
        return Outcome(shell_code(done.returncode), out, err)

    def assert_exit(self, code, outcome):
        self.assertEqual(outcome.code, code, f"\nstdout: {outcome.out[:2000]}\nstderr: {outcome.err[:2000]}")

    def assert_refused(self, code, outcome, *parts):
        """A failure with this exit code: a message with these parts, and nothing on stdout."""
        self.assert_exit(code, outcome)
        self.assertEqual(outcome.out, "")
        for part in parts:
            self.assertIn(part, outcome.err)
        self.assertIn("mrctl:", outcome.err)


def _end(process):
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    if process.stdin and process.stdin.closed:
        process.stdin = None  # communicate() would flush it, and raise
    process.communicate()
