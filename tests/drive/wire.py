"""Hosts that put any bytes on the wire, and what a command costs that has to do with them."""

import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass

from drive.loopback import LoopbackHost
from drive.program import PATIENCE_S, binary, shell_code


class RawHost(LoopbackHost):
    """A server that reads a request's head, then lets a function write what it likes."""

    def __init__(self, answer):
        self._answer = answer
        super().__init__()

    def serve(self, connection):
        head = b""
        while b"\r\n\r\n" not in head:
            chunk = connection.recv(65536)
            if not chunk:
                return
            head += chunk
        self.requests.append(head)
        self._answer(connection)
        # What the client has sent and nobody read would turn the end into a reset.
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass


def raw_host(answer):
    """Returns a host to use with `with`, which answers by a function of the socket, or with these bytes."""
    return RawHost(answer if callable(answer) else lambda connection: connection.sendall(answer))


@dataclass
class Measured:
    """A finished command and what it took. The memory is the largest resident set, in MiB."""

    code: int
    out: str
    err: str
    seconds: float
    mib: float


# A process's largest resident set counts from the one that started it; this one is small.
_STARTER = """
import json, os, sys, time
begin = time.monotonic()
out, err = (os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) for path in sys.argv[1:3])
null = os.open(os.devnull, os.O_RDONLY)
moves = [(os.POSIX_SPAWN_DUP2, fd, to) for to, fd in enumerate((null, out, err))]
pid = os.posix_spawn(sys.argv[3], sys.argv[3:], os.environ, file_actions=moves)
_, status, usage = os.wait4(pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), time.monotonic() - begin, usage.ru_maxrss / 1024]))
"""


def measure(arguments, env, cwd):
    """Runs mrctl without input; its streams go through files, so that nobody has to read along."""
    paths = [os.path.join(cwd, name) for name in ("measured.out", "measured.err")]
    command = [sys.executable, "-I", "-S", "-c", _STARTER, *paths, binary(), *map(str, arguments)]
    starter = subprocess.Popen(command, env=env, cwd=cwd, stdout=subprocess.PIPE, start_new_session=True)
    try:
        code, seconds, mib = json.loads(starter.communicate(timeout=PATIENCE_S)[0])
    except BaseException:
        os.killpg(starter.pid, signal.SIGKILL)
        starter.communicate()
        raise
    return Measured(shell_code(code), *map(_beginning_of, paths), seconds, mib)


def _beginning_of(path):
    with open(path, "rb") as stream:
        return stream.read(1 << 20).decode(errors="replace")
