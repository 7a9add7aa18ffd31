"""A real proxy on loopback: tinyproxy, with its log."""

import contextlib
import re
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from drive.program import PATIENCE_S
from drive.tls import tool

_REQUEST = re.compile(r"Request \(file descriptor \d+\): (\S+) (\S+) HTTP")


class Proxy:
    """tinyproxy on a port of its own. `directives` are more lines for its configuration."""

    def __init__(self, *directives):
        self._folder = tempfile.TemporaryDirectory()
        self._log = Path(self._folder.name, "log")
        # Held, but not listened to: nobody else is given the port, and tinyproxy can still take it.
        self._place = socket.socket()
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._place.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._place.getsockname()[1]}"
        self.url = f"http://{self.address}"
        configuration = Path(self._folder.name, "tinyproxy.conf")
        lines = ("Listen 127.0.0.1", f"Port {self._place.getsockname()[1]}", "Allow 127.0.0.1", "Timeout 60",
                 f'LogFile "{self._log}"', "LogLevel Connect", *directives)  # fmt: skip
        configuration.write_text("\n".join(lines) + "\n")
        self.process = subprocess.Popen([tool("tinyproxy"), "-d", "-c", configuration], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        try:
            self._wait_until_ready()
        except Exception:
            self.close()
            raise

    def log(self):
        return self._log.read_text()

    def requests(self):
        """Returns the method and the target of each request that came so far."""
        return _REQUEST.findall(self.log())

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=PATIENCE_S)
        self._place.close()
        self._folder.cleanup()

    def _wait_until_ready(self):
        host, port = self.address.split(":")
        deadline = time.monotonic() + PATIENCE_S
        while True:
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 1):
                return
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("tinyproxy did not start")
            time.sleep(0.02)
