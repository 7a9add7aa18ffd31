"""docs/routing.md and the help on routing speak of every check of `preset explain`."""

import json
import re
import unittest

from drive.program import ProgramTest
from house.readme_test import sessions
from house.sources import ROOT

PAPER = ROOT / "docs/routing.md"
# How a check is shown that is not named by the member that asks.
_SHOWN = {"tier": "service_tier: a flex endpoint needs", "context_length": "--prompt-tokens: "}
_CODE = re.compile(r"`([a-z_.]+)`")


def sections(paper):
    """Returns [(codes, text)] for every heading that names checks."""
    checks = paper.split("\n## Checks\n", 1)[1].split("\n## ", 1)[0]
    parts = (part.partition("\n") for part in checks.split("\n### ")[1:])
    return [(_CODE.findall(heading), text) for heading, _, text in parts]


class TheChecks(ProgramTest):
    def codes_of_the_table(self):
        topics = json.loads(self.mrctl("help", "--json").out)["topics"]
        parts = next(topic["parts"] for topic in topics if topic["name"] == "routing")
        return [line["name"] for line in next(part["lines"] for part in parts if part["title"] == "Checks")]

    def test_are_all_explained_in_the_paper(self):
        explained = [code for each, _ in sections(PAPER.read_text(encoding="utf-8")) for code in each]
        self.assertEqual(sorted(explained), sorted(self.codes_of_the_table()))

    def test_are_each_shown_by_an_example(self):
        for codes, text in sections(PAPER.read_text(encoding="utf-8")):
            output = "".join(shown for _, shown in sessions(text))
            for code in codes:
                with self.subTest(code=code):
                    self.assertRegex(output, _SHOWN.get(code, rf"{re.escape(code)} \(--|: {re.escape(code)}: "))


if __name__ == "__main__":
    unittest.main()
