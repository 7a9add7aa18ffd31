"""Text that a service should not send, shown in every form that people read: it can neither move the cursor, nor
forge a line, nor hide, nor break a table. tests/data/hostile_catalogue.json holds it, and the emulator serves it."""

import csv
import io
import json
import re
import unicodedata
import unittest

from drive.program import binary
from drive.service import TINY, ServiceTest, answering
from drive.terminal import run_on_terminal
from house.sources import ROOT

CATALOGUE = ROOT / "tests/data/hostile_catalogue.json"
SEED = json.loads(CATALOGUE.read_text("utf-8"))
MODELS = sorted(SEED["models"])
TEXTS = [endpoint["tag"] for endpoint in SEED["models"]["hostile/texts"]["endpoints"]]
CREDENTIALS = sorted(SEED["credentials"])

# All of it in one text.
HOSTILE = "\x1b[31m\x1b]0;x\x07\x00\r\n::error::forged\u202e\u200b\x9b1m|`<script>\t##[error]x\x7f\u2028"

# The columns that show the service's own text.
TEXT_COLUMNS = "tag,provider,name,quantization,supports"

# What mrctl itself writes on a terminal: one colour, or its end.
_STYLE = re.compile("\x1b\\[(?:0|1|2|3[0-9]|1;3[0-9])m")

# Letters that show nothing, beside what the categories say.
_BLANK = set("\u034f\u115f\u1160\u3164\uffa0\ufe00")


def is_acting(character):
    """Whether a character moves a cursor, turns or ends a line, or hides."""
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs") or character in _BLANK


def display_columns(line):
    """Returns what stands in each column of a terminal: a wide character in two, a mark with its letter."""
    columns = []
    for character in line:
        if unicodedata.category(character) in ("Mn", "Me"):
            continue
        columns.append(character)
        if unicodedata.east_asian_width(character) in "WF":
            columns.append("\u3000")
    return columns


def columns_of_table(lines):
    """Returns how many columns a table has: runs of places where some line has text, two places apart."""
    shown = [display_columns(line) for line in lines]
    width = max(map(len, shown))
    is_used = [any(len(line) > at and line[at] != " " for line in shown) for at in range(width)]
    return len(re.findall("x(?:[x]| x)*", "".join("x" if used else " " for used in is_used)))


class HostileTest(ServiceTest):
    emulator_flags = ("--catalogue", str(CATALOGUE))

    def on_terminal(self, *arguments, columns=80, **more):
        env = self.environment(TERM="xterm-256color", **more)
        outcome = run_on_terminal([binary(), *arguments], env, self.folder, columns)
        self.assert_exit(0, outcome)
        return outcome.out

    def assert_tame(self, text, where, allowed="\n"):
        acting = {c for c in text if c not in allowed and is_acting(c)}
        self.assertEqual(acting, set(), where)
        forged = [line for line in text.split("\n") if re.match(r"\s*::[A-Za-z]|mrctl: forged|Label  forged|.*##\[", line)]
        self.assertEqual(forged, [], where)

    def assert_tame_colours(self, text, where):
        self.assertIn("\x1b", text, where)
        self.assert_tame(_STYLE.sub("", text), where)


class Listings(HostileTest):
    texts = ("endpoints", "list", "hostile/texts")

    def listed(self, *arguments, **options):
        outcome = self.mrctl("endpoints", "list", *arguments, **options)
        self.assert_exit(0, outcome)
        self.assert_tame(outcome.err, arguments)
        return outcome.out

    def test_no_form_for_people_holds_a_character_that_acts(self):
        for model in MODELS:
            for form in ("table", "wide", "markdown", "yaml"):
                self.assert_tame(self.listed(model, "-o", form), (model, form))
            self.assert_tame(self.listed(model, "--chart", "context"), (model, "chart"))
        self.assert_tame(self.listed(*MODELS, "-o", "table"), "several models")

    def test_colours_are_all_that_a_terminal_gets(self):
        for columns in (40, 80, 200):
            for arguments in (["--wide"], [], ["--chart", "context"], ["-o", "yaml"]):
                shown = self.on_terminal(*self.texts, *arguments, "--color", "always", columns=columns)
                self.assert_tame(_STYLE.sub("", shown), (columns, arguments))
            for form in ("json", "jsonl"):
                shown = self.on_terminal(*self.texts, "-o", form, "--color", "always", columns=columns)
                self.assertEqual({c for c in _STYLE.sub("", shown) if c != "\n" and is_acting(c)}, set())

    def test_every_endpoint_is_one_line(self):
        for form in ("table", "wide", "markdown", "tsv"):
            chosen = () if form == "wide" else ("--columns", TEXT_COLUMNS)
            lines = self.listed("hostile/texts", "-o", form, *chosen).split("\n")[:-1]
            heading = {"table": 2, "wide": 2, "markdown": 2, "tsv": 1}[form]
            self.assertEqual(len(lines), heading + len(TEXTS), form)
        self.assertEqual(len(self.listed("hostile/texts", "--chart", "context", "--no-header").splitlines()), len(TEXTS))

    def test_columns_stay_below_each_other(self):
        chosen = ("--columns", "context,tag,completion,provider,prompt", "--sort", "context")
        lines = self.listed("hostile/texts", "-o", "table", *chosen).splitlines()[1:]
        self.assertEqual(columns_of_table(lines), 5)
        for columns in (40, 80, 200):
            shown = self.on_terminal(*self.texts, *chosen, columns=columns, NO_COLOR="1")
            lines = [line for line in shown.splitlines()[1:] if not line.startswith("mrctl: note:")]
            self.assertLessEqual(max(len(display_columns(line)) for line in lines), columns)
            titles = re.split(" {2,}", lines[0].strip())
            self.assertEqual(columns_of_table(lines), len(titles), (columns, titles))

    def test_bars_begin_below_each_other(self):
        shown = self.on_terminal(*self.texts, "--chart", "context", "--no-header", NO_COLOR="1")
        begins = {display_columns(line).index("█") for line in shown.splitlines() if "█" in line}
        self.assertEqual(len(begins), 1)

    def test_a_cell_of_markdown_holds_what_it_holds(self):
        lines = self.listed("hostile/texts", "-o", "markdown", "--columns", TEXT_COLUMNS).splitlines()
        for line in lines:
            bare = line.replace("\\\\", "")
            self.assertEqual(len(re.findall(r"(?<!\\)\|", bare)), 6, line[:200])
            self.assertIsNone(re.search(r"(?<!\\)[<`*~$&]|(?<!\\)\[", bare), line[:200])

    def test_records_are_what_a_reader_of_csv_and_tsv_gets(self):
        text = self.listed("hostile/texts", "-o", "csv", "--columns", "tag,context")
        rows = list(csv.reader(io.StringIO(text, newline="")))
        self.assertEqual([row[1] for row in rows[1:]], [str(1000 * (i + 1)) for i in range(len(TEXTS))])
        for row, sent in zip(rows[1:], TEXTS):
            if not any(unicodedata.category(c) == "Cc" for c in sent):
                self.assertEqual(row[0], sent)
        self.assert_holds_only(text, "\r\n")
        self.assert_holds_only(self.listed("hostile/texts", "-o", "tsv"), "\t\n")

    def assert_holds_only(self, text, allowed):
        self.assertEqual({c for c in text if unicodedata.category(c) == "Cc" and c not in allowed}, set())

    def test_json_passes_it_intact(self):
        for model in MODELS:
            self.assertEqual(json.loads(self.listed(model, "-o", "json")), SEED["models"][model])
            self.assertEqual(json.loads(self.listed(model, "--jq", ".")), SEED["models"][model])
        lines = self.listed("hostile/texts", "-o", "jsonl").splitlines()
        self.assertEqual([json.loads(line)["tag"] for line in lines], TEXTS)
        self.assertEqual(json.loads(self.listed("hostile/texts", "-o", "raw")), {"data": SEED["models"]["hostile/texts"]})

    def test_a_terminal_gets_json_of_the_same_value(self):
        for model in MODELS:
            shown = self.on_terminal("endpoints", "list", model, "-o", "json", NO_COLOR="1")
            self.assertEqual(json.loads(shown), SEED["models"][model])


class Credentials(HostileTest):
    def test_a_card_is_tame_and_every_line_is_its_own(self):
        for credential in CREDENTIALS:
            for arguments in (["-o", "table"], ["-o", "wide"], ["-o", "markdown"], ["-o", "yaml"]):
                outcome = self.mrctl("byok", "get", credential, *arguments)
                self.assert_exit(0, outcome)
                self.assert_tame(outcome.out, (credential, arguments))
                self.assert_tame(outcome.err, (credential, arguments))
                if arguments[1] == "table":
                    titles = [line for line in outcome.out.splitlines() if not line.startswith(" ")]
                    self.assertEqual(len(titles), 14, outcome.out)

    def test_a_card_fits_the_terminal(self):
        for columns in (40, 80):
            for credential in CREDENTIALS:
                shown = self.on_terminal("byok", "get", credential, "-q", "-o", "table", "--color", "always", columns=columns)
                self.assert_tame_colours(shown, columns)
                card = _STYLE.sub("", shown)
                self.assertLessEqual(max(len(display_columns(line)) for line in card.splitlines()), columns, card)

    def test_json_passes_it_intact(self):
        outcome = self.mrctl("byok", "get", *CREDENTIALS, "-o", "raw")
        self.assertEqual(
            [json.loads(text) for text in outcome.out.replace('}{"data"', '}\n{"data"').split("\n")],
            [{"data": SEED["credentials"][credential]} for credential in CREDENTIALS],
        )
        shown = json.loads(self.mrctl("byok", "get", *CREDENTIALS, "-o", "json").out)
        for credential, record in zip(CREDENTIALS, shown):
            sent = SEED["credentials"][credential]
            self.assertEqual({**record, "label": 0}, {**sent, "label": 0})


class Presets(HostileTest):
    def setUp(self):
        super().setUp()
        texts = [text for text in TEXTS if text]
        messages = [{"role": "system", "content": text} for text in texts]
        form = {"type": "json_schema", "json_schema": {"name": "texts", "schema": {text: texts for text in texts}}}
        config = {"model": TINY, "stop": texts[:4], "response_format": form}
        self.body = {**config, "messages": messages}
        file = self.write("body.json", json.dumps(self.body))
        self.create = ("preset", "create", "hostile", "--body", file, "--no-validate")

    def test_a_card_is_tame(self):
        for form in (["-o", "table"], ["-o", "wide"], ["-o", "markdown"], ["-o", "yaml"], ["--dry-run", "-o", "table"]):
            for verbosity in ([], ["-v"], ["-vvv"]):
                outcome = self.mrctl(*self.create, *form, *verbosity)
                self.assert_exit(0, outcome)
                self.assert_tame(outcome.out, form)
                self.assert_tame(outcome.err, (form, verbosity))

    def test_a_terminal_gets_colours_and_nothing_else(self):
        for columns in (40, 80):
            shown = self.on_terminal(*self.create, columns=columns)
            self.assert_tame_colours(shown, columns)
            for line in _STYLE.sub("", shown).splitlines():
                if not line.startswith("mrctl:"):
                    self.assertLessEqual(len(display_columns(line)), columns)

    def test_json_passes_it_intact(self):
        outcome = self.mrctl(*self.create, "-q")
        stored = json.loads(outcome.out)["designated_version"]
        self.assertEqual(stored["config"]["response_format"], self.body["response_format"])
        self.assertEqual(stored["system_prompt"], "\n\n".join(message["content"] for message in self.body["messages"]))


class Answers(HostileTest):
    """Answers whose every text is hostile, in the forms of each command."""

    bodies = {
        ("byok", "get", CREDENTIALS[0]): {"id": HOSTILE, "name": HOSTILE, "label": "sk-…0000", "allowed_models": [HOSTILE], "x": HOSTILE},
        ("preset", "create", "support", "--model", TINY, "-q"): {
            "slug": HOSTILE,
            "name": HOSTILE,
            "designated_version": {"version": 1, "config": {HOSTILE: HOSTILE}, "system_prompt": HOSTILE + "\n" + HOSTILE},
        },
        ("api", "GET", "/x"): [{"a": HOSTILE, HOSTILE: [HOSTILE]}, {"a": None}],
    }

    def results(self, form):
        for command, data in self.bodies.items():
            with answering(body=json.dumps({"data": data}, ensure_ascii=False)) as server:
                outcome = self.mrctl(*command, "-o", form, env={"MRCTL_BASE_URL": server.base_url})
                self.assert_exit(0, outcome)
                self.assert_tame(outcome.err, command)
                yield command, data, outcome.out

    def test_are_tame_where_people_read_them(self):
        for form in ("table", "wide", "markdown", "yaml"):
            for command, _, out in self.results(form):
                self.assertIn("forged", out)
                self.assert_tame(out, (form, command))

    def test_stay_in_their_cells_of_markdown_and_are_no_markup(self):
        for command, _, out in self.results("markdown"):
            for line in out.splitlines():
                self.assertTrue(line.startswith("| ") and line.endswith(" |"), (command, line))
            self.assertNotIn("<script", out.replace("\\<", ""))
            cells = {line.replace("\\\\", "").replace("\\|", "").count("|") for line in out.splitlines()}
            self.assertEqual(len(cells), 1, command)

    def test_hold_no_control_in_records_but_what_quotes_allow(self):
        for form, allowed in (("csv", "\r\n"), ("tsv", "\t\n")):
            for command, _, out in self.results(form):
                self.assertEqual({c for c in out if unicodedata.category(c) == "Cc" and c not in allowed}, set(), command)

    def test_are_passed_intact_as_json(self):
        for command, data, out in self.results("json"):
            shown = json.loads(out)
            self.assertEqual(shown["data"] if command[0] == "api" else shown, data)

    def test_are_the_same_json_on_a_terminal_where_nothing_acts(self):
        for command, data in self.bodies.items():
            with answering(body=json.dumps({"data": data}, ensure_ascii=False)) as server:
                for form in ("json", "jsonl"):
                    shown = self.on_terminal(*command, "-o", form, MRCTL_BASE_URL=server.base_url, NO_COLOR="1")
                    self.assertEqual({c for c in shown if c != "\n" and is_acting(c)}, set())
                    self.assertIn(json.dumps(HOSTILE)[1:20], shown)

    def test_act_on_no_terminal_as_bare_strings_and_are_exact_on_a_pipe(self):
        with answering(body=json.dumps({"data": {"id": HOSTILE + "\tend"}})) as server:
            arguments = ("api", "GET", "/x", "-r", "--jq", ".data.id")
            shown = self.on_terminal(*arguments, MRCTL_BASE_URL=server.base_url)
            self.assertNotIn("\x1b", shown)
            self.assertIn("\tend\n", shown)
            piped = self.mrctl(*arguments, env={"MRCTL_BASE_URL": server.base_url})
            self.assertEqual(piped.out, HOSTILE + "\tend\n")

    def test_are_tame_in_the_error_of_a_filter(self):
        with answering(body=json.dumps({"data": {"id": HOSTILE}})) as server:
            outcome = self.mrctl("api", "GET", "/x", "--jq", ".data.id | error", env={"MRCTL_BASE_URL": server.base_url})
        self.assert_exit(11, outcome)
        self.assert_tame(outcome.err, "a filter")


class Complaints(HostileTest):
    """Errors, warnings and annotations that quote hostile text."""

    def refused(self, code, *arguments, **options):
        outcome = self.mrctl(*arguments, **options)
        self.assert_exit(code, outcome)
        return outcome

    def annotations(self, text):
        """Every line is one annotation, and every annotation is mrctl's own."""
        for line in text.splitlines():
            self.assertRegex(line, "^::(?:error|warning|notice) title=[a-z.-]+::")
            self.assertEqual({c for c in line if is_acting(c)}, set())
        return text.splitlines()

    def test_the_message_of_a_service(self):
        for text in TEXTS:
            body = json.dumps({"error": {"code": 403, "message": text, "metadata": {text: [text]}}})
            with answering(403, body, X_Request_Id="a\x9b31m") as server:
                call = ("byok", "get", CREDENTIALS[0])
                settings = {"MRCTL_BASE_URL": server.base_url}
                for verbosity in ((), ("-v",), ("-vvv",)):
                    outcome = self.refused(3, *call, *verbosity, env=settings)
                    self.assert_tame(outcome.err, (text, verbosity))
                outcome = self.refused(3, *call, "--error-format", "github", env=settings)
                self.assertEqual(len(self.annotations(outcome.err)), 1)
                outcome = self.refused(3, *call, "--error-format", "json", env=settings)
                error = json.loads(outcome.err)["error"]
                self.assertEqual(error["metadata"], {text: [text]})

    def test_a_terminal_gets_json_errors_of_the_same_value(self):
        for text in TEXTS:
            body = json.dumps({"error": {"code": 404, "message": "no", "metadata": {text: [text]}}})
            with answering(404, body) as server:
                env = self.environment(TERM="xterm-256color", MRCTL_BASE_URL=server.base_url)
                command = [binary(), "byok", "get", CREDENTIALS[0], "--error-format", "json"]
                shown = run_on_terminal(command, env, self.folder, 80)
            self.assert_exit(4, shown)
            self.assert_tame(shown.out, text)
            self.assertEqual(json.loads(shown.out)["error"]["metadata"], {text: [text]})

    def test_a_pipe_gets_json_errors_as_they_are(self):
        with answering(404, json.dumps({"error": {"code": 404, "message": "a\u202e\x9bb"}})) as server:
            settings = {"MRCTL_BASE_URL": server.base_url}
            outcome = self.refused(4, "byok", "get", CREDENTIALS[0], "--error-format", "json", env=settings)
        self.assertIn('"message":"a\u202e\x9bb"', outcome.err)

    def test_a_terminal_gets_json_warnings_of_the_same_value(self):
        (self.folder / "odd.json").write_text(json.dumps({"model": TINY, "odd\u202e\x9b31m": 1}), "utf-8")
        env = self.environment(TERM="xterm-256color")
        command = [binary(), "preset", "create", "odd", "--body", "odd.json", "--dry-run", "--error-format", "json"]
        shown = run_on_terminal(["sh", "-c", 'exec "$0" "$@" >/dev/null', *command], env, self.folder, 80)
        self.assert_exit(0, shown)
        self.assert_tame(shown.out, "warnings")
        paths = [warning["path"] for warning in json.loads(shown.out)["warnings"]]
        self.assertIn("/odd\u202e\x9b31m", paths)

    def test_a_body_in_a_file_of_a_hostile_name(self):
        texts = {text: text for text in TEXTS}
        body = json.dumps({"temperature": 7, **texts, "provider": texts}, indent=1)
        raw = json.dumps(json.loads(body), indent=1, ensure_ascii=False).replace("\x7f", "\\u007f")
        name = "\x1b[31mbody\u202e\n::error::forged|.json"
        for number, content in enumerate((body, raw)):
            folder = self.folder / f"bodies{number}"
            folder.mkdir()
            (folder / name).write_text(content, encoding="utf-8")
            outcome = self.refused(2, "preset", "lint", str(folder), "-o", "table")
            self.assert_tame(outcome.out + outcome.err, number)
            self.assertIn("\\x1b[31mbody", outcome.out)
            for form in ("markdown", "yaml"):
                self.assert_tame(self.refused(2, "preset", "lint", str(folder), "-o", form).out, form)
            outcome = self.refused(2, "preset", "lint", str(folder), "--error-format", "github", "-o", "json")
            problems = json.loads(outcome.out)["problems"]
            self.assertTrue(any(problem["file"].endswith(name) for problem in problems))
            *lines, more = outcome.err.splitlines()
            for line in lines:
                self.assertRegex(line, "^::(?:error|warning|notice) ")
                self.assertEqual({c for c in line if is_acting(c)}, set())
            self.assertRegex(more, "^[0-9]+ more$")
            self.assertGreaterEqual(len(lines) + int(more.removesuffix(" more")), len(problems))
            self.assertLessEqual(outcome.err.count("\n"), len(problems) + 1)

    def test_what_was_typed(self):
        for text in TEXTS:
            if "\0" in text or text.startswith(("-", "@")):
                continue
            for arguments in (
                (text,),
                ("endpoints", "list", text),
                ("endpoints", "list", "a/b", "--columns", text),
                ("endpoints", "list", "a/b", "--where", text + "=1"),
                ("endpoints", "list", "a/b", "--sort", text),
                ("byok", "get", text),
                ("preset", "create", "a", "--set", text),
                ("preset", "create", text),
                ("config", "get", text),
                ("schema", text),
                ("version", "-o", text or "x"),
                ("version", "--jq", ". | " + text + " ]"),
                ("api", "GET", "/x", "-H", text),
                ("version", "--" + text),
            ):
                outcome = self.mrctl(*arguments)
                self.assertNotEqual(outcome.code, 1, (arguments, outcome.err))
                self.assert_tame(outcome.err, arguments)

    def test_a_header_and_a_body_on_the_wire(self):
        for status in (200, 500):
            body = json.dumps({"data": SEED["models"]["hostile/names"]})
            with answering(status, body, X_Note="a\x9b31m\x85b\x7f\xad") as server:
                settings = {"MRCTL_BASE_URL": server.base_url}
                outcome = self.mrctl("endpoints", "list", "a/b", "-vvv", "--retries", "0", env=settings)
                self.assertIn("X-Note", outcome.err)
                self.assert_tame(outcome.err, status)

    def test_half_a_character_in_json_is_no_answer(self):
        with answering(body='{"data": {"id": "a\\ud800\x1b[31mb"}}') as server:
            outcome = self.mrctl("endpoints", "list", "a/b", "-o", "table", env={"MRCTL_BASE_URL": server.base_url})
            self.assert_exit(11, outcome)
            self.assert_tame(outcome.err, "half a character")


class TheCheck(unittest.TestCase):
    def test_counts_the_columns_of_a_table(self):
        self.assertEqual(columns_of_table(["TAG   N", "a b   1", "東京  2"]), 2)
        self.assertEqual(columns_of_table(["TAG   N", "東京 2"]), 2 - 1)

    def test_sees_what_acts(self):
        for character in "\x1b\x07\x9b\u202e\u200b\ufeff\u2028\u3164\r":
            self.assertTrue(is_acting(character), repr(character))
        for character in "a é東\u0301🚀":
            self.assertFalse(is_acting(character), repr(character))


if __name__ == "__main__":
    unittest.main()
