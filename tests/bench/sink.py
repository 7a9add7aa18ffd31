"""A service that swallows bodies as fast as they come, and costs every client the same."""

import json
import re
import socket
import threading

_PRESET = {
    "data": {
        "id": "preset_1",
        "slug": "large",
        "designated_version": {"id": "version_1", "version": 1, "config": {"model": "acme/large", "temperature": 0.2}},
    }
}


class Sink:
    """Answers every POST with one preset. It reads what is sent and looks at nothing but its length.

    While `keeps` is true, it keeps the last body, so that a bench can check what was sent.
    """

    def __init__(self):
        self.keeps = False
        self.body = b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self.base_url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/api/v1"

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self):
        buffer = bytearray(1 << 20)
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                self._swallow(connection, buffer)

    def _swallow(self, connection, buffer):
        head = b""
        while b"\r\n\r\n" not in head:
            chunk = connection.recv(65536)
            if not chunk:
                return
            head += chunk
        head, body = head.split(b"\r\n\r\n", 1)
        if re.search(rb"(?i)\r\nexpect:", head):
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        pieces = [body]
        left = int(re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)[1]) - len(body)
        while left > 0:
            taken = connection.recv_into(buffer)
            if taken == 0:
                return
            left -= taken
            if self.keeps:
                pieces.append(bytes(buffer[:taken]))
        self.body = b"".join(pieces) if self.keeps else b""
        answer = json.dumps(_PRESET).encode()
        connection.sendall(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(answer), answer)
        )
