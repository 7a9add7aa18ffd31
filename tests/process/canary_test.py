"""A key is looked for in everything that comes out, whatever is run, whatever goes wrong, however much is said."""

import contextlib
import json
import unittest
import urllib.parse

from drive.canary import CANARY, base64_echo, leaking_lines, leaks
from drive.program import ProgramTest, output_formats
from drive.service import CREDENTIAL, NO_CREDENTIAL, TINY, Emulator, ServiceTest, answering, hanging_up_host
from drive.service import refusing_host, silent_host
from drive.sweep import COMMANDS, LOUDNESS, Swept, error_body, misplaced_keys, run


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


class AKeyInAValue(ServiceTest):
    def test_is_hidden_in_every_form_and_report_but_the_answer_itself(self):
        key = "sk-mgmt-emulator-0000000000000000"
        endpoint = {"tag": "north", "name": key, "provider_name": key, "pricing": {"prompt": "0.1"}}
        model = {"id": "acme/leaky", "name": f"Leaky {key}", "endpoints": [endpoint]}
        catalogue = self.write("catalogue.json", json.dumps({"models": {"acme/leaky": model}}))
        emulator = Emulator("--catalogue", catalogue)
        self.addCleanup(emulator.close)
        self.settings = dict(emulator.settings)
        for form in output_formats():
            reports = [word for name in ("html", "json", "csv") for word in ("--report", f"{name}=report.{name}")]
            outcome = self.mrctl("endpoints", "list", "acme/leaky", "-o", form, *reports, "--summary", "summary.md")
            self.assert_exit(0, outcome)
            self.assertEqual(key in outcome.out, form == "raw", form)
        for name in ("report.html", "report.json", "report.csv", "summary.md"):
            self.assertNotIn(key, (self.folder / name).read_text(), name)
        self.assertIn(key, self.mrctl("api", "GET", "/models/acme/leaky/endpoints").out)


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
        self.assert_kept_from_saying(base64_echo(), LOUDNESS[-1:])

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


class AKeyInTheWrongPlace(ProgramTest):
    """Of a variable, a setting or the file of settings: it is refused and shown nowhere, also not on standard output."""

    KEY = "sk-mgmt-test-00000000000000000c0de"
    COMMANDS = (
        ("config", "list", "--show-origin"),
        ("config", "get", "api_key_file"),
        ("config", "get", "credential_command"),
        ("auth", "status"),
        ("byok", "get", CREDENTIAL),
        ("preset", "lint", "body.yaml"),
        ("preset", "plan", "body.yaml"),
    )

    def assert_kept(self, env=None):
        self.write("body.yaml", "model: acme/tiny\n")
        self.settings["MRCTL_BASE_URL"] = refusing_host()
        for command in self.COMMANDS:
            for flags in ((), ("-o", "json"), ("-vvv",), ("--error-format", "json")):
                with self.subTest(command=command, flags=flags, env=env):
                    outcome = self.mrctl(*command, *flags, env=env or {})
                    self.assertNotIn("0c0de", outcome.out + outcome.err)
                    if command[0] in ("auth", "byok"):
                        self.assertIn(outcome.code, (2, 3), outcome.err)
                        self.assertIn("holds what looks like a key", outcome.err)

    def test_of_a_variable(self):
        for name in ("MRCTL_API_KEY_FILE", "MRCTL_PROFILE", "MRCTL_BASE_URL", "MRCTL_CONFIG"):
            self.assert_kept({name: self.KEY})

    def test_of_the_file_of_settings(self):
        for line in (f'api_key_file = "{self.KEY}"', f'credential_command = ["{self.KEY}"]',
                     f'credential_command = ["login", "--token", "{self.KEY}"]'):  # fmt: skip
            self.write("home/.config/mrctl/config.toml", f"[profiles.default]\n{line}\n")
            self.assert_kept()

    def test_of_a_setting_is_not_stored(self):
        for words in (("api_key_file", self.KEY), ("credential_command", self.KEY), ("credential_command", "echo", self.KEY),
                      ("proxy", self.KEY)):  # fmt: skip
            outcome = self.mrctl("config", "set", *words)
            self.assert_refused(2, outcome, "holds what looks like a key")
            self.assertNotIn("0c0de", outcome.out + outcome.err)
        self.assertFalse((self.folder / "home/.config/mrctl/config.toml").exists())


class TheSearch(unittest.TestCase):
    """A search that finds nothing because it cannot would prove nothing."""

    def test_finds_every_echo(self):
        for echo in (CANARY, urllib.parse.quote(CANARY), urllib.parse.quote(CANARY, safe=""), base64_echo()):
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
