"""Every test of Python runs: what has the name of another in the same place would replace it."""

import ast
import collections
import unittest

from house.sources import ROOT

FOLDERS = ("drive", "house", "pages", "process")


def hidden_names(text):
    """Returns what a module or one of its classes defines twice."""
    module = ast.parse(text)
    places = [module, *(node for node in ast.walk(module) if isinstance(node, ast.ClassDef))]
    defined = (ast.ClassDef, ast.FunctionDef)
    counts = [collections.Counter(node.name for node in place.body if isinstance(node, defined)) for place in places]
    return [name for count in counts for name, times in count.items() if times > 1]


class TheTests(unittest.TestCase):
    def test_have_names_of_their_own(self):
        files = [path for folder in FOLDERS for path in (ROOT / "tests" / folder).glob("*.py")]
        found = {path.name: hidden_names(path.read_text("utf-8")) for path in files}
        self.assertEqual({file: names for file, names in found.items() if names}, {})


class TheChecker(unittest.TestCase):
    def test_sees_what_is_hidden(self):
        self.assertEqual(hidden_names("class A:\n  def x(self): pass\nclass B:\n  def x(self): pass\n"), [])
        self.assertEqual(hidden_names("class A: pass\nclass A: pass\n"), ["A"])
        self.assertEqual(hidden_names("class A:\n  def x(self): pass\n  def x(self): pass\n"), ["x"])


if __name__ == "__main__":
    unittest.main()
