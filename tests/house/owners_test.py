"""A source's public functions belong to one header: that of its name, if there is one."""

import re
import unittest

from house.sources import ROOT, code_only, cpp_files

# The beginning of a definition at the level of a namespace: a type, a name, a parenthesis.
DEFINED = re.compile(
    r"^(?!(?:return|static|static_assert|template|using|namespace|constexpr|extern|class|struct|enum)\b)"
    r"(?:[A-Za-z_][\w:<>,&* \[\]]*[ &*>\n])?(\w+)\(",
    re.MULTILINE,
)

# Commands are declared together, in the order of their rows.
COMMANDS = "src/commands/commands.hpp"

# One reader and one writer of JSON stand behind the headers of its forms: values, views and texts.
SHARED = ("src/json/dump.cpp", "src/json/scanner.cpp")

# These still implement parts of explain.hpp beside their own header. No other may join them.
STRAYING = tuple(f"src/explain/{name}.cpp" for name in ("explanation", "explanation_words", "judge", "rules"))


def public_functions(text):
    """Returns the names of the functions that a source defines outside classes and anonymous namespaces."""
    code = re.sub(r"^namespace \{$.*?^\}$", "", code_only(without_ends(text)), flags=re.DOTALL | re.MULTILINE)
    return {name for name in DEFINED.findall(code) if not name.isupper()}


def without_ends(text):
    """Returns the text in which a line that is `}` alone ends an anonymous namespace, and no function does."""
    return re.sub(r"^\}$", " }", text, flags=re.MULTILINE).replace("\n} // namespace\n", "\n}\n")


def strangers(stem, functions, headers):
    """Returns those of the functions that no header declares together with the others: that of the source's name."""
    homes = {name: {file for file, text in headers.items() if re.search(rf"\b{name}\(", text)} for name in functions}
    own = {file for file in headers if file.rsplit("/", 1)[-1] == f"{stem}.hpp"}
    if own:
        return sorted(name for name, files in homes.items() if not files & (own | {COMMANDS}))
    return [] if not homes or set.intersection(*homes.values()) else sorted(homes)


class TheTree(unittest.TestCase):
    def test_has_one_header_for_the_functions_of_a_source(self):
        headers = {
            str(path.relative_to(ROOT)): code_only(path.read_text("utf-8"))
            for path in cpp_files("include", "src")
            if path.suffix == ".hpp"
        }
        found = {}
        for path in cpp_files("src"):
            name, room = str(path.relative_to(ROOT)), path.parent.name
            if path.suffix != ".cpp" or path.stem == "main" or name in SHARED + STRAYING:
                continue
            near = {file: text for file, text in headers.items() if file.split("/")[-2] == room}
            found[name] = strangers(path.stem, public_functions(path.read_text("utf-8")), near)
        self.assertEqual({name: names for name, names in found.items() if names}, {})


class TheChecker(unittest.TestCase):
    SOURCE = (
        "namespace mrctl::a {\n\nnamespace {\n\nint hidden(int a) {\n  return a;\n}\n\n} // namespace\n\n"
        "int first(int a) {\n  return hidden(a);\n}\n\nResult<std::string>\nsecond() {\n}\n\n"
        "void Type::third() {\n  fourth();\n}\n\n} // namespace mrctl::a\n"
    )

    def test_sees_public_functions_and_no_others(self):
        self.assertEqual(public_functions(self.SOURCE), {"first", "second"})

    def test_wants_the_header_of_the_name(self):
        headers = {"include/mrctl/a/b.hpp": "int first(int);", "src/a/c.hpp": "int second();"}
        self.assertEqual(strangers("b", {"first", "second"}, headers), ["second"])
        self.assertEqual(strangers("c", {"second"}, headers), [])

    def test_wants_one_header_where_none_has_the_name(self):
        headers = {"include/mrctl/a/b.hpp": "int first(int); int second();", "src/a/c.hpp": "int third();"}
        self.assertEqual(strangers("d", {"first", "second"}, headers), [])
        self.assertEqual(strangers("d", {"first", "third"}, headers), ["first", "third"])


if __name__ == "__main__":
    unittest.main()
