"""What the papers say of commands, settings, rooms, tests and files is what there is."""

import json
import os
import re
import unittest
from pathlib import Path

from drive.program import ProgramTest
from house.rooms import read_rooms
from house.sources import ROOT

PAPERS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")

# The folders and files of the tree that papers name in backticks or links.
_PATH = re.compile(r"`((?:src|include|tests|docs|cmake|packaging|\.ci)/[\w./-]+)`|\]\((?!https?:)([\w./-]+)(?:#[\w-]+)?\)")

_HEADING = re.compile(r"\]\(([\w./-]*)#([\w-]+)\)")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def table(text, *titles):
    """Returns the rows of the one table with these column titles, each a list of cells without backticks."""
    head = "| " + " | ".join(titles) + " |\n"
    if text.count(head) != 1:
        raise AssertionError(f"{text.count(head)} tables with the columns {titles}")
    rows = []
    for line in text.partition(head)[2].splitlines()[1:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def section(help_text, title):
    """Returns the two columns of a section of a help text as rows."""
    block = help_text.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
    return [re.split(r" {2,}", line.strip(), maxsplit=1) for line in block.splitlines()]


def is_there(path):
    """Whether the tree holds the path; a decision may be named by its number, and ROOM stands for any room."""
    is_decision = path.parent.name == "decisions" and path.name.isdigit()
    return "ROOM" in path.parts or (any(path.parent.glob(path.name + "-*.md")) if is_decision else path.exists())


def missing_paths(paper, text):
    """Returns the paths that a paper names and the tree does not hold."""
    folder = (ROOT / paper).parent
    named = [(ROOT / code) if code else (folder / link) for code, link in _PATH.findall(text)]
    return [str(path.relative_to(ROOT)) for path in named if not is_there(path)]


def headings(text):
    """Returns the anchors of the headings of a paper, as its links name them."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def missing_headings(paper, text):
    """Returns the links of a paper to headings that are not there."""
    folder = (ROOT / paper).parent
    linked = [(folder / path if path else ROOT / paper, anchor) for path, anchor in _HEADING.findall(text)]
    return [f"{path.name}#{anchor}" for path, anchor in linked if anchor not in headings(path.read_text("utf-8"))]


def text_of(value):
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)


class TheGuides(ProgramTest):
    def setUp(self):
        super().setUp()
        self.scripting = read("docs/scripting.md")
        self.help = self.mrctl("--help").out

    def test_list_every_exit_code_in_the_words_of_help(self):
        self.assertEqual(table(self.scripting, "Code", "Meaning"), section(self.help, "Exit codes"))

    def test_list_every_format(self):
        flags = json.loads(self.mrctl("help", "--json").out)["global_flags"]
        formats = next(flag["choices"] for flag in flags if flag["name"] == "--output")
        named = self.scripting.partition("which `mrctl help output` describes: ")[2].partition(".\n")[0]
        self.assertEqual(re.findall(r"`(\w+)`", named), formats)

    def test_list_every_setting_with_its_default(self):
        listed = json.loads(self.mrctl("config", "list").out)
        shown = [(row[0], row[4]) for row in self.settings_rows()]
        self.assertEqual(shown, [(setting["key"], text_of(setting["value"])) for setting in listed])

    def test_name_the_flag_and_the_variable_of_every_setting_that_has_one(self):
        settings = json.loads(self.mrctl("help", "--json").out)["settings"]
        self.assertEqual([(row[0], row[2], row[3]) for row in self.settings_rows()],
                         [(row["key"], row["flag"] or "", row["variable"] or "") for row in settings])

    def settings_rows(self):
        return table(read("docs/configuration.md"), "Key", "What it is", "Flag", "Environment", "Default")

    def test_are_each_in_the_list_of_documents(self):
        listed = set(re.findall(r"\]\(([\w-]+\.md)\)", read("docs/README.md")))
        self.assertEqual(listed, {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"})


class TheReadme(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = read("README.md").splitlines()

    def test_is_short(self):
        self.assertLess(len(self.lines), 200)

    def test_explains_the_words(self):
        words = table("\n".join(self.lines), "Word", "Meaning")
        self.assertEqual([word for word, _ in words], ["preset", "slug", "body", "endpoint", "tag", "tier", "target"])
        for word, says in words:
            explained = " ".join(self.mrctl("help", word).out.replace("'", "").split())
            self.assertIn(f"{word} (word): " + re.sub("[`']", "", says), explained)


class TheGuidesTogether(unittest.TestCase):
    papers = ("README.md", *(f"docs/{path.relative_to(ROOT / 'docs')}" for path in (ROOT / "docs").rglob("*.md")
                             if "decisions" not in path.parts))

    def test_have_at_most_15000_words(self):
        self.assertLessEqual(sum(len(read(paper).split()) for paper in self.papers), 15000)

    def test_are_written_in_the_words_of_the_field(self):
        """docs/wording.md itself names what to avoid."""
        signs = re.compile(r"\b(is told|are told|of its own|nobody|as far as|leads? to|go(?:es)? over)\b", re.IGNORECASE)
        found = [(paper, sign) for paper in self.papers if paper != "docs/wording.md" for sign in signs.findall(read(paper))]
        self.assertEqual(found, [])


class TheSkill(ProgramTest):
    text = read("docs/skills/mrctl/SKILL.md")

    def test_is_short_and_begins_with_its_name_and_when_to_use_it(self):
        self.assertLessEqual(self.text.count("\n"), 70)
        self.assertRegex(self.text, r"\A---\nname: mrctl\ndescription: .{80,1024}\n---\n\n# mrctl\n")

    def test_names_eight_commands_that_are_there(self):
        named = [re.match(r"mrctl ([a-z]+ [a-z]+)", row[0])[1] for row in table(self.text, "Command", "Use it to")]
        commands = [row["name"] for row in json.loads(self.mrctl("help", "--json").out)["commands"]]
        self.assertEqual(len(named), 8)
        self.assertEqual(set(named) - set(commands), set())

    def test_names_exit_codes_that_are_there(self):
        codes = [str(row["code"]) for row in json.loads(self.mrctl("help", "--json").out)["exit_codes"]]
        self.assertEqual({row[0] for row in table(self.text, "Exit code", "Meaning")} - set(codes), set())


class TheArchitecture(unittest.TestCase):
    def test_lists_every_room_with_its_edges(self):
        rooms = read_rooms(Path(os.environ["MRCTL_ROOMS"]).read_text())
        rows = table(read("ARCHITECTURE.md"), "Room", "What it is for", "May use", "Alone includes")
        shown = [(name, set(uses.split(", ")) - {"–"}) for name, _, uses, _ in rows]
        self.assertEqual(shown, [(name, set(room.uses)) for name, room in rooms.items()])

    def test_gives_a_library_to_the_rooms_that_have_one_alone(self):
        rooms = read_rooms(Path(os.environ["MRCTL_ROOMS"]).read_text())
        rows = table(read("ARCHITECTURE.md"), "Room", "What it is for", "May use", "Alone includes")
        shown = [name for name, _, _, libraries in rows if libraries != "–"]
        self.assertEqual(shown, [name for name, room in rooms.items() if room.only_here])


class SecurityPromises(unittest.TestCase):
    def test_are_each_kept_by_a_test_that_is_there(self):
        rows = table(read("SECURITY.md"), "Promise", "Kept by", "Test")
        for _, file, name in rows:
            with self.subTest(file=file, test=name):
                wanted = f"def {name}(" if file.endswith(".py") else f'TEST_CASE("{name}")'
                self.assertIn(wanted, read(file))


class ThePapers(unittest.TestCase):
    def test_name_only_files_and_headings_that_are_there(self):
        decisions = [str(path.relative_to(ROOT)) for path in (ROOT / "docs/decisions").glob("*.md")]
        guides = [f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")]
        papers = {*PAPERS, *decisions, *guides}
        found = {paper: missing_paths(paper, read(paper)) + missing_headings(paper, read(paper)) for paper in papers}
        self.assertEqual({paper: paths for paper, paths in found.items() if paths}, {})


class TheReaders(unittest.TestCase):
    def test_of_tables_take_the_cells_and_stop_at_the_end(self):
        text = "| A | B |\n|---|---|\n| `x y` | |\n| z | w |\n\n| C | D |\n|---|---|\n| 1 | 2 |\n"
        self.assertEqual(table(text, "A", "B"), [["x y", ""], ["z", "w"]])
        self.assertRaises(AssertionError, table, text, "A", "C")

    def test_of_help_take_the_columns_of_one_section(self):
        text = "Usage\n\nCommands:\n  a b  Do it, then stop\n  c    Do more\n\nCodes:\n  0  fine\n"
        self.assertEqual(section(text, "Commands"), [["a b", "Do it, then stop"], ["c", "Do more"]])

    def test_of_paths_see_those_that_are_missing(self):
        there = "[a](README.md) `src/app/run.cpp` `src/ROOM/` `docs/decisions/0001` [b](https://a.example/b)"
        gone = "[c](docs/none.md) `src/none.cpp` `docs/decisions/9999`"
        self.assertEqual(missing_paths("README.md", there), [])
        self.assertEqual(missing_paths("README.md", gone), ["docs/none.md", "src/none.cpp", "docs/decisions/9999"])

    def test_of_headings_see_those_that_are_missing(self):
        self.assertEqual(headings("# A `b-c`\n\n## What's new, here\n"), {"a-b-c", "whats-new-here"})
        self.assertEqual(missing_headings("docs/ci.md", "[a](../README.md#install) [b](#presets-in-ci) [c](#none)"), ["ci.md#none"])


if __name__ == "__main__":
    unittest.main()
