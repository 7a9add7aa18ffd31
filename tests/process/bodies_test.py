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

    def test_a_body_that_cannot_be_read(self):
        self.assert_refused(2, self.create("--body", "/proc/self/mem"), "/proc/self/mem")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_body_that_may_not_be_read(self):
        self.assert_refused(2, self.create("--body", self.write("secret.json", GOOD, 0)), "Permission denied")

    def test_a_flag_of_the_wrong_type_names_the_flag(self):
        for flag, value in (
            ("--temperature", "warm"), ("--top-k", "1.5"), ("--max-completion-tokens", "many"),
            ("--logit-bias", "[1]"), ("--provider", "{"), ("--top-logprobs", "21"),
        ):  # fmt: skip
            with self.subTest(flag=flag):
                self.assert_refused(2, self.create("--model", "acme/tiny", flag, value), flag)

    def test_arguments_that_cannot_be_right(self):
        for arguments in (
            ("endpoints", "list", "acme"), ("endpoints", "list", "acme/"), ("endpoints", "list", "a/b/c"),
            ("byok", "get", "11111111"), ("byok", "get", "../presets"), ("preset", "create", ""),
            ("preset", "create", "two words"), ("preset", "create", "a/b"), ("preset", "create"), ("endpoints", "list"),
        ):  # fmt: skip
            with self.subTest(arguments=arguments):
                self.assert_refused(2, self.mrctl(*arguments))

    def test_no_flag_takes_the_key(self):
        self.assert_refused(2, self.create("--api-key", "sk-mgmt-test-1111"), "--api-key")


class WithoutSending(ProgramTest):

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
