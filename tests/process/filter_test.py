"""Filters that crash, write and read: what --jq runs can take neither the result along nor a secret out."""

import json
import unittest

from drive.program import binary, is_sanitized, sampled
from drive.service import TINY, ServiceTest, answering

KEY = "sk-mgmt-test-0000000000000000f3a1"
CREATE = ("preset", "create", "filtered", "--model", TINY, "--system", "x")


class Filters(ServiceTest):
    def test_fail_without_taking_the_result_of_a_post_along(self):
        for program in ("[range(1e9)]", "input", "error"):
            with self.subTest(program):
                outcome = self.mrctl(*CREATE, "--jq", program)
                self.assert_exit(11, outcome)
                self.assertEqual(outcome.out, "")
                self.assertIn("was done", outcome.err)
                self.assertIn('"slug":"filtered"', outcome.err)

    def test_debug_and_stderr_are_lines_on_standard_error(self):
        outcome = self.mrctl("version", "--jq", ".name | debug | stderr | length")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.out, "5\n")
        self.assertIn(outcome.err, ('["DEBUG:","mrctl"]\n"mrctl"\n', '["DEBUG:","mrctl"]\nmrctl\n'), "jq 1.6, jq 1.7")

    def test_says_no_secret_and_nothing_that_acts(self):
        body = json.dumps({"data": {"id": "x", "name": f"\x9b31m\u202e{KEY}"}}, ensure_ascii=False)
        with answering(200, body) as server:
            env = {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": KEY}
            for program in (".data.name | debug", ".data.name | stderr", ".data.name | error"):
                outcome = self.mrctl("api", "GET", "/x", "--jq", f"{program} | 1", env=env)
                self.assertNotIn(KEY, outcome.err)
                self.assertIn("x9b31m", outcome.err)
                self.assertFalse(set("\x9b\u202e") & set(outcome.err), outcome.err)
            outcome = self.mrctl("api", "GET", "/x", "--jq", "env, $ENV", env=env)
            self.assertNotIn(KEY, outcome.out + outcome.err)

    def test_say_no_assertion_of_the_library_where_memory_is_short(self):
        if is_sanitized():
            self.skipTest("the sanitizers need room of their own")
        with open(binary(), "rb") as program:
            is_static = b"/ld-linux" not in program.read(4096)
        for kib in sampled(range(400, 1500, 20), 14):
            if is_static and self.shell(f"ulimit -d {kib}; exec mrctl version").code == 139:
                continue  # the kernel cannot even load the program
            outcome = self.shell(f"ulimit -d {kib}; exec mrctl version --jq .name")
            self.assertIn(outcome.code, (0, 1, 2, 11, 127), outcome.err)
            self.assertNotRegex(outcome.err, "Assertion|terminate called")

    def test_do_not_read_the_definitions_of_the_home_folder(self):
        (self.home / ".jq").write_text("def name: 1; def homely: 2;", "utf-8")
        self.assert_refused(2, self.mrctl("version", "--jq", "homely"), "homely/0 is not defined")

    def test_have_nothing_to_read(self):
        outcome = self.mrctl("version", "--jq", "[inputs], input_line_number, input_filename", stdin="[1]")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.out.split(), ["[]", "0", "null"])


if __name__ == "__main__":
    unittest.main()
