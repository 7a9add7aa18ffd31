"""preset lint on the whole corpus: one run over a folder of all bodies, and over the raw texts."""

import json
import re
import unittest
from pathlib import Path

from drive.program import ProgramTest

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
MESSAGES = [{"role": "user", "content": "Hello"}]


def written_out(value):
    """Returns the value with each "<<x*3>>" in its texts and keys written out."""
    if isinstance(value, str):
        return re.sub(r"<<(.+?)\*(\d+)>>", lambda found: found[1] * int(found[2]), value, flags=re.DOTALL)
    if isinstance(value, list):
        return [written_out(item) for item in value]
    if isinstance(value, dict):
        return {written_out(key): written_out(member) for key, member in value.items()}
    return value


def groups_of(corpus_file):
    """Yields (part, finding, bodies by name) of one file of the corpus."""
    parts = json.loads(corpus_file.read_text(encoding="utf-8"))
    for part, content in parts.items():
        if part in ("valid", "completed"):
            yield part, "", content
        elif part != "about":
            for finding, bodies in content.items():
                yield part, written_out(finding), bodies


def with_messages(body, part):
    is_about_something_else = isinstance(body, dict) and "messages" not in body and part != "completed"
    return body | {"messages": MESSAGES} if is_about_something_else else body


def finding_of(problem):
    return f"{problem['rule']} {problem['path']}" if problem["path"] else problem["rule"]


class TheCorpus(ProgramTest):
    def problems_by_file(self, folder, code):
        """Returns {name of the file: the problems that lint finds in it}."""
        outcome = self.mrctl("preset", "lint", folder, "-o", "json")
        found = [problem for problem in json.loads(outcome.out)["problems"] if not problem["rule"].startswith("slug.") and problem["rule"] != "messages.content"]
        self.assertEqual(any(problem["severity"] == "error" for problem in found), code == 2, outcome.err)
        problems = {}
        for problem in found:
            problems.setdefault(Path(problem["file"]).name, []).append(problem)
        return problems

    def write_bodies(self):
        """Writes each body into a file of its own; returns {name of the file: (where from, part, finding)}."""
        entries = {}
        for corpus_file in sorted(CORPUS.glob("*.json")):
            for part, finding, bodies in groups_of(corpus_file):
                for name, body in bodies.items():
                    file = f"{len(entries)}.json"
                    self.write(f"bodies/{file}", json.dumps(with_messages(written_out(body), part)))
                    entries[file] = f"{corpus_file.name}: {name}", part, finding
        return entries

    def test_lint_finds_in_each_body_what_is_to_be_found(self):
        entries = self.write_bodies()
        problems = self.problems_by_file("bodies", 2)
        for file, (name, part, finding) in entries.items():
            with self.subTest(name):
                severity = "error" if part == "invalid" else "warning"
                found = problems.get(file, [])
                self.assertEqual(any(each["severity"] == "error" for each in found), part == "invalid", found)
                if finding:
                    known = [finding_of(each) for each in found if each["severity"] == severity]
                    self.assertIn(finding, [re.sub("^body.not-a-preset", "body.type", each) for each in known])

    def test_lint_reads_the_valid_texts(self):
        self.problems_by_file(CORPUS / "texts/valid", 0)

    def test_lint_finds_what_stops_each_invalid_text_and_where(self):
        problems = self.problems_by_file(CORPUS / "texts/invalid", 2)
        found = {
            (file, finding, f"{each['line']}:{each['column']}")
            for file, all_of_it in problems.items()
            for each in all_of_it
            for finding in (finding_of(each), each["rule"])  # some leave the pointer out
        }
        groups = json.loads((CORPUS / "texts/findings.json").read_text(encoding="utf-8"))["invalid"]
        expected = {(file, finding, place) for finding, places in groups.items() for file, place in places.items()}
        self.assertEqual(expected - found, set())


if __name__ == "__main__":
    unittest.main()
