"""The terminal sessions in the README, the guides and the skill for agents are what the program really does."""

import re
import shutil
import subprocess
import unittest

from drive.service import ServiceTest
from drive.terminal import Terminal, run_on_terminal
from house.sources import ROOT

README = ROOT / "README.md"
SKILL = ROOT / "docs/skills/mrctl/SKILL.md"
SHELL = "mrctl emulator exec -- bash"

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHANGING = (
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?"), "<time>"),
    (re.compile(r"\b127\.0\.0\.1:\d+"), "<address>"),
    (re.compile(r"\bPlan(: \S+)? [0-9a-f]{40}\b"), "Plan <fingerprint>"),
    (re.compile(r"[ \t]+$", re.MULTILINE), ""),
)


def sessions(text):
    """Returns [(command, shown output)] for every `$ mrctl …` and every line with `cd` in the text's console blocks.

    `mrctl emulator serve` and the shell that begins the README are left out: they run until they are told to end."""
    found = []
    for block in _BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            while command.endswith("\\"):
                continued, _, output = output.partition("\n")
                command = command[:-1] + continued.removeprefix(">").strip()
            if re.search(r"\bcd ", command) or command.startswith("mrctl ") and not command.startswith(("mrctl emulator serve", SHELL)):
                found.append((command, output))
    return found


def steady(text):
    """Returns the text without what changes from run to run: identifiers, times, ports."""
    for pattern, name in _CHANGING:
        text = pattern.sub(name, text)
    return text.strip("\n")


def matches(shown, real):
    """Whether the real output is what is shown; a line `...` stands for any lines."""
    pieces = re.split(r"^\.\.\.$", steady(shown), flags=re.MULTILINE)
    return re.fullmatch(".*".join(map(re.escape, pieces)), steady(real), re.DOTALL) is not None


class SessionsTest(ServiceTest):
    def assert_runs_as_shown(self, paper):
        shown = sessions(paper.read_text(encoding="utf-8"))
        self.assertGreater(len(shown), 0)
        for folder in ("docs/examples", "packaging/example"):
            shutil.copytree(ROOT / folder, self.folder / folder, dirs_exist_ok=True)
        folder = self.folder
        for command, output in shown:
            with self.subTest(command=command):
                if re.search(r"\bcd ", command):
                    moved = subprocess.run(["bash", "-ec", f"{command}; pwd"], cwd=folder, capture_output=True, text=True, check=True)
                    folder = moved.stdout.strip()
                    continue
                env = self.environment(TERM="xterm", NO_COLOR="1", MRCTL_STATE=str(self.folder / "state"))
                real = run_on_terminal(["bash", "-c", command], env, folder, columns=100).out
                self.assertTrue(matches(output, real), f"shown:\n{output}\nreal:\n{real}")


class TheReadme(SessionsTest):
    def test_begins_with_a_shell_and_an_emulator(self):
        command, shown = _BLOCK.search(README.read_text(encoding="utf-8"))[1].removeprefix("$ ").split("\n", 1)
        self.assertEqual(command, SHELL)
        terminal = Terminal(["bash", "-c", command], self.environment(TERM="xterm"), ROOT, columns=100)
        terminal.type("exit\r")
        said = terminal.finish().out
        self.assertIn(steady(shown), steady(said))
        self.assertIn("(emulator) ", said)

    def test_begins_with_what_quickstart_says_to_type_next(self):
        _, _, end = (ROOT / "packaging/quickstart").read_text(encoding="utf-8").rpartition("==> Done")
        self.assertIn(f"\n  {SHELL}\n", end)

    def test_shows_sessions_that_run_as_shown(self):
        self.assert_runs_as_shown(README)

    def test_shows_one_emulator(self):
        self.assertEqual(len(set(re.findall(r"127\.0\.0\.1:\d+", "".join(_BLOCK.findall(README.read_text("utf-8")))))), 1)

    def test_has_guides_with_sessions_that_run_as_shown(self):
        for guide in ("bodies", "comparing", "routing", "scripting"):
            with self.subTest(guide=guide):
                self.assert_runs_as_shown(ROOT / f"docs/{guide}.md")


class TheSkill(SessionsTest):
    def test_shows_sessions_that_run_as_shown(self):
        self.assert_runs_as_shown(SKILL)


class TheComparison(unittest.TestCase):
    def test_finds_the_commands_of_console_blocks_only(self):
        text = "```console\n$ mrctl a \\\n    b\nout\n$ ls\n$ mrctl c\n```\n```sh\n$ mrctl d\n```\n"
        self.assertEqual(sessions(text), [("mrctl a b", "out\n"), ("mrctl c", "")])

    def test_ignores_what_changes_from_run_to_run(self):
        shown = "id 11111111-1111-4111-8111-111111111111 at 2025-01-01T00:00:00Z\n"
        self.assertTrue(matches(shown, "id 6f9619ff-8b86-4d01-b42d-00cf4fc964ff at 2031-12-31T23:59:59.123Z\n"))

    def test_sees_a_difference(self):
        self.assertFalse(matches("tag  price\n", "tag  cost\n"))
        self.assertFalse(matches("one\n", "one\ntwo\n"))

    def test_lets_three_dots_stand_for_any_lines(self):
        self.assertTrue(matches("one\n...\nfour\n", "one\ntwo\nthree\nfour\n"))
        self.assertFalse(matches("one\n...\nfive\n", "one\ntwo\nthree\nfour\n"))


if __name__ == "__main__":
    unittest.main()
