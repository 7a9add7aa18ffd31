"""What stands on stdout, for scripts on a pipe and for people on a terminal."""

import json
import os
import signal
import subprocess
import unicodedata
import unittest

from drive.program import Outcome, binary, shell_code
from drive.service import CREDENTIAL, LARGE, TINY, WITHOUT_ENDPOINTS, ServiceTest
from drive.terminal import run_on_terminal

BODY = '{"model": "acme/tiny", "temperature": 0.5, "messages": [{"role": "system", "content": "Be brief."}]}'


def display_width(line):
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line)


class OnAPipe(ServiceTest):
    def json_of(self, *arguments, **options):
        outcome = self.mrctl(*arguments, **options)
        self.assert_exit(0, outcome)
        self.assertTrue(outcome.out.endswith("\n"))
        self.assertEqual(outcome.out.count("\n"), 1, "compact JSON is one line")
        return json.loads(outcome.out)

    def test_a_created_preset_is_one_json_object(self):
        preset = self.json_of("preset", "create", "piped", "--body", "-", stdin=BODY)
        self.assertEqual(preset["slug"], "piped")
        self.assertEqual(preset["designated_version"]["version"], 1)
        self.assertEqual(preset["designated_version"]["system_prompt"], "Be brief.")
        self.assertEqual(preset["designated_version"]["config"], {"model": "acme/tiny", "temperature": 0.5})

    def test_creating_it_again_makes_the_next_version(self):
        for version in (1, 2):
            preset = self.json_of("preset", "create", "twice", "--body", "-", stdin=BODY)
            self.assertEqual(preset["designated_version"]["version"], version)

    def test_a_yaml_body_and_flags_over_it_make_one_body(self):
        body = self.write("body.yaml", "model: acme/tiny\ntemperature: 0.5\nmessages:\n  - {role: system, content: Hi}\n")
        preset = self.json_of("preset", "create", "yaml", "--body", body, "--temperature", "1", "--top-k=7")
        self.assertEqual(preset["designated_version"]["config"], {"model": "acme/tiny", "temperature": 1, "top_k": 7})

    def test_a_listing_is_the_model_with_its_endpoints(self):
        model = self.json_of("endpoints", "list", TINY)
        self.assertEqual(model["id"], TINY)
        self.assertEqual(len(model["endpoints"]), 2)

    def test_several_models_are_an_array_in_the_order_asked(self):
        models = self.json_of("endpoints", "list", LARGE, TINY)
        self.assertEqual([model["id"] for model in models], [LARGE, TINY])

    def test_a_model_without_endpoints_is_an_answer(self):
        self.assertEqual(self.json_of("endpoints", "list", WITHOUT_ENDPOINTS)["endpoints"], [])

    def test_a_credential_carries_only_a_masked_label(self):
        credential = self.json_of("byok", "get", CREDENTIAL)
        self.assertEqual(credential["id"], CREDENTIAL)
        self.assertRegex(credential["label"], r"…|\.\.\.|\*")

    def test_jsonl_is_one_endpoint_a_line(self):
        outcome = self.mrctl("endpoints", "list", LARGE, "-o", "jsonl")
        self.assert_exit(0, outcome)
        lines = [json.loads(line) for line in outcome.out.splitlines()]
        self.assertEqual(len(lines), 8)
        self.assertEqual({line["model"] for line in lines}, {LARGE})

    def test_a_script_reads_it_with_jq(self):
        outcome = self.shell(f"set -o pipefail; mrctl endpoints list {TINY} | jq -r '.endpoints[].tag'")
        self.assert_exit(0, outcome)
        self.assertEqual(len(outcome.out.splitlines()), 2)

    def test_a_profiles_output_does_not_break_a_script(self):
        outcome = self.mrctl("endpoints", "list", TINY, env={"MRCTL_OUTPUT": "table"})
        self.assertEqual(json.loads(outcome.out)["id"], TINY)


class OnATerminal(ServiceTest):
    def on_terminal(self, *arguments, columns=80, **more):
        env = self.environment(TERM="xterm-256color", **more)
        outcome = run_on_terminal([binary(), *arguments], env, self.folder, columns)
        self.assert_exit(0, outcome)
        return outcome.out

    def tags(self):
        model = json.loads(self.mrctl("endpoints", "list", LARGE).out)
        return [endpoint["tag"] for endpoint in model["endpoints"]]

    def test_a_listing_is_a_table_with_the_tag_first(self):
        lines = self.on_terminal("endpoints", "list", LARGE, columns=200, NO_COLOR="1").splitlines()
        for tag in self.tags():
            self.assertTrue(any(line.split()[:1] == [tag] for line in lines), tag)

    def test_a_table_fits_the_terminal(self):
        for columns in (40, 80, 132):
            shown = self.on_terminal("endpoints", "list", LARGE, columns=columns, NO_COLOR="1")
            table = [line for line in shown.splitlines() if not line.startswith("mrctl: note:")]
            self.assertLessEqual(max(map(display_width, table)), columns)

    def test_a_table_says_which_columns_a_narrow_terminal_hides(self):
        shown = self.on_terminal("endpoints", "list", LARGE, columns=40, NO_COLOR="1")
        self.assertRegex(shown, "do not fit the terminal: .*uptime_1d")

    def test_a_credential_is_a_card(self):
        shown = self.on_terminal("byok", "get", CREDENTIAL, NO_COLOR="1")
        self.assertIn(CREDENTIAL, shown)
        self.assertNotIn("{", shown)

    def test_a_preset_is_a_card(self):
        shown = self.on_terminal("preset", "create", "shown", "--model", TINY, NO_COLOR="1")
        self.assertIn("shown", shown)
        self.assertNotIn('{"', shown)

    def test_colour_obeys_no_color_and_the_flag(self):
        listing = ("endpoints", "list", LARGE)
        self.assertIn("\x1b[", self.on_terminal(*listing))
        self.assertNotIn("\x1b", self.on_terminal(*listing, NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_terminal(*listing, "--color", "never"))
        self.assertIn("\x1b[", self.on_terminal(*listing, "--color", "always", NO_COLOR="1"))

    def test_json_on_a_terminal_is_indented(self):
        shown = self.on_terminal("endpoints", "list", TINY, "-o", "json", NO_COLOR="1")
        self.assertGreater(shown.count("\n"), 10)
        self.assertEqual(json.loads(shown)["id"], TINY)


class WhenWritingFails(ServiceTest):
    def test_a_closed_pipe_ends_quietly(self):
        reading, writing = os.pipe()
        os.close(reading)
        outcome = self.mrctl("endpoints", "list", LARGE, stdout=writing)
        os.close(writing)
        self.assertEqual(outcome.err, "")
        self.assertIn(outcome.code, (0, 128 + signal.SIGPIPE))

    def test_a_reader_that_stops_early_sees_no_complaint(self):
        outcome = self.shell(f"mrctl endpoints list {LARGE} -o jsonl | head -n 1")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.err, "")
        self.assertEqual(outcome.out.count("\n"), 1)

    def test_a_full_disk_is_an_error(self):
        for command in (("endpoints", "list", TINY), ("byok", "get", CREDENTIAL), ("--version",), ("--help",)):
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                outcome = self.mrctl(*command, stdout=full)
                self.assert_exit(1, outcome)
                self.assertIn("No space left on device", outcome.err)

    def test_a_closed_stdout_is_an_error(self):
        outcome = self.shell(f"mrctl endpoints list {TINY} >&-")
        self.assert_exit(1, outcome)
        self.assertIn("mrctl:", outcome.err)

    def test_a_closed_stderr_and_stdin_change_nothing(self):
        outcome = self.shell(f"mrctl endpoints list {TINY} <&- 2>&-")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["id"], TINY)


class Signals(ServiceTest):
    emulator_flags = ("--fault", "GET * = hang")

    def interrupted_by(self, number):
        process = self.start("endpoints", "list", TINY, "-v")
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
        return Outcome(shell_code(process.returncode), out, err)

    def test_an_interrupt_ends_a_waiting_command(self):
        self.assert_exit(130, self.interrupted_by(signal.SIGINT))

    def test_a_termination_ends_a_waiting_command(self):
        self.assert_exit(143, self.interrupted_by(signal.SIGTERM))


if __name__ == "__main__":
    unittest.main()
