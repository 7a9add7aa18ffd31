"""What people see: widths, colours, character sets and languages, on terminals and on pipes."""

import json
import os
import pty
import re
import select
import subprocess
import unicodedata
import unittest

from drive.program import PATIENCE_S, binary
from drive.service import CREDENTIAL, LARGE, NO_CREDENTIAL, TINY, ServiceTest, answering
from drive.terminal import run_on_terminal

LISTING = ("endpoints", "list", LARGE)
CHART = (*LISTING, "--chart", "price")
CARD = ("byok", "get", CREDENTIAL)
PRESET = ("preset", "create", "drawn", "--model", TINY, "--system", "Answer briefly, and say so when you do not know.")

PICTURES = (LISTING, CHART, CARD, PRESET, ("auth", "status"), ("config", "list"))

ESCAPE = "\x1b["


def display_width(line):
    wide = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
    return wide - sum(unicodedata.category(c) in ("Mn", "Me") for c in line)


def without_remarks(shown):
    return [line for line in shown.splitlines() if not line.startswith("mrctl: ")]


class PicturesTest(ServiceTest):
    def on_terminal(self, *arguments, columns=80, code=0, **more):
        env = self.environment(**({"TERM": "xterm-256color"} | more))
        outcome = run_on_terminal([binary(), *arguments], env, self.folder, columns)
        self.assert_exit(code, outcome)
        return outcome.out


class Width(PicturesTest):
    def test_every_picture_fits_the_terminal(self):
        for columns in (40, 80, 200):
            for picture in PICTURES:
                with self.subTest(columns=columns, picture=picture):
                    lines = without_remarks(self.on_terminal(*picture, columns=columns, NO_COLOR="1"))
                    self.assertLessEqual(max(map(display_width, lines)), columns)

    def test_columns_in_the_environment_go_over_the_terminals(self):
        lines = without_remarks(self.on_terminal(*LISTING, columns=200, NO_COLOR="1", COLUMNS="60"))
        self.assertLessEqual(max(map(display_width, lines)), 60)
        wide = without_remarks(self.on_terminal(*LISTING, columns=40, NO_COLOR="1", COLUMNS="200"))
        self.assertGreater(max(map(display_width, wide)), 40)
        for nonsense in ("", "0", "-5", "many"):
            lines = without_remarks(self.on_terminal(*LISTING, columns=40, NO_COLOR="1", COLUMNS=nonsense))
            self.assertLessEqual(max(map(display_width, lines)), 40)

    def test_nothing_is_cut_where_there_is_no_terminal(self):
        tags = [endpoint["tag"] for endpoint in json.loads(self.mrctl(*LISTING).out)["endpoints"]]
        for variables in ({}, {"COLUMNS": "20"}):
            shown = self.mrctl(*LISTING, "-o", "wide", env=variables)
            self.assertNotIn("…", shown.out)
            self.assertNotIn("fit the terminal", shown.err)
            self.assertEqual([line.split()[0] for line in shown.out.splitlines()[2:]], tags)
            self.assertIn(CREDENTIAL, self.mrctl(*CARD, "-o", "table", env=variables).out)

class Languages(PicturesTest):
    names = ("東京の高速モデルを提供する会社", "Zu\u0308rich Gro\u0308ße", "🚀 Rocket 👍🏽", "שלום עולם", "Ελληνικά", "plain")

    def listing(self):
        endpoints = [
            {"tag": f"tag-{i}", "provider_name": name, "context_length": 10**i, "pricing": {"prompt": "0.000001"}}
            for i, name in enumerate(self.names)
        ]
        return json.dumps({"data": {"id": "a/b", "name": self.names[0], "endpoints": endpoints}})

    def listed(self, server, names, width):
        settings = {"NO_COLOR": "1", "MRCTL_BASE_URL": server.base_url}
        return self.on_terminal("endpoints", "list", "a/b", "--columns", names, columns=width, **settings)

    def test_numbers_end_below_each_other_behind_any_script(self):
        with answering(body=self.listing()) as server:
            for columns in (40, 60, 80):
                shown = self.listed(server, "provider,context", columns)
                lines = without_remarks(shown)[1:]
                self.assertEqual(len(lines), 1 + len(self.names))
                self.assertEqual({display_width(line) for line in lines}, {display_width(lines[0])}, shown)
                self.assertLessEqual(display_width(lines[0]), columns)

    def test_text_is_shortened_by_what_it_takes_and_not_inside_a_character(self):
        with answering(body=self.listing()) as server:
            shown = self.listed(server, "tag,provider,context,prompt", 40)
        self.assertIn("…", shown)
        self.assertNotIn("\ufffd", shown)
        self.assertIn("u\u0308", shown)


class CharacterSets(PicturesTest):
    def test_plain_locales_get_ascii_alone(self):
        failing = [
            ((*LISTING, "--chart", "promt"), 2),
            (("byok", "get", NO_CREDENTIAL), 4),
            (("endpoints", "list", "acme"), 2),
        ]
        for locale in ({"LC_ALL": "C"}, {"LC_ALL": "", "LC_CTYPE": "POSIX"}, {"LANG": "en_US.ISO-8859-1"}):
            for columns in (40, 80):
                for picture in PICTURES:
                    shown = self.on_terminal(*picture, columns=columns, NO_COLOR="1", **locale)
                    self.assertTrue(shown.isascii(), (locale, picture, shown))
            for arguments, code in failing:
                outcome = self.mrctl(*arguments, env=locale)
                self.assert_exit(code, outcome)
                self.assertTrue(outcome.err.isascii(), outcome.err)

    def test_other_locales_get_more(self):
        for locale in ({"LANG": "en_US.UTF-8"}, {"LC_ALL": "de_DE.utf8"}, {"LANG": ""}):
            self.assertIn("–", self.on_terminal(*LISTING, columns=200, NO_COLOR="1", **locale))
            self.assertIn("█", self.on_terminal(*CHART, NO_COLOR="1", **locale))


class Colour(PicturesTest):
    # What is asked for, and whether there is colour on a terminal, and on a pipe.
    cases = (
        ({}, (), True, False),
        ({"NO_COLOR": "1"}, (), False, False),
        ({"FORCE_COLOR": "1"}, (), True, True),
        ({"NO_COLOR": "1"}, ("--color", "always"), True, True),
        ({"FORCE_COLOR": "1"}, ("--color", "never"), False, False),
    )
    result = (*LISTING, "-o", "table", "--columns", "tag")
    failure = ("endpoints", "list", "acme")

    def one_on_a_terminal(self, stream, *arguments, **variables):
        """Runs mrctl with one stream on a terminal and the other on a pipe; returns what each showed."""
        screen, side = pty.openpty()
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: side}
        env = self.environment(**({"TERM": "xterm"} | variables))
        command = [binary(), *arguments]
        process = subprocess.Popen(command, env=env, cwd=self.folder, stdin=subprocess.DEVNULL, **streams)
        os.close(side)
        piped = (process.stdout or process.stderr).read().decode()
        shown = b""
        while select.select([screen], [], [], PATIENCE_S)[0]:
            try:
                chunk = os.read(screen, 65536)
            except OSError:
                break
            shown += chunk
        os.close(screen)
        process.wait(timeout=PATIENCE_S)
        (process.stdout or process.stderr).close()
        return shown.decode(), piped

    def test_flag_then_variables_then_the_terminal_for_each_stream(self):
        for variables, flags, on_terminal, on_pipe in self.cases:
            with self.subTest(variables=variables, flags=flags):
                out, _ = self.one_on_a_terminal("stdout", *self.result, *flags, **variables)
                self.assertEqual(ESCAPE in out, on_terminal)
                _, out = self.one_on_a_terminal("stderr", *self.result, *flags, **variables)
                self.assertEqual(ESCAPE in out, on_pipe)
                err, _ = self.one_on_a_terminal("stderr", *self.failure, *flags, **variables)
                self.assertEqual(ESCAPE in err, on_terminal)
                _, err = self.one_on_a_terminal("stdout", *self.failure, *flags, **variables)
                self.assertEqual(ESCAPE in err, on_pipe)

    def test_meaning_is_never_in_colour_alone(self):
        body = self.write("wrong.yaml", "temperature: 7\ntop_pp: 1\n")
        failing = [(2, ("preset", "lint", body)), (2, self.failure), (4, ("byok", "get", NO_CREDENTIAL))]
        for code, picture in [*((0, picture) for picture in PICTURES), *failing]:
            coloured = self.on_terminal(*picture, code=code)
            plain = self.on_terminal(*picture, code=code, NO_COLOR="1")
            self.assertIn(ESCAPE, coloured, picture)
            self.assertEqual(self.constant(re.sub(r"\x1b\[[0-9;]*m", "", coloured)), self.constant(plain), picture)

    def constant(self, shown):
        """Leaves out what differs from one call to the next."""
        shown = re.sub(r"(?m)^Updated .*\n", "", shown)  # where it is the second of Created
        return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|req-\w+|(?<=Version        )\d+", "…", shown)


if __name__ == "__main__":
    unittest.main()
