"""An answer for `raw_host` that counts how many requests are under way at once."""

import json
import threading
import time

from drive.program import PATIENCE_S


def listing_answer(model, endpoints=()):
    """Returns the bytes of an answer that lists the endpoints of a model, and closes the connection."""
    body = json.dumps({"data": {"id": model, "endpoints": list(endpoints)}}).encode()
    return b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


class CountingAnswer:
    """Takes its time with the same answer each time, and knows the most requests that were under way at once.

    It answers nothing before `least` requests were, so that a slow machine has the time to send them.
    """

    def __init__(self, answer, delay_s, least=1):
        self.most = 0
        self._answer = answer
        self._delay_s = delay_s
        self._least = least
        self._now = 0
        self._changed = threading.Condition()

    def __call__(self, connection):
        with self._changed:
            self._now += 1
            self.most = max(self.most, self._now)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self.most >= self._least, PATIENCE_S)
        time.sleep(self._delay_s)
        with self._changed:
            self._now -= 1
        connection.sendall(self._answer)
