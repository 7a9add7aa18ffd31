"""Every kind of HTML report, made of what strains it: long words, many columns, texts that look like markup."""

import copy
import json

from drive.program import ProgramTest
from drive.service import CREDENTIAL, LARGE, TINY, Emulator
from house.sources import ROOT

CATALOGUE = json.loads((ROOT / "src/emulator/catalogue.json").read_text("utf-8"))
RELAY = "hooli/relay"
OTHERS = ("33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444")
LONG_WORD = "word-without-a-place-to-break-" * 8
GATES = f"""
[[gates]]
id = "enough-endpoints"
at_least = 3
[[gates]]
id = "{LONG_WORD[:60]}"
presets = ["support"]
max_cost = "0.5"
prompt_tokens = 2000
completion_tokens = 500
[[waivers]]
gate = "enough-endpoints"
preset = "tiny"
until = 2026-12-31
reason = "{LONG_WORD}"
"""
BASE = ("--base", "base.yaml")
PROMPT = "".join(f"      {i}. Answer in one sentence, and say so if you do not know the answer.\n" for i in range(60))


def changed_catalogue():
    """The catalogue a day later: something of every kind, for the better and the worse."""
    changed = copy.deepcopy(CATALOGUE)
    endpoints = {each["tag"]: each for each in changed["models"][LARGE]["endpoints"]}
    endpoints["acme"]["pricing"]["prompt"] = "0.000005"
    endpoints["acme"]["provider_name"] = f"<b>{LONG_WORD}</b>"
    endpoints["acme/flex"].update(quantization="fp8", context_length=1000, supported_parameters=["tools"])
    changed["models"][LARGE]["endpoints"].remove(endpoints["tidewater/fp4"])
    changed["models"][LARGE]["endpoints"].append(dict(endpoints["acme"], tag="acme/new"))
    changed["credentials"][CREDENTIAL].update(disabled=True, label="sk-...rotated", name=LONG_WORD)
    changed["credentials"][OTHERS[0]]["allowed_models"] = [TINY, LARGE]
    del changed["credentials"][OTHERS[1]]
    del changed["models"][TINY]
    return changed


class ReportPages(ProgramTest):
    """Writes one page of each kind into the scratch folder."""

    def serve(self, catalogue):
        emulator = Emulator("--catalogue", self.write("catalogue.json", json.dumps(catalogue)))
        self.addCleanup(emulator.close)
        self.settings = dict(emulator.settings)

    def page(self, name, *command, code=0):
        outcome = self.mrctl(*command, "-o", "html")
        self.assert_exit(code, outcome)
        self.write(f"pages/{name}.html", outcome.out)

    def write_pages(self):
        self.write_presets()
        self.serve(CATALOGUE)
        self.page("listing", "endpoints", "list", LARGE, TINY, RELAY, "--chart", "price")
        self.page("listing-wide", "endpoints", "list", LARGE, "--wide")
        self.page("byok-get", "byok", "get", CREDENTIAL, *OTHERS)
        self.page("explain", "preset", "explain", "presets", "--prompt-tokens", "2000", "--completion-tokens", "500", "--at-least", "2", code=10)
        self.page("explain-why", "preset", "explain", "presets/support.yaml", "--why", "acme")
        self.page("plan-new", "preset", "plan", "presets", *BASE)
        self.page("apply", "preset", "apply", "presets", "--yes", *BASE)
        self.write("listing.json", self.mrctl("endpoints", "list", LARGE, TINY, "-o", "json").out)
        self.change_presets()
        self.page("plan", "preset", "plan", "presets", *BASE)
        self.write("mrctl.toml", GATES)
        self.page("check", "preset", "check", "presets", "--as-of", "2026-11-25", *BASE, code=10)
        (self.folder / "mrctl.toml").unlink()
        self.page("lint", "preset", "lint", "presets", "broken", code=2)
        self.serve(changed_catalogue())
        self.page("endpoints-diff", "endpoints", "diff", "listing.json", "--presets", "presets", "--statistics")
        return sorted((self.folder / "pages").glob("*.html"))

    def write_presets(self):
        self.write("base.yaml", "provider:\n  max_price:\n    completion: 15\n")
        self.write("presets/support.yaml", f"model: {LARGE}\ntemperature: 0.2\nprovider: {{order: [acme, quarry/int4], max_price: {{prompt: 2.5}}}}\n"
                   f"messages:\n  - role: system\n    content: |\n{PROMPT}")
        self.write("presets/tiny.yaml", f"model: {TINY}\nmessages:\n  - {{role: system, content: Answer briefly.}}\n")
        self.write("presets/relay.yaml", f"model: {RELAY}\nprovider: {{zdr: true, only: [nowhere]}}\n")
        self.write(f"presets/{LONG_WORD[:60]}.yaml", f"models: [{LARGE}, {TINY}]\nuser: u-1\n")
        self.write("broken/bad.yaml", f"temperature: 3\nstop: [1, 2]\n'<script>{LONG_WORD}</script>': 1\nmodel: {LARGE}\n")
        self.write("broken/typing.json", '{"model": "acme/large", "temprature": 0.2, "top_p": 7,, }')

    def change_presets(self):
        path = self.folder / "presets/support.yaml"
        changed = path.read_text().replace("0.2", "0.3").replace("3. Answer", f"3. {LONG_WORD} Reply").replace("acme, quarry", "acme/flex, quarry")
        path.write_text(changed)
        for i in range(60):
            changed = changed.replace(f"{i}. Answer", f"{i}. Reply")
        path.write_text(changed)
        self.write("base.yaml", "provider:\n  max_price:\n    completion: 9\n")
        (self.folder / "presets/relay.yaml").unlink()
        self.write("presets/added.yaml", f"model: {TINY}\n")
