"""Includes look down: the real tree, and the checker against trees that are wrong on purpose."""

import os
import tempfile
import unittest
from pathlib import Path

from house.rooms import floor, forbidden_includes, implied_edges, read_rooms, upward_edges
from house.sources import ROOT

EXAMPLE = """\
base:  |
args: base | ^CLI/
render: base | ^jq ^jv
app: args render |
"""


def complaints_about(files):
    """Returns what the checker says of a tree of these files, declared as EXAMPLE."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return forbidden_includes(root, read_rooms(EXAMPLE))


class TheTree(unittest.TestCase):
    def setUp(self):
        self.rooms = read_rooms(Path(os.environ["MRCTL_ROOMS"]).read_text())

    def test_every_include_follows_a_declared_edge(self):
        self.assertEqual(forbidden_includes(ROOT, self.rooms), [])

    def test_every_room_uses_only_rooms_below_it(self):
        self.assertEqual(upward_edges(self.rooms), [])

    def test_no_declared_edge_is_implied_by_a_longer_way(self):
        self.assertEqual(implied_edges(self.rooms), [])

    def test_a_person_can_hold_it(self):
        self.assertLessEqual(len(self.rooms), 18)
        self.assertLessEqual(max(floor(self.rooms, name) for name in self.rooms), 8)
        self.assertLessEqual(sum(len(room.uses) for room in self.rooms.values()), 55)

    def test_every_folder_of_sources_is_a_declared_room(self):
        folders = {path.name for parent in ("src", "include/mrctl") for path in (ROOT / parent).iterdir()}
        self.assertLessEqual(folders, set(self.rooms))


class TheChecker(unittest.TestCase):
    def assert_complaint(self, name, text, part):
        found = complaints_about({name: text})
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def test_accepts_edges_downward_private_headers_and_libraries(self):
        files = {
            "include/mrctl/base/error.hpp": "#include <string>\n",
            "src/args/words.hpp": "",
            "src/args/parse.cpp": '#include "mrctl/base/error.hpp"\n#include "words.hpp"\n#include <CLI/CLI.hpp>\n',
            "src/app/main.cpp": '#include "mrctl/args/parse.hpp"\n#include <fmt/format.h>\n',
        }
        self.assertEqual(complaints_about(files), [])

    def test_refuses_an_edge_upward(self):
        self.assert_complaint("src/base/a.cpp", '#include "mrctl/app/run.hpp"\n', "base may not use app")

    def test_refuses_an_edge_sideways_in_angle_brackets(self):
        self.assert_complaint("src/render/a.cpp", "#  include <mrctl/args/parse.hpp>\n", "render may not use args")

    def test_refuses_an_undeclared_edge_in_a_face(self):
        self.assert_complaint("include/mrctl/args/a.hpp", '#include "mrctl/render/t.hpp"\n', "a.hpp:1: args may not")

    def test_refuses_another_rooms_library_even_to_the_highest_room(self):
        self.assert_complaint("src/app/a.cpp", "#include <CLI/CLI.hpp>\n", "only args may include CLI/CLI.hpp")
        self.assert_complaint("src/app/a.cpp", '#include "jq.h"\n', "only render may include jq.h")

    def test_refuses_the_private_header_of_another_room(self):
        for name in ("words.hpp", "args/words.hpp"):
            found = complaints_about({"src/args/words.hpp": "", "src/app/a.cpp": f'#include "{name}"\n'})
            self.assertEqual(len(found), 1, name)

    def test_refuses_a_way_around_through_the_parent_folder(self):
        self.assert_complaint("src/app/a.cpp", '#include "../args/words.hpp"\n', "leaves its folder")

    def test_refuses_a_private_header_in_a_face(self):
        found = complaints_about({"include/mrctl/args/b.hpp": "", "include/mrctl/args/a.hpp": '#include "b.hpp"\n'})
        self.assertEqual(len(found), 1, found)

    def test_refuses_a_computed_include(self):
        self.assert_complaint("src/app/a.cpp", "#include HEADER\n", "computed include HEADER")

    def test_refuses_files_outside_every_room(self):
        self.assert_complaint("src/helpers/a.cpp", "", "stands in no room")
        self.assert_complaint("src/loose.cpp", "", "stands in no room")

    def test_refuses_an_edge_that_a_longer_way_implies(self):
        rooms = read_rooms("base: |\nargs: base |\napp: base args |\n")
        self.assertEqual(implied_edges(rooms), ["app uses base, as args does"])
        self.assertEqual([floor(rooms, name) for name in rooms], [1, 2, 3])

    def test_refuses_edges_that_are_declared_upward(self):
        rooms = read_rooms("base: app |\napp: base cellar |\n")
        self.assertEqual(
            upward_edges(rooms),
            ["base uses app, which is not below it", "app uses cellar, which is not below it"],
        )


if __name__ == "__main__":
    unittest.main()
