"""A key is looked for in everything that comes out, whatever is run, whatever goes wrong, however much is said."""

import contextlib
import itertools
import json
import subprocess
import tempfile
import unittest
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from drive.canary import CANARY, base64_echoes, leaking_files, leaking_lines, leaks
from drive.http2 import http2_host, succeed
from drive.program import PATIENCE_S, ProgramTest, binary, clean_environment
from drive.service import CREDENTIAL, NO_CREDENTIAL, TINY, Emulator, ServiceTest, answering, hanging_up_host
from drive.service import refusing_host, silent_host
from drive.terminal import run_on_terminal
from drive.tls import Certificates

BODY = '{"model": "acme/tiny", "messages": [{"role": "system", "content": "Be brief."}]}'

COMMANDS = (
    ("preset", "create", "canary", "--body", "-"),
    ("endpoints", "list", TINY, "globex/vision"),
    ("byok", "get", CREDENTIAL),
    ("api", "GET", f"/byok/{CREDENTIAL}"),
    ("api", "POST", "/presets/canary/chat/completions", "--body", "-"),
    ("auth", "status"),
)

# Each says more than the one before, in another form.
LOUDNESS = (
    (),
    ("-v", "--error-format", "json", "-o", "table"),
    ("-vv", "--error-format", "github", "-o", "yaml"),
    ("-vvv", "--error-format", "text", "-o", "csv"),
    ("-vvv", "--error-format", "json", "-o", "jsonl"),
)

LIMITS = ("--timeout", "2", "--retries", "0")


def run(base_url, command, flags, key=CANARY, stdin=BODY):
    """Runs a command in a home of its own and returns everything that it left behind: streams and files."""
    with tempfile.TemporaryDirectory() as home:
        environment = clean_environment(home, MRCTL_BASE_URL=base_url, MRCTL_API_KEY=key)
        done = subprocess.run([binary(), *command, *flags, *LIMITS], env=environment, cwd=home, input=stdin.encode(),
                              timeout=PATIENCE_S, capture_output=True)  # fmt: skip
        return done.stdout + b"\n" + done.stderr, leaking_files(home)


def error_body(echo):
    metadata = {"header": echo, "nested": [{"authorization": f"Bearer {echo}"}], echo: 1}
    return json.dumps({"error": {"code": 400, "message": f"Bad key {echo}", "metadata": metadata}, "key": echo})


def hostile_answers(echo):
    """Yields what a service could send that has seen a key: status, body and headers."""
    yield 401, error_body(echo), {"WWW_Authenticate": f"Bearer {echo}", "X_Request_Id": echo, "X_Echo": echo}
    yield 200, error_body(echo), {"X_Echo": f"{echo},{echo}", "Set_Cookie": f"a={echo}"}
    yield 502, f"<html><title>{echo}</title>{echo}</html>", {"Content_Type": "text/html"}
    yield 307, "", {"Location": f"http://other.invalid/?key={echo}"}
    yield 200, f"no JSON: {echo}", {"X_Request_Id": echo}
    yield 429, error_body(echo), {"Retry_After": echo}
    yield 400, error_body(echo)[:-20], {"Content_Type": f"application/json; key={echo}"}
    yield 500, json.dumps({"error": echo}).replace("/", "\\/"), {}
    yield 200, '{"data": "' + echo, {"Content_Length": "5000"}


class Swept(unittest.TestCase):
    def sweep(self, base_url, commands=COMMANDS, loudness=LOUDNESS):
        """Runs each command at each loudness and asserts that nothing leaks."""
        cells = list(itertools.product(commands, loudness))
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda cell: run(base_url, *cell), cells))
        found = [
            f"{' '.join([*command, *flags])}: {line}"
            for (command, flags), (said, files) in zip(cells, results)
            for line in leaking_lines(said) + files
        ]
        self.assertEqual(len(found), 0, f"{len(found)} leaks, the first of them:\n" + "\n".join(found[:3]))


class AHostileService(Swept):
    def assert_kept_from_saying(self, echo, loudness):
        for status, body, headers in hostile_answers(echo):
            with self.subTest(echo=echo, status=status), answering(status, body, **headers) as server:
                # What `api` prints of a success is what the service sent; that is what it is for.
                commands = [command for command in COMMANDS if status >= 300 or command[0] != "api"]
                self.sweep(server.base_url, commands, loudness)

    def test_cannot_make_a_command_say_the_key(self):
        for echo in (CANARY, f"Bearer {CANARY}"):
            self.assert_kept_from_saying(echo, LOUDNESS[1:])

    def test_cannot_make_a_command_say_the_key_as_a_url_spells_it(self):
        self.assert_kept_from_saying(urllib.parse.quote(CANARY, safe=""), LOUDNESS[2:])

    def test_cannot_make_a_command_say_the_key_in_base64(self):
        for echo in base64_echoes():
            self.assert_kept_from_saying(echo, LOUDNESS[-1:])

    def test_cannot_pass_the_key_off_as_a_label(self):
        data = {"id": CREDENTIAL, "label": CANARY, "provider": "acme"}
        with answering(200, json.dumps({"data": data})) as server:
            formats = [("-vvv", "-o", name) for name in "table wide json jsonl csv tsv yaml markdown".split()]
            filters = [("--jq", ".label", "-r"), ("--jq", ".", "-vvv")]
            self.sweep(server.base_url, [("byok", "get", CREDENTIAL)], formats + filters)


class AFailureOfTheNetwork(Swept):
    @contextlib.contextmanager
    def host(self, name):
        if name == "nobody listens":
            yield refusing_host()
        elif name == "no such host":
            yield "https://no-such-host.invalid/api/v1"
        elif name == "another machine, in the clear":
            yield "http://192.0.2.1/api/v1"
        elif name == "no TLS":
            with answering(200, "{}") as server:
                yield server.base_url.replace("http:", "https:")
        else:
            with {"it hangs up": hanging_up_host, "silence": silent_host}[name]() as base_url:
                yield base_url

    def test_does_not_bring_the_key_to_light(self):
        names = ("nobody listens", "no such host", "another machine, in the clear", "no TLS", "it hangs up")
        for name in names:
            with self.subTest(host=name), self.host(name) as base_url:
                self.sweep(base_url)
        with self.host("silence") as base_url:
            self.sweep(base_url, loudness=LOUDNESS[-1:])

    def test_does_not_show_a_key_in_the_base_url(self):
        self.sweep(f"{refusing_host()}/{CANARY}/api/v1".replace("/api/v1/", "/"))


class TheEmulator(Swept):
    FAULTS = ("no-code", "html", "truncate", "reset", "429 retry-after 0", "503", "204", "302")

    def test_and_mrctl_keep_the_key_to_themselves(self):
        emulator = Emulator("--log", "--management-key", CANARY)
        with contextlib.closing(emulator):
            more = (
                ("byok", "get", NO_CREDENTIAL),
                ("preset", "create", "canary", "--model", TINY, "--temperature", "9"),
                ("preset", "create", "canary", "--model", TINY, "--print-curl"),
                ("preset", "create", "canary", "--model", TINY, "--dry-run"),
                ("preset", "create", "canary", "--model", TINY, "--strict"),
                ("config", "list", "--show-origin"),
                ("config", "get", "base_url"),
                ("auth", "logout"),
                ("no", "such", "command"),
                ("version",),
            )
            self.sweep(emulator.base_url, COMMANDS + more)
            emulator.stop()
            self.assertEqual(leaking_lines(emulator.log().encode()), [])
            self.assertIn("POST", emulator.log())

    def test_and_mrctl_keep_it_to_themselves_through_every_fault(self):
        for fault in self.FAULTS:
            emulator = Emulator("--log", "--management-key", CANARY, "--fault", f"* * = {fault}")
            with self.subTest(fault=fault), contextlib.closing(emulator):
                self.sweep(emulator.base_url, loudness=LOUDNESS[3:])
                emulator.stop()
                self.assertEqual(leaking_lines(emulator.log().encode()), [])

    def test_does_not_log_a_key_that_was_put_into_a_path_or_a_header(self):
        emulator = Emulator("--log", "--management-key", CANARY)
        with contextlib.closing(emulator):
            for command in misplaced_keys():
                run(emulator.base_url, command, ())
            emulator.stop()
            self.assertEqual(leaking_lines(emulator.log().encode()), [])


def misplaced_keys():
    """Yields commands with the key where it does not belong; nobody who does so wants to see it in a log."""
    yield "api", "GET", f"/byok/{CANARY}"
    yield "api", "GET", f"/byok/x?key={CANARY}"
    yield "api", "GET", f"/byok/{CREDENTIAL}", "-H", f"X-Api-Key: {CANARY}"
    yield "api", "GET", f"/byok/{CREDENTIAL}", "-H", f"X-Else: {CANARY}"
    yield "api", "GET", f"/byok/{CREDENTIAL}", "-H", f"Authorization: Bearer {CANARY}"
    yield "byok", "get", CANARY
    yield "endpoints", "list", f"acme/{CANARY.replace('/', '')}", f"acme/{CANARY}"
    yield "preset", "create", CANARY, "--model", TINY


class AKeyWhereItDoesNotBelong(Swept):
    def test_is_hidden_wherever_it_is_named(self):
        with answering(404, error_body("nothing")) as server:
            self.sweep(server.base_url, list(misplaced_keys()))

    def test_is_hidden_where_the_trace_shows_a_body(self):
        command = ("preset", "create", "canary", "--model", TINY, "--system", f"My key is {CANARY}")
        with answering(404, error_body("nothing")) as server:
            self.sweep(server.base_url, [command, ("api", "POST", "/x", "--body", "-")], LOUDNESS[3:])

    def test_is_hidden_in_a_curl_line(self):
        command = ("preset", "create", "canary", "--model", TINY, "--system", f"My key is {CANARY}", "--print-curl")
        self.sweep("http://127.0.0.1:9/api/v1", [command])

    def test_is_not_repeated_where_none_belongs(self):
        user = f"https://user:{CANARY}@host.example"
        commands = [
            ("api", "GET", f"{user}/api/v1/x"),
            ("api", "GET", "/x", "-H", f"Authorization Bearer {CANARY}"),
            ("api", "GET", f"/x#{CANARY}"),
            ("api", CANARY, "/x"),
            ("auth", "login", CANARY),
            ("auth", CANARY),
            (CANARY,),
            ("help", CANARY),
            ("byok", "get", CREDENTIAL, "--api-key-file", CANARY.replace("/", "")),
            ("byok", "get", CREDENTIAL, "--base-url", user),
            ("byok", "get", CREDENTIAL, "--profile", CANARY),
            ("byok", "get", CREDENTIAL, "--jobs", CANARY),
            ("config", "set", "timeout", CANARY),
            ("config", "set", CANARY, "x"),
            ("preset", "create", "x", "--temperature", CANARY),
        ]
        found = []
        for command in commands:
            said, _ = run("http://127.0.0.1:9/api/v1", command, ("-v",), key="sk-other-0000000000")
            found += leaking_lines(said)
        self.assertEqual(found, [])

    def test_is_not_repeated_even_if_it_does_not_look_like_one(self):
        for command in (("GET", "https://user:hunter2@host/x"), ("GET", "/x", "-H", "hunter2"), ("hunter2", "/x")):
            said, _ = run("http://127.0.0.1:9/api/v1", ("api", *command), ())
            self.assertNotIn(b"hunter2", said)

    def test_is_not_repeated_where_a_flag_for_keys_is_guessed(self):
        guesses = [
            ("byok", "get", CREDENTIAL, f"{flag}={CANARY}") for flag in ("--api-key", "--key", "--token", "--apikey")
        ]
        self.sweep("http://127.0.0.1:9/api/v1", guesses + [("config", "set", "api_key", CANARY)])


class WhatIsCut(Swept):
    """Half a key is hidden like a whole one."""

    def test_is_joined_where_a_large_head_goes_out_in_pieces(self):
        headers = [part for number in range(3) for part in ("-H", f"X-Else-{number}: {CANARY * 900}")]
        command = ("api", "GET", f"/byok/{CREDENTIAL}", *headers)
        with answering(404, error_body("nothing")) as server:
            self.sweep(server.base_url, [command], LOUDNESS[2:])
            self.assertGreater(len(server.requests), 0)

    def test_is_hidden_in_a_remark_about_http_2(self):
        with tempfile.TemporaryDirectory() as folder:
            certificates = Certificates(folder)
            with http2_host(certificates, succeed(b"{}")) as host:
                command = ("api", "GET", "/x", "--ca-cert", certificates.crt("ca"), "-H", f"X-Else: {CANARY * 100}")
                self.sweep(host.base_url, [command], LOUDNESS[2:])
                self.assertIn(("HTTP/2", "GET"), host.requests)

    def test_is_hidden_where_a_line_of_a_file_is_shortened(self):
        with tempfile.TemporaryDirectory() as home:
            environment = clean_environment(home, MRCTL_API_KEY=CANARY, NO_COLOR="1")
            for blanks in range(8, 72, 8):
                text = f'{{"temperature": 9,{" " * blanks}"user": "{CANARY} {CANARY} {CANARY}", "top_p": 7}}\n'
                Path(home, "body.json").write_text(text)
                outcome = run_on_terminal([binary(), "preset", "create", "x", "--body", "body.json"], environment, home)
                self.assertIn("temperature", outcome.out)
                self.assertEqual(leaking_lines(outcome.out.encode()), [], blanks)


class WhatTheTraceShows(Swept):
    LOUDEST = LOUDNESS[3:]

    def test_of_a_label_is_what_is_masked(self):
        for label in (CANARY, CANARY[::-1]):
            data = {"id": CREDENTIAL, "label": label, "provider": "acme"}
            nested = json.dumps({"raw": json.dumps({"data": data})})
            for body in (json.dumps({"data": data}), json.dumps({"data": data}, indent=2), nested):
                with self.subTest(body=body), answering(200, body) as server:
                    said, _ = run(server.base_url, ("byok", "get", CREDENTIAL), ("-vvv",), key="sk-other-0000000000")
                    self.assertEqual(leaking_lines(said, label), [])
                    self.assertIn(b"acme", said)

    def test_of_the_key_of_a_new_credential_is_nothing(self):
        body = json.dumps({"provider": "acme", "key": CANARY})
        with answering(200, "{}") as server:
            said, _ = run(server.base_url, ("api", "POST", "/byok", "--body", "-"), ("-vvv",), "sk-other-0000000000", body)
            self.assertEqual(leaking_lines(said), [])
            self.assertIn(b'"acme"', said)

    def test_of_headers_that_carry_secrets_is_their_name(self):
        names = ("X-Secret-Sauce", "X-Vault-Token", "Client-Secret", "X-Api-Key", "Private-Token", "x-secret")
        headers = [part for name in names for part in ("-H", f"{name}: hidden-{name}")]
        with answering(200, "{}", X_Secret_Answer="hidden-answer", X_Csrf_Token="hidden-too") as server:
            said, _ = run(server.base_url, ("api", "GET", "/x", *headers), ("-vvv",))
            self.assertEqual([line for line in said.splitlines() if b"hidden-" in line], [])
            for name in (*names, "X-Secret-Answer", "X-Csrf-Token"):
                self.assertIn(f"{name}: [redacted]".encode(), said)

    def test_of_a_key_in_json_within_json_is_nothing(self):
        echo = json.dumps({"key": CANARY}).replace("/", "\\/")
        with answering(400, "") as server:
            for _ in range(4):
                echo = json.dumps({"raw": echo}).replace("/", "\\/")
                server.answer.body = echo.encode()
                self.sweep(server.base_url, [("byok", "get", CREDENTIAL)], LOUDNESS[1:])


class SilentTest(ProgramTest):
    def assert_silent_of_it(self, outcome):
        self.assertEqual(leaking_lines((outcome.out + outcome.err).encode()), [])


class AKeyFromElsewhere(SilentTest):
    """From a file, a pipe, a program, or the store."""

    def setUp(self):
        super().setUp()
        self.server = contextlib.ExitStack()
        self.addCleanup(self.server.close)
        answer = answering(403, error_body(CANARY), X_Echo=CANARY)
        self.settings = {"MRCTL_BASE_URL": self.server.enter_context(answer).base_url}

    def assert_hidden(self, *arguments, **options):
        for flags in LOUDNESS:
            outcome = self.mrctl(*arguments, *flags, "--retries", "0", **options)
            self.assert_exit(3, outcome)
            self.assert_silent_of_it(outcome)

    def write_config(self, text):
        self.write("home/.config/mrctl/config.toml", f"[profiles.default]\n{text}\n")

    def test_is_hidden_as_well(self):
        self.assert_hidden("byok", "get", CREDENTIAL, "--api-key-file", self.write("key", f"  {CANARY}\n\n"))
        self.assert_hidden("byok", "get", CREDENTIAL, "--api-key-file", "-", stdin=f"{CANARY}\r\n")
        self.write_config(f'credential_command = ["printf", "%s", "{CANARY}"]')
        self.assert_hidden("byok", "get", CREDENTIAL)

    def test_is_stored_in_one_file_only(self):
        self.settings["MRCTL_BASE_URL"] = refusing_host()
        outcome = self.mrctl("auth", "login", "-vvv", stdin=CANARY + "\n")
        self.assert_exit(0, outcome)
        self.assert_silent_of_it(outcome)
        self.assertEqual(leaking_files(self.folder), [str(self.home / ".config/mrctl/credentials.toml")])
        for command in ("auth", "status"), ("config", "list", "--show-origin"), ("byok", "get", CREDENTIAL):
            outcome = self.mrctl(*command, "-vvv")
            self.assert_silent_of_it(outcome)
        self.assert_exit(0, self.mrctl("auth", "logout", "-vvv"))
        self.assertEqual(leaking_files(self.folder), [])

    def test_is_not_told_by_the_errors_of_a_broken_store(self):
        self.settings["MRCTL_BASE_URL"] = "http://127.0.0.1:9/api/v1"
        self.assert_exit(0, self.mrctl("auth", "login", stdin=CANARY + "\n"))
        store = self.home / ".config/mrctl/credentials.toml"
        whole = store.read_text()
        at = whole.index(CANARY)
        for broken in (whole[: at + 20], whole.replace(CANARY, CANARY + '" "x'), whole + "[[keys]", whole[at - 1 :]):
            store.write_text(broken)
            for flags in LOUDNESS:
                outcome = self.mrctl("byok", "get", CREDENTIAL, *flags)
                self.assert_exit(3, outcome)
                self.assert_silent_of_it(outcome)

    def test_is_not_told_by_the_errors_of_a_configuration_that_holds_it(self):
        for line in (f'api_key = "{CANARY}"', f'key = "{CANARY}', f"credential_command = {CANARY}", CANARY):
            self.write_config(line)
            for flags in LOUDNESS:
                outcome = self.mrctl("byok", "get", CREDENTIAL, *flags)
                self.assertNotEqual(outcome.code, 0)
                self.assert_silent_of_it(outcome)


class ACredentialCommand(SilentTest):
    def run_with(self, script, base_url, *flags):
        program = self.write("vault", f"#!/bin/sh\n{script}\n", mode=0o700)
        self.write("home/.config/mrctl/config.toml", f'[profiles.default]\ncredential_command = ["{program}"]\n')
        return self.mrctl("byok", "get", CREDENTIAL, "--base-url", base_url, "--retries", "0", *flags)

    def test_that_tells_the_key_on_stderr_is_quoted_without_it(self):
        said = f"echo '{CANARY}'; echo 'vault: the key is {CANARY}, take care' >&2"
        for script, code in ((f"{said}; exit 3", 3), (f"{said}; kill -9 $$", 3), (said, 8)):
            with self.subTest(script=script):
                for flags in LOUDNESS:
                    outcome = self.run_with(script, refusing_host(), *flags)
                    self.assert_exit(code, outcome)
                    self.assert_silent_of_it(outcome)

    def test_whose_complaint_is_long_is_quoted_without_half_a_key(self):
        key = CANARY.replace("&", "+")
        for size in (4096, 65536):
            for shown in (10, 13, 20):
                empty = f"head -c {size + 1 - shown} /dev/zero | tr '\\0' '\\n' >&2"
                with self.subTest(size=size, shown=shown):
                    outcome = self.run_with(f"{empty}; echo '{key}' >&2; exit 3", refusing_host())
                    self.assert_exit(3, outcome)
                    self.assertNotIn(key[:10], outcome.err)

    def test_that_fails_is_quoted(self):
        self.assert_refused(3, self.run_with("echo 'vault: sealed' >&2; exit 3", refusing_host()), "vault: sealed")

    def test_that_tells_two_keys_is_refused_without_either(self):
        outcome = self.run_with(f"echo '{CANARY}'; echo '{CANARY}2'", refusing_host(), "-vvv")
        self.assert_exit(3, outcome)
        self.assert_silent_of_it(outcome)

    def test_gets_no_input_and_no_open_files(self):
        seen = self.folder / "seen"
        listing = f"{{ readlink /proc/self/fd/0; ls /proc/$$/fd; }} >{seen}; echo {CANARY.replace('&', '')}"
        self.assert_exit(8, self.run_with(listing, refusing_host()))
        stdin, *files = Path(seen).read_text().split()
        self.assertEqual(stdin, "/dev/null")
        # The shell holds its script open under a number from 10 on.
        self.assertEqual([number for number in files if 2 < int(number) < 10], [])


class TheSearch(unittest.TestCase):
    """A search that finds nothing because it cannot would prove nothing."""

    def test_finds_every_echo(self):
        for echo in (CANARY, urllib.parse.quote(CANARY), urllib.parse.quote(CANARY, safe=""), *base64_echoes()):
            self.assertNotEqual(leaks(f"before {echo} after"), [], echo)

    def test_finds_a_part(self):
        self.assertNotEqual(leaks(CANARY[12:]), [])

    def test_leaves_a_masked_key_alone(self):
        self.assertEqual(leaks(f"{CANARY[:4]}…{CANARY[-4:]}"), [])


class TheService(ServiceTest):
    emulator_flags = ("--management-key", CANARY)

    def test_knows_the_key_that_is_looked_for(self):
        self.assert_exit(0, self.mrctl("byok", "get", CREDENTIAL))


if __name__ == "__main__":
    unittest.main()
