"""Input that is wrong on a large scale: one clear problem, exit 2, and neither memory nor time without bounds."""

import os
import subprocess
from dataclasses import dataclass
import unittest

from drive.program import Outcome, ProgramTest, binary, shell_code

# What the sanitizers may add to every bound, and what a busy machine may.
SLACK = 8


@dataclass
class Cost:
    seconds: float
    megabytes: float


class BadInput(ProgramTest):
    def create(self, *flags):
        return self.mrctl("preset", "create", "support", "--dry-run", *flags)

    def create_from(self, name, content):
        return self.create("--body", self.write(name, content))

    def measure(self, *flags):
        """Returns what came out, and what it cost."""
        command = [binary(), "preset", "create", "support", "--dry-run", *map(str, flags)]
        with open(self.folder / "out", "wb") as out, open(self.folder / "err", "wb") as err:
            process = subprocess.Popen(command, env=self.environment(), cwd=self.folder, stdout=out, stderr=err)
            try:
                _, status, usage = os.wait4(process.pid, 0)
            finally:
                process.returncode = 0  # it has been waited for
        cost = Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
        texts = [(self.folder / name).read_text("utf-8", "replace") for name in ("out", "err")]
        return Outcome(shell_code(os.waitstatus_to_exitcode(status)), *texts), cost

    def assert_one_problem(self, outcome, *parts):
        self.assert_refused(2, outcome, *parts)
        self.assertEqual(outcome.err.count(": error: "), 1, outcome.err[:2000])
        self.assertIn("mrctl: 1 error; nothing was sent", outcome.err)
        self.assertLess(len(outcome.err), 2000)

    def assert_bounded(self, cost, seconds, megabytes):
        self.assertLess(cost.seconds, seconds * SLACK)
        self.assertLess(cost.megabytes, megabytes * SLACK)


class Nesting(BadInput):
    def test_a_hundred_thousand_levels(self):
        levels = 100_000
        for name, content in (
            ("arrays.json", "[" * levels + "]" * levels),
            ("open-arrays.json", "[" * levels),
            ("objects.json", '{"a":' * levels + "1" + "}" * levels),
            ("arrays.yaml", "a: " + "[" * levels + "]" * levels),
            ("objects.yaml", "a: " + "{a: " * levels + "}" * levels),
            ("items.yaml", "- " * levels + "x\n"),
            ("keys.yaml", "? " * levels + "x\n"),
        ):
            with self.subTest(name=name):
                outcome, cost = self.measure("--body", self.write(name, content))
                self.assert_one_problem(outcome, name + ":1:")
                self.assert_bounded(cost, 1, 100)

    def test_brackets_that_nothing_closes(self):
        for name in ("arrays.yaml", "list.yaml"):
            outcome, cost = self.measure("--body", self.write(name, "- " * (name == "list.yaml") + "[" * 100_000))
            self.assert_one_problem(outcome, name)
            self.assert_bounded(cost, 1, 100)


class Numbers(BadInput):
    def test_more_members_than_any_body_has(self):
        for name in ("body.json", "body.yaml"):
            with self.subTest(name=name):
                content = "{" + ", ".join(f'"k{number}": 0' for number in range(1_200_000)) + "}"
                outcome, cost = self.measure("--body", self.write(name, content))
                self.assert_one_problem(outcome, f"{name}:1:", "an object of more than 10000 members")
                self.assert_bounded(cost, 2, 100)

    def test_many_members_of_yaml_in_brackets_are_read_one_by_one(self):
        self.needs_full_speed()
        content = "{model: a/b, " + ", ".join(f"k{number}: 0" for number in range(1, 10_000)) + "}"
        outcome, cost = self.measure("--body", self.write("body.yaml", content))
        self.assert_exit(0, outcome)
        self.assertIn("9899 more warnings are not shown", outcome.err)
        self.assert_bounded(cost, 1, 60)


class Aliases(BadInput):
    def test_a_billion_laughs(self):
        lines = ["a0: &a0 [" + ", ".join("x" * 10) + "]"]
        lines += [f"a{level}: &a{level} [" + ", ".join([f"*a{level - 1}"] * 10) + "]" for level in range(1, 10)]
        self.check("\n".join(lines) + "\n")

    def test_one_long_text_a_thousand_times(self):
        self.check("a: &a " + "x" * 1_000_000 + "\nb: [" + ", ".join(["*a"] * 1000) + "]\n")

    def test_anchors_inside_each_other(self):
        self.check("a: " + "".join(f"[&a{level} " for level in range(400)) + "x" * 1_000_000 + "]" * 400 + "\n")

    def test_merges_of_merges(self):
        lines = ["a0: &a0 {" + ", ".join(f"k{number}: 0" for number in range(1000)) + "}"]
        lines += [f"a{level}: &a{level} [" + ", ".join([f"*a{level - 1}"] * 10) + "]" for level in range(1, 6)]
        self.check("\n".join(lines) + "\nb:\n  <<: *a5\n")

    def check(self, content):
        outcome, cost = self.measure("--body", self.write("body.yaml", content))
        self.assert_one_problem(outcome, "anchors and aliases add up to more than 64 MiB")
        self.assert_bounded(cost, 3, 300)


class Texts(BadInput):
    def test_keys_and_values_of_any_length_are_quoted_short(self):
        long = "x" * 1_000_000
        for name, content, part in (
            ("twice.json", f'{{"{long}": 1, "{long}": 2}}', ", first at 1:2"),
            ("twice.yaml", f"{long[:1000]}: 1\n{long[:1000]}: 2\n", ", first at 1:1"),
            ("key.yaml", f"'{long}': 1\n", "unexpected key"),
            ("value.json", f'{{"seed": "{long}"}}', "seed must be an integer or null"),
            ("word.json", f'{{"seed": {long}}}', "a string must be in double quotes"),
            ("member.json", f'{{"provider": {{"{long}": 1}}}}', "is not a documented member of provider"),
            ("name.json", f'{{"metadata": {{"{long}": 1}}}}', "metadata."),
        ):
            with self.subTest(name=name):
                outcome = self.create_from(name, content)
                self.assert_refused(2, outcome, part)
                self.assertLess(len(outcome.err), 3000)

    def test_a_file_that_is_not_utf8_is_told_what_it_is(self):
        for name in ("body.json", "body.yaml"):
            for encoding in ("utf-16", "utf-16-le", "utf-32"):
                content = '{"model": "acme/tiny"}\n'.encode(encoding)
                self.assert_one_problem(self.create_from(name, content), "not UTF-8 but UTF-16 or UTF-32")
            self.assert_one_problem(self.create_from(name, '{"model": "größe"}'.encode("latin-1")), "1:14", "UTF-8")


class ManyProblems(BadInput):
    PROBLEMS = 100

    def cost_of(self, name, bodies):
        """Returns the cheapest of three runs of each."""
        paths = [self.write(f"{number}-{name}", body) for number, body in enumerate(bodies)]
        costs = [[self.measure("--body", path)[1].seconds for path in paths] for _ in range(3)]
        return [min(each) for each in zip(*costs)]

    def test_finding_their_places_costs_about_one_more_reading(self):
        messages = [f'{{"role": "user", "content": "{"x" * 900}"}},\n' for _ in range(3000)]
        wrong = [line.replace("user", "bot") for line in messages[: self.PROBLEMS]] + messages[self.PROBLEMS :]
        for name, head, tail in (("body.json", '{"messages": [\n', "{}]}\n"), ("body.yaml", "messages: [\n", "{}]\n")):
            with self.subTest(name=name):
                few, many = self.cost_of(name, [head + "".join(lines) + tail for lines in (messages, wrong)])
                self.assertLess(many, 4 * few + 1)

    def test_their_lines_are_shown_short(self):
        text = "x" * 50_000
        messages = ", ".join(f'{{"role": "bot{number}", "content": "{text}"}}' for number in range(self.PROBLEMS))
        outcome, cost = self.measure("--body", self.write("body.json", f'{{"messages": [{messages}]}}'))
        self.assert_refused(2, outcome, f"mrctl: {self.PROBLEMS} errors; nothing was sent")
        self.assertLess(max(map(len, outcome.err.splitlines())), 200)
        self.assertEqual(outcome.err.count("^"), self.PROBLEMS)
        self.assert_bounded(cost, 2, 100)


if __name__ == "__main__":
    unittest.main()
