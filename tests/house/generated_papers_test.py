"""The papers that are made of the tables are those that the tables make now."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from drive.program import ProgramTest
from house.sources import ROOT

# Every generated paper says so in its first lines.
MARK = "Generated from the tables of mrctl"
FIRST_LINES = 5

HINT = "run 'cmake --build --preset dev --target papers'"


def papers_below(folder):
    """Returns {path: text} of every file below the folder."""
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def make_papers(folder):
    subprocess.run([os.environ["MRCTL_PAPERS"], folder], check=True, timeout=60)


def made_papers():
    """Returns {path: text} of what the tables make."""
    with tempfile.TemporaryDirectory() as folder:
        make_papers(folder)
        return papers_below(Path(folder))


def readme_with_tables(text):
    """Returns a README with the tables that the program makes."""
    with tempfile.TemporaryDirectory() as folder:
        readme = Path(folder) / "README.md"
        readme.write_text(text, "utf-8")
        make_papers(folder)
        return readme.read_text("utf-8")


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
        self.assertEqual(complaints_about(made_papers(), committed_papers(ROOT)), [], HINT)

    def test_has_a_readme_with_the_tables_of_the_program(self):
        readme = (ROOT / "README.md").read_text("utf-8")
        self.assertEqual(readme_with_tables(readme), readme, HINT)
        self.assertEqual(readme_with_tables(readme.replace("| `jobs` |", "| `workers` |")), readme)

    def test_holds_the_schemas_that_the_program_prints(self):
        schemas = {path.name.removesuffix(".schema.json"): path for path in (ROOT / "docs/schemas").glob("*.schema.json")}
        commands = json.loads(self.mrctl("help", "--json").out)["commands"]
        offered = next(command["arguments"][0]["choices"] for command in commands if command["name"] == "schema")
        self.assertEqual(sorted(schemas), sorted(offered))
        for name, path in schemas.items():
            with self.subTest(schema=name):
                self.assertEqual(self.mrctl("schema", name).out, path.read_text("utf-8"))
        self.assertEqual(self.mrctl("schema").out, (ROOT / "docs/schemas/request.schema.json").read_text("utf-8"))


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
