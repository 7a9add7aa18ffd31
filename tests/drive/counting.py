"""An answer for `raw_host` that counts how many requests are under way at once."""

import json
import threading
import time


def listing_answer(model, endpoints=()):
    """Returns the bytes of an answer that lists the endpoints of a model, and closes the connection."""
    body = json.dumps({"data": {"id": model, "endpoints": list(endpoints)}}).encode()
    return b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


class CountingAnswer:
    """Takes its time with the same answer each time, and knows the most requests that were under way at once."""

    def __init__(self, answer, delay_s):
        self.most = 0
        self._answer = answer
        self._delay_s = delay_s
        self._now = 0
        self._lock = threading.Lock()

    def __call__(self, connection):
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(self._delay_s)
        with self._lock:
            self._now -= 1
        connection.sendall(self._answer)
