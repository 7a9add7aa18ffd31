"""The completion scripts, in the shells that they are for."""

import os
import shlex
import subprocess
import unittest
from pathlib import Path

from drive.program import PATIENCE_S, ProgramTest
from drive.shells import Desk, bash_prompt, fish_offers, fish_prompt, split_line, zsh_prompt
from house.sources import ROOT

SCRIPTS = {"bash": "completions/mrctl.bash", "zsh": "completions/_mrctl", "fish": "completions/mrctl.fish"}

BASH_COMPLETION = Path("/usr/share/bash-completion/bash_completion")

PROMPTS = {"bash": bash_prompt, "zsh": zsh_prompt, "fish": fish_prompt}

NOUNS = "api auth byok completion config emulator endpoints help preset schema version"
METHODS = "DELETE GET PATCH POST PUT"
FORMATS = "csv html json jsonl markdown name raw table text tsv wide yaml"
FILES = "dir 'in two.json' in.json other.toml"
BODIES = "dir 'in two.json' in.json"

# What is typed → every offer, in any order; files and folders are those of DESK_FILES.
OFFERS = {
    # Commands, wherever global flags stand.
    "mrctl ": NOUNS,
    "mrctl pre": "preset",
    "mrctl preset ": "apply create explain lint plan",
    "mrctl config ": "get list path set unset",
    "mrctl -o json preset ": "apply create explain lint plan",
    "mrctl -ojson preset ": "apply create explain lint plan",
    "mrctl -qo json preset ": "apply create explain lint plan",
    "mrctl --output=json preset ": "apply create explain lint plan",
    "mrctl preset -o json ": "apply create explain lint plan",
    "mrctl --profile work endp": "endpoints",
    "mrctl --raw-output emul": "emulator",
    "mrctl auth log": "login logout",
    # What is no command is followed by none.
    "mrctl nonsense ": "",
    "mrctl preset nonsense ": "",
    "mrctl preset create support ": "",
    "mrctl version ": "",
    # Flags.
    "mrctl --prof": "--profile",
    "mrctl preset lint --stri": "--strict --strip",
    "mrctl preset lint --strict --stri": "--strip",
    "mrctl preset create support --temp": "--temperature",
    "mrctl preset create --provider-max-price-c": "--provider-max-price-completion",
    "mrctl endpoints list acme/large --c": "--ca-cert --chart --client-cert --client-key --color --columns --config --connect-timeout",
    "mrctl preset create --message user=x --messag": "--message --messages",
    "mrctl -o json --outp": "",
    "mrctl --output=json --outp": "",
    "mrctl -v --verb": "--verbose",
    "mrctl config --show": "",
    "mrctl config list --show": "--show-origin",
    "mrctl endpoints list --wi": "--wide",
    "mrctl byok get --wi": "",
    # Their values.
    "mrctl -o ": FORMATS,
    "mrctl --output ": FORMATS,
    "mrctl --output=": FORMATS,
    "mrctl --output=js": "json jsonl",
    "mrctl -qo js": "json jsonl",
    "mrctl version --error-format ": "github json text",
    "mrctl preset create --stream=": "false true",
    "mrctl preset create --logprobs=": "false null true",
    "mrctl preset create --stream ": "in",
    "mrctl preset create --service-tier ": "auto default flex null priority scale",
    "mrctl preset create --provider-data-collection=d": "deny",
    "mrctl preset create --tool-choice ": "auto none required",
    "mrctl preset create --response-format j": "json_object",
    "mrctl preset create --plugins web": "web web-fetch",
    "mrctl preset create --model ": "",
    "mrctl preset create --temperature ": "",
    "mrctl --timeout ": "",
    "mrctl --strict=": "",
    # Columns.
    "mrctl endpoints list --columns upt": "uptime_1d uptime_30m uptime_5m",
    "mrctl endpoints list --columns=upt": "uptime_1d uptime_30m uptime_5m",
    "mrctl endpoints list --columns uptime_5m,upt": "uptime_1d uptime_30m",
    "mrctl endpoints list --columns tag,provider,c": "caching completion context",
    "mrctl endpoints list --sort pro": "prompt provider",
    "mrctl endpoints list --sort -pro": "-prompt -provider",
    "mrctl endpoints list --sort=-pro": "-prompt -provider",
    "mrctl endpoints list --where pro": "prompt provider",
    "mrctl endpoints list --chart th": "throughput throughput_p50 throughput_p75 throughput_p90 throughput_p99",
    # Members of the body.
    "mrctl preset create --set provider.so": "provider.sort=",
    "mrctl preset create --set-json provider.so": "provider.sort=",
    "mrctl preset create --unset provider.so": "provider.sort",
    "mrctl preset create --set provider.data_collection=": "allow deny null",
    "mrctl preset plan --set=stream=t": "true",
    "mrctl preset create --message ": "assistant= developer= system= tool= user=",
    # Files where they belong.
    "mrctl endpoints diff ": FILES,
    "mrctl preset lint ": BODIES,
    "mrctl preset lint oth": "other.toml",
    "mrctl preset plan in.json ": BODIES,
    "mrctl endpoints diff in.json --presets=": BODIES,
    "mrctl preset plan --state ": "dir",
    "mrctl preset plan --state=di": "dir",
    "mrctl preset lint dir/": "dir/deep.json",
    "mrctl preset lint in.json in": "'in two.json' in.json",
    "mrctl preset create --body in": "'in two.json' in.json",
    "mrctl preset create --body=in": "'in two.json' in.json",
    "mrctl api POST /presets --body di": "dir",
    "mrctl --ca-cert di": "dir",
    "mrctl emulator serve --db di": "dir",
    "mrctl preset create --system @in": "'in two.json' in.json",
    "mrctl preset create --tools=@in": "'in two.json' in.json",
    "mrctl preset create --tools @di": "dir",
    "mrctl preset create --metadata @dir/": "dir/deep.json",
    "mrctl preset create --message user=@in": "'in two.json' in.json",
    "mrctl preset create --set-json tools=@di": "dir",
    "mrctl preset create --set tools=@di": "",
    "mrctl preset create --system in": "",
    "mrctl preset create --user ": "",
    "mrctl endpoints list in": "",
    # Profiles: those of config.toml whose names need no quotes in a shell.
    "mrctl --profile ": "default old.one work",
    "mrctl --profile=w": "work",
    "mrctl endpoints list --profile w": "work",
    "mrctl --config other.toml --profile ": "default elsewhere",
    "mrctl --config=other.toml --profile ": "default elsewhere",
    "mrctl --config missing.toml --profile ": "default",
    "mrctl --config ../home/broken.toml --profile ": "default",
    # Presets: files in the folder, and what was applied.
    "mrctl preset create ": "in",
    "mrctl preset create --strict i": "in",
    "mrctl preset plan --state ../home/state --target ": "router.example",
    # Models and tags of listings.
    "mrctl preset explain --listing ../home/listing.json --model ": "acme/large acme/large:free",
    "mrctl preset explain --model=acme/large: --listing ../home/listing.json --models acme/large:": "acme/large:free",
    "mrctl preset explain --listing ../home/listing.json --model=acme/large:": "acme/large:free",
    "mrctl preset explain --listing ../home/listing.json --set model=ac": "acme/large acme/large:free",
    "mrctl preset explain --listing ../home/listing.json --why ": "north/fp8 south",
    "mrctl preset explain --listing ../home/missing.json --require ": "",
    # Reports.
    "mrctl preset lint --report j": "json= jsonl= junit=",
    "mrctl endpoints list --report j": "json= jsonl=",
    "mrctl endpoints list --report json=di": "dir",
    "mrctl endpoints list --report=csv=in": "'in two.json' in.json",
    # Settings.
    "mrctl config get con": "config connect_timeout",
    "mrctl config set con": "connect_timeout",
    "mrctl config unset out": "output",
    "mrctl config set output js": "json jsonl",
    "mrctl config set strip ": "false true",
    "mrctl config set profile w": "work",
    "mrctl config set ca_cert di": "dir",
    "mrctl config set base_url ": "",
    "mrctl config set output json ": "",
    "mrctl config get output ": "",
    # Other arguments.
    "mrctl api ": METHODS,
    "mrctl api GET ": "",
    "mrctl schema ": "credential endpoints preset request",
    "mrctl schema preset ": "",
    "mrctl completion ": "bash fish zsh",
    "mrctl help ex": "exit-codes",
    "mrctl help preset ": "apply create explain lint plan",
    "mrctl help preset create ": "",
    "mrctl help schema ": "",
    # Behind a plain "--" there are arguments, or another command.
    "mrctl -- ": "",
    "mrctl preset lint -- ": BODIES,
    "mrctl preset lint -- --s": "",
    "mrctl emulator exec ": "--",
    "mrctl emulator exec --l": "--latency --listen --log",
    "mrctl emulator exec --db x -- cat in": "'in two.json' in.json",
    "mrctl emulator exec -- mkfif": "mkfifo",
    "mrctl -o json emulator exec --fault 'GET * = 503' -- mkfif": "mkfifo",
    "mrctl emulator exec -- /bin/mkfif": "/bin/mkfifo",
    "mrctl emulator exec --log -- mrctl -o json pre": "preset",
    "mrctl emulator exec -- mrctl --output=js": "json jsonl",
    "mrctl emulator exec -- mrctl emulator exec -- mrctl -qo js": "json jsonl",
}

DESK_FILES = {
    "home/.config/mrctl/config.toml": """profile = "work"
[profiles.work]
base_url = "https://router.example/api/v1"
  [ profiles."old.one" ] # a comment
#[profiles.gone]
[profiles."$(touch run-by-completion)"]
[profiles.default]""",
    "home/broken.toml": "[profiles.work]\n[profiles",
    "home/listing.json": """[
{"id": "acme/large", "endpoints": [{"tag": "north/fp8"}, {"tag": "south"}, {"tag": "$(touch run-by-completion)"}]},
{"id": "acme/large:free", "endpoints": [{"tag": "south"}]},
{"id": "acme/`touch run-by-completion`", "endpoints": []}]""",
    "home/state/router.example/support.json": "",
    "work/other.toml": "[profiles.elsewhere]\r\n",
    "work/in.json": "",
    "work/in two.json": "",
    "work/dir/deep.json": "",
}


def offered(text):
    """Returns the words of a row of the table."""
    return {word.strip("'") for word in split_line("mrctl " + text + " ")[0]}


def plain_offers(typed, words):
    """Returns the offers without what the last word has before its value, which bash does not always repeat."""
    last = split_line(typed)[1]
    kept = last[: max(last.rfind(sign) for sign in "=,@") + 1]
    return {word.removeprefix(kept).removeprefix("@").removesuffix("/") for word in words}


class CompletionTest(ProgramTest):
    """A test at a desk with files and profiles."""

    def desk(self, shell):
        folder = self.folder / f"desk of {shell}"
        folder.mkdir()
        desk = Desk(folder, self.mrctl("completion", shell).out)
        for name, text in DESK_FILES.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text.encode())
        return desk

    def prompt(self, shell, *more):
        prompt = PROMPTS[shell](self.desk(shell), *more)
        self.addCleanup(prompt.close)
        return prompt

    def assert_offers(self, offers_for):
        for typed, expected in OFFERS.items():
            with self.subTest(typed=typed):
                self.assertEqual(plain_offers(typed, offers_for(typed)), offered(expected))

    def assert_prompt_offers(self, prompt):
        self.assert_offers(prompt.offers)
        self.assertEqual(prompt.complaints(), [])
        self.assert_nothing_run(prompt.desk)

    def assert_nothing_run(self, desk):
        """No name in a file was taken for a command."""
        self.assertEqual(list(desk.folder.rglob("run-by-completion")), [])


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
        prompt.terminal.type("mrctl preset li\t\b\b\b\b\b\t\t")
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
                    "apply\tSend the presets that changed, each once",
                    "create\tCreate a preset, or a new version of it, from a chat-completions body",
                    "explain\tShow which endpoints presets can reach, why not the others, and the cost",
                    "lint\tCheck bodies, without network or key",
                    "plan\tShow what preset apply would send, without network or key",
                ],
                ["--output\tformat of the result; on a pipe, only the flag counts"],
                ["base_url\tbase URL of the service, ending in /api/v1"],
            ],
        )

    def test_completes_another_command_as_that_one(self):
        desk = self.desk("fish")
        desk.script.write_text(desk.script.read_text("utf-8") + "complete -c some-tool -x -a 'alpha beta'\n", "utf-8")
        self.assertEqual(self.offers(desk, ["mrctl emulator exec --log -- some-tool al"]), [["alpha"]])


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


class TheProgram(CompletionTest):
    def complete(self, *words):
        done = self.mrctl("__complete", *words)
        self.assertEqual((done.code, done.err), (0, ""))
        return done.out

    def test_answers_without_a_word_of_complaint(self):
        for words in ((), ("--",), ("-o",), ("--", "--profile", ""), ("--", "nonsense", "--x", ""), ("preset", "create")):
            with self.subTest(words=words):
                self.assertRegex(self.complete(*words), "^(words|open .|files .*)\n")

    def test_does_not_wait_for_a_pipe(self):
        pipe = str(self.folder / "pipe")
        os.mkfifo(pipe)
        self.assertEqual(self.complete("--", "--config", pipe, "--profile", ""), "words\ndefault\n")
        self.assertEqual(self.complete("--", "preset", "explain", "--listing", pipe, "--model", ""), "words\n")

    def test_knows_what_a_shell_will_replace_by_home(self):
        self.write("home/listing.json", DESK_FILES["home/listing.json"])
        self.assertEqual(
            self.complete("--", "preset", "explain", "--listing", "~/listing.json", "--require", ""),
            "words\nnorth/fp8\tacme/large\nsouth\tacme/large\n",
        )

    def test_knows_preset_files_and_the_records_of_apply(self):
        self.write("presets/.mrctl/router.example/billing.json", "{}")
        self.write("presets/.mrctl/router.example/support.json", "{}")
        for name in ("presets/support.yaml", "presets/_base.yaml", "presets/notes.txt", "presets/deep/other.yaml"):
            self.write(name, "")
        self.assertEqual(
            self.complete("--", "preset", "create", ""),
            "words\nsupport\tpresets/support.yaml\nbilling\tapplied to router.example\n",
        )
        self.assertEqual(self.complete("--", "preset", "plan", "--target", ""), "words\nrouter.example\n")

    def test_knows_profiles_that_have_a_key(self):
        self.write("home/.config/mrctl/config.toml", "[profiles.work]\n")
        flags = ("--profile", "spare", "--base-url", "https://router.example/api/v1", "--no-verify")
        self.assert_exit(0, self.mrctl("auth", "login", *flags, stdin="sk-mgmt-test-0000"))
        self.assertEqual(self.complete("--", "--profile", ""), "words\ndefault\nwork\nspare\n")

    def test_is_in_no_help(self):
        for words in (("--help",), ("help", "--json"), ("help", "completion"), ("completion", "--help")):
            self.assertNotIn("__complete", self.mrctl(*words).out)


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
