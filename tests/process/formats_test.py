"""Every format of the real program: on pipes and terminals, and with --jq."""

import json
import unittest

from drive.program import ProgramTest, binary
from drive.service import CREDENTIAL, LARGE, TINY, ServiceTest, answering, refusing_host
from drive.terminal import run_on_terminal


class FormatsTest(ServiceTest):
    def on_terminal(self, *arguments, columns=80, **more):
        env = self.environment(TERM="xterm-256color", **more)
        return run_on_terminal([binary(), *arguments], env, self.folder, columns)


class JsonOnATerminal(FormatsTest):
    listing = ("endpoints", "list", TINY, "-o", "json")

    def test_it_is_coloured_and_indented(self):
        shown = self.on_terminal(*self.listing)
        self.assert_exit(0, shown)
        self.assertIn('\x1b[1;34m"id"\x1b[0m: \x1b[32m"acme/tiny"\x1b[0m,\n', shown.out)

    def test_colour_carries_no_meaning(self):
        plain = self.on_terminal(*self.listing, NO_COLOR="1").out
        self.assertNotIn("\x1b", plain)
        self.assertEqual(json.loads(plain), json.loads(self.mrctl(*self.listing).out))

    def test_a_filters_results_are_shown_the_same_way(self):
        shown = self.on_terminal("endpoints", "list", TINY, "--jq", ".architecture | {modality}")
        self.assertEqual(shown.out, '{\n  \x1b[1;34m"modality"\x1b[0m: \x1b[32m"text->text"\x1b[0m\n}\n')


class OnAPipe(FormatsTest):
    def test_nothing_that_is_forced_colours_json_or_yaml(self):
        for form in ("json", "jsonl", "yaml"):
            listing = ("endpoints", "list", TINY, "-o", form)
            plain = self.mrctl(*listing).out
            self.assertEqual(self.mrctl(*listing, env={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"}).out, plain)
            self.assertEqual(self.mrctl(*listing, "--color", "always").out, plain)

    def test_a_filter_answers_as_jq_does(self):
        for program in (".endpoints[] | {tag, status}", ".name", '"\\(.id)\\n"', ".endpoints | length"):
            outcome = self.mrctl("endpoints", "list", LARGE, "--jq", program)
            piped = self.shell('mrctl endpoints list "$1" | jq -c "$2"', LARGE, program)
            self.assertEqual((outcome.code, outcome.out), (0, piped.out), program)
            bare = self.mrctl("endpoints", "list", LARGE, "-r", "--jq", program)
            piped = self.shell('mrctl endpoints list "$1" | jq -cr "$2"', LARGE, program)
            self.assertEqual((bare.code, bare.out), (0, piped.out), program)

    def test_a_price_beyond_all_measure_is_not_known_in_any_format(self):
        endpoint = {"tag": "acme/vast", "pricing": {"prompt": "1e400", "completion": "1e-400", "request": "1e400"}}
        body = json.dumps({"data": {"id": TINY, "endpoints": [endpoint]}})
        with answering(body=body) as server:
            self.settings = {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": "sk-test-000000000000"}
            for form in ("table", "markdown", "yaml", "csv", "tsv", "html"):
                with self.subTest(form=form):
                    shown = self.mrctl("endpoints", "list", TINY, "-o", form, "--columns", "tag,prompt,completion,request")
                    self.assert_exit(0, shown)
                    self.assertIn("acme/vast", shown.out)
                    self.assertNotIn("0000000000", shown.out)
            explained = self.mrctl("preset", "explain", "--model", TINY, "--prompt-tokens", "1", "--completion-tokens", "1")
            self.assertNotIn("0000000000", explained.out)
            self.assertIn("1e400", self.mrctl("endpoints", "list", TINY, "-o", "json").out)

    def test_a_filter_sees_a_masked_label_only(self):
        with answering(body=json.dumps({"data": {"id": CREDENTIAL, "label": "sk-live-0000-not-masked"}})) as server:
            outcome = self.mrctl("byok", "get", CREDENTIAL, "--jq", ".", env={"MRCTL_BASE_URL": server.base_url})
        self.assert_exit(0, outcome)
        self.assertNotIn("not-masked", outcome.out + outcome.err)

    def test_a_filter_that_does_not_compile_sends_nothing(self):
        with answering(body="{}") as server:
            outcome = self.mrctl("api", "GET", "/x", "--jq", ".[", env={"MRCTL_BASE_URL": server.base_url})
            self.assert_refused(2, outcome, "--jq does not compile: syntax error")
            self.assertEqual(server.requests, [])

    def test_a_filter_that_fails_after_a_post_says_that_it_was_sent(self):
        create = ("preset", "create", "filtered", "--model", TINY, "--jq", ".slug[0]")
        outcome = self.mrctl(*create, "--error-format", "json")
        self.assert_exit(11, outcome)
        self.assertEqual(outcome.out, "")
        error = json.loads(outcome.err.splitlines()[-1])["error"]
        self.assertEqual((error["sent"], error["http_status"]), ("yes", 200))
        self.assertIn("POST /presets/filtered/chat/completions was done", error["message"])
        again = self.mrctl("preset", "create", "filtered", "--model", TINY, "--jq", ".designated_version.version")
        self.assertEqual(again.out, "2\n")

    def test_an_answer_that_is_not_json_is_no_match(self):
        with answering(body="<html>", Content_Type="text/html") as server:
            settings = {"MRCTL_BASE_URL": server.base_url}
            self.assert_refused(11, self.mrctl("api", "GET", "/x", "--jq", ".", env=settings), "not JSON")
            self.assert_refused(11, self.mrctl("api", "GET", "/x", "-o", "yaml", env=settings), "not JSON", "-o raw")
            self.assertEqual(self.mrctl("api", "GET", "/x", env=settings).out, "<html>")

    def test_a_result_beyond_all_measure_ends(self):
        self.needs_full_speed()
        outcome = self.mrctl("endpoints", "list", TINY, "--jq", 'repeat("x" * 1000)')
        self.assert_refused(11, outcome, "it produces more than 8 MiB")


class Alone(ProgramTest):
    def test_libjq_is_opened_for_a_filter_only(self):
        self.assertNotIn("libjq", self.libraries_of("version", MRCTL_BASE_URL=refusing_host()))
        self.assertIn("libjq", self.libraries_of("version", "--jq", ".version", MRCTL_BASE_URL=refusing_host()))

    def test_a_module_is_looked_for_in_the_working_folder(self):
        program = 'import "m" as m; m::f'
        self.assert_refused(2, self.mrctl("version", "--jq", program), "module not found: m")
        self.write("m.jq", "def f: .version;")
        self.assert_exit(0, self.mrctl("version", "--jq", program))


if __name__ == "__main__":
    unittest.main()
