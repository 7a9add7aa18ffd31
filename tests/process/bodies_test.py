"""Bodies and arguments that are wrong: one clear message, exit 2, nothing on stdout, nothing sent."""

import json
import os
import unittest

from drive.program import ProgramTest
from drive.service import ServiceTest, answering

GOOD = '{"model": "acme/tiny", "messages": [{"role": "user", "content": "Hi"}]}'


class Refused(ProgramTest):
    """Every test here also sees that the service was not asked."""

    def setUp(self):
        super().setUp()
        context = answering(200, '{"data": {}}')
        server = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.addCleanup(lambda: self.assertEqual(server.requests, []))
        self.settings = {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}

    def create(self, *flags, **options):
        return self.mrctl("preset", "create", "support", *flags, **options)

    def create_from(self, content, name="body.json"):
        return self.create("--body", self.write(name, content))

    def test_a_missing_body_file(self):
        self.assert_refused(2, self.create("--body", "missing.yaml"), "missing.yaml", "No such file")

    def test_a_folder_instead_of_a_body(self):
        self.assert_refused(2, self.create("--body", self.home), str(self.home))

    def test_a_body_that_cannot_be_read(self):
        self.assert_refused(2, self.create("--body", "/proc/self/mem"), "/proc/self/mem")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_body_that_may_not_be_read(self):
        self.assert_refused(2, self.create("--body", self.write("secret.json", GOOD, 0)), "Permission denied")

    def test_an_empty_body(self):
        for content in ("", " \n\n"):
            self.assert_refused(2, self.create_from(content), "body.json")
            self.assert_refused(2, self.create_from(content, "body.yaml"), "body.yaml")
        self.assert_refused(2, self.create("--body", "-", stdin=""))

    def test_a_body_that_is_not_json_names_line_and_column(self):
        self.assert_refused(2, self.create_from('{\n  "model": "acme/tiny",\n  oops\n}'), "body.json:3:3:")

    def test_a_body_that_is_not_yaml_names_line_and_column(self):
        outcome = self.create_from("model: acme/tiny\nstop: [a, b\ntop_p: 1\n", "body.yaml")
        self.assert_refused(2, outcome)
        self.assertRegex(outcome.err, r"body\.yaml:[23]:\d+:")

    def test_a_body_that_is_no_object(self):
        for content in ("[]", "3", '"text"', "null"):
            self.assert_refused(2, self.create_from(content), "body.json")

    def test_a_bottomless_body(self):
        for name, content in (
            ("deep.json", '{"a":' * 100000 + "1" + "}" * 100000),
            ("list.json", "[" * 100000),
            ("deep.yaml", "a: " + "[" * 100000),
            ("block.yaml", "- " * 100000),
        ):
            with self.subTest(name=name):
                self.assert_refused(2, self.create_from(content, name), name)

    def test_a_body_with_invalid_utf8(self):
        self.assert_refused(2, self.create_from(b'{"model": "acme/\xff\xfe"}'), "UTF-8")
        self.assert_refused(2, self.create_from(b"model: acme/\xff\xfe\n", "body.yaml"), "UTF-8")

    def test_a_body_with_the_same_key_twice(self):
        outcome = self.create_from('{\n  "model": "acme/tiny",\n  "model": "acme/large"\n}')
        self.assert_refused(2, outcome, "body.json:3:", "model")
        outcome = self.create_from("model: acme/tiny\nmodel: acme/large\n", "body.yaml")
        self.assert_refused(2, outcome, "body.yaml:2:", "model")

    def test_a_value_out_of_range_is_shown_where_it_stands(self):
        outcome = self.create_from("model: acme/tiny\ntemperature: 3\n", "body.yaml")
        self.assert_refused(2, outcome, "body.yaml:2:14: error: temperature must be between 0 and 2, got 3")
        shown = outcome.err.splitlines()
        line = next(number for number, text in enumerate(shown) if text.endswith("| temperature: 3"))
        self.assertEqual(shown[line + 1].index("^"), shown[line].index("3", shown[line].index("|")))

    def test_all_problems_come_at_once(self):
        outcome = self.create_from('{"temperature": 3, "top_p": "x", "service_tier": "fast"}')
        self.assert_refused(2, outcome, "temperature", "top_p", "service_tier")

    def test_a_flag_of_the_wrong_type_names_the_flag(self):
        for flag, value in (
            ("--temperature", "warm"), ("--top-k", "1.5"), ("--max-completion-tokens", "many"),
            ("--logit-bias", "[1]"), ("--provider", "{"), ("--top-logprobs", "21"),
        ):  # fmt: skip
            with self.subTest(flag=flag):
                self.assert_refused(2, self.create("--model", "acme/tiny", flag, value), flag)

    def test_a_number_of_more_than_1000_digits(self):
        self.assert_refused(2, self.create("--model", "acme/tiny", "--seed", "9" * 1001), "--seed")

    def test_a_problem_is_an_object_in_the_json_form(self):
        outcome = self.create("--temperature", "3", "--error-format", "json")
        self.assert_exit(2, outcome)
        error = json.loads(outcome.err)["error"]
        self.assertEqual((error["exit_code"], error["sent"]), (2, "no"))
        problem = next(each for each in error["problems"] if each["severity"] == "error")
        self.assertEqual((problem["path"], problem["flag"]), ("/temperature", "--temperature"))

    def test_arguments_that_cannot_be_right(self):
        for arguments in (
            ("endpoints", "list", "acme"), ("endpoints", "list", "acme/"), ("endpoints", "list", "a/b/c"),
            ("byok", "get", "11111111"), ("byok", "get", "../presets"), ("preset", "create", ""),
            ("preset", "create", "two words"), ("preset", "create", "a/b"), ("preset", "create"), ("endpoints", "list"),
        ):  # fmt: skip
            with self.subTest(arguments=arguments):
                self.assert_refused(2, self.mrctl(*arguments))

    def test_unknown_words_get_the_nearest_one(self):
        for arguments, nearest in (
            (("preset", "craete", "x"), "create"),
            (("endpoint", "list", "acme/tiny"), "endpoints"),
            (("preset", "create", "x", "--temprature", "1"), "--temperature"),
            (("endpoints", "list", "acme/tiny", "--columns", "tag,contxt"), "context"),
            (("endpoints", "list", "acme/tiny", "--sort", "promt"), "prompt"),
            (("endpoints", "list", "acme/tiny", "-o", "jsn"), "json"),
            (("config", "get", "base_ulr"), "base_url"),
        ):
            with self.subTest(arguments=arguments):
                outcome = self.mrctl(*arguments)
                self.assert_refused(2, outcome, nearest)
                self.assertNotIn("subcommand", outcome.err)

    def test_a_missing_command_and_flag_value_are_usage_errors(self):
        for arguments in ((), ("preset",), ("endpoints", "list", "acme/tiny", "--sort")):
            with self.subTest(arguments=arguments):
                outcome = self.mrctl(*arguments)
                self.assert_exit(2, outcome)
                self.assertNotIn("subcommand", outcome.err)

    def test_a_usage_error_obeys_the_json_form(self):
        for flags in (("--error-format", "json"), ("-o", "json")):
            outcome = self.mrctl("preset", "craete", "x", *flags)
            self.assert_exit(2, outcome)
            error = json.loads(outcome.err)["error"]
            self.assertEqual((error["kind"], error["exit_code"]), ("usage", 2))

    def test_no_flag_takes_the_key(self):
        self.assert_refused(2, self.create("--api-key", "sk-mgmt-test-1111"), "--api-key")


class WithoutSending(ProgramTest):
    def test_a_dry_run_prints_the_body_and_needs_no_settings(self):
        outcome = self.mrctl("preset", "create", "support", "--model", "acme/tiny", "--dry-run")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["model"], "acme/tiny")

    def test_every_way_of_setting_goes_over_the_body(self):
        flags = (
            "--body", self.write("body.json", '{"temperature": 1, "seed": 7, "top_k": 3}'),
            "--temperature", "0.25", "--top-k", "null", "--stop", "a", "--stop", "b", "--stream=false",
            "--metadata", "team=desk", "--set", "provider.allow_fallbacks=false", "--set-string", "user=7",
            "--set-json", 'provider.order=["x/fp8"]', "--unset", "seed", "--system", "Be brief.", "--message", "user=Hi",
        )  # fmt: skip
        outcome = self.mrctl("preset", "create", "support", *flags, "--dry-run")
        self.assert_exit(0, outcome)
        self.assertEqual(
            json.loads(outcome.out),
            {
                "temperature": 0.25,
                "top_k": None,
                "stop": ["a", "b"],
                "stream": False,
                "metadata": {"team": "desk"},
                "provider": {"allow_fallbacks": False, "order": ["x/fp8"]},
                "user": "7",
                "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
            },
        )

    def test_the_order_of_the_bodys_keys_is_kept(self):
        body = '{"top_p":1,"model":"acme/tiny","messages":[{"role":"user","content":"Hi"}],"seed":1}'
        outcome = self.mrctl("preset", "create", "support", "--body", "-", "--dry-run", stdin=body)
        self.assertEqual(outcome.out, body + "\n")


class PrintedCurl(ServiceTest):
    SYSTEM = "It's $HOME, `id`, \"quoted\", a\\b\nand a second line"

    def test_runs_as_it_stands(self):
        flags = ("--model", "acme/tiny", "--system", self.SYSTEM, "--print-curl")
        printed = self.mrctl("preset", "create", "curled", *flags)
        self.assert_exit(0, printed)
        self.assertIn("$MRCTL_API_KEY", printed.out)
        self.assertNotIn(self.emulator.key, printed.out + printed.err)
        ran = self.shell(printed.out)
        self.assert_exit(0, ran)
        version = json.loads(ran.out)["data"]["designated_version"]
        self.assertEqual((version["version"], version["system_prompt"]), (1, self.SYSTEM))


if __name__ == "__main__":
    unittest.main()
