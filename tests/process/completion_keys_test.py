"""TAB at the prompts of the shells, and the scripts that they read."""

import shlex
import subprocess
import unittest

from drive.completion import CompletionTest
from drive.program import PATIENCE_S
from house.sources import ROOT

SCRIPTS = {"bash": "completions/mrctl.bash", "zsh": "completions/_mrctl", "fish": "completions/mrctl.fish"}

class AtAPrompt(CompletionTest):
    """TAB itself: what it adds to the line, and whether a blank follows."""

    LINES = {
        "mrctl vers\t--out\tmark\t": "version --output markdown",
        "mrctl -o json endp\tli\tacme/large": "-o json endpoints list acme/large",
        "mrctl endpoints list --where quan\t=fp8 --colu\tquan\t,ta\t": "endpoints list --where quantization=fp8 --columns quantization,tag",
        "mrctl preset create x --mess\t": "preset create x --message",
        "mrctl preset create x --message sys\t@di\tde\t": "preset create x --message system=@dir/deep.json",
        "mrctl preset create x --system @in\\ \t": "preset create x --system '@in two.json'",
        "mrctl preset create x --system '@in t\t": "preset create x --system '@in two.json'",
        "mrctl preset plan in.j\t--state=di\tstate": "preset plan in.json --state=dir/state",
        "mrctl preset create x --logpro\t": "preset create x --logprobs",
        "mrctl preset create x --logprobs=tr\t--set provider.so\tprice": "preset create x --logprobs=true --set provider.sort=price",
        "mrctl preset lint in\\ \tdi\tde\t": "preset lint 'in two.json' dir/deep.json",
        "mrctl --profile wo\tconf\tg\tou\t": "--profile work config get output",
    }

    def assert_completes(self, prompt):
        for keys, expected in self.LINES.items():
            with self.subTest(keys=keys):
                self.assertEqual(prompt.run(keys), shlex.split(expected))

    def test_completes_in_bash(self):
        self.assert_completes(self.prompt("bash"))

    def test_completes_in_zsh(self):
        self.assert_completes(self.prompt("zsh"))

    def test_completes_in_fish(self):
        self.assert_completes(self.prompt("fish"))


class TheScripts(CompletionTest):
    def test_are_committed_and_their_shells_can_read_them(self):
        for shell, path in SCRIPTS.items():
            with self.subTest(shell=shell):
                text = (ROOT / path).read_text("utf-8")
                self.assertEqual(text, self.mrctl("completion", shell).out)
                self.assertLessEqual(len(text.splitlines()), 60)
                done = subprocess.run([shell, "-n", ROOT / path], capture_output=True, timeout=PATIENCE_S, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
