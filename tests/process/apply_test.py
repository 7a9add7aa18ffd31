"""preset apply against the emulator: what it sends, asks and records."""

import json
import signal
import unittest

from drive.applying import ApplyTest
from drive.http2 import http2_host, succeed
from drive.program import binary
from drive.service import Emulator
from drive.terminal import Terminal
from drive.tls import Certificates

KEY = "sk-mgmt-test-0000000000000000f3a1"
PRESET = json.dumps({"data": {"designated_version": {"version": 1, "config": {}}}}).encode()

class Applying(ApplyTest):
    def test_sends_what_changed_once_and_says_what_came_of_it(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        first = self.apply()
        self.assertEqual((first["applied"], first["unchanged"], first["failed"]), (2, 0, 0))
        self.assertEqual([preset["action"] for preset in first["presets"]], ["created", "created"])
        self.assertEqual(self.actions(), {"a": "unchanged", "b": "unchanged"})
        before = (self.folder / "state/t/a.json").read_bytes()
        self.preset("b", 0.2)
        second = self.apply()["presets"]
        self.assertEqual([preset["action"] for preset in second], ["unchanged", "updated"])
        self.assertEqual((second[1]["previous_version"], second[1]["version"]), (1, 2))
        self.assertEqual((self.folder / "state/t/a.json").read_bytes(), before)

    def test_needs_yes_off_a_terminal_only_where_something_is_to_be_sent(self):
        self.serve()
        self.preset("a", 0.1)
        refused = self.mrctl("preset", "apply", "presets")
        self.assert_refused(2, refused, "--yes")
        self.assertFalse(self.records())
        self.apply()
        self.assert_exit(0, self.mrctl("preset", "apply", "presets"))

    def test_notes_that_it_read_nothing_from_standard_input(self):
        self.serve()
        self.preset("a", 0.1)
        self.write("mrctl.toml", 'presets = ["presets"]\n')
        for paths, told in ((), True), (("presets",), False):
            outcome = self.mrctl("preset", "apply", *paths, "--yes", stdin="model: acme/tiny\n")
            self.assert_exit(0, outcome)
            self.assertEqual("standard input was not read" in outcome.err, told, outcome.err)
        self.assertNotIn("standard input", self.mrctl("preset", "apply", "--yes").err)

    def test_says_nothing_but_json_to_programs(self):
        self.serve("POST * = 503 retry-after 0")
        self.preset("a", 0.1)
        self.write("state/other/a.json", "{}")
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json", "--target", "t")
        for line in outcome.err.splitlines():
            json.loads(line)
        self.assertIn("error", outcome.err)

    def test_tells_a_place_without_records_of_the_target_before_it_asks(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        self.preset("a", 0.2)
        command = [binary(), "preset", "apply", "presets", "--target", "tt"]
        terminal = Terminal(command, self.environment(TERM="xterm", NO_COLOR="1"), self.folder, columns=200)
        shown = terminal.read_until("[y/N]")
        self.assertIn("no state for tt in", shown)
        terminal.type("n\r")
        self.assertEqual(terminal.finish().code, 130)

    def test_sends_nothing_where_one_body_is_wrong(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 7)
        self.preset("c", 8)
        refused = self.mrctl("preset", "apply", "presets", "--yes")
        self.assert_refused(2, refused, "presets/b.yaml:2:14", "presets/c.yaml:2:14")
        self.assertFalse((self.folder / "state").exists())

    def test_tells_versions_made_elsewhere_and_strict_fails_after_recording(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        self.serve("POST * = jump-version")
        self.preset("a", 0.2)
        self.apply("--strict", code=10)
        self.assertEqual(self.actions(), {"a": "unchanged"})
        self.assertEqual(self.records()["a"]["version"], 3)

    def test_a_refused_key_is_one_failure_that_says_where_the_key_is_from(self):
        self.serve()
        for slug in "abcdefghijkl":
            self.preset(slug, 0.1)
        refused = self.mrctl("preset", "apply", "presets", "--yes", env={"MRCTL_API_KEY": "sk-mgmt-other-000000000000"})
        self.assert_exit(3, refused)
        self.assertEqual(refused.err.count("mrctl: 401 "), 1)
        self.assertEqual(refused.err.count("key:   from MRCTL_API_KEY "), 1)
        self.assertIn("not sent", refused.out)
        self.assertEqual(self.records(), {})

    def test_tells_in_every_form_which_presets_have_no_file(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("gone", 0.1)
        self.apply()
        (self.folder / "presets/gone.yaml").unlink()
        for change in (0.1, 0.2):
            self.preset("a", change)
            flags = ("--yes", "--summary", "s.md", "--report", "html=r.html")
            done = self.mrctl("preset", "apply", "presets", *flags)
            self.assert_exit(0, done)
            self.assertIn("gone", done.err)
            for report in ("s.md", "r.html"):
                self.assertIn("without a file, and still live: gone", (self.folder / report).read_text("utf-8"))

    def test_does_not_record_the_answer_of_another_workspace(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        self.apply()
        self.serve("POST * = other-workspace")
        before = self.records()
        self.preset("a", 0.2)
        self.preset("b", 0.2)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json")
        self.assert_exit(10, outcome)
        self.assertIn("another workspace", outcome.err)
        self.assertEqual([p["action"] for p in json.loads(outcome.out)["presets"]], ["failed", "not sent"])
        self.assertEqual(self.records(), before)


class ALostAnswer(ApplyTest):
    def lose(self, fault, code):
        self.serve(fault)
        self.preset("a", 0.1)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--timeout", "2s", "-o", "json")
        self.assert_exit(code, outcome)
        return json.loads(outcome.out)["presets"][0]

    def test_is_told_by_the_next_version(self):
        for fault, words in (("reset-after-commit", "had been stored"), ("reset", "had not been stored")):
            with self.subTest(fault=fault):
                self.settings = {"MRCTL_STATE": str(self.folder / fault)}
                emulator = Emulator("--fault", f"POST * = {fault} times 1")
                self.addCleanup(emulator.close)
                self.settings |= dict(emulator.settings) | {"MRCTL_STATE": str(self.folder / fault)}
                self.preset("a", 0.1)
                lost = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json")
                self.assert_exit(8, lost)
                self.assertIn("unknown, a version may exist: a", lost.err)
                self.assertEqual(self.actions(), {"a": "retry"})
                again = self.apply("--strict")["presets"][0]
                self.assertEqual(again["action"], "retried")
                self.assertIn(words, " ".join(again["notes"]))
                self.assertEqual(self.actions(), {"a": "unchanged"})

    def test_stays_pending_after_what_may_have_been_stored(self):
        for fault, code in (("500", 7), ("502", 7), ("503", 7), ("html", 7), ("hang", 8), ("truncate", 8)):
            with self.subTest(fault=fault):
                self.lose(f"POST * = {fault}", code)
                record = self.records()["a"]
                self.assertEqual(list(record), ["format", "service", "slug", "file", "pending"])
                self.assertEqual(self.actions(), {"a": "retry"})

    def test_leaves_no_record_after_a_refusal(self):
        for fault, code in (("400", 9), ("403", 3), ("409", 5), ("429", 6), ("503 retry-after 60", 7)):
            with self.subTest(fault=fault):
                self.assertEqual(self.lose(f"POST * = {fault}", code)["action"], "failed")
                self.assertEqual(self.records(), {})

    def test_is_kept_when_the_retry_is_refused(self):
        self.lose("POST * = 500", 7)
        lost = self.records()["a"]
        self.lose("POST * = 403", 3)
        self.assertEqual(self.records()["a"]["pending"], lost["pending"])

    def test_keeps_every_hash_that_nothing_was_heard_of(self):
        self.lose("POST * = 500", 7)
        self.serve("POST * = 500")
        self.preset("a", 0.2)
        self.apply(code=7)
        self.assertEqual(len(self.records()["a"]["pending"]["applied"]), 2)


class OverHttp2(ApplyTest):
    def test_one_connection_carries_all_requests(self):
        certificates = Certificates(str(self.folder))
        for number in range(64):
            self.preset(f"p{number:02}", 0.1)
        with http2_host(certificates, succeed(PRESET)) as host:
            self.settings = {"MRCTL_API_KEY": KEY, "MRCTL_STATE": str(self.folder / "state"), "MRCTL_TARGET": "t"}
            flags = ("--base-url", host.base_url, "--ca-cert", certificates.crt("ca"), "--jobs", "32", "--live=false")
            self.assertEqual(self.apply(*flags)["applied"], 64)
            self.assertEqual(host.requests, [("HTTP/2", "POST")] * 64)
            self.assertEqual(host.connections, 1)


class OnATerminal(ApplyTest):
    def terminal(self, *flags):
        return Terminal(
            [binary(), "preset", "apply", "presets", *flags], env=self.environment(TERM="xterm"), cwd=self.folder
        )

    def test_the_plan_is_shown_and_a_question_asked(self):
        self.serve()
        self.preset("a", 0.1)
        no = [(answer, 130, "create") for answer in ("\n", "n\n", "yess\n")]
        self.assert_asks(*no, ("y\n", 0, "unchanged"))

    def test_yes_counts_in_any_case(self):
        self.serve()
        for number, answer in enumerate(("Y\n", "yes\n", "YES\n", "Yes\n")):
            self.preset("a", 0.1 * (number + 1))
            self.assert_asks((answer, 0, "unchanged"))

    def assert_asks(self, *answers):
        for answer, code, actions in answers:
            with self.subTest(answer=answer):
                terminal = self.terminal()
                shown = terminal.read_until("[y/N]")
                self.assertRegex(shown, r"(?s)a +(create|update).*Apply 1 change to http://\S+\? ")
                terminal.type(answer)
                outcome = terminal.finish()
                self.assertEqual(outcome.code, code, outcome.out)
                self.assertEqual("nothing was sent" in outcome.out, code == 130, outcome.out)
                self.assertEqual(self.actions(), {"a": actions})

    def test_what_changed_since_the_question_is_not_sent(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        terminal = self.terminal()
        terminal.read_until("[y/N]")
        self.preset("a", 0.2)
        terminal.type("y\n")
        outcome = terminal.finish()
        self.assertEqual(outcome.code, 1, outcome.out)
        self.assertRegex(outcome.out, r"a\.yaml\s+changed\s+after\s+the\s+plan\s+was\s+made")
        self.assertEqual(self.actions(), {"a": "create", "b": "unchanged"})

    def test_an_interrupt_answers_no(self):
        self.serve()
        self.preset("a", 0.1)
        terminal = self.terminal()
        terminal.read_until("[y/N]")
        self.assertEqual(terminal.end(signal.SIGINT), 130)
        self.assertIn("[y/N] \nmrctl: interrupted; nothing was sent", terminal.read_until("changed"))
        self.assertEqual(self.records(), {})

    def test_the_end_of_input_answers_no(self):
        self.serve()
        self.preset("a", 0.1)
        terminal = self.terminal()
        terminal.read_until("[y/N]")
        terminal.type("\x04")
        outcome = terminal.finish()
        self.assertEqual(outcome.code, 130)
        self.assertRegex(outcome.out, r"\[y/N\] \n\S*mrctl:\S* nothing was sent")
        self.assertEqual(self.records(), {})


if __name__ == "__main__":
    unittest.main()
