"""The real git, as tests call it, and a wrapper that notes how mrctl calls it."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from drive.program import PATIENCE_S

PERSON = ("-c", "user.name=t", "-c", "user.email=t@example.com")

# Each call is a line: its arguments, each ended by US, with RS for their line feeds. `act` may end it otherwise.
_WRAPPER = r"""#!/bin/sh
here={folder}
real={real}
call=$(printf '%s\037' "$@" | tr '\n' '\036')
printf '%s\n' "$call" >>"$here/calls"
n=$(wc -l <"$here/calls")
env >"$here/part.$n" && mv "$here/part.$n" "$here/env.$n"
PATH=${{PATH#"$here":}}
. "$here/act"
exec "$real" "$@"
"""


@dataclass
class Calls:
    """What a wrapper has noted."""

    folder: Path

    def act(self, script):
        """Says what the wrapper does before it calls git: a shell script that knows $n, $real, $here and "$@"."""
        (self.folder / "act").write_text(script + "\n", encoding="utf-8")
        return self

    def forget(self):
        for path in (*self.folder.glob("env.*"), self.folder / "calls"):
            path.unlink(missing_ok=True)

    @property
    def all(self):
        """The arguments of every call."""
        noted = self.folder / "calls"
        lines = noted.read_text("utf-8").splitlines() if noted.exists() else []
        return [line.replace("\x1e", "\n").split("\x1f")[:-1] for line in lines]

    def of(self, command):
        """The arguments of each call of one command."""
        return [call for call in self.all if command in call]

    @property
    def environments(self):
        texts = [path.read_text("utf-8", errors="replace") for path in self.folder.glob("env.*")]
        return [dict(line.split("=", 1) for line in text.splitlines() if "=" in line) for text in texts]


def wrap_git(folder, act=""):
    folder.mkdir(exist_ok=True)
    program = folder / "git"
    program.write_text(_WRAPPER.format(folder=folder, real=shutil.which("git")), encoding="utf-8")
    program.chmod(0o755)
    calls = Calls(folder).act(act)
    calls.forget()
    return calls


class Git:
    """A folder in which a person calls git."""

    def __init__(self, folder, environment):
        self.folder = folder
        self._environment = environment

    def git(self, *words, code=0, stdin="", strip=True):
        """Runs git as a person with a name, and returns what it says. No code: it may fail, and says nothing then."""
        done = subprocess.run(
            ["git", *PERSON, *map(str, words)],
            cwd=self.folder,
            env=self._environment(),
            input=stdin.encode(),
            timeout=PATIENCE_S,
            capture_output=True,
            check=False,
        )
        out = done.stdout.decode()
        if code is None:
            return out.strip() if done.returncode == 0 else ""
        if done.returncode != code:
            raise AssertionError(f"git {words}: {done.returncode}\n{out}{done.stderr.decode()}")
        return out.strip() if strip else out
