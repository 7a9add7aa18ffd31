"""The services that mrctl talks to in tests: its own emulator, and servers that answer from a script."""

import contextlib
import http.server
import os
import select
import shlex
import signal
import socket
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field

from drive.program import PATIENCE_S, ProgramTest, binary, clean_environment

TINY = "acme/tiny"
LARGE = "acme/large"
CREDENTIAL = "11111111-1111-4111-8111-111111111111"
NO_CREDENTIAL = "99999999-9999-4999-8999-999999999999"


class Emulator:
    """`mrctl emulator serve`, on a free port unless it is to take a certain one."""

    def __init__(self, *flags, port=0):
        """Waits for a certain port: between two emulators, any program on this machine may be given it."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                return self._start(flags, port)
            except RuntimeError as error:
                if not port or "Address already in use" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def _start(self, flags, port):
        self._home = tempfile.TemporaryDirectory()
        self._log = open(os.path.join(self._home.name, "stderr"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [binary(), "emulator", "serve", "--listen", f"127.0.0.1:{port}", *flags],
            env=clean_environment(self._home.name, TMPDIR=self._home.name),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
        )
        try:
            self.lines = _read_all_lines(self.process.stdout)
            self.settings = dict(shlex.split(line)[1].split("=", 1) for line in self.lines)
            if not self.settings:
                raise ValueError(self.log())
        except Exception as error:
            self.close()
            raise RuntimeError(f"the emulator did not start: {error}") from error

    @property
    def base_url(self):
        return self.settings["MRCTL_BASE_URL"]

    @property
    def key(self):
        return self.settings["MRCTL_API_KEY"]

    def log(self):
        self._log.flush()
        self._log.seek(0)
        return self._log.read()

    def stop(self, number=signal.SIGTERM):
        """Ends the emulator with a signal and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(timeout=PATIENCE_S)
        self.process.stdout.close()
        return code

    def close(self):
        self.stop(signal.SIGKILL)
        self._log.close()
        self._home.cleanup()


def _read_all_lines(stream):
    """Reads the lines of a pipe to its end, within the time a test may take."""
    deadline = time.monotonic() + PATIENCE_S
    text = b""
    while True:
        if not select.select([stream], [], [], max(0, deadline - time.monotonic()))[0]:
            raise TimeoutError(f"no end after {text!r} in {PATIENCE_S} s")
        chunk = os.read(stream.fileno(), 4096)
        if not chunk:
            return text.decode().splitlines()
        text += chunk


class ServiceTest(ProgramTest):
    """A test whose settings point at an emulator that the tests of its class share."""

    emulator_flags = ()

    @classmethod
    def setUpClass(cls):
        cls.emulator = Emulator(*cls.emulator_flags)
        cls.addClassCleanup(cls.emulator.close)

    def setUp(self):
        super().setUp()
        self.settings = dict(self.emulator.settings)


@dataclass
class Answer:
    status: int = 200
    body: bytes = b""
    headers: dict = field(default_factory=lambda: {"Content-Type": "application/json"})


@dataclass
class Received:
    method: str
    path: str
    headers: dict
    body: bytes


class LoopbackService:
    """An HTTP service on loopback that records every request, and answers what a function of the request returns."""

    def __init__(self, answer):
        self.requests = []
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(answer, self.requests))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/api/v1"

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(answer_to, requests):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            received = Received(self.command, self.path, headers, body)
            requests.append(received)
            answer = answer_to(received)
            if "Date" in answer.headers:
                self.send_response_only(answer.status)
            else:
                self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if "Content-Length" not in answer.headers:
                self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = "Content-Length" in answer.headers

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def log_message(self, *_):
            pass

    return Handler


@contextlib.contextmanager
def answering(status=200, body=b"", **headers):
    """A service that gives the same answer to every request; header names are written with underscores: Retry_After="1"."""
    named = {"Content-Type": "application/json"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    answer = Answer(status, body if isinstance(body, bytes) else body.encode(), named)
    server = LoopbackService(lambda _: answer)
    server.answer = answer
    try:
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def silent_host():
    """A host that takes connections and never answers; yields its base URL."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1"


def refusing_host():
    """Returns the base URL of a port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1"


@contextlib.contextmanager
def unopened_port():
    """A port that is held but refuses connections; yields its base URL, and the socket to listen() on later."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1", listener


@contextlib.contextmanager
def hanging_up_host():
    """A host that reads the beginning of a request and closes the connection; yields its base URL."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def hang_up():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    connection.recv(1)
                    connection.close()

        thread = threading.Thread(target=hang_up, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
