"""A host that speaks HTTP/2 over TLS and turns streams away as a test asks for.

The frames are written by hand: a server library would not let a test refuse a request that it has read.
"""

import ssl
import struct

from drive.loopback import LoopbackHost

REFUSED_STREAM = 0x7
HTTP_1_1_REQUIRED = 0xD

_DATA, _HEADERS, _RST_STREAM, _SETTINGS, _GOAWAY = 0x0, 0x1, 0x3, 0x4, 0x7
_ACK = _END_STREAM = 0x1
_END_HEADERS = 0x4
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# HPACK, RFC 7541, appendix A: the indexed fields that these hosts read and write.
_METHODS = {0x82: "GET", 0x83: "POST"}
_STATUS_200 = b"\x88"


def reset(code):
    """Returns an answer that resets the stream with an error code."""
    return lambda connection, stream: connection.write(_RST_STREAM, 0, stream, struct.pack(">I", code))


def go_away(connection, _):
    """Says that the connection ends, and that no stream of it was worked on."""
    connection.write(_GOAWAY, 0, 0, struct.pack(">II", 0, 0))


def succeed(body):
    """Returns an answer of status 200 with these bytes."""

    def answer(connection, stream):
        connection.write(_HEADERS, _END_HEADERS, stream, _STATUS_200)
        connection.write(_DATA, _END_STREAM, stream, body)

    return answer


class Http2Host(LoopbackHost):
    """A server. Each request gets the next answer, and those after the last answer get that one again.

    A client that asks for HTTP/1.1 gets the body `plain`. `requests` tells protocol and method of all that came,
    and `connections` counts what was opened.
    """

    scheme = "https"

    def __init__(self, certificates, *answers, plain=b"{}"):
        self._answers = list(answers)
        self._plain = plain
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(certificates.crt("valid"), certificates.key("valid"))
        self._tls.set_alpn_protocols(["h2", "http/1.1"])
        super().__init__()

    def serve(self, connection):
        with self._tls.wrap_socket(connection, server_side=True) as secured:
            if secured.selected_alpn_protocol() == "h2":
                self._serve_streams(_Connection(secured))
            else:
                self._serve_plainly(secured)

    def _serve_streams(self, connection):
        connection.greet()
        for method, stream in connection.requests():
            self.requests.append(("HTTP/2", method))
            answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
            answer(connection, stream)

    def _serve_plainly(self, secured):
        head = secured.makefile("rb").readline()
        if not head:
            return
        self.requests.append(("HTTP/1.1", head.split()[0].decode()))
        secured.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(self._plain), self._plain))


class _Connection:
    """One connection that speaks HTTP/2: what comes and goes, as frames."""

    def __init__(self, secured):
        self._socket = secured
        self._stream = secured.makefile("rb")

    def greet(self):
        self._stream.read(len(_PREFACE))
        self.write(_SETTINGS, 0, 0)

    def requests(self):
        """Yields method and stream of each request when it is complete."""
        methods = {}
        while head := self._stream.read(9):
            size, kind, flags, stream = int.from_bytes(head[:3], "big"), head[3], head[4], head[5:]
            payload = self._stream.read(size)
            number = int.from_bytes(stream, "big")
            if kind == _SETTINGS and not flags & _ACK:
                self.write(_SETTINGS, _ACK, 0)
            if kind == _HEADERS:
                methods[number] = next((_METHODS[byte] for byte in payload if byte in _METHODS), "other")
            if kind in (_HEADERS, _DATA) and flags & _END_STREAM:
                yield methods[number], number

    def write(self, kind, flags, stream, payload=b""):
        head = len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big")
        self._socket.sendall(head + payload)


def http2_host(certificates, *answers, **options):
    """Returns a host to use with `with`."""
    return Http2Host(certificates, *answers, **options)
