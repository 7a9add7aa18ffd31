"""The manual pages are what a reader of mdoc takes without a word, and help and its map say the same."""

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from drive.program import ProgramTest
from house.papers_test import read
from house.sources import ROOT

PAGES = sorted((ROOT / "man").iterdir())
ORDER = ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "SEE ALSO"]
ORDER_OF_GUIDES = ["NAME", "DESCRIPTION", "SEE ALSO"]
GUIDES = ("mrctl-config.5", "mrctl-presets.7", "mrctl-routing.7", "mrctl.toml.5")


def mandoc(*arguments, folder=ROOT / "man"):
    """Returns what mandoc prints, complaints included."""
    command = ["mandoc", *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    return done.stdout.decode("utf-8")


def complaints_about(folder):
    """Returns all that mandoc has to say of the pages of a folder, matters of style included.

    It looks there for the pages that they name."""
    return mandoc("-T", "lint", "-W", "all", *sorted(page.name for page in folder.iterdir()), folder=folder)


def rendered(page, width=80):
    """Returns the page as a reader of that width sees it, without bold and underlined letters."""
    text = mandoc("-T", "utf8", "-O", f"width={width}", "-W", "warning", page)
    return re.sub(".\b", "", text)


def page_of(command):
    return ROOT / "man" / f"mrctl-{command.replace(' ', '-')}.1"


class ThePages(ProgramTest):
    def test_are_clean(self):
        self.assertEqual(complaints_about(ROOT / "man"), "")

    def test_are_one_of_mrctl_one_of_each_command_and_the_guides(self):
        commands = json.loads(self.mrctl("help", "--json").out)["commands"]
        expected = {ROOT / "man/mrctl.1"} | {page_of(command["name"]) for command in commands}
        self.assertEqual(set(PAGES), expected | {ROOT / "man" / guide for guide in GUIDES})

    def test_name_only_pages_that_are_there(self):
        names = {page.name for page in PAGES}
        for page in PAGES:
            named = re.findall(r"^\.Xr (\S+) (\d)", page.read_text("utf-8"), re.MULTILINE)
            with self.subTest(page=page.name):
                self.assertEqual({".".join(each) for each in named} - names, set())
                self.assertGreater(len(named), 0)

    def test_fit_a_terminal_of_80_columns(self):
        for page in PAGES:
            with self.subTest(page=page.name):
                too_wide = [line for line in rendered(page).splitlines() if len(line) > 80]
                self.assertEqual(too_wide, [])

    def test_show_flags_and_examples_as_they_are_typed(self):
        text = rendered(page_of("preset create"))
        self.assertRegex(text, r"(?m)^     mrctl preset create SLUG \[flags\]$")
        self.assertRegex(text, r"(?m)^     --temperature N\|null$")
        self.assertRegex(text, r"(?m)^     --stream\[=true\|false\]$")
        self.assertIn("--system 'Answer briefly.'", text)
        main = rendered(ROOT / "man/mrctl.1")
        self.assertRegex(main, r"(?m)^     -o, --output FORMAT$")
        self.assertRegex(main, r"(?m)^     MRCTL_API_KEY$")
        self.assertRegex(main, r"(?m)^     10 +success, but a requested condition")

    def test_have_their_sections_in_their_order(self):
        for page in PAGES:
            sections = re.findall(r"^\.Sh (.+)$", page.read_text("utf-8"), re.MULTILINE)
            expected = ORDER_OF_GUIDES if page.name in GUIDES else ORDER
            with self.subTest(page=page.name):
                self.assertEqual([section for section in sections if section in expected], expected)

    def test_name_mrctl_and_no_operating_system_at_the_top(self):
        for page in PAGES:
            shown = subprocess.run(["nroff", "-mandoc", page], stdout=subprocess.PIPE, timeout=60, check=True).stdout
            lines = re.sub(r".\x08|\x1b\[[\d;]*m", "", shown.decode("utf-8")).strip().splitlines()
            # groff 1.23 has the name in the last line only.
            self.assertRegex(lines[0], r" (mrctl )?\w+ \w+ Manual")
            self.assertRegex(lines[0] + lines[-1], r"\bmrctl (?!\()")
            self.assertNotRegex(lines[0] + lines[-1], "BSD|GNU|Linux|Debian")

    def test_of_commands_refer_to_that_of_mrctl_for_what_all_share(self):
        main = rendered(ROOT / "man/mrctl.1")
        described = json.loads(self.mrctl("help", "--json").out)
        shared = [row["name"] for row in described["environment"] + described["global_flags"]]
        for name in shared + [str(row["code"]) for row in described["exit_codes"]]:
            self.assertRegex(main, rf"(?m)^     (-\w, )?{re.escape(name)}\b")
        for command in described["commands"]:
            text = page_of(command["name"]).read_text("utf-8")
            with self.subTest(command=command["name"]):
                self.assertIn(".Xr mrctl 1\nexplains the flags of every command", text)
                self.assertNotIn(".Sh ENVIRONMENT", text)

    def test_of_the_configuration_lists_every_setting(self):
        settings = json.loads(self.mrctl("help", "--json").out)["settings"]
        shown = rendered(ROOT / "man/mrctl-config.5")
        for row in settings:
            self.assertRegex(shown, rf"(?m)^     {row['key']}\b")

    def test_of_guides_are_named_where_they_matter(self):
        for command, guide in (("config set", "config.5"), ("preset plan", "presets.7"), ("preset explain", "routing.7")):
            self.assertIn(f".Xr mrctl-{guide.replace('.', ' ')}", page_of(command).read_text("utf-8"))

    def test_explain_what_help_explains(self):
        for command in json.loads(self.mrctl("help", "--json").out)["commands"]:
            text = " ".join(rendered(page_of(command["name"])).split())
            for flag in command["flags"]:
                with self.subTest(command=command["name"], flag=flag["name"]):
                    self.assertIn(f"{flag['name']}", text)
                    self.assertIn(" ".join(flag["help"].split()), text)


class Help(ProgramTest):
    def test_of_all_commands_together_is_short(self):
        commands = json.loads(self.mrctl("help", "--json").out)["commands"]
        texts = [self.mrctl(*command["name"].split(), "--help").out for command in commands]
        self.assertLessEqual(sum(text.count("\n") for text in [*texts, self.mrctl("--help").out]), 1570)

    def test_that_is_brief_fits_a_screen(self):
        for command in json.loads(self.mrctl("help", "--json").out)["commands"]:
            with self.subTest(command=command["name"]):
                self.assertLessEqual(self.mrctl(*command["name"].split(), "-h").out.count("\n"), 40)
        self.assertLessEqual(self.mrctl("-h").out.count("\n"), 50)


class TheChecker(unittest.TestCase):
    def test_hears_what_mandoc_says(self):
        with tempfile.TemporaryDirectory() as folder:
            text = ".Dd today\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Sh DESCRIPTION\n.Pp\n.Xr y 1\n.Nosuch\n"
            Path(folder, "x.1").write_text(text)
            found = complaints_about(Path(folder))
        for level in ("STYLE", "WARNING", "ERROR"):
            self.assertIn(level, found)


if __name__ == "__main__":
    unittest.main()
