"""Certificates made for a test, and a real nginx that shows them in front of a plain HTTP service."""

import contextlib
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from drive.program import PATIENCE_S
from drive.service import ServiceTest

# 0.0.0.0 leads here too, and is no loopback address to a client: through it a test can be another machine.
_HOSTS = "subjectAltName=IP:127.0.0.1,DNS:localhost,IP:0.0.0.0"
_ELSEWHERE = "subjectAltName=DNS:elsewhere.invalid"


def tool(name):
    """Returns the path of a program that the packages of the group `test` install."""
    path = shutil.which(name, path=os.environ.get("PATH", os.defpath) + ":/usr/sbin:/usr/local/sbin")
    if path is None:
        raise FileNotFoundError(f"no {name}: run 'packaging/install-packages test'")
    return path


class Certificates:
    """Authorities, and what they have signed: for each name NAME.crt and NAME.key in a folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        for authority in ("ca", "other-ca"):
            self._sign_itself(authority, "basicConstraints=critical,CA:TRUE")
        self._sign_itself("self-signed", _HOSTS)
        self._sign("valid", "ca", _HOSTS)
        self._sign("elsewhere", "ca", _ELSEWHERE)
        self._sign("expired", "ca", _HOSTS, "20200101000000Z", "20200201000000Z")
        self._sign("early", "ca", _HOSTS, "20900101000000Z", "20910101000000Z")
        self._sign("client", "ca", "extendedKeyUsage=clientAuth")
        self._sign("stranger", "other-ca", "extendedKeyUsage=clientAuth")
        self._openssl("ec", "-in", self.key("client"), "-aes256", "-passout", "pass:secret", "-out", self.key("locked"))

    def crt(self, name):
        return str(self.folder / f"{name}.crt")

    def key(self, name):
        return str(self.folder / f"{name}.key")

    def hashed_folder(self):
        """Returns a folder of roots as OpenSSL looks them up, with the authority in it."""
        folder = self.folder / "roots"
        folder.mkdir(exist_ok=True)
        shutil.copy(self.crt("ca"), folder / "ca.crt")
        self._openssl("rehash", folder)
        return str(folder)

    def _openssl(self, *arguments):
        subprocess.run([tool("openssl"), *map(str, arguments)], cwd=self.folder, check=True, capture_output=True,
                       stdin=subprocess.DEVNULL, timeout=PATIENCE_S)  # fmt: skip

    def _request(self, name):
        return ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", self.key(name),
                "-subj", f"/CN={name} of the tests")  # fmt: skip

    def _sign_itself(self, name, extension):
        self._openssl("req", "-x509", "-days", "2", "-addext", extension, "-out", self.crt(name), *self._request(name))

    def _sign(self, name, authority, extension, begin="", end=""):
        """Signs with `openssl ca`: the one command that takes both dates."""
        (self.folder / "index").write_text("")
        (self.folder / "extensions").write_text(extension + "\n")
        (self.folder / "ca.conf").write_text(
            "[ca]\ndefault_ca=it\n[it]\ndatabase=index\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n"
            "unique_subject=no\n[any]\ncommonName=supplied\n"
        )
        self._openssl("req", "-new", "-out", f"{name}.csr", *self._request(name))
        dates = ("-startdate", begin, "-enddate", end) if begin else ("-days", "2")
        self._openssl("ca", "-config", "ca.conf", "-batch", "-notext", "-in", f"{name}.csr", "-out", self.crt(name),
                      "-cert", self.crt(authority), "-keyfile", self.key(authority), "-extfile", "extensions", *dates)  # fmt: skip


@dataclass
class Site:
    """One port of nginx: the certificate it shows, and more directives; {ca} stands for the authority's file."""

    certificate: str
    more: str = ""
    h2: bool = True


_CONFIGURATION = """
user root; daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log info;
events {{ worker_connections 256; }}
http {{
  log_format it '$server_port $server_protocol $connection $ssl_protocol $status $sent_http_content_encoding $request';
  access_log {folder}/access.log it;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  gzip on; gzip_min_length 1; gzip_proxied any; gzip_types application/json;
  {servers}
}}
"""

_SERVER = """
  server {{
    listen 127.0.0.1:{port} ssl{h2};
    ssl_certificate {crt}; ssl_certificate_key {key};
    {more}
    location / {{ proxy_pass http://{upstream}; proxy_set_header Accept-Encoding ""; proxy_http_version 1.1; }}
    location /api/v1/gone {{ return 444; }}
  }}
"""


@dataclass
class Access:
    """A line of nginx's log."""

    port: str
    protocol: str
    connection: str
    tls: str
    status: str
    encoding: str
    request: str


def _server(port, site, certificates, upstream):
    return _SERVER.format(
        port=port,
        h2=" http2" if site.h2 else "",
        crt=certificates.crt(site.certificate),
        key=certificates.key(site.certificate),
        more=site.more.format(ca=certificates.crt("ca")),
        upstream=upstream,
    )


class Nginx:
    """Sites by name, each on a port of its own, in front of one service."""

    def __init__(self, folder, certificates, upstream, sites):
        self.folder = Path(folder)
        self._log = self.folder / "access.log"
        with contextlib.ExitStack() as stack:
            # nginx takes over sockets that are open already, so that nobody else can take a port in between.
            sockets = {name: stack.enter_context(socket.create_server(("127.0.0.1", 0))) for name in sites}
            self._ports = {name: each.getsockname()[1] for name, each in sockets.items()}
            servers = [_server(self._ports[name], site, certificates, upstream) for name, site in sites.items()]
            configuration = self.folder / "nginx.conf"
            configuration.write_text(_CONFIGURATION.format(folder=folder, servers="".join(servers)))
            handles = [each.fileno() for each in sockets.values()]
            self.process = subprocess.Popen(
                [tool("nginx"), "-p", folder, "-e", self.folder / "error.log", "-c", configuration],
                env={"NGINX": ";".join(map(str, handles)) + ";", "PATH": os.defpath},
                pass_fds=handles, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        try:
            self._wait_until_ready()
        except Exception:
            self.close()
            raise

    def base_url(self, name, host="127.0.0.1"):
        return f"https://{host}:{self._ports[name]}/api/v1"

    def accesses(self, name):
        """Returns what the log says of one site.

        nginx writes a line when a request has ended, which may be after its answer was read. Its one worker shakes
        hands when it is done with that.
        """
        self._wait_until_ready()
        lines = [Access(*line.split(" ", 6)) for line in self._log.read_text().splitlines()]
        return [line for line in lines if line.port == str(self._ports[name])]

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=PATIENCE_S)

    def _wait_until_ready(self):
        deadline = time.monotonic() + PATIENCE_S
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("nginx does not answer: " + (self.folder / "error.log").read_text())
            time.sleep(0.02)

    def _answers(self):
        """Whether a handshake succeeds: the ports take connections before nginx is there to serve them."""
        context = ssl._create_unverified_context()
        address = ("127.0.0.1", next(iter(self._ports.values())))
        with contextlib.suppress(OSError), socket.create_connection(address, 1) as raw:
            with context.wrap_socket(raw):
                return True
        return False


class NginxTest(ServiceTest):
    """A test with nginx in front of the emulator that the tests of its class share."""

    sites = {}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.certificates = Certificates(folder.name)
        cls.nginx = Nginx(folder.name, cls.certificates, cls.emulator.base_url.split("/")[2], cls.sites)
        cls.addClassCleanup(cls.nginx.close)
