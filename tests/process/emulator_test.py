"""The service on a desk, as people and scripts start it."""

import contextlib
import json
import os
import re
import signal
import unittest
from pathlib import Path

from drive.program import ProgramTest, binary, clean_environment
from drive.service import CREDENTIAL, TINY, Emulator
from drive.terminal import Terminal, run_on_terminal

ROOT = Path(__file__).resolve().parents[2]


class EmulatorTest(ProgramTest):
    def start_emulator(self, *flags):
        emulator = Emulator(*flags)
        self.addCleanup(emulator.close)
        return emulator

    def version_created_at(self, emulator, slug):
        outcome = self.mrctl("preset", "create", slug, "--model", TINY, env=emulator.settings)
        self.assert_exit(0, outcome)
        return json.loads(outcome.out)["designated_version"]["version"]


class Serve(EmulatorTest):
    def test_help_lists_what_it_serves(self):
        catalogue = json.loads((ROOT / "src/emulator/catalogue.json").read_text(encoding="utf-8"))
        shown = self.mrctl("emulator", "serve", "--help").out
        about = re.search(r"^  Models:\n(.*?)\n\n  Credentials:\n(.*?)\n\n  Keys:", shown, re.MULTILINE | re.DOTALL)
        for key, lines in zip(("models", "credentials"), about.groups()):
            self.assertEqual(re.findall(r"^ {4}(\S+)", lines, re.MULTILINE), list(catalogue[key]))

    def test_help_lists_the_keys_that_it_accepts(self):
        keys = re.findall(r"^ {4}(sk-\S+)\n {6}(\w+) key", self.mrctl("emulator", "serve", "--help").out, re.MULTILINE)
        self.assertEqual([role for _, role in keys], ["management", "inference"])
        emulator = self.start_emulator()
        self.assertEqual(emulator.key, keys[0][0])
        commands = (("api", "GET", f"/models/{TINY}/endpoints"), ("byok", "get", CREDENTIAL))
        for (key, _), codes in zip([*keys, ("sk-unknown-0000", None)], ([0, 0], [0, 3], [3, 3])):
            settings = emulator.settings | {"MRCTL_API_KEY": key}
            self.assertEqual([self.mrctl(*command, env=settings).code for command in commands], codes, key)

    def test_holds_no_file_of_the_shell_that_started_it(self):
        script = "exec 9>lock; flock 9; eval \"$(mrctl emulator serve --listen 127.0.0.1:0 -q &)\"; exec 9>&-; flock -n lock true; code=$?; kill $MRCTL_EMULATOR_PID; exit $code"
        self.assert_exit(0, self.shell(script))

    def test_its_state_folder_ends_with_it_and_stays_beside_a_database(self):
        emulator = self.start_emulator()
        self.assertTrue(os.path.isdir(emulator.settings["MRCTL_STATE"]))
        emulator.stop()
        self.assertFalse(os.path.exists(emulator.settings["MRCTL_STATE"]))
        database = self.folder / "service.db"
        kept = self.start_emulator("--db", database)
        kept.stop()
        self.assertEqual(kept.settings["MRCTL_STATE"], f"{database}.state")
        self.assertTrue(os.path.isdir(f"{database}.state"))
        shown = self.mrctl("emulator", "exec", "--", "sh", "-c", 'test -d "$MRCTL_STATE" && echo "$MRCTL_STATE"')
        self.assert_exit(0, shown)
        self.assertFalse(os.path.exists(shown.out.strip()))

    def test_prints_variables_for_eval(self):
        emulator = self.start_emulator()
        lines = emulator.lines
        self.assertRegex(lines[0], r"^export MRCTL_BASE_URL=http://127\.0\.0\.1:\d+/api/v1$")
        self.assertRegex(lines[1], r"^export MRCTL_API_KEY=\S+$")
        self.assertRegex(lines[2], r"^export MRCTL_STATE=/\S+$")
        self.assertEqual(lines[3], f"export MRCTL_EMULATOR_PID={emulator.process.pid}")

    def test_a_shell_that_evaluates_it_is_told_how_to_stop_it_and_can(self):
        script = """
            eval "$(mrctl emulator serve --listen 127.0.0.1:0 &)"
            mrctl endpoints list acme/tiny --jq .id -r
            kill "$MRCTL_EMULATOR_PID"
            echo "$MRCTL_EMULATOR_PID"
            # In a container that reaps no orphans, the ended process stays as a zombie.
            while grep -q '^State:.[^Z]' "/proc/$MRCTL_EMULATOR_PID/status" 2>/dev/null; do sleep 0.05; done
        """
        outcome = self.shell(script)
        self.assert_exit(0, outcome)
        model, number = outcome.out.split()
        self.assertEqual(model, TINY)
        self.assertEqual(
            outcome.err,
            f"mrctl: note: the emulator runs until you run 'kill {number}',\n  even after this shell exits\n",
        )

    def test_says_nothing_more_when_it_shall_be_quiet(self):
        self.assertEqual(self.start_emulator("--quiet").log(), "")

    def test_its_output_works_in_eval(self):
        script = """
            mrctl emulator serve --listen 127.0.0.1:0 >settings &
            trap "kill $!" EXIT
            until [ "$(wc -l <settings)" = 4 ]; do sleep 0.05; done
            eval "$(cat settings)"
            mrctl endpoints list acme/tiny
        """
        outcome = self.shell(script)
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["id"], TINY)

    def test_refuses_an_address_that_others_can_reach(self):
        for address in ("0.0.0.0:0", "[::]:0", "192.0.2.1:8787"):
            with self.subTest(address=address):
                self.assert_refused(2, self.mrctl("emulator", "serve", "--listen", address), "loopback")

    def test_ends_cleanly_on_a_signal(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            self.assertEqual(self.start_emulator().stop(number), 0)

    def test_forgets_presets_without_a_file(self):
        for _ in range(2):
            emulator = self.start_emulator()
            self.assertEqual(self.version_created_at(emulator, "support"), 1)
            emulator.stop()

    def test_keeps_every_acknowledged_version_through_a_sudden_end(self):
        database = str(self.folder / "presets.db")
        for expected in (1, 3, 5):
            emulator = self.start_emulator("--db", database)
            self.assertEqual(self.version_created_at(emulator, "support"), expected)
            self.assertEqual(self.version_created_at(emulator, "support"), expected + 1)
            emulator.stop(signal.SIGKILL)

    def test_its_log_holds_no_key(self):
        emulator = self.start_emulator("--log")
        self.version_created_at(emulator, "support")
        emulator.stop()
        self.assertIn("/presets/support/chat/completions", emulator.log())
        self.assertNotIn(emulator.key, emulator.log())


class Exec(EmulatorTest):
    def exec(self, *arguments):
        return self.mrctl("emulator", "exec", *arguments)

    def test_its_command_finds_the_service(self):
        outcome = self.exec("--", "mrctl", "endpoints", "list", TINY)
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["id"], TINY)

    def test_its_command_has_the_streams(self):
        outcome = self.mrctl("emulator", "exec", "--", "cat", stdin="through")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (0, "through", ""))

    def test_flags_of_the_command_are_the_commands(self):
        outcome = self.exec("--", "echo", "--help", "-o", "json", "--", "x")
        self.assertEqual(outcome.out, "--help -o json -- x\n")

    def test_a_shell_on_a_terminal_is_told_where_the_emulator_is_and_how_to_end_it(self):
        command = [binary(), "emulator", "exec", "--", "bash", "--norc", "--noprofile"]
        terminal = Terminal(command, clean_environment(self.folder), self.folder, columns=200)
        terminal.type('echo "at <$MRCTL_BASE_URL>"; exit 7\r')
        shown = terminal.finish()
        self.assertEqual(shown.code, 7)
        address = re.search("at <(http:[^>]+)>", shown.out)[1]
        note = f"mrctl: note: emulator at {address}\n  type 'exit' to end this shell and the emulator\n"
        self.assertIn(note, shown.out)
        self.assertLessEqual(max(map(len, note.split("\n"))), 80)
        self.assertIn("\n(emulator) ", shown.out)

    def test_the_prompt_of_a_shell_says_where_it_is_and_keeps_what_the_user_set(self):
        self.write(".bashrc", "PS1='mine> '\n")
        command = [binary(), "emulator", "exec", "-q", "--", "bash"]
        terminal = Terminal(command, clean_environment(self.folder), self.folder)
        terminal.type("true\rexit\r")
        self.assertEqual(terminal.finish().out.count("(emulator) mine> "), 2)

    def test_other_commands_are_left_alone_on_a_terminal(self):
        for command in (["sh", "-c", "echo hello"], ["echo", "hello"]):
            program = [binary(), "emulator", "exec", "--", *command]
            shown = run_on_terminal(program, clean_environment(self.folder), self.folder)
            self.assertEqual((shown.code, shown.out), (0, "hello\n"))

    def test_errors_of_its_flags_have_the_form_that_is_asked_for(self):
        for words, env in (((), {"MRCTL_ERROR_FORMAT": "json"}), (("--error-format", "json"), {})):
            outcome = self.mrctl("emulator", "serve", "--listen", "0.0.0.0:1", *words, env=env)
            self.assert_exit(2, outcome)
            self.assertIn("loopback", json.loads(outcome.err)["error"]["message"])

    def test_a_database_that_may_not_grow_is_an_error_and_ends_nothing(self):
        script = """
            ulimit -f 256
            exec mrctl emulator exec --db presets.db -- bash -c '
                until mrctl preset create support --model acme/tiny --system "$1" -q -o name; code=$?; [ $code != 0 ]
                do :; done
                echo "exit $code"
                mrctl endpoints list acme/tiny -o name' bash "$1"
        """
        outcome = self.shell(script, "x" * 20_000)
        self.assert_exit(0, outcome)
        created, rest = outcome.out.split("exit ")
        self.assertEqual(rest.split()[0], "7")
        self.assertIn("northlake", rest)
        self.assertIn("the emulator's database failed", outcome.err)
        with contextlib.closing(Emulator("--db", str(self.folder / "presets.db"))) as emulator:
            self.assertEqual(self.version_created_at(emulator, "support"), created.count("support") + 1)

    def test_takes_faults(self):
        outcome = self.exec("--fault", "GET * = 404 times 1", "--", "sh", "-c", f"mrctl endpoints list {TINY}; echo $?")
        self.assertEqual(outcome.out, "4\n")
        self.assertNotIn("fault rule", outcome.err)

    def test_names_at_its_end_the_fault_rules_that_no_request_matched(self):
        rules = ("--fault", "POST /presets = 500", "--fault", "GET * = 503 rate 0")
        outcome = self.exec(*rules, "--", "mrctl", "endpoints", "list", TINY, "-o", "name")
        self.assert_exit(0, outcome)
        self.assertIn("mrctl: note: the fault rule 'POST /presets = 500' matched no request", outcome.err)
        self.assertNotIn("rate 0", outcome.err)
        self.assertNotIn("note", self.exec("-q", *rules, "--", "true").err)


if __name__ == "__main__":
    unittest.main()
