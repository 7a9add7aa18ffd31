"""Every exit code of the contract is seen in a test that runs a command to its end."""

import json
import re
import unittest

from drive.program import ProgramTest
from house.sources import ROOT

CASES = ROOT / "tests/cases"
PROCESS = ROOT / "tests/process"


def codes_of_cases():
    return {int(code) for path in CASES.glob("*/*/exit") for code in path.read_text().split()}


def codes_of_process_tests():
    """Returns the codes that process tests assert: assert_exit(8, …), assert_refused(2, …)."""
    texts = (path.read_text() for path in PROCESS.glob("*_test.py"))
    return {int(code) for text in texts for code in re.findall(r"assert_(?:exit|refused)\((\d+),", text)}


class ExitCodes(ProgramTest):
    def promised_codes(self):
        return {row["code"] for row in json.loads(self.mrctl("help", "--json").out)["exit_codes"]}

    def test_the_table_holds_every_code_of_the_contract(self):
        self.assertEqual(self.promised_codes(), set(range(12)) | {130, 143})

    def test_every_code_has_a_case_or_a_process_test(self):
        self.assertEqual(self.promised_codes() - codes_of_cases() - codes_of_process_tests(), set())


if __name__ == "__main__":
    unittest.main()
