"""Talks to the emulator without mrctl: plain HTTP, and bytes that are not."""

import contextlib
import http.client
import json
import threading
import urllib.parse

from drive.program import PATIENCE_S, ProgramTest
from drive.service import CREDENTIAL, TINY, Emulator

LISTING = f"/models/{TINY}/endpoints"
READS = (LISTING, f"/byok/{CREDENTIAL}")
BODY = json.dumps({"model": TINY, "messages": [{"role": "user", "content": "Hello"}]}).encode()


def preset_path(slug):
    return f"/presets/{slug}/chat/completions"


class EmulatorTest(ProgramTest):
    """Starts emulators and talks to them without mrctl."""

    def start_emulator(self, *flags):
        emulator = Emulator(*flags)
        self.addCleanup(emulator.close)
        return emulator

    def client(self, emulator):
        client = Client(emulator)
        self.addCleanup(client.close)
        return client

    def assert_answers(self, emulator):
        """The service is still there for others."""
        self.assertEqual(self.client(emulator).get(LISTING).status, 200)


class Client:
    """One keep-alive connection; it never opens a second one by itself."""

    def __init__(self, emulator):
        place = urllib.parse.urlsplit(emulator.base_url)
        self.prefix = place.path
        self.headers = {"Authorization": f"Bearer {emulator.key}"}
        self.connection = http.client.HTTPConnection(place.hostname, place.port, timeout=PATIENCE_S)
        self.connection.connect()
        self.connection.auto_open = 0
        self.socket = self.connection.sock
        self.close = self.connection.close

    def ask(self, method, path, body=None, **headers):
        self.connection.request(method, self.prefix + path, body, self.headers | headers)
        answer = self.connection.getresponse()
        answer.text = answer.read()
        return answer

    def get(self, path):
        return self.ask("GET", path)

    def post(self, slug):
        return self.ask("POST", preset_path(slug), BODY)

    def operation(self, method, path):
        return self.ask(method, path, BODY if method == "POST" else None)

    def raw(self, text):
        """Sends bytes as they are and returns all that comes until the end."""
        with contextlib.suppress(ConnectionError):  # it may have been refused before its end
            self.socket.sendall(text)
        return self.rest()

    def rest(self):
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while chunk := self.socket.recv(65536):
                answer += chunk
        return answer.decode()


def version_in(answer):
    return json.loads(answer.text)["data"]["designated_version"]["version"]


def side_by_side(count, work):
    """Runs work(0) … work(count - 1) in threads that start together, and returns what they return."""
    start = threading.Barrier(count)
    results = [None] * count

    def run(number):
        start.wait(PATIENCE_S)
        results[number] = work(number)

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return results
