"""An answer for `raw_host` that counts how many requests are under way at once."""

import json
import threading

from drive.program import PATIENCE_S


def listing_answer(model, endpoints=()):
    """Returns the bytes of an answer that lists the endpoints of a model, and closes the connection."""
    body = json.dumps({"data": {"id": model, "endpoints": list(endpoints)}}).encode()
    return b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


# A request beyond the limit would be there at once: nothing holds it back.
GRACE_S = 0.1


class CountingAnswer:
    """Gives the same answer each time, and knows the most requests that were under way at once.

    It answers nothing before `limit` requests were under way, and then gives one more the chance to come.
    """

    def __init__(self, answer, limit=1):
        self.most = 0
        self._answer = answer
        self._limit = limit
        self._now = 0
        self._changed = threading.Condition()

    def __call__(self, connection):
        with self._changed:
            self._now += 1
            self.most = max(self.most, self._now)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self.most >= self._limit, PATIENCE_S)
            self._changed.wait_for(lambda: self.most > self._limit, GRACE_S)
            self._now -= 1
        connection.sendall(self._answer)
