"""Shells that complete command lines: what they offer when a user asks at a prompt."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from drive.program import PATIENCE_S, binary, clean_environment
from drive.terminal import Terminal

# Completes as mrctl does. Otherwise it notes the words that it is called with, and says on the terminal how often
# that was.
_FAKE_MRCTL = """#!/bin/sh
if [ "$1" = __complete ]; then exec MRCTL "$@"; fi
{ for word; do printf '%s\\t' "$word"; done; echo; } >> "$CALLS"
echo "call-$(grep -c '' < "$CALLS")-is-noted" > /dev/tty
"""

# Runs a command with its standard input as the terminal that governs it, as shells want it.
_WITH_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""

_BASH_START = """
PS1='$ '
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'
bind '"\\C-xa": insert-completions'
source SCRIPT
"""

_ZSH_START = """
PS1='$ '
unsetopt prompt_sp beep
autoload -Uz compinit
compinit -u -D
source SCRIPT
insert-completions() { _main_complete; compstate[insert]=all; compstate[list]= }
zle -C insert-completions complete-word insert-completions
bindkey '^Xa' insert-completions
"""

_FISH_OFFERS = """
source SCRIPT
for line in $argv
    complete -C $line
    echo =====
end
"""


class Desk:
    """A folder with a home, a program `mrctl` that completes and else only notes its calls, and the script of a shell."""

    def __init__(self, folder, script):
        self.folder = Path(folder)
        self.home = self.folder / "home"
        self.work = self.folder / "work"
        self.script = self.folder / "script"
        self._calls = self.folder / "calls"
        for path in (self.home, self.work, self.folder / "bin"):
            path.mkdir()
        self.script.write_text(script, "utf-8")
        fake = self.folder / "bin" / "mrctl"
        fake.write_text(_FAKE_MRCTL.replace("MRCTL", shlex.quote(str(binary()))), "utf-8")
        fake.chmod(0o755)

    def environment(self):
        env = clean_environment(self.home, CALLS=str(self._calls), TERM="dumb")
        return env | {"PATH": f"{self.folder / 'bin'}{os.pathsep}{env['PATH']}"}

    def write_start(self, name, text):
        """Writes the file that a shell reads at its start, and returns its path."""
        path = self.home / name
        path.write_text(text.replace("SCRIPT", shlex.quote(str(self.script))), "utf-8")
        return str(path)

    def calls(self):
        """Returns the words of each call of mrctl."""
        if not self._calls.exists():
            return []
        return [line.split("\t")[:-1] for line in self._calls.read_text("utf-8").splitlines()]


class Prompt:
    """A shell at its prompt that puts all it can offer into the line, and runs the line."""

    def __init__(self, desk, command):
        self.desk = desk
        command = [sys.executable, "-c", _WITH_TERMINAL, *command]
        self.terminal = Terminal(command, desk.environment(), desk.work, columns=2000)

    def run(self, keys):
        """Types the keys and Enter, and returns the words with which the line then calls mrctl."""
        number = len(self.desk.calls()) + 1
        self.terminal.type(keys + "\r")
        self.terminal.read_until(f"call-{number}-is-noted")
        calls = self.desk.calls()
        if len(calls) != number:
            raise AssertionError(f"{keys!r} led to the calls {calls[number - 1:]}")
        return calls[-1]

    def offers(self, typed):
        """Returns what the shell offers for the end of what is typed: whole words."""
        return added_words(typed, self.run(typed + "\x18a"))

    def complaints(self):
        """Returns the lines on the terminal that are the shell's own errors."""
        return re.findall(r"^.*(?:bash|zsh|fish|_mrctl\w*)(?::\d+)?: .*$", self.terminal.read_until(""), re.MULTILINE)

    def close(self):
        self.terminal.type("\x15exit\r")
        self.terminal.finish()


def bash_prompt(desk, more=""):
    start = desk.write_start(".bashrc", _BASH_START + more)
    return Prompt(desk, ["bash", "--noprofile", "--rcfile", start, "-i"])


def zsh_prompt(desk, more=""):
    desk.write_start(".zshrc", _ZSH_START + more)
    return Prompt(desk, ["zsh", "-d", "-i"])


def fish_prompt(desk):
    """Fish; it has no key for all offers, but TAB."""
    return Prompt(desk, ["fish", "--no-config", "-C", f"source {shlex.quote(str(desk.script))}", "-i"])


def fish_offers(desk, lines):
    """Returns what fish offers for the end of each line: lists of lines with a word and, behind a tab, its help."""
    code = _FISH_OFFERS.replace("SCRIPT", shlex.quote(str(desk.script)))
    done = subprocess.run(
        ["fish", "--no-config", "-c", code, *lines],
        env=desk.environment(),
        cwd=desk.work,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=10 * PATIENCE_S,  # all lines together
        text=True,
    )
    if done.stderr:
        raise AssertionError(done.stderr)
    return [part.splitlines() for part in done.stdout.split("=====\n")[:-1]]


def added_words(typed, words):
    """Returns the words that took the place of the last one typed, or were added behind them all."""
    before, last = split_line(typed)
    if words[: len(before)] != before:
        raise AssertionError(f"{typed!r} became {words}")
    added = words[len(before) :]
    if added and not added[0].startswith(last):
        raise AssertionError(f"{typed!r} became {words}")
    return [] if added == [last] else added


def split_line(typed):
    """Returns the words of `mrctl WORDS…` before the last one, and the last one, which may be empty."""
    words = shlex.split(typed)[1:]
    return (words, "") if typed.endswith(" ") else (words[:-1], words[-1])
