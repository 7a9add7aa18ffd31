"""What the completion scripts offer, in the shells that they are for."""

import unittest
from pathlib import Path

from drive.completion import OFFERS, CompletionTest
from drive.shells import fish_offers, split_line, zsh_prompt

BASH_COMPLETION = Path("/usr/share/bash-completion/bash_completion")

class Bash(CompletionTest):
    def test_offers_what_the_table_says(self):
        self.assert_prompt_offers(self.prompt("bash"))

    def test_offers_the_same_under_strict_and_odd_settings(self):
        self.assert_prompt_offers(self.prompt("bash", "set -o nounset -o noglob -o pipefail\nshopt -s nullglob failglob\nIFS=-,e\n"))

    def test_offers_the_same_where_words_break_elsewhere(self):
        self.assert_prompt_offers(self.prompt("bash", "COMP_WORDBREAKS=$' \\t\\n'\n"))

    def test_completes_a_file_that_is_read_from_or_written_to(self):
        prompt = self.prompt("bash")
        prompt.terminal.type("mrctl preset create x --body - < in.j\t")
        self.assertEqual(prompt.run(""), ["preset", "create", "x", "--body", "-"])
        prompt.terminal.type("mrctl schema pres\t > 'out put' --col\tnev\t")
        self.assertEqual(prompt.run(""), ["schema", "preset", "--color", "never"])

    def test_completes_another_command_by_what_is_registered_for_it(self):
        tool = "_tool() { COMPREPLY=(\"$2-$COMP_CWORD-${#COMP_WORDS[@]}-$COMP_POINT-${#COMP_LINE}-${COMP_LINE%% *}-$3\"); }\n"
        prompt = self.prompt("bash", tool + "complete -F _tool some-tool\ncomplete -W words other-tool\n")
        self.assertEqual(prompt.offers("mrctl emulator exec --log -- some-tool x al"), ["al-2-3-14-14-some-tool-x"])
        self.assertEqual(prompt.offers("mrctl emulator exec -- other-tool in.j"), ["in.json"])

    @unittest.skipUnless(BASH_COMPLETION.exists(), "bash-completion is not installed")
    def test_works_together_with_bash_completion(self):
        prompt = self.prompt("bash", f"source {BASH_COMPLETION}\n")
        self.assertIn("--verbose", prompt.offers("mrctl emulator exec --log -- tar --verb"))
        self.assertEqual(prompt.offers("mrctl emulator exec -- mrctl -o js"), ["json", "jsonl"])
        self.assertEqual(prompt.offers("mrctl emulator exec -- mrctl preset lint --strip in."), ["in.json"])

    def test_lists_words_with_their_meanings(self):
        prompt = self.prompt("bash")
        prompt.terminal.type("mrctl preset lin\t\b\b\b\b\b\t\t")
        prompt.terminal.read_until("lint                         Check bodies, without network or key")
        prompt.terminal.type("ap\t")
        self.assertEqual(prompt.run(""), ["preset", "apply"])

    def test_hands_another_command_to_bash_completion_where_that_is_there(self):
        prompt = self.prompt("bash", "_command_offset() { COMPREPLY=(\"ch-$1-${COMP_WORDS[$1]}\"); }\n")
        self.assertEqual(prompt.offers("mrctl emulator exec --log -- git ch"), ["ch-5-git"])


class Zsh(CompletionTest):
    def test_offers_what_the_table_says(self):
        self.assert_prompt_offers(self.prompt("zsh"))

    def test_offers_the_same_under_strict_and_odd_settings(self):
        self.assert_prompt_offers(self.prompt("zsh", "setopt nounset ksh_arrays sh_word_split no_glob\n"))

    def test_lists_words_with_their_meanings(self):
        prompt = self.prompt("zsh")
        prompt.terminal.type("mrctl preset \t")
        prompt.terminal.read_until("-- Check bodies, without network or key")

    def test_finds_the_installed_file_by_itself(self):
        desk = self.desk("zsh")
        functions = desk.folder / "functions"
        functions.mkdir()
        desk.script.rename(functions / "_mrctl")
        desk.script.write_text(f"fpath=('{functions}' $fpath)\ncompinit -u -D\n")
        prompt = zsh_prompt(desk)
        self.addCleanup(prompt.close)
        for _ in range(2):
            self.assertEqual(prompt.offers("mrctl config set output js"), ["json", "jsonl"])

    def test_completes_another_command_as_that_one(self):
        prompt = self.prompt("zsh")
        self.assertIn("checkout", prompt.offers("mrctl emulator exec --log -- git chec"))


class Fish(CompletionTest):
    def offers(self, desk, lines):
        """Returns the offers that begin with what was typed: fish also finds words in which it stands elsewhere."""
        found = [[offer.split("\t")[0] for offer in offers] for offers in fish_offers(desk, lines)]
        self.assertEqual(desk.calls(), [])
        return [[word for word in words if word.startswith(split_line(line)[1])] for line, words in zip(lines, found)]

    def test_offers_what_the_table_says(self):
        desk = self.desk("fish")
        found = dict(zip(OFFERS, self.offers(desk, list(OFFERS))))
        self.assert_offers(found.get)
        self.assert_nothing_run(desk)

    def test_says_what_each_offer_is(self):
        lines = fish_offers(self.desk("fish"), ["mrctl preset ", "mrctl --outp", "mrctl config get base"])
        self.assertEqual(
            lines,
            [
                [
                    "adopt\tRecord bodies as applied without sending them",
                    "apply\tSend changed presets to the service",
                    "check\tCheck the presets of a pull request without sending any",
                    "create\tCreate a preset, or a new version of it, from a body",
                    "drill\tShow which presets have no endpoint left if a provider fails",
                    "explain\tShow which endpoints presets reach, why, and at what cost",
                    "forget\tDrop the records of presets; the presets stay live",
                    "get\tShow presets as they are live",
                    "lint\tCheck bodies, without network or key",
                    "list\tList the presets that the service has",
                    "plan\tShow what preset apply would send, without network or key",
                    "pull\tWrite live presets as files, and record them",
                    "render\tPrint bodies as they would be sent, without network or key",
                    "state\tList the records of what was applied",
                    "versions\tList the versions of a preset",
                ],
                ["--output\toutput format; on a pipe, the variable and the setting are ignored"],
                ["base_url\tbase URL of the service, ending in /api/v1"],
            ],
        )

    def test_completes_another_command_as_that_one(self):
        desk = self.desk("fish")
        desk.script.write_text(desk.script.read_text("utf-8") + "complete -c some-tool -x -a 'alpha beta'\n", "utf-8")
        self.assertEqual(self.offers(desk, ["mrctl emulator exec --log -- some-tool al"]), [["alpha"]])


if __name__ == "__main__":
    unittest.main()
