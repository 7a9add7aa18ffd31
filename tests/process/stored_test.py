"""What a service stores is compared with what was sent, whatever it made of it."""

import json
import unittest

from drive.program import ProgramTest
from drive.service import answering

BODY = """\
model: acme/large
temperature: 0.2
seed: 7
provider:
  order: [acme, tidewater]
messages:
  - {role: system, content: Be brief.}
"""
AS_SENT = {
    "seed": 7.0,
    "temperature": 2e-1,
    "model": "acme/large",
    "provider": {"order": ["acme", "tidewater"], "sort": None, "max_price": {"prompt": None}},
    "top_p": None,
    "plugins": None,
}
OTHERWISE = {
    "model": "acme/large",
    "temperature": 0.3,
    "provider": {"order": ["acme", "tidewater"], "zdr": True},
    "top_k": 40,
}


class StoredTest(ProgramTest):
    def create(self, config, *flags, prompt="Be brief.", body=BODY, name="body.yaml"):
        self.settings = {"MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}
        path = self.write(name, body)
        version = {"id": "v", "version": 1, "config": config, "system_prompt": prompt}
        answer = json.dumps({"data": {"id": "p", "slug": "support", "designated_version": version}})
        with answering(200, answer) as server:
            return self.mrctl(
                "preset", "create", "support", "--body", path, "--base-url", server.base_url, *flags
            )

    def test_null_absent_and_another_spelling_of_a_number_are_no_difference(self):
        outcome = self.create(AS_SENT, "--strict")
        self.assert_exit(0, outcome)
        self.assertEqual(
            outcome.err, "mrctl: note: the service kept model, temperature, seed, provider\n"
        )

    def test_a_prompt_larger_than_the_memory_for_a_short_answer_is_compared(self):
        messages = [{"role": "system", "content": "\n" + "x" * 40_000_000}]
        body = json.dumps({"model": "acme/large", "messages": messages})
        outcome = self.create({"model": "acme/large"}, prompt=None, body=body, name="body.json")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.err, "mrctl: note: the service kept model\n")

    def test_a_difference_is_one_line_that_warns(self):
        outcome = self.create(OTHERWISE)
        self.assert_exit(0, outcome)
        self.assertEqual(
            outcome.err,
            "mrctl: warning: the service kept model; changed temperature, provider; did not keep seed\n",
        )
        self.assertEqual(self.create(OTHERWISE, "-q").err, "")

    def test_details_say_what_was_sent_and_what_is_stored(self):
        lines = self.create(OTHERWISE, "-v", prompt="Be long.").err.splitlines()
        self.assertIn("  temperature was sent as 0.2 and is stored as 0.3", lines)
        self.assertIn("  provider.zdr was not sent and is stored as true", lines)
        self.assertIn("  seed was sent as 7 and is not stored", lines)
        self.assertIn("  top_k was not sent and is stored as 40", lines)
        self.assertIn(
            '  the system prompt was sent as "Be brief." and is stored as "Be long."', lines
        )

    def test_programs_are_told_all_of_it_on_one_line(self):
        outcome = self.create(OTHERWISE, "--error-format", "json", prompt=None)
        self.assert_exit(0, outcome)
        self.assertEqual(
            json.loads(outcome.err),
            {
                "warnings": [],
                "stored": {
                    "kept": ["model"],
                    "changed": [
                        {"path": "/temperature", "sent": 0.2, "stored": 0.3},
                        {"path": "/provider/zdr", "sent": None, "stored": True},
                    ],
                    "not_kept": ["seed"],
                    "ignored": [],
                    "added": ["top_k"],
                    "ignored_messages": 0,
                    "system_prompt": "not_stated",
                },
            },
        )

    def test_under_strict_each_difference_is_an_error_where_it_was_written(self):
        outcome = self.create(OTHERWISE, "--strict", "--temperature", "0.2")
        self.assert_exit(10, outcome)
        path = self.folder / "body.yaml"
        self.assertIn(f"{path}:3:7: error: seed was sent as 7 and is not stored\n", outcome.err)
        self.assertIn(
            "--temperature: error: temperature was sent as 0.2 and is stored as 0.3\n", outcome.err
        )
        self.assertIn("mrctl: the preset was stored differently from what was sent", outcome.err)
        self.assertIn('"slug":"support"', outcome.out)

    def test_under_strict_programs_are_told_on_one_line_too(self):
        outcome = self.create(OTHERWISE, "--strict", "--error-format", "json")
        self.assert_exit(10, outcome)
        report = json.loads(outcome.err)
        self.assertEqual(report["error"]["exit_code"], 10)
        self.assertEqual(report["error"]["sent"], "yes")
        self.assertEqual(
            [(problem["rule"], problem["path"]) for problem in report["error"]["problems"]],
            [
                ("stored.changed", "/temperature"),
                ("stored.not-kept", "/seed"),
                ("stored.changed", "/provider/zdr"),
            ],
        )
        self.assertEqual(report["stored"]["kept"], ["model"])

    def test_another_prompt_or_an_addition_is_no_difference_to_strict(self):
        config = dict(AS_SENT, top_k=40)
        for prompt in ("Be long.", None, ""):
            with self.subTest(prompt=prompt):
                self.assert_exit(0, self.create(config, "--strict", prompt=prompt))

    def test_annotations_stand_at_the_lines_that_were_changed(self):
        err = self.create(OTHERWISE, "--error-format", "github").err
        self.assertIn("line=2,col=14,title=support%3A stored.changed::temperature was sent as 0.2", err)
        self.assertTrue(all(line.startswith("::warning ") for line in err.splitlines()), err)
        err = self.create(OTHERWISE, "--error-format", "github", "--strict").err
        self.assertIn("::error file=", err)

    def test_what_the_service_stores_cannot_act_on_the_terminal(self):
        config = dict(AS_SENT, **{"x\n::error::y": "\x1b[2J\u202e", "model": "a\u202e\u0085b"})
        for flags in (("-v",), ("--strict",), ("--error-format", "github"), ()):
            with self.subTest(flags=flags):
                err = self.create(config, *flags).err
                for hostile in ("\x1b", "\u202e", "\u0085", "\n::error::y"):
                    self.assertNotIn(hostile, err)

    def test_a_large_file_is_read_again_for_the_places(self):
        body = BODY + "user: " + "x" * (2 << 20) + "\n"
        outcome = self.create(OTHERWISE, "--strict", "--strip", body=body)
        self.assert_exit(10, outcome)
        self.assertIn("body.yaml:3:7: error: seed was sent as 7 and is not stored\n", outcome.err)


if __name__ == "__main__":
    unittest.main()
