"""`preset drill` and a second reading of it agree; listings are read once, and many presets take little time."""

import decimal
import json
import random
import resource
import unittest

from drive.program import ProgramTest, is_sanitized, sampled
from drive.provider_drill import drill
from process.explain_rules_test import Invention, exact

COUNTS = {"prompt_tokens": 3000, "completion_tokens": 200}
COUNT_FLAGS = ("--prompt-tokens", "3000", "--completion-tokens", "200")


def catalogue(models, providers):
    """Returns listings of so many models, each with an endpoint of each provider."""
    return [{"id": f"acme/model-{model}", "name": "model", "endpoints": [
        {"tag": f"provider-{provider}/fp8", "provider_name": f"Provider {provider}", "quantization": "fp8",
         "context_length": 100000, "supported_parameters": ["temperature", "tools"],
         "pricing": {"prompt": f"0.0000{model + 1:02}{provider + 1:02}", "completion": "0.00001"}}
        for provider in range(providers)]} for model in range(models)]


class Drill(ProgramTest):
    def write_presets(self, bodies):
        for slug, body in bodies.items():
            self.write(f"presets/{slug}.json", json.dumps(body))

    def compare_round(self, seed):
        invention = Invention(seed)
        models = ["acme/one", "acme/two"]
        listings = [invention.listing(model) for model in models]
        if invention.dice.random() < 0.3: # names that are entries of other providers
            for listing in listings:
                for endpoint in listing["endpoints"]:
                    endpoint["provider_name"] = invention.dice.choice(["acme", "northlake", "tide"])
        self.write("listing.json", json.dumps(listings))
        bodies = {f"preset-{i:02}": invention.body([model + invention.dice.choice(["", "", ":nitro", ":floor"])
                                                    for model in models]) for i in range(12)}
        self.write_presets(bodies)
        outcome = self.mrctl("preset", "drill", "presets", "--listing", "listing.json", *COUNT_FLAGS, "-o", "json")
        self.assert_exit(0, outcome)
        parsed = json.loads((self.folder / "listing.json").read_text(), parse_float=decimal.Decimal)
        expected = drill(bodies, {listing["id"]: listing["endpoints"] for listing in parsed}, **COUNTS)
        real = json.loads(outcome.out)
        for row in real["providers"]:
            if row["dearest"]:
                row["dearest"] |= {end: exact(row["dearest"][end]) for end in ("from", "to")}
        with self.subTest(seed=seed):
            for name in ("providers", "presets", "single_provider"):
                self.assertEqual(expected[name], real[name], name)

    def test_agrees_with_a_second_reading(self):
        for seed in sampled(range(60), 8 if is_sanitized() else 20):
            self.compare_round(seed)

    def test_takes_little_time_for_a_thousand_presets(self):
        self.write("listing.json", json.dumps(catalogue(20, 30)))
        dice = random.Random(7)
        bodies = {f"preset-{i:04}": {"model": f"acme/model-{i % 20}", "temperature": 0.2, "provider": {
            "only": [f"provider-{each}" for each in dice.sample(range(30), 4)]}} for i in range(1000)}
        self.write_presets({slug: bodies[slug] for slug in list(bodies)[:12]})
        begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        outcome = self.mrctl("preset", "drill", "presets", "--listing", "listing.json", *COUNT_FLAGS, "-o", "json")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["presets"], 12)
        self.write_presets(bodies)
        outcome = self.mrctl("preset", "drill", "presets", "--listing", "listing.json", *COUNT_FLAGS, "-o", "json")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["presets"], 1000)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin, 120 if is_sanitized() else 15)


if __name__ == "__main__":
    unittest.main()
