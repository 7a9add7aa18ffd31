"""Answers of every kind: each status and each oddity has its exit code, and stdout stays empty."""

import json
import unittest

from drive.program import ProgramTest
from drive.service import CREDENTIAL, TINY, ServiceTest, answering

PAGE = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"


def envelope(code, message="Something went wrong"):
    return json.dumps({"error": {"code": code, "message": message}})


class FromAScript(ProgramTest):
    def answered(self, status, body, *flags, **headers):
        self.settings = {"MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}
        with answering(status, body, **headers) as server:
            return self.mrctl("byok", "get", CREDENTIAL, "--base-url", server.base_url, *flags)

    def test_each_status_has_its_exit_code(self):
        codes = {
            400: 9, 401: 3, 402: 9, 403: 3, 404: 4, 408: 9, 409: 5, 410: 9, 412: 5, 418: 9,
            422: 9, 429: 6, 500: 7, 502: 7, 503: 7, 529: 7, 302: 11,
        }  # fmt: skip
        for status, code in codes.items():
            with self.subTest(status=status):
                outcome = self.answered(status, envelope(status), "--retries", "0")
                self.assertEqual((outcome.code, outcome.out), (code, ""), outcome.err)
                self.assertIn(str(status), outcome.err)

    def test_a_redirect_to_nowhere_and_a_304_are_no_redirects(self):
        for status in (300, 304):
            outcome = self.answered(status, "")
            self.assert_exit(11, outcome)
            self.assertIn(f"the service answered {status}, which mrctl does not expect", outcome.err)
            self.assertNotIn("redirect", outcome.err)
        self.assertIn("does not follow redirects", self.answered(308, "", Location="https://b.example/x").err)

    def test_a_success_that_is_not_as_specified_may_have_made_a_version(self):
        self.settings = {"MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}
        create = ("preset", "create", "triage", "--model", TINY, "--system", "Hi", "--base-url")
        for status, body in ((202, ""), (200, PAGE), (201, '{"ok": true}'), (200, '{"data": []}')):
            with answering(status, body) as server:
                outcome = self.mrctl(*create, server.base_url)
                said = json.loads(self.mrctl(*create, server.base_url, "--error-format", "json").err)["error"]
            self.assert_exit(11, outcome)
            self.assertIn("sent:  yes, a version may exist", outcome.err)
            self.assertIn("a version may exist: check before sending it again", outcome.err)
            self.assertIn("mrctl preset get triage", outcome.err)
            self.assertEqual((said["sent"], said["stored"]), ("yes", "yes"))
        self.assertNotIn("sent:", self.answered(200, "").err)

    def test_a_rejected_request_shows_the_services_words(self):
        outcome = self.answered(400, envelope(400, "Invalid request parameters"))
        self.assert_exit(9, outcome)
        self.assertIn("400 Invalid request parameters", outcome.err)

    def test_strict_wants_to_see_what_was_stored(self):
        self.settings = {"MRCTL_API_KEY": "sk-mgmt-test-0000000000000000f3a1"}
        create = ("preset", "create", "support", "--model", TINY, "--system", "Hi", "--strict")
        for body in ('{"data": {}}', '{"data": {"designated_version": null}}'):
            with answering(200, body) as server:
                outcome = self.mrctl(*create, "--base-url", server.base_url)
            self.assert_exit(10, outcome)
            self.assertIn("cannot be compared", outcome.err)

    def test_of_two_lists_the_last_counts_in_every_format(self):
        one, none = '[{"tag": "a"}, {"tag": "b"}]', "null"
        wanted = {(none, one): ["a", "b"], (one, none): [], (none, none): [], (one, one): ["a", "b"]}
        for (first, last), tags in wanted.items():
            body = f'{{"data": {{"id": "a/b", "endpoints": {first}, "endpoints": {last}}}}}'
            with self.subTest(body=body), answering(200, body) as server:
                listing = ("endpoints", "list", "a/b", "--base-url", server.base_url)
                for flags in ((), ("--sort", "tag"), ("--jq", ".")):
                    data = json.loads(self.mrctl(*listing, "-o", "json", *flags).out)
                    self.assertEqual([endpoint["tag"] for endpoint in data["endpoints"]], tags, flags)
                lines = self.mrctl(*listing, "-o", "jsonl").out.splitlines()
                self.assertEqual([json.loads(line)["tag"] for line in lines], tags)

    def test_an_error_body_may_be_anything(self):
        for body in ("", "no", "[]", '{"error": "text"}', '{"error": {"code": "404"}}', '{"message": "x"}', "{" * 100000):
            with self.subTest(body=body[:20]):
                self.assert_refused(4, self.answered(404, body), "404")

    def test_a_bottomless_answer_is_refused(self):
        self.assert_refused(11, self.answered(200, '{"data":' * 100000))

    def test_escapes_of_the_service_do_not_reach_the_terminal(self):
        outcome = self.answered(404, envelope(404, "gone\x1b[2J\x1b]0;title\x07\u202e"))
        self.assert_refused(4, outcome, "gone")
        for hostile in ("\x1b", "\x07", "\u202e"):
            self.assertNotIn(hostile, outcome.err)

    def test_unknown_and_missing_fields_are_survived(self):
        outcome = self.answered(200, '{"data": {"id": "x", "label": "sk-a…9", "new_thing": [1.50]}}')
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.out, '{"id":"x","label":"sk-a…9","new_thing":[1.50]}\n')

    def test_raw_is_what_came(self):
        body = '{ "data" : {"id": "x"} }\n\n'
        outcome = self.answered(200, body, "-o", "raw")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.out, body)


class FromTheEmulator(ServiceTest):
    emulator_flags = (
        "--management-key", "sk-mgmt-test-0000000000000000f3a1",
        "--inference-key", "sk-infer-test-000000000000000b7c2",
        "--fault", "POST /presets/contested/* = 409",
        "--fault", "POST /presets/broken/* = 500",
    )  # fmt: skip

    def create(self, slug, *flags, env=None):
        return self.mrctl("preset", "create", slug, "--model", TINY, *flags, env=env)

    def test_a_version_whose_report_cannot_be_written_is_stored_all_the_same(self):
        outcome = self.create("written", "--report", "json=missing/r.json", "--error-format", "json")
        self.assert_exit(1, outcome)
        error = json.loads(outcome.err.splitlines()[-1])["error"]
        self.assertIn("cannot write missing/r.json", error["message"])
        self.assertEqual((error["attempts"], error["sent"], error["stored"]), (1, "yes", "yes"))

    def test_a_report_that_cannot_be_written_blames_no_request_that_only_read(self):
        flags = ("--report", "json=missing/r.json", "--error-format")
        outcome = self.mrctl("endpoints", "list", TINY, *flags, "json")
        self.assert_exit(1, outcome)
        self.assertIsNone(json.loads(outcome.err.splitlines()[-1])["error"]["operation"])
        self.assertNotIn("while:", self.mrctl("endpoints", "list", TINY, *flags, "text").err)

    def test_the_services_own_check_is_9(self):
        outcome = self.create("support", "--no-validate", "--temperature", "3")
        self.assert_refused(9, outcome, "400 Invalid request parameters")

    def test_a_condition_that_does_not_hold_is_10(self):
        self.assert_refused(10, self.create("support", "--set", "tempo=1", "--strict"), "tempo")


if __name__ == "__main__":
    unittest.main()
