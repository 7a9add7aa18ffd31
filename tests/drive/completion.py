"""What completion has to offer for what is typed, and a desk to type at."""

from drive.program import ProgramTest, output_formats
from drive.shells import Desk, bash_prompt, fish_prompt, split_line, zsh_prompt

PROMPTS = {"bash": bash_prompt, "zsh": zsh_prompt, "fish": fish_prompt}

NOUNS = "api auth byok completion config emulator endpoints help init preset schema version"
METHODS = "DELETE GET HEAD OPTIONS PATCH POST PUT"
FORMATS = " ".join(sorted(output_formats()))
FILES = "dir 'in two.json' in.json other.toml"
BODIES = "dir 'in two.json' in.json"

# What is typed → every offer, in any order; files and folders are those of DESK_FILES.
OFFERS = {
    # Commands, wherever global flags stand.
    "mrctl ": NOUNS,
    "mrctl pre": "preset",
    "mrctl preset ": "adopt apply check create drill explain forget get lint list plan pull render state versions",
    "mrctl config ": "get list path set unset",
    "mrctl -o json preset ": "adopt apply check create drill explain forget get lint list plan pull render state versions",
    "mrctl -ojson preset ": "adopt apply check create drill explain forget get lint list plan pull render state versions",
    "mrctl -qo json preset ": "adopt apply check create drill explain forget get lint list plan pull render state versions",
    "mrctl --output=json preset ": "adopt apply check create drill explain forget get lint list plan pull render state versions",
    "mrctl preset -o json ": "adopt apply check create drill explain forget get lint list plan pull render state versions",
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
    "mrctl preset plan --project oth": "other.toml",
    "mrctl init ": "dir",
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
    "mrctl schema ": "adopt apply check config credential drill endpoints endpoints-diff error explain forget init lint login notes plan preset project pull render request state",
    "mrctl schema preset ": "",
    "mrctl completion ": "bash fish zsh",
    "mrctl help exi": "exit-codes",
    "mrctl help price-u": "price-unknown price-up",
    "mrctl help preset ": "adopt apply check create drill explain forget get lint list plan pull render state versions",
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
