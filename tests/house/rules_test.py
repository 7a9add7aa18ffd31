"""Every rule that a source or a test names is in the table of rules, and every rule of the table is in a source."""

import re
import unittest

from drive.program import described
from house.sources import ROOT, cpp_files

# The rooms that find problems.
ROOMS = ("src/base", "src/config", "src/json", "src/document", "src/body", "src/routing", "src/commands", "src/app")

_NAMED = re.compile(r'"([a-z]+\.[a-z]+(?:-[a-z0-9]+)*)"')
_NO_RULE = re.compile(r"^pricing\.|^dearest\.|^provider\.(?:sort|quantizations)$|\.(?:toml|json|yaml|yml|crt|pem|hpp)$")
_FOUND = re.compile(r'"rule":"([^"]+)"|title=([\w.-]+)::')


def listed_rules():
    """Returns the ids of the rules of texts, flags and files, and those of the rules of fields."""
    return [[rule["id"] for rule in described()[part]] for part in ("rules", "field_rules")]


def named_rules(text):
    """Returns what looks like the id of a rule among the literals of a source."""
    return {name for name in _NAMED.findall(text) if not _NO_RULE.search(name)}


class TheSources(unittest.TestCase):
    def setUp(self):
        self.texts = [path.read_text("utf-8") for path in cpp_files(*ROOMS)]
        self.general, self.fields = listed_rules()

    def test_name_only_rules_that_are_listed(self):
        named = set().union(*map(named_rules, self.texts))
        self.assertEqual(named - set(self.general) - set(self.fields), set())

    def test_find_every_rule_that_is_listed(self):
        # An id is named as a whole, or made of the name of a field and what is checked of it, or of a gate's flag.
        gates = (ROOT / "include/mrctl/spec/gate.hpp").read_text("utf-8")
        apply = [path.read_text("utf-8") for path in cpp_files("src/apply")]
        texts = [*self.texts, *apply, gates]
        literals = {literal.removeprefix("--") for text in texts for literal in re.findall(r'"([\w.-]+)"', text)}
        missing = [rule for rule in self.general + self.fields if rule not in literals and rule.rpartition(".")[2] not in literals]
        self.assertEqual(missing, [])

    def test_list_every_rule_once(self):
        every = self.general + self.fields
        self.assertEqual(len(every), len(set(every)))


class TheCases(unittest.TestCase):
    def test_show_only_rules_that_are_listed(self):
        known = set().union(*listed_rules())
        paths = [path for name in ("stdout", "stderr") for path in (ROOT / "tests/cases").glob(f"*/*/{name}")]
        shown = {rule or title for path in paths for rule, title in _FOUND.findall(path.read_text("utf-8"))}
        self.assertIn("temperature.range", shown)
        # An annotation without a rule is titled with the program's name.
        self.assertEqual(shown - known - {"mrctl"}, set())


class TheReader(unittest.TestCase):
    def test_knows_a_rule_from_the_name_of_a_file_or_a_member(self):
        text = 'refuse("json.duplicate-key"); open("config.toml"); at("pricing.prompt_x"); say("a.b c");'
        self.assertEqual(named_rules(text), {"json.duplicate-key"})


if __name__ == "__main__":
    unittest.main()
