"""What changed since a file was written: catalogues and credentials that change under the program."""

import copy
import json
import unittest

from drive.program import ProgramTest
from drive.service import CREDENTIAL, LARGE, TINY, Emulator, answering, refusing_host
from house.sources import ROOT

CATALOGUE = json.loads((ROOT / "src/emulator/catalogue.json").read_text("utf-8"))


class DiffTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.serve(CATALOGUE)

    def serve(self, catalogue, *flags):
        """Puts a service with these models and credentials in place of the one before."""
        emulator = Emulator("--log", "--catalogue", self.write("catalogue.json", json.dumps(catalogue)), *flags)
        self.addCleanup(emulator.close)
        self.emulator = emulator
        self.settings = dict(emulator.settings)

    def keep(self, name, *command):
        outcome = self.mrctl(*command)
        self.assert_exit(0, outcome)
        return self.write(name, outcome.out)

    def kinds(self, *command, code=0):
        outcome = self.mrctl(*command, "-o", "json")
        self.assert_exit(code, outcome)
        return [(change["kind"], change.get("tag", change.get("id"))) for change in json.loads(outcome.out)["changes"]]

    def assert_same(self, *command):
        outcome = self.mrctl(*command)
        self.assert_exit(0, outcome)
        self.assertTrue(outcome.out.startswith("compared: "), outcome.out)
        self.assertTrue(outcome.out.endswith("\nnothing changed\n"), outcome.out)
        self.assertEqual(outcome.err, "")


class Listings(DiffTest):
    def changed(self):
        catalogue = copy.deepcopy(CATALOGUE)
        endpoints = {each["tag"]: each for each in catalogue["models"][LARGE]["endpoints"]}
        endpoints["acme"]["pricing"]["prompt"] = "0.000005"
        endpoints["acme/flex"]["quantization"] = "fp8"
        catalogue["models"][LARGE]["endpoints"].remove(endpoints["tidewater/fp4"])
        del catalogue["models"][TINY]
        return catalogue

    def test_the_same_catalogue_is_no_change_in_every_form_of_the_file(self):
        for form in ("json", "raw"):
            with self.subTest(form=form):
                before = self.keep("before.json", "endpoints", "list", TINY, LARGE, "-o", form)
                self.assert_same("endpoints", "diff", before, "--fail-on", "any")
                self.assert_same("endpoints", "diff", before, before, "--statistics", "--fail-on", "any")

    def test_a_changed_catalogue_is_told_and_a_model_that_is_gone_has_lost_its_endpoints(self):
        before = self.keep("before.json", "endpoints", "list", LARGE, TINY, "-o", "json")
        self.serve(self.changed())
        expected = [
            ("price-up", "acme"),
            ("quantization-down", "acme/flex"),
            ("removed", "tidewater/fp4"),
            ("removed", "northlake"),
            ("removed", "quarry/fp8"),
        ]
        self.assertEqual(self.kinds("endpoints", "diff", before, "--jobs", "2"), expected)
        self.assertEqual(self.kinds("endpoints", "diff", before, "--fail-on", "worse", code=10), expected)
        outcome = self.mrctl("endpoints", "diff", before)
        self.assertIn("price-up              prompt 2.5 → 5 per million tokens (+100%)", outcome.out)
        self.assertIn(f"does not know {TINY} any more", outcome.err)

    def test_it_asks_once_for_each_model_and_needs_no_key(self):
        before = self.keep("before.json", "endpoints", "list", LARGE, TINY, "-o", "json")
        asked = self.emulator.log().count("GET /api/v1/models/")
        self.assert_same("endpoints", "diff", before)
        self.assertEqual(self.emulator.log().count("GET /api/v1/models/"), asked + 2)
        self.settings = {}
        self.assert_same("endpoints", "diff", before, before)

    def test_what_is_accepted_is_no_change_any_more(self):
        before = self.keep("before.json", "endpoints", "list", LARGE, TINY, "-o", "json")
        self.serve(self.changed())
        self.assert_exit(10, self.mrctl("endpoints", "diff", before, "--fail-on", "worse", "--save", before))
        self.assert_same("endpoints", "diff", before, "--fail-on", "any")
        kept = self.mrctl("endpoints", "list", LARGE, "-o", "json").out
        self.assertEqual((self.folder / before).read_text("utf-8"), kept)

    def test_what_nobody_has_seen_is_not_accepted(self):
        before = self.keep("before.json", "endpoints", "list", LARGE, "-o", "json")
        old = (self.folder / before).read_text("utf-8")
        self.serve(self.changed())
        outcome = self.shell(f"mrctl endpoints diff {before} --save {before} >/dev/full")
        self.assertEqual(outcome.code, 1)
        self.assertEqual((self.folder / before).read_text("utf-8"), old)

    def test_what_cannot_be_read_is_no_difference(self):
        before = self.keep("before.json", "endpoints", "list", LARGE, TINY, "-o", "json")
        gate = ("endpoints", "diff", before, "--fail-on", "any", "--retries", "0")
        self.serve(CATALOGUE, "--fault", f"GET /models/{LARGE}/* = 503")
        self.assert_refused(7, self.mrctl(*gate), "503")
        self.serve(CATALOGUE, "--fault", f"GET /models/{TINY}/* = reset")
        self.assert_refused(8, self.mrctl(*gate))
        self.settings["MRCTL_BASE_URL"] = refusing_host()
        self.assert_refused(8, self.mrctl(*gate))
        for body in ("{}", '{"data":{}}', '{"data":{"endpoints":{}}}', "<html>"):
            with self.subTest(body=body), answering(body=body) as server:
                self.settings["MRCTL_BASE_URL"] = server.base_url
                self.assert_refused(11, self.mrctl(*gate))

    def test_presets_are_told_what_they_lost_and_why(self):
        before = self.keep("before.json", "endpoints", "list", LARGE, "-o", "json")
        self.write("presets/cheap.yaml", f"model: {LARGE}\nprovider: {{max_price: {{prompt: 2.5}}}}\n")
        self.write("presets/any.yaml", f"model: {LARGE}\n")
        self.serve(self.changed())
        reach = {}
        outcome = self.mrctl("endpoints", "diff", before, "--presets", "presets", "-o", "json")
        self.assert_exit(0, outcome)
        for preset in json.loads(outcome.out)["presets"]:
            reach[preset["slug"]] = (preset["before"], preset["after"])
            for name, at in (("before", before), ("after", None)):
                listing = ("--listing", at) if at else ()
                explained = self.mrctl("preset", "explain", preset["file"], *listing, "-o", "json")
                groups = json.loads(explained.out)["presets"][0]["groups"]
                self.assertEqual(preset[name], sum(group["eligible"] for group in groups))
        self.assertGreater(reach["cheap"][0], reach["cheap"][1])
        text = self.mrctl("endpoints", "diff", before, "--presets", "presets").out
        self.assertRegex(text, rf"\n  cheap +{reach['cheap'][0]} +{reach['cheap'][1]}  acme: price-up: at most 2.5 USD")
        self.assertIn("; tidewater/fp4: removed", text)


if __name__ == "__main__":
    unittest.main()
