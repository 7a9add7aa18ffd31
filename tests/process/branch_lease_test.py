"""Records on a branch: one apply at a time over all machines, by .applying, whatever their clocks say."""

import json
import unittest

from drive.branch import TARGET, BranchTest, lease, moment

CHANGING = (
    ("apply", "--yes"),
    ("forget", "a", "--yes"),
    ("adopt", "presets/c.yaml"),
    ("state", "--import", "folder"),
)
PLACE = f"{TARGET}/.applying"


class LeaseTest(BranchTest):
    def setUp(self):
        super().setUp()
        self.runner.apply()
        self.runner.preset("c", 0.1)
        self.runner.mrctl("preset", "adopt", "presets/c.yaml", "--state", "folder")

    def hold(self, **members):
        self.put_files({PLACE: lease(**members)}, "begin")

    def let_go(self):
        self.put_files({PLACE: None})


class ALease(LeaseTest):
    def test_that_lies_ahead_stops_whatever_changes_records(self):
        self.hold()
        tip = self.tip()
        for command in CHANGING:
            with self.subTest(command=command):
                self.runner.refused(5, "https://ci.example/jobs/7", "1111111", "--take-over", command=("preset", *command))
        self.assertEqual(self.tip(), tip)

    def test_stops_an_apply_with_nothing_to_send_too(self):
        (self.runner.folder / "presets/c.yaml").unlink()
        self.hold()
        self.runner.refused(5, "https://ci.example/jobs/7")

    def test_is_told_by_plan_and_check(self):
        self.hold()
        for command in ("plan", "check"):
            outcome = self.runner.mrctl("preset", command)
            self.assert_exit(0, outcome)
            self.assertIn("https://ci.example/jobs/7", outcome.err)

    def test_of_another_target_stops_nobody(self):
        self.put_files({"staging/.applying": lease()})
        self.assertEqual(self.runner.apply()["applied"], 1)
        self.assertIn("staging/.applying", self.names())

    def test_holds_for_five_minutes_more_because_clocks_differ(self):
        for until, code in ((moment(minutes=-10), 5), (moment(minutes=0), 5), (moment(minutes=4), 5), (moment(minutes=6), 0)):
            with self.subTest(until=until):
                self.hold(since=moment(minutes=21), until=until)
                outcome = self.runner.mrctl("preset", "apply", "--yes")
                self.assert_exit(code, outcome)
                self.let_go() if code else self.assertIsNone(self.held_lease())

    def test_of_a_runner_whose_clock_is_ten_minutes_behind_is_kept(self):
        behind = {"since": moment(minutes=10), "until": moment(minutes=10 - 15)}
        self.hold(**behind)
        self.runner.refused(5, "https://ci.example/jobs/7")

    def test_of_a_runner_whose_clock_is_ten_minutes_ahead_ends_too(self):
        self.hold(since=moment(minutes=31 - 10), until=moment(minutes=31 - 15 - 10))
        self.assertEqual(self.runner.apply()["applied"], 1)

    def test_that_is_past_is_taken_over_and_told(self):
        self.hold(since=moment(hours=2), until=moment(hours=1))
        result, said = self.runner.applied()
        self.assertEqual(result["applied"], 1)
        self.assertIn("https://ci.example/jobs/7", said)
        self.assertIsNone(self.held_lease())

    def test_is_taken_over_by_hand(self):
        self.hold()
        self.runner.refused(5)
        self.assertEqual(self.runner.apply("--take-over")["applied"], 1)
        self.assertIsNone(self.held_lease())
        self.runner.refused(2, "--take-over", command=("preset", "plan", "--take-over"))

    def test_is_ones_own_by_its_id_alone(self):
        run = {"CI_JOB_URL": "https://ci.example/jobs/7"}
        self.hold(commit=self.runner.git("rev-parse", "HEAD"))
        self.runner.refused(5, "https://ci.example/jobs/7", **run)

    def test_that_cannot_be_read_lies_ahead(self):
        timeless = [lease(until=until) for until in ("", "tomorrow", moment(hours=2)[:-1], "2026-02-31T00:00:00Z")]
        for text in ("", "{", "[]\n", "null", *timeless):
            self.put_files({PLACE: text})
            for command in CHANGING:
                with self.subTest(text=text, command=command):
                    said = ("https://ci.example/jobs/7",) if text in timeless else (".applying cannot be read",)
                    self.runner.refused(5, "is running", "--take-over", *said, command=("preset", *command))
            for command in ("plan", "check", "state"):
                self.assert_exit(0, self.runner.mrctl("preset", command))
        self.put_files({PLACE: "{"})
        self.assertEqual(self.runner.apply("--take-over")["applied"], 1)
        self.assertIsNone(self.held_lease())

    def test_that_is_taken_over_is_told_where_nothing_is_sent_too(self):
        (self.runner.folder / "presets/c.yaml").unlink()
        self.hold(since=moment(hours=2), until=moment(hours=1))
        result, said = self.runner.applied()
        self.assertEqual(result["applied"], 0)
        self.assertIn("took over the lock of an apply that did not finish", said)
        self.assertNotIn("note: an apply of production", said)
        self.assertIsNone(self.held_lease())

    def test_is_there_while_requests_are_on_the_way(self):
        self.serve("POST * = hang")
        process = self.runner.start("preset", "apply", "--yes", "-vv")
        while "> POST " not in process.stderr.readline():
            pass
        held = self.held_lease()
        self.assertIsNotNone(held)
        self.clone("other").refused(5, held["run"])
        self.assertNotEqual(held["id"], "0" * 32)
        process.kill()
        process.communicate()

    def test_has_another_id_each_time(self):
        ids = set()
        for number in range(3):
            self.runner.preset("a", 0.2 + number / 10)
            self.runner.apply()
            ids.add(self.held_lease("mrctl-state^")["id"])
        self.assertEqual(len(ids), 3)


class WhatItHolds(LeaseTest):
    def test_is_checked(self):
        wrong = (
            {"more": "x"},
            {"run": "x" * 1001},
            {"run": 7},
            {"until": None},
        )
        for members in wrong:
            self.hold(**members)
            for command in (*CHANGING, ("plan",), ("check",), ("state",), ("apply", "--yes", "--take-over")):
                with self.subTest(members=members, command=command):
                    self.runner.refused(2, f"{PLACE}: ", command=("preset", *command))
        self.put_files({PLACE: json.dumps({"id": "0" * 32}) + "\n"})
        self.runner.refused(2, "it has other members")

    def test_cannot_control_a_terminal(self):
        self.hold(run="\u001b[2J\u202ejobs")
        for command in (("apply", "--yes"), ("plan",)):
            outcome = self.runner.mrctl("preset", *command)
            self.assertNotIn("\u001b", outcome.err + outcome.out)
            self.assertNotIn("\u202e", outcome.err + outcome.out)

    def test_may_be_without_a_commit(self):
        self.hold(commit="none", since=moment(hours=2), until=moment(hours=1))
        self.assertEqual(self.runner.apply()["applied"], 1)


if __name__ == "__main__":
    unittest.main()
