"""How a listing is chosen, cut and drawn, for people on a terminal and for scripts on a pipe."""

import json
import os
import re
import unicodedata
import unittest

from drive.program import ProgramTest, binary
from drive.service import LARGE, TINY, ServiceTest, refusing_host
from drive.terminal import run_on_terminal

BLOCKS = "▏▎▍▌▋▊▉█░"


def display_width(line):
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line)


def without_notes(shown):
    return [line for line in shown.splitlines() if not line.startswith("mrctl: note:")]


class ListingTest(ServiceTest):
    def tags_of(self, *flags):
        outcome = self.mrctl("endpoints", "list", LARGE, *flags)
        self.assert_exit(0, outcome)
        return [endpoint["tag"] for endpoint in json.loads(outcome.out)["endpoints"]]

    def on_terminal(self, *arguments, columns=80, code=0, **more):
        env = self.environment(TERM="xterm-256color", NO_COLOR="1", **more)
        outcome = run_on_terminal([binary(), "endpoints", "list", *arguments], env, self.folder, columns)
        self.assert_exit(code, outcome)
        return outcome.out


class Choosing(ListingTest):
    emulator_flags = ("--log",)

    def test_conditions_and_limits_choose_the_same_endpoints_in_every_format(self):
        chosen = ("--where", "prompt<=2.4", "--where", "supports=tools", "--sort", "prompt", "--limit", "3")
        tags = self.tags_of(*chosen)
        self.assertEqual(tags, ["acme/flex", "sunspire/global", "northlake/us-east"])
        listing = ("endpoints", "list", LARGE, *chosen)
        lines = self.mrctl(*listing, "-o", "jsonl").out.splitlines()
        self.assertEqual([json.loads(line)["tag"] for line in lines], tags)
        for form in ("csv", "tsv"):
            rows = self.mrctl(*listing, "-o", form, "--columns", "tag", "--no-header").out.splitlines()
            self.assertEqual(rows, tags)
        shown = without_notes(self.on_terminal(LARGE, *chosen, "--no-header", "-q"))
        self.assertEqual([line.split()[0] for line in shown], tags)

    def test_what_is_left_is_passed_on_as_the_service_sent_it(self):
        whole = json.loads(self.mrctl("endpoints", "list", LARGE).out)
        left = json.loads(self.mrctl("endpoints", "list", LARGE, "--where", "tag=acme").out)
        whole["endpoints"] = [each for each in whole["endpoints"] if each["tag"] == "acme"]
        self.assertEqual(left, whole)

    def test_people_learn_that_nothing_is_left(self):
        self.assertIn(f"{LARGE}: 0 of 8 endpoints match", self.on_terminal(LARGE, "--where", "prompt>1000"))
        self.assertIn("meets the conditions", self.on_terminal(LARGE, "--where", "tag=x", "--at-least", "1", code=10))

class TheListOfColumns(ProgramTest):
    """It takes neither a service nor a model."""

    def names(self, text):
        return [line.split()[0] for line in text.splitlines()[1:]]

    def test_names_what_the_flags_take(self):
        names = self.names(self.mrctl("endpoints", "list", "--columns", "help").out)
        self.assertEqual(names[:3], ["model", "tag", "provider"])
        documents = json.loads(self.mrctl("endpoints", "list", "--columns", "help", "-o", "json").out)
        self.assertEqual([each["name"] for each in documents], names)
        asking_nobody = ("endpoints", "list", TINY, "--base-url", refusing_host(), "--retries", "0")
        for name in names:
            flags = ("--columns", name, "--sort", name, "--where", f"{name}!=null")
            self.assert_exit(8, self.mrctl(*asking_nobody, *flags))


class Charts(ListingTest):
    def assert_fits(self, shown, columns):
        self.assertLessEqual(max(map(display_width, shown.splitlines())), columns)

    def test_fit_the_terminal_and_its_columns_variable(self):
        for columns in (40, 80, 132):
            for measure in ("prompt", "latency", "context"):
                shown = self.on_terminal(LARGE, "--chart", measure, columns=columns)
                self.assert_fits(shown, columns)
                self.assertRegex(shown, f"[{BLOCKS}]")
                self.assertEqual(max(map(display_width, shown.splitlines())), columns)
        self.assert_fits(self.on_terminal(LARGE, "--chart", "prompt", columns=132, COLUMNS="50"), 50)

    def test_have_longer_bars_for_larger_numbers(self):
        bars = self.on_terminal(LARGE, "--chart", "prompt", "--sort", "-prompt", "--no-header").splitlines()
        lengths = [len(re.findall(f"[{BLOCKS}]", bar)) for bar in bars]
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        self.assertGreater(lengths[0], lengths[1])

    def test_have_no_effect_on_forms_for_programs_and_a_note_says_so(self):
        for form in (("-o", "json"), ("-o", "csv"), ("-o", "raw"), ("--jq", ".")):
            for flags in (("--chart", "prompt"), ("--wide",)):
                with self.subTest(form=form, flags=flags):
                    outcome = self.mrctl("endpoints", "list", LARGE, *flags, *form)
                    self.assert_exit(0, outcome)
                    self.assertEqual(outcome.out, self.mrctl("endpoints", "list", LARGE, *form).out)
                    self.assertIn(f"{flags[0]} has no effect with {form[0] if form[0] == '--jq' else form[1]}", outcome.err)

    def test_end_quietly_when_their_reader_does(self):
        reading, writing = os.pipe()
        os.close(reading)
        outcome = self.mrctl("endpoints", "list", LARGE, "--chart", "latency", stdout=writing)
        os.close(writing)
        self.assertEqual(outcome.err, "")


if __name__ == "__main__":
    unittest.main()
