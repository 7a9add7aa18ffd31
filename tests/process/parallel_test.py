"""How many requests of one command are on the way at once, and that each stands alone."""

import json
import unittest

from drive.counting import CountingAnswer, listing_answer
from drive.program import ProgramTest
from drive.service import refusing_host
from drive.wire import raw_host

MODELS = [f"acme/model-{number:02}" for number in range(16)]


class SeveralArguments(ProgramTest):
    def most_at_once(self, *flags, limit=1):
        answer = CountingAnswer(listing_answer("acme/x"), limit)
        with raw_host(answer) as host:
            outcome = self.mrctl("endpoints", "list", *MODELS, "--base-url", host.base_url, *flags)
            self.assert_exit(0, outcome)
            self.assertEqual(len(json.loads(outcome.out)), len(MODELS))
            paths = sorted(request.split()[1].decode() for request in host.requests)
            self.assertEqual(paths, [f"/api/v1/models/{model}/endpoints" for model in MODELS])
        return answer.most

    def test_are_asked_for_side_by_side_but_not_all_at_once(self):
        self.assertEqual(self.most_at_once(limit=8), 8)

    def test_are_asked_for_as_many_at_once_as_the_flag_says(self):
        self.assertEqual(self.most_at_once("--jobs", "1"), 1)
        self.assertEqual(self.most_at_once("--jobs", "3", limit=3), 3)
        self.assertEqual(self.most_at_once("--jobs", "16", limit=16), 16)

    def test_are_not_asked_for_where_the_flag_makes_no_sense(self):
        for jobs in ("0", "-1", "many", "1.5", "", "99999999999999999999"):
            with self.subTest(jobs=jobs):
                outcome = self.mrctl("endpoints", "list", *MODELS, "--base-url", refusing_host(), f"--jobs={jobs}")
                self.assert_refused(2, outcome, "--jobs")

    def test_fail_each_alone_where_nobody_listens(self):
        outcome = self.mrctl("endpoints", "list", *MODELS, "--base-url", refusing_host(), "--retries", "0")
        self.assert_refused(8, outcome)
        self.assertEqual(outcome.err.count("connection refused"), len(MODELS))


if __name__ == "__main__":
    unittest.main()
