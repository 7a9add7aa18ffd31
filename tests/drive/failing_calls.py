"""Makes one system call of a command fail, by strace, and says what the command left behind."""

import functools
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from drive.program import Outcome, binary, clean_environment, shell_code
from drive.service import Emulator

# A command that takes longer hangs.
HANGS_S = 30

# What the first function of the program's own does; what comes before is the dynamic linker's.
FIRST_OWN_CALL = "fcntl(0"

# Calls that have no way to fail, or none that changes anything; those that strace would not carry out at all, though the
# kernel does before it fails (close), or whose failure has another form (brk); and the end of a process.
NEVER_FAIL = re.compile(r"close|brk|getrandom|execve|exit|futex|munmap|madvise|rt_sig|restart|sched_|umask|gettid|getpid|set_|rseq|prctl|arch_")

# What the system says where the usual EIO would be no answer of its own.
ERRORS = {"mmap": "ENOMEM", "mprotect": "ENOMEM", "mremap": "ENOMEM", "clone": "EAGAIN", "clone3": "EAGAIN",
          "write": "ENOSPC", "flock": "ENOLCK", "socket": "EMFILE", "connect": "ENETUNREACH", "sendto": "ENOBUFS",
          "sendmsg": "ENOBUFS", "ioctl": "ENOTTY"}  # fmt: skip


@functools.cache
def reason_to_skip():
    """Returns why no call can be made to fail here; empty if it can."""
    if not shutil.which("strace"):
        return "strace is not installed"
    done = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", "true"], capture_output=True, text=True)
    return f"strace may not trace here: {done.stderr[:200]}" if done.returncode else ""


@dataclass(frozen=True)
class Call:
    """The n-th call of that name of a process, and what it is about."""

    name: str
    number: int
    about: str

    def __str__(self):
        return f"{self.name} ({self.number}) of {self.about}"


def _about(name, text, folder):
    """Returns the files that a line of strace names, without what differs from run to run."""
    has_paths = not re.match(r"(p?read|p?write|send|recv)", name)
    named = re.findall(r'<([^<>]+)>|"([^"]*)"', text.replace(str(folder), "FOLDER"))
    names = sorted({opened or quoted for opened, quoted in named if opened or has_paths})
    for pattern, kind in ((r"^/(usr/)?lib.*|/lib/.*", "LIBRARY"), (r"\.mrctl-\w+", ".mrctl-X"), (r"\d+", "#")):
        names = [re.sub(pattern, kind, name) for name in names]
    return " ".join(names)


def calls_in(log, folder):
    """Returns the calls of the program's own in a log of strace, in their order."""
    numbers, found, is_own = Counter(), [], False
    for line in log.splitlines():
        match = re.match(r"(\d+) +(\w+)\((.*)", line)
        if not match:
            continue
        process, name, rest = match.groups()
        numbers[process, name] += 1
        is_own = is_own or f"{name}({rest}".startswith(FIRST_OWN_CALL)
        if is_own and not NEVER_FAIL.match(name):
            found.append(Call(name, numbers[process, name], _about(name, rest, folder)))
    return found


def sample_of(calls):
    """Returns the first and the last call of each kind (one name, the same files), and each about the home folder."""
    first, last = {}, {}
    for call in calls:
        first.setdefault((call.name, call.about), call)
        last[call.name, call.about] = call
    at_home = (call for call in calls if "FOLDER/home/" in call.about)
    return sorted({*first.values(), *last.values(), *at_home}, key=calls.index)


@dataclass
class Left(Outcome):
    """What a command left behind: also its files, and how often each path was posted to."""

    files: dict
    posts: Counter


class Lane:
    """A service of its own and a folder as it is before the command, so that several can run side by side."""

    def __init__(self, prepare, key):
        self.emulator = Emulator("--management-key", key)
        self._scratch = tempfile.TemporaryDirectory()
        self._template = Path(self._scratch.name) / "before"
        (self._template / "home").mkdir(parents=True)
        self._number = 0
        prepare(self)

    def close(self):
        self.emulator.close()
        self._scratch.cleanup()

    def write(self, name, text, mode=0o600):
        path = self._template / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def environment(self, folder):
        return clean_environment(folder / "home", MRCTL_API_KEY=self.emulator.key)

    def prepare(self, *arguments):
        """Runs a command in the folder as it will be before."""
        subprocess.run([binary(), *arguments], cwd=self._template, env=self.environment(self._template), check=True,
                       capture_output=True)  # fmt: skip

    def run(self, command, stdin="", call=None):
        """Runs a command, with that call made to fail. Without one, returns its calls as well."""
        self._number += 1
        folder, log = Path(self._scratch.name) / "run", Path(self._scratch.name) / "log"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self._template, folder, symlinks=True)
        tracing = ["-y", "-o", str(log)]
        if call:
            fault = f"inject={call.name}:error={ERRORS.get(call.name, 'EIO')}:when={call.number}"
            tracing = ["--seccomp-bpf", "-o", "/dev/null", "-e", f"trace={call.name}", "-e", fault]
        posted = self._posts()
        try:
            done = subprocess.run(["strace", "-f", "-qq", *tracing, binary(), *command], cwd=folder, input=stdin.encode(),
                                  env=self.environment(folder), capture_output=True, timeout=HANGS_S)  # fmt: skip
            code, out, err = shell_code(done.returncode), done.stdout, done.stderr
        except subprocess.TimeoutExpired as hanging:
            code, out, err = -1, hanging.stdout or b"", hanging.stderr or b""
        files = {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}
        left = Left(code, out.decode(), err.decode(), files, self._posts() - posted)
        return left if call else (left, calls_in(log.read_text(), folder))

    def _posts(self):
        return Counter(line.split()[1] for line in self.emulator.log().splitlines() if line.startswith("POST "))
