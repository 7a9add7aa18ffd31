"""What packaging/test-packages DIR runs: installs and uses the packages in DIR in bare systems, which end with it.

The deb of each architecture is installed by apt into a bare Debian and removed again, that which it was built on and
the next one; the rpm and the tarball are
unpacked there, and the tarball also into a root that holds nothing else, as are the layers of the image. Programs for
another architecture run under user-mode emulation. The SPDX document is compared with the files and with the list of
licenses. Needs root, the packages that packaging/dependencies lists for test-packages, and a mirror
(MRCTL_DEBIAN_MIRROR)."""

import contextlib
import functools
import hashlib
import http.server
import json
import os
import shutil
import ssl
import subprocess
import sys
import tarfile
import tempfile
import threading
from pathlib import Path

import license_expression

HERE = Path(__file__).resolve().parent
MIRROR = os.environ.get("MRCTL_DEBIAN_MIRROR", "http://deb.debian.org/debian")
BUILT_ON, NEWER = "bookworm", "trixie"
SHELLS = "ca-certificates,man-db,bash-completion,zsh,fish"
APT = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-y", "-q")
LISTING = ("mrctl", "endpoints", "list", "acme/tiny")
ROOTS = (
    "etc/ssl/certs/ca-certificates.crt",
    "etc/pki/tls/certs/ca-bundle.crt",
    "etc/ssl/ca-bundle.pem",
    "etc/ssl/cert.pem",
)


# Debian's names of architectures, and rpm's; the kernel hands the programs of the others to an emulator.
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}

# What changes by itself: the records of apt and dpkg, caches and logs.
PASSING = ("./proc", "./tmp", "./var/lib/apt", "./var/cache", "./var/log", "./var/lib/dpkg", "./root", "./run")


class Failure(Exception):
    pass


def check(says, holds, detail=""):
    if not holds:
        raise Failure(f"not so: {says}\n{detail}")
    print(f"ok: {says}", flush=True)


class Root:
    """A folder that programs run in as their root, for one user."""

    def __init__(self, path, user="0:0", home="/root"):
        self.path = Path(path)
        self.user = user
        self.home = home

    def run(self, *command, **environment):
        settings = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": self.home, "LC_ALL": "C.UTF-8", **environment}
        done = subprocess.run(
            ["chroot", f"--userspec={self.user}", self.path, *command],
            env=settings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=1800,
        )
        return done.returncode, done.stdout, done.stderr

    def must(self, *command, **environment):
        code, out, err = self.run(*command, **environment)
        if code != 0:
            raise Failure(f"{' '.join(map(str, command))} ended with {code}\n{out}{err}")
        return out

    def files(self):
        """Returns every path but those that change by themselves."""
        found = subprocess.run(["find", ".", "-xdev"], cwd=self.path, capture_output=True, text=True, check=True)
        return {path for path in found.stdout.splitlines() if not path.startswith(PASSING)}


@contextlib.contextmanager
def mounted(root):
    """The root with /proc, and with the names that this machine knows."""
    shutil.copy("/etc/resolv.conf", root.path / "etc/resolv.conf")
    subprocess.run(["mount", "-t", "proc", "proc", root.path / "proc"], check=True)
    try:
        yield root
    finally:
        subprocess.run(["umount", "-l", root.path / "proc"], check=True)


def make_debian(path, architecture, suite):
    command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--architectures={architecture}", f"--include={SHELLS}"]
    subprocess.run([*command, suite, path, MIRROR], check=True)
    root = Root(path)
    add_example(root)
    return root


def add_example(root):
    shutil.copytree(HERE / "example", root.path / root.home[1:] / "example")


@functools.lru_cache
def certificate(folder):
    """Returns (certificate, key) of a server named localhost and router.test, which is its own root."""
    paths = Path(folder) / "server.crt", Path(folder) / "server.key"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = "subjectAltName=DNS:localhost,DNS:router.test"
    subprocess.run([*command, "-addext", names, "-out", paths[0], "-keyout", paths[1]], check=True, capture_output=True)
    return paths


def hash_of(certificate_file):
    """Returns the name under which a folder of certificates has it."""
    command = ["openssl", "x509", "-noout", "-hash", "-in", certificate_file]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"data": {"id": "acme/tiny", "name": "Acme: Tiny", "endpoints": []}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def tls_server(folder):
    """Yields the port of an HTTPS server on loopback."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(folder))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def over_tls(host, port):
    return {"MRCTL_BASE_URL": f"https://{host}:{port}/api/v1", "MRCTL_API_KEY": "sk-fake"}


def check_main_job(root):
    job = root.must("mrctl", "emulator", "exec", "--", "sh", f"{root.home}/example/main-job")
    check("the main job runs against the emulator", "support" in job and "acme/large" in job)
    count = root.must("mrctl", "emulator", "exec", "--", *LISTING, "--jq", ".endpoints | length").strip()
    check("--jq filters", count == "2", count)


def check_tls(root, folder):
    with tls_server(folder) as port:
        code, _, err = root.run(*LISTING, **over_tls("localhost", port))
        check("a server with a certificate that nobody trusts is refused", code == 8, err)
        shutil.copy(certificate(folder)[0], root.path / "usr/local/share/ca-certificates/local.crt")
        root.must("update-ca-certificates")
        out = root.must(*LISTING, **over_tls("localhost", port))
        check("a root that the system trusts is trusted", '"acme/tiny"' in out, out)
        (root.path / "usr/local/share/ca-certificates/local.crt").unlink()
        root.must("update-ca-certificates", "--fresh")


def check_manuals(root, ending=".gz"):
    for page in ("mrctl.1", "mrctl-preset-create.1", "mrctl-config.5", "mrctl-presets.7"):
        path = root.must("man", "-w", page.rpartition(".")[0]).strip()
        check(f"man finds {page}", path.endswith(page + ending), path)


def check_skill(root):
    found = [path for path in root.files() if path.endswith("/doc/mrctl/skills/mrctl/SKILL.md")]
    check("the skill for agents is installed", len(found) == 1, "\n".join(found))


def check_completions(root, zsh_begins="", **environment):
    """Asks each shell, as it starts on this system, whether it knows how to complete mrctl."""
    load = "source /usr/share/bash-completion/bash_completion; _completion_loader mrctl; complete -p mrctl"
    loaded = root.must("bash", "-c", load)
    check("bash finds completions", "mrctl" in loaded, loaded)
    offered = root.must("fish", "-c", "complete -C 'mrctl endpoints '", **environment)
    check("fish finds completions", "list" in offered, offered)
    known = root.must("zsh", "-fc", f"{zsh_begins}autoload -Uz compinit; compinit -u -D; print $_comps[mrctl]").strip()
    check("zsh finds completions", known == "_mrctl", known)


def field_of(deb, name):
    return subprocess.run(["dpkg-deb", "-f", deb, name], check=True, capture_output=True, text=True).stdout


def opened():
    """Returns (priority, deb, rpm) of each library of packaging/opened."""
    lines = (HERE / "opened").read_text("utf-8").splitlines()
    return [tuple(line.split()[1:]) for line in lines if line and not line.startswith("#")]


def test_deb(packages, architecture, root, folder):
    deb = next(packages.glob(f"mrctl_*_{architecture}.deb"))
    for priority, name, _ in opened():
        field = {"required": "Depends", "recommended": "Recommends"}[priority]
        check(f"{field} names {name}", name in field_of(deb, field), field_of(deb, field))
    check("Recommends names git", "git" in field_of(deb, "Recommends").split(", "), field_of(deb, "Recommends"))
    if architecture == "amd64":
        check("Depends names the glibc that packed relocations need", "libc6 (>= 2.36)" in field_of(deb, "Depends"))
    shutil.copy(deb, root.path / "tmp")
    root.must("apt-get", "update", "-q")
    before = root.files()
    root.must(*APT, "install", f"/tmp/{deb.name}")
    check_main_job(root)
    check_tls(root, folder)
    check_manuals(root)
    check_skill(root)
    check_completions(root)
    root.must(*APT, "install", "--reinstall", f"/tmp/{deb.name}")
    check("an upgrade from itself leaves every file as packed", root.must("dpkg", "--verify", "mrctl") == "")
    root.must(*APT, "purge", "mrctl")
    check("removal leaves nothing of its own", not (left := named_mrctl(root)), "\n".join(left))
    root.must(*APT, "autoremove", "--purge")
    left = root.files() - before
    check("nothing is left when what it needed is gone too", not left, "\n".join(sorted(left)))


def named_mrctl(root):
    return sorted(path for path in root.files() if "mrctl" in path)


def test_rpm(packages, architecture, root, folder):
    """In a Debian with the libraries that the rpm asks for, since rpm's own systems are not to be had here."""
    rpm = next(packages.glob(f"mrctl-*.{MACHINES[architecture]}.rpm"))
    asked = ["rpm", "-qp", "--requires", "--recommends", rpm]
    needed = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.splitlines()
    relocations = ["libc.so.6(GLIBC_ABI_DT_RELR)(64bit)"] if architecture == "amd64" else []
    for name in [name for _, _, name in opened()] + relocations:
        check(f"the rpm names {name}", name in needed, "\n".join(needed))
    root.must(*APT, "install", *(name for _, name, _ in opened()), "libsqlite3-0")
    unpack = f"rpm2cpio '{rpm}' | (cd '{root.path}' && cpio --quiet -idm)"
    subprocess.run(["sh", "-c", unpack], check=True)
    check_main_job(root)
    check_tls(root, folder)
    check_manuals(root)
    check_skill(root)
    check_completions(root, "fpath+=(/usr/share/zsh/site-functions); ")
    listed = subprocess.run(["rpm", "-qpl", rpm], check=True, capture_output=True, text=True).stdout.splitlines()
    for path in listed:
        if not (root.path / path[1:]).is_dir():
            (root.path / path[1:]).unlink()


def unpack_tarball(packages, architecture, folder):
    tarball = next(packages.glob(f"mrctl-*-linux-{architecture}.tar.xz"))
    Path(folder).mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xf", tarball, "-C", folder, "--strip-components=1"], check=True)


def test_tarball_in_usr_local(packages, architecture, root, folder):
    unpack_tarball(packages, architecture, root.path / "usr/local")
    check_main_job(root)
    check_tls(root, folder)
    check_manuals(root, "")
    check_skill(root)
    # fish looks below /usr/local only if this variable says so, as desktops do.
    check_completions(root, XDG_DATA_DIRS="/usr/local/share:/usr/share")


# A configuration of OpenSSL that asks for a library, and that some systems have.
MODULES = """openssl_conf = start
[start]
providers = providers
[providers]
default = own
legacy = loaded
[own]
activate = 1
[loaded]
activate = 1
"""


def check_opens_no_library(mrctl, folder):
    """On this system, which has libraries."""
    (settings := Path(folder, "openssl.cnf")).write_text(MODULES, "utf-8")
    (trace := Path(folder, "trace")).touch()
    traced = ("strace", "-f", "-e", "trace=open,openat", "-o", trace, mrctl, *LISTING[1:])
    environment = os.environ | {"OPENSSL_CONF": str(settings)}
    subprocess.run([mrctl, "emulator", "exec", "--", *traced], env=environment, check=True, capture_output=True)
    opened_files = trace.read_text("utf-8", errors="replace")
    check("files were traced", "/etc/resolv.conf" in opened_files, opened_files)
    check("no library is opened, whatever OpenSSL is configured to load", ".so" not in opened_files, opened_files)


def test_tarball_alone(packages, architecture, folder):
    root = Root(tempfile.mkdtemp(dir=folder))
    unpack_tarball(packages, architecture, root.path)
    mrctl = "/bin/mrctl"
    check("an empty root is enough", root.must(mrctl, "--version").startswith("mrctl "))
    static = json.loads(root.must(mrctl, "version", "--build", "-o", "json"))
    check("nothing is opened", {row["use"] for row in static["libraries"]} == {"inside"})
    check(f"the program says that it is for {architecture}", static["architecture"] == architecture)
    (root.path / "tmp").mkdir()
    listing = root.must(mrctl, "emulator", "exec", "--", mrctl, *LISTING[1:], "--jq", ".endpoints | length").strip()
    check("the emulator and --jq run in it", listing == "2", listing)
    (root.path / "etc").mkdir(exist_ok=True)
    (root.path / "etc/hosts").write_text("127.0.0.1 router.test\n", "utf-8")
    check_opens_no_library(root.path / "bin/mrctl", folder)
    with tls_server(folder) as port:
        code, _, err = root.run(mrctl, *LISTING[1:], **over_tls("router.test", port))
        check("without roots there is one clear message", code == 8 and "no trusted certificates" in err, err)
        for place in (*ROOTS, f"etc/ssl/certs/{hash_of(certificate(folder)[0])}.0"):
            path = root.path / place
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(certificate(folder)[0], path)
            out = root.must(mrctl, *LISTING[1:], **over_tls("router.test", port))
            check(f"roots are found in /{place}, and a name in /etc/hosts", '"acme/tiny"' in out, out)
            path.unlink()


def unpack_image(archive, folder, architecture):
    """Unpacks the layers of one architecture, as an engine does it, and returns its configuration."""
    (layout := folder / "layout").mkdir()
    subprocess.run(["tar", "-xf", archive, "-C", layout], check=True)
    (root := folder / "root").mkdir()

    def blob(descriptor):
        path = layout / "blobs" / descriptor["digest"].replace(":", "/")
        if hashlib.sha256(path.read_bytes()).hexdigest() != path.name:
            raise Failure(f"{path.name} has another sum")
        return path

    def value(descriptor):
        return json.loads(blob(descriptor).read_text("utf-8"))

    (named,) = json.loads((layout / "index.json").read_text("utf-8"))["manifests"]
    of_platforms = {row["platform"]["architecture"]: row for row in value(named)["manifests"]}
    manifest = value(of_platforms[architecture])
    for layer in manifest["layers"]:
        with tarfile.open(blob(layer)) as archive:
            archive.extractall(root, numeric_owner=True)
    return value(manifest["config"])


def test_image(packages, architecture, folder):
    archive = next(packages.glob("mrctl-*.oci.tar"))
    asked = ["skopeo", "inspect", "--override-os=linux", f"--override-arch={architecture}", f"oci-archive:{archive}"]
    seen = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
    check("skopeo reads the image", seen["Architecture"] == architecture and seen["Labels"], seen)
    place = Path(tempfile.mkdtemp(dir=folder))
    place.chmod(0o755)
    settings = unpack_image(archive, place, architecture)["config"]
    check("the image has no entry point, and a user that is not root", not settings.get("Entrypoint") and settings["User"] == "1000:1000")
    root = Root(place / "root", settings["User"], settings["WorkingDir"])
    add_example(root)
    check_main_job(root)
    said = root.must("sh", "-c", 'id -un; touch ~/new /tmp/new && ls ~ | grep new').split()
    check("its shell runs as that user, who may write at home and in /tmp", said == ["mrctl", "new"], said)
    roots = [path.name for path in (root.path / "etc/ssl/certs").glob("*.[0-9]")]
    check("it has the roots of Debian", len(roots) > 100, roots)
    check_image_tls(root, folder)
    git = "git init -q /tmp/a && cd /tmp/a && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a && git log"
    said = root.must("sh", "-c", f"{git} && git ls-remote https://127.0.0.1:9/ 2>&1 || true")
    check("git works, and knows https", "Author: a" in said and "Failed to connect" in said, said)
    for part in ("mrctl", "busybox-static", "ca-certificates", "git", "libcurl3-gnutls"):
        check(f"it has the notices of {part}", any((root.path / "usr").glob(f"**/doc/{part}/copyright")))


def check_image_tls(root, folder):
    (root.path / "etc/hosts").write_text("127.0.0.1 router.test\n", "utf-8")
    with tls_server(folder) as port:
        code, _, err = root.run(*LISTING, **over_tls("router.test", port))
        check("the image refuses a server with a certificate that nobody trusts", code == 8, err)
        own = certificate(folder)[0]
        shutil.copy(own, root.path / f"etc/ssl/certs/{hash_of(own)}.0")
        out = root.must(*LISTING, **over_tls("router.test", port))
        check("and trusts what is in its folder of roots", '"acme/tiny"' in out, out)


def license_faults(text):
    """Returns what the SPDX list of licenses does not know of an expression."""
    licensing = license_expression.get_spdx_licensing()
    return [] if text == "NOASSERTION" else licensing.validate(text).errors


def test_document(packages):
    document = json.loads(next(packages.glob("mrctl-*.spdx.json")).read_text("utf-8"))
    parts = {part["SPDXID"]: part for part in document["packages"]} | {"SPDXRef-DOCUMENT": document}
    ends = {row[end] for row in document["relationships"] for end in ("spdxElementId", "relatedSpdxElement")}
    check("the SPDX document defines what it names", ends == set(parts), ends ^ set(parts))
    faults = [fault for part in document["packages"] for fault in license_faults(part["licenseDeclared"])]
    check("its licenses are of the SPDX list", not faults, faults)
    for part in document["packages"]:
        if name := part.get("packageFileName"):
            digest = hashlib.sha256((packages / name).read_bytes()).hexdigest()
            check(f"it has the sum of {name}", digest == part["checksums"][0]["checksumValue"])


def emulate(architecture):
    """Lets the kernel run programs of this architecture."""
    own = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()
    if architecture != own:
        subprocess.run(["update-binfmts", "--enable", f"qemu-{MACHINES[architecture]}"], check=True)


def test_architecture(packages, architecture, folder):
    print(f"{architecture}:", flush=True)
    emulate(architecture)
    test_tarball_alone(packages, architecture, folder)
    test_image(packages, architecture, folder)
    with mounted(make_debian(f"{folder}/{architecture}-{NEWER}", architecture, NEWER)) as root:
        print(f"{NEWER}:", flush=True)
        test_deb(packages, architecture, root, folder)
    with mounted(make_debian(f"{folder}/{architecture}", architecture, BUILT_ON)) as root:
        print(f"{BUILT_ON}:", flush=True)
        test_deb(packages, architecture, root, folder)
        test_rpm(packages, architecture, root, folder)
        test_tarball_in_usr_local(packages, architecture, root, folder)


def main(packages):
    packages = Path(packages).resolve()
    if not any(packages.glob("mrctl_*.deb")):
        sys.exit(f"test-packages: no packages in {packages}; packaging/build-packages makes them")
    folder = tempfile.mkdtemp(prefix="mrctl-packages-")
    os.chmod(folder, 0o755)
    try:
        test_document(packages)
        for architecture in MACHINES:
            if any(packages.glob(f"mrctl_*_{architecture}.deb")):
                test_architecture(packages, architecture, folder)
    except Failure as failure:
        sys.exit(f"test-packages: {failure}")
    finally:
        shutil.rmtree(folder)
    print("test-packages: every package holds what it promises")


if __name__ == "__main__":
    main(sys.argv[1])
