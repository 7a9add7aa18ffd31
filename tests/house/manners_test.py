"""What no source may do, apart from the few places that are there for it."""

import re
import unittest

from house.sources import ROOT, code_only, cpp_files

# The sources of the program mrctl-emulator that are not the service itself.
EMULATOR_PROGRAM = tuple(f"src/emulator/{name}.cpp" for name in ("main", "run", "server"))

# What is forbidden → (its pattern, where it is allowed all the same).
MANNERS = {
    "ends the process": (
        r"(?<![\w.>])(?:_?exit|_Exit|quick_exit|abort|terminate)\s*\(",
        ("src/app/", "src/base/child.cpp", "src/filter/jq_child.cpp"),  # children that must not come back
    ),
    "reads the environment": (
        r"\b(?:secure_)?getenv\s*\(|\benviron\b",
        ("src/app/", "src/config/", *EMULATOR_PROGRAM),
    ),
    "prints": (
        r"\bstd::(?:cout|cerr|clog)\b|(?<!\w)(?:v?f?printf|puts|fputs|putchar|perror)\s*\(|\bfmt::print\b"
        r"|\bstd(?:out|err)\b",
        ("src/app/", *EMULATOR_PROGRAM),
    ),
    "takes a failure for absence": (  # kind_of_file() tells them apart
        r"\b(?:exists|is_(?:regular_file|directory|fifo|symlink|other|socket))\s*\(",
        ("src/base/folder.cpp",),
    ),
    "reveals a secret": (r"[.>]\s*reveal\s*\(", ("src/http/", "src/config/", "src/body/secret_search.cpp")),
}

# A walk from bracket to bracket, which the room `json` does for all.
WALK_OVER_JSON = re.compile(r"""case '[{\[]'|[!=]= '\{' (?:\|\||&&) [^\n]*[!=]= '\['""")
MAY_WALK = ("src/json/", "src/document/", "src/http/redaction.cpp")  # YAML, and text of any kind

# -q silences notes, so all go through one sink, and no sentence of a result looks like one.
WRITES_A_NOTE = re.compile(r'"(?:[^"\n]*\s)?note: ')
MAY_WRITE_NOTES = ("src/app/", "include/mrctl/output/report.hpp", "src/emulator/run.cpp")

# A function takes the parts of the Context that it needs; only that of a command gets the whole.
TAKES_THE_CONTEXT = re.compile(r"(\w+)\((?:[^()]|\([^()]*\))*?\bContext&? \w+")
MOST_WITH_CONTEXT = 62

LONGEST_FILE = 600

# Lines of src and include together. Whoever needs more gives something up elsewhere.
MOST_LINES = 73_000


def unread_errors(name, text):
    """Returns `name: variable` for each error code that a function of a source fills in and does not look at."""
    found = []
    for declared in re.finditer(r"std::error_code (\w+);((?:\n(?!\}).*|.)*)", code_only(text)):
        variable, rest = declared.groups()
        looked_at = re.sub(rf"(?:(?<=\w)\(|, *){variable}\)", "", rest)
        if not re.search(rf"\b{variable}\b", looked_at):
            found.append(f"{name}: {variable}")
    return found


def complaints_about(name, text):
    """Returns `name:line: what` for each forbidden thing in a source of that name."""
    found = []
    for number, line in enumerate(code_only(text).splitlines(), 1):
        for what, (pattern, allowed) in MANNERS.items():
            if not name.startswith(allowed) and re.search(pattern, line):
                found.append(f"{name}:{number}: {what}")
    return found


class TheTree(unittest.TestCase):
    def sources(self, *folders):
        return [(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in cpp_files(*folders)]

    def test_only_the_outermost_room_prints_exits_and_asks_the_environment(self):
        found = [line for source in self.sources("include", "src") for line in complaints_about(*source)]
        self.assertEqual(found, [])

    def test_only_the_room_json_walks_over_its_text(self):
        found = [name for name, text in self.sources("include", "src") if WALK_OVER_JSON.search(text)]
        self.assertEqual([name for name in found if not name.startswith(MAY_WALK)], [])

    def test_all_notes_go_through_one_sink(self):
        found = [name for name, text in self.sources("include", "src") if WRITES_A_NOTE.search(text)]
        self.assertEqual([name for name in found if not name.startswith(MAY_WRITE_NOTES)], [])

    def test_no_error_of_the_file_system_is_dropped(self):
        found = [line for source in self.sources("include", "src") for line in unread_errors(*source)]
        self.assertEqual(found, [])

    def test_few_functions_take_the_whole_context(self):
        found = {name for _, text in self.sources("include", "src") for name in TAKES_THE_CONTEXT.findall(code_only(text))}
        self.assertLessEqual(len(found), MOST_WITH_CONTEXT, sorted(found))

    def test_no_source_is_longer_than_a_reader_can_hold(self):
        lengths = {name: text.count("\n") for name, text in self.sources("include", "src", "tests")}
        too_long = {name: length for name, length in lengths.items() if length > LONGEST_FILE}
        self.assertEqual(too_long, {})

    def test_the_sources_do_not_grow(self):
        lines = sum(text.count("\n") for _, text in self.sources("include", "src"))
        self.assertLessEqual(lines, MOST_LINES)

    def test_no_file_names_a_machine(self):
        pattern = re.compile(r"/(?:home|root|work|tmp/[a-z])[/\w]")
        found = [name for name, text in self.sources("include", "src") if pattern.search(text)]
        self.assertEqual(found, [])


class TheChecker(unittest.TestCase):
    def assert_complaint(self, code, what):
        self.assertEqual(complaints_about("src/render/a.cpp", code), [f"src/render/a.cpp:1: {what}"], code)

    def test_sees_each_way_to_end_the_process(self):
        for code in ("exit(1);", "std::exit (1);", "::_exit(2);", "std::abort();"):
            self.assert_complaint(code, "ends the process")

    def test_sees_each_way_to_print(self):
        for code in ('std::cout << "x";', 'printf("x");', "std::puts(s);", 'fmt::print("x");', "fwrite(p, 1, n, stdout);"):
            self.assert_complaint(code, "prints")

    def test_sees_a_look_at_the_environment_and_at_a_secret(self):
        self.assert_complaint('auto home = std::getenv("HOME");', "reads the environment")
        self.assert_complaint("use(key.reveal());", "reveals a secret")
        self.assert_complaint("use(key->reveal());", "reveals a secret")

    def test_sees_an_error_of_the_file_system_that_nobody_looks_at(self):
        dropped = "bool f() {\n  std::error_code error;\n  return file_size(path, error) > 0;\n}\nbool error = false;\n"
        self.assertEqual(unread_errors("a.cpp", dropped), ["a.cpp: error"])
        for end in ("if (error) return 0;", "return error.value();", "return !error;", "use(error ? 1 : 2);"):
            self.assertEqual(unread_errors("a.cpp", f"int f() {{\n  std::error_code error;\n  g(path, error);\n  {end}\n}}\n"), [])
        self.assert_complaint("if (std::filesystem::exists(path, error)) return;", "takes a failure for absence")
        self.assert_complaint("return entry.is_regular_file(error);", "takes a failure for absence")

    def test_sees_a_function_that_takes_the_whole_context(self):
        code = "Result<Output> auth(const Context& context);\nint f(Paths (*g)(int), Context context) {}\n"
        self.assertEqual(TAKES_THE_CONTEXT.findall(code), ["auth", "f"])
        self.assertEqual(TAKES_THE_CONTEXT.findall("int f(const Context::Service& given); Context context;"), [])

    def test_sees_a_walk_over_json(self):
        for code in ("  case '{':", "  case '[': return;", "if (c == '{' || c == '[') ++depth;"):
            self.assertRegex(code, WALK_OVER_JSON)
        for code in ("case '<':", "host.front() != '[' || host.back() != ']'", "value.is_object()"):
            self.assertNotRegex(code, WALK_OVER_JSON)

    def test_sees_a_note(self):
        for code in ('page.sentence("note: " + text);', 'trace("mrctl: note: " + text);', 'format("see\tnote: {}", text)'):
            self.assertRegex(code, WRITES_A_NOTE)
        for code in ('{"note", text}', "// note: why", 'print("footnote: x")'):
            self.assertNotRegex(code, WRITES_A_NOTE)

    def test_does_not_mistake_comments_literals_and_longer_names(self):
        for code in (
            "// printf(x) would exit(1)",
            "/* std::cout */",
            'auto text = "exit(1) std::cout";',
            'auto raw = R"(printf("x"))";',
            "snprintf(buffer, n, f);",
            "on_exit(handler);",
            "app.exit(error);",
        ):
            self.assertEqual(complaints_about("src/render/a.cpp", code), [], code)

    def test_lets_the_outermost_room_do_it(self):
        self.assertEqual(complaints_about("src/app/main.cpp", 'std::cout << std::getenv("X"); exit(1);'), [])


if __name__ == "__main__":
    unittest.main()
