"""The papers that are made of the tables are those that the tables make now."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from drive.program import ProgramTest, binary
from house.sources import ROOT

sys.path.append(str(ROOT / "cmake/papers"))
import markdown
import mdoc
import picture
import write

# Every generated paper says so in its first lines.
MARK = "Generated from the tables of mrctl"
FIRST_LINES = 5

HINT = "run 'cmake --build --preset dev --target papers'"


def papers_below(folder):
    """Returns {path: text} of every file below the folder."""
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def make_papers(folder):
    subprocess.run([sys.executable, "-B", ROOT / "cmake/papers/write.py", binary(), folder], check=True, timeout=60)


def guides():
    """Returns {path: text} of the papers that are written by hand, some of which have generated tables."""
    paths = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths if not is_generated(path)}


def made_papers():
    """Returns {path: text} of the guides as the tables complete them, and of the generated papers."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "docs").mkdir()
        for path, text in guides().items():
            Path(folder, path).write_text(text, "utf-8")
        make_papers(folder)
        return papers_below(Path(folder))


def is_generated(path):
    with path.open("rb") as file:
        return any(MARK.encode() in file.readline() for _ in range(FIRST_LINES))


def committed_papers(root):
    """Returns {path: text} of the files that say they are generated, outside of sources, tests and builds."""
    folders = [path for path in root.iterdir() if path.is_dir() and path.name not in ("build", "src", "include", "tests")]
    files = [path for folder in folders if not folder.name.startswith(".") for path in folder.rglob("*")]
    files += list(root.iterdir())
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in files if path.is_file() and is_generated(path)}


def complaints_about(made, committed):
    """Returns a sentence for each paper that is missing, left over or not what the tables make."""
    found = [f"{path} is missing" for path in made.keys() - committed.keys()]
    found += [f"{path} is left over" for path in committed.keys() - made.keys()]
    found += [f"{path} is not current" for path in made.keys() & committed.keys() if made[path] != committed[path]]
    return sorted(found)


class TheTree(ProgramTest):
    def test_holds_the_papers_that_the_tables_make_and_no_others(self):
        self.assertEqual(complaints_about(made_papers(), committed_papers(ROOT) | guides()), [], HINT)

    def test_holds_the_schemas_that_the_program_prints(self):
        schemas = {path.name.removesuffix(".schema.json"): path for path in (ROOT / "docs/schemas").glob("*.schema.json")}
        commands = json.loads(self.mrctl("help", "--json").out)["commands"]
        offered = next(command["arguments"][0]["choices"] for command in commands if command["name"] == "schema")
        self.assertLessEqual({"credential", "endpoints", "preset", "project", "request"}, set(schemas))
        self.assertLess(set(schemas), set(offered))
        for name, path in schemas.items():
            with self.subTest(schema=name):
                self.assertEqual(self.mrctl("schema", name).out, path.read_text("utf-8"))
        self.assertEqual(self.mrctl("schema").out, (ROOT / "docs/schemas/request.schema.json").read_text("utf-8"))


class TheTables(unittest.TestCase):
    described = {"exit_codes": [{"code": 3, "meaning": "no"}]}

    def test_get_the_rows_of_the_program_and_leave_the_rest(self):
        head = "before\n\n| Code | Meaning |\n|---|---|\n"
        self.assertEqual(write.with_tables(f"{head}| 1 | old |\n\nafter\n", self.described), f"{head}| 3 | no |\n\nafter\n")
        self.assertEqual(write.with_tables("| Other |\n|---|\n| x |\n", self.described), "| Other |\n|---|\n| x |\n")


class TheManualsOfGuides(unittest.TestCase):
    def manual(self, text):
        return markdown.sections(f"# Title\n\n{text}", {"routing.md": "mrctl-routing(7)"}, lambda line: [line])

    def test_have_sections_paragraphs_and_bold_code(self):
        self.assertEqual(
            self.manual("One `a -b` two.\n\n## Next part\n\nSee [routing.md](routing.md#x), **now**.\n\n### `only`\n\nEnd\n"),
            ".Sh DESCRIPTION\nOne \\fBa \\-b\\fR two.\n.Sh NEXT PART\nSee mrctl-routing(7), now.\n.Ss only\nEnd\n",
        )

    def test_have_lists_and_tables(self):
        self.assertIn(".Bl -bullet\n.It\na b\n.It\nc\n.El\n", self.manual("- a\n  b\n- c\n"))
        self.assertIn(".Bl -enum\n.It\na\n.El\n", self.manual("1. a\n"))
        self.assertIn(".It Li x\nfirst.\nC: second.\n", self.manual("| A | B | C |\n|---|---|---|\n| `x` | first | second |\n"))

    def test_keep_code_and_leave_sessions_out(self):
        self.assertIn(".Bd -literal -offset indent\na \\-b\n.Ed\n", self.manual("```sh\na -b\n```\n"))
        self.assertEqual(self.manual("Look:\n\n```console\n$ mrctl\nout\n```\n\nEnd\n"), ".Sh DESCRIPTION\nLook.\n.Pp\nEnd\n")


class ThePicture(unittest.TestCase):
    paper = "```console\n$ mrctl a\nno\n$ mrctl x \\\n    -y\nTAG   a < b\none   eligible  is eligible\n...\n```\n"

    def test_shows_the_session_and_says_it_in_words(self):
        drawn = picture.of_session(self.paper, "mrctl x")
        self.assertIn('<desc id="words">$ mrctl x \\\n    -y\nTAG   a &lt; b\none   eligible  is eligible</desc>', drawn)
        self.assertEqual(re.findall(r"<text .*?>(.*?)</text>", drawn), ["$ mrctl x \\", "    -y", "TAG", "a &lt; b", "one", "eligible", "is eligible"])

    def test_is_well_formed(self):
        self.assertEqual(ElementTree.fromstring(picture.of_session(self.paper, "mrctl x")).get("role"), "img")

    def test_colours_a_verdict_only(self):
        self.assertEqual(re.findall(r'class="good">(.*?)<', picture.of_session(self.paper, "mrctl x")), ["eligible"])

    def test_puts_each_text_where_the_terminal_has_it(self):
        (x, length), = re.findall(r'x="(\d+)" y="\d+" textLength="(\d+)">is eligible<', picture.of_session(self.paper, "mrctl x"))
        self.assertEqual((int(x), int(length)), (picture.MARGIN + 16 * picture.LETTER_WIDTH, 11 * picture.LETTER_WIDTH))


class Mdoc(unittest.TestCase):
    def test_takes_nothing_in_a_text_for_a_request_an_escape_or_a_curly_quote(self):
        self.assertEqual(mdoc.text(".Sh x"), "\\&.Sh x\n")
        self.assertEqual(mdoc.text("'br"), "\\(aqbr\n")
        self.assertEqual(mdoc.text("a\\nb"), "a\\enb\n")
        self.assertEqual(mdoc.text("`a` ~b ^c"), "\\(gaa\\(ga \\(tib \\(hac\n")
        self.assertEqual(mdoc.text(""), "")
        self.assertEqual(mdoc.text("w" * 74 + " .config"), "w" * 74 + "\n\\&.config\n")

    def test_keeps_the_dashes_of_a_flag_and_knows_a_hyphen(self):
        self.assertEqual(mdoc.text("chat-completions"), "chat-completions\n")
        self.assertEqual(mdoc.text("use --dry-run"), "use \\-\\-dry\\-run\n")
        self.assertEqual(mdoc.text("('-o json')"), "(\\(aq\\-o json\\(aq)\n")
        self.assertEqual(mdoc.text("-2 to 2"), "\\-2 to 2\n")

    def test_begins_a_line_with_each_sentence(self):
        self.assertEqual(mdoc.text("One. Two."), "One.\nTwo.\n")
        self.assertLessEqual(max(map(len, mdoc.text("word " * 40).splitlines())), 80)

    def test_keeps_an_argument_one_word_and_takes_none_for_a_macro(self):
        for word, written in {
            "FILE": "FILE",
            "NAME: VALUE": '"NAME: VALUE"',
            "Fl": "\\&Fl",
            "URL": "\\&URL",
            "|": "\\&|",
            "[-]COLUMN": "[\\-]COLUMN",
            'say "it"': '"say \\(dqit\\(dq"',
            "": '""',
            "a\\b": "a\\eb",
        }.items():
            self.assertEqual(mdoc.call("Ar", word), f"Ar {written}")

    def test_writes_no_list_without_items(self):
        self.assertEqual(mdoc.tagged_list([("Li 0", "success\n")]), ".Bl -tag -width Ds\n.It Li 0\nsuccess\n.El\n")
        self.assertEqual(mdoc.tagged_list([]), "")

    def test_keeps_the_lines_of_a_literal(self):
        shown = mdoc.literal(["mrctl a \\", "    -o 'b'", ".c"])
        self.assertEqual(shown, ".Bd -literal -offset indent\nmrctl a \\e\n    \\-o \\(aqb\\(aq\n\\&.c\n.Ed\n")


class TheChecker(unittest.TestCase):
    def test_sees_what_is_missing_left_over_and_not_current(self):
        self.assertEqual(complaints_about({"a": "1", "b": "2"}, {"a": "1", "b": "2"}), [])
        self.assertEqual(
            complaints_about({"a": "1", "b": "2"}, {"b": "3", "c": "4"}),
            ["a is missing", "b is not current", "c is left over"],
        )

    def test_knows_a_generated_paper_by_its_first_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for path, text in {
                "docs/deep/made.md": f"<!-- {MARK} -->\n",
                "made.1": f'.\\" {MARK}\n',
                "docs/late.md": "\n" * FIRST_LINES + MARK,
                "src/made.cpp": f"// {MARK}\n",
                "docs/bytes": "\udcff\n",
            }.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, "utf-8", "surrogateescape")
            self.assertEqual(sorted(committed_papers(root)), ["docs/deep/made.md", "made.1"])


if __name__ == "__main__":
    unittest.main()
