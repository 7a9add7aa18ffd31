"""What hosts share that speak their protocol by hand: a listener on loopback, and a thread for each connection."""

import contextlib
import socket
import threading


class LoopbackHost:
    """A server on loopback, from the moment it is made until it is closed."""

    scheme = "http"

    def __init__(self):
        self.requests = []
        self._threads = []
        self._sockets = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base_url = f"{self.scheme}://127.0.0.1:{self._listener.getsockname()[1]}/api/v1"
        self._begin(self._accept)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def serve(self, connection):
        """Speaks on a connection, in a thread of its own, until nothing is left to say."""
        raise NotImplementedError

    @property
    def connections(self):
        """How many connections were opened."""
        return len(self._sockets)

    def stop_listening(self):
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def close(self):
        self.stop_listening()
        for connection in self._sockets:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    def _begin(self, function, *arguments):
        thread = threading.Thread(target=function, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self._sockets.append(connection)
                self._begin(self._converse, connection)

    def _converse(self, connection):
        with contextlib.suppress(OSError), connection:
            self.serve(connection)
