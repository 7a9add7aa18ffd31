"""A type has its room's namespace, but readers see its name without it: each type has a name of its own."""

import collections
import re
import unittest

from house.sources import ROOT, code_only, cpp_files

# The head of a type that is defined at the margin: "struct Field {", "using Headers =".
TYPE = re.compile(
    r"^(?:template <.*> )?(?:(?:struct|class|union|enum(?: class)?) (\w+)[^;{(]*\{|using (\w+) =)", re.MULTILINE)

def types_in(text):
    return {type_name or alias for type_name, alias in TYPE.findall(code_only(text))}


def room_of(path):
    return path.relative_to(ROOT).parts[-2]


class Types(unittest.TestCase):
    def test_of_public_headers_have_names_of_their_own_in_all_rooms(self):
        headers = collections.defaultdict(list)
        for path in cpp_files("include"):
            if room_of(path) == "emulator":  # a program of its own
                continue
            for name in types_in(path.read_text(encoding="utf-8")):
                headers[name].append(f"{room_of(path)}/{path.name}")
        self.assertGreater(len(headers), 100)
        self.assertEqual({name: where for name, where in headers.items() if len(where) > 1}, {})


class TheReader(unittest.TestCase):
    def test_sees_types_that_are_defined_at_the_margin(self):
        text = """namespace mrctl {
class Declared;
enum class Kind : std::uint8_t;
using spec::Setting;
// struct Told {
struct Null {};
enum class Found : std::uint8_t { no, yes };
template <class Row>
struct Rows {
  enum class Nested { one, two };
  using Alias = int;
};
class Pipe final : public Stream {
};
using Headers =
    std::vector<Header>;
struct Member member_of(int a) {
}
} // namespace mrctl
"""
        self.assertEqual(types_in(text), {"Null", "Found", "Rows", "Pipe", "Headers"})


if __name__ == "__main__":
    unittest.main()
