"""Names that the compiler accepts and readers confuse.

The sources of a room are compiled together: a function of one source must not take the place of another's. The
compiler refuses a second definition, but not an overload. A type has its room's namespace, but its name is read
without it."""

import collections
import re
import unittest

from house.sources import ROOT, code_only, cpp_files

# The head of a function begins at the margin: "bool is_key(", or "is_key(" below a line with the type.
FUNCTION = re.compile(r"^(?!static_assert|using|extern)(?:[\w\[][^(={;\n]*?(?<![\w:]))?(\w+)\(", re.MULTILINE)
# The head of a type that is defined at the margin: "struct Field {", "using Headers =".
TYPE = re.compile(
    r"^(?:template <.*> )?(?:(?:struct|class|union|enum(?: class)?) (\w+)[^;{(]*\{|using (\w+) =)", re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{$(.*?)^\} // namespace$", re.MULTILINE | re.DOTALL)

def functions_in(text):
    return set(FUNCTION.findall(code_only(text)))


def functions_of_source(text):
    """Returns the names of the functions in the unnamed namespaces of a source."""
    return set().union(*(functions_in(part) for part in UNNAMED.findall(text)))


def types_in(text):
    return {type_name or alias for type_name, alias in TYPE.findall(code_only(text))}


def room_of(path):
    return path.relative_to(ROOT).parts[-2]


class Functions(unittest.TestCase):
    def setUp(self):
        self.own = {path: functions_of_source(path.read_text(encoding="utf-8"))
                    for path in cpp_files("src") if path.suffix == ".cpp"}

    def test_of_unnamed_namespaces_have_names_of_their_own_in_a_room(self):
        sources = collections.defaultdict(list)
        for path, names in self.own.items():
            for name in names:
                sources[room_of(path), name].append(path.name)
        self.assertEqual({key: sorted(names) for key, names in sources.items() if len(names) > 1}, {})

    def test_of_unnamed_namespaces_are_not_named_like_those_of_headers(self):
        declared = collections.defaultdict(set)
        for path in cpp_files("include", "src"):
            if path.suffix == ".hpp":
                declared[room_of(path)] |= functions_in(path.read_text(encoding="utf-8"))
        shared = set().union(*(declared[room] for room in ("base", "exchange", "json")))  # namespace mrctl
        clashes = {path.name: names & (declared[room_of(path)] | shared)
                   for path, names in self.own.items()}
        self.assertEqual({name: clash for name, clash in clashes.items() if clash}, {})


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
    def test_sees_functions_at_the_margin_of_unnamed_namespaces(self):
        text = """namespace mrctl {
namespace {
bool is_key(std::string_view text) {
  return other(text);
}
const std::map<int, int>& names() {
}
std::optional<std::string_view>
find_member(int a);
} // namespace
int public_one(int a) {
}
} // namespace mrctl
"""
        self.assertEqual(functions_of_source(text), {"is_key", "names", "find_member"})

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
