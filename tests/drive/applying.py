"""What tests of `preset apply` share: presets of the test, an emulator, and the records of what was applied."""

import json

from drive.program import ProgramTest
from drive.service import Emulator

class ApplyTest(ProgramTest):
    def serve(self, *faults, **flags):
        """Starts an emulator with these faults; the settings point at it."""
        extra = []
        for name, value in flags.items():
            extra += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        emulator = Emulator(*[part for fault in faults for part in ("--fault", fault)], *extra)
        self.addCleanup(emulator.close)
        state = self.settings.get("MRCTL_STATE", str(self.folder / "state"))
        self.settings = dict(emulator.settings) | {"MRCTL_STATE": state, "MRCTL_TARGET": "t"}
        if self.records():
            self.move_records(emulator.base_url)
        return emulator

    def move_records(self, base_url):
        """Another emulator stands for the same service."""
        for slug, record in self.records().items():
            self.write(f"state/t/{slug}.json", json.dumps(record | {"service": base_url}))

    def preset(self, slug, temperature):
        return self.write(f"presets/{slug}.yaml", f"model: acme/tiny\ntemperature: {temperature}\n")

    def apply(self, *flags, code=0, **options):
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json", *flags, **options)
        self.assert_exit(code, outcome)
        return json.loads(outcome.out) if outcome.out else {}

    def actions(self, command="plan"):
        outcome = self.mrctl("preset", command, "presets", "-o", "json")
        self.assert_exit(0, outcome)
        return {preset["slug"]: preset["action"] for preset in json.loads(outcome.out)["presets"]}

    def records(self):
        folder = self.folder / "state" / "t"
        return {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}
