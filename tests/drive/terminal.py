"""Runs a command on a terminal of its own: a pty with a size."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from drive.program import PATIENCE_S, Outcome, shell_code


class Terminal:
    """A command whose three streams are one terminal."""

    def __init__(self, command, env, cwd, columns=80, rows=24):
        self._screen, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            command, env=env, cwd=cwd, stdin=side, stdout=side, stderr=side, start_new_session=True, close_fds=True
        )
        os.close(side)
        self._seen = b""

    def type(self, text):
        os.write(self._screen, text.encode())

    def read_until(self, part):
        """Waits until the terminal shows `part`; returns everything shown so far."""
        deadline = time.monotonic() + PATIENCE_S
        while part.encode() not in self._seen and self._read(deadline):
            pass
        return self._text()

    def echoes(self):
        """Whether what is typed is shown."""
        return bool(termios.tcgetattr(self._screen)[3] & termios.ECHO)

    def end(self, signal):
        """Sends the command a signal and waits for its end; the terminal stays open."""
        self._process.send_signal(signal)
        return shell_code(self._process.wait(timeout=PATIENCE_S))

    def finish(self):
        """Waits for the command's end. What both streams showed is in `out`."""
        deadline = time.monotonic() + PATIENCE_S
        while self._read(deadline):
            pass
        os.close(self._screen)
        try:
            code = self._process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        return Outcome(shell_code(code), self._text(), "")

    def _text(self):
        return self._seen.decode(errors="replace").replace("\r\n", "\n")

    def _read(self, deadline):
        """Reads once more; returns whether there may be more to come."""
        ready, _, _ = select.select([self._screen], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            chunk = os.read(self._screen, 65536)
        except OSError:  # EIO: the last writer has closed the terminal
            return False
        self._seen += chunk
        return bool(chunk)


def run_on_terminal(command, env, cwd, columns=80):
    return Terminal(command, env, cwd, columns).finish()
