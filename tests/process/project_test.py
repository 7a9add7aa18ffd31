"""The project file as people use it: found, chosen from, overridden, shown, and written by init."""

import json
import os
import shutil
import tomllib
import unittest
from pathlib import Path

from drive.program import ProgramTest, binary
from drive.service import Emulator
from drive.terminal import Terminal

EXAMPLE = Path(__file__).resolve().parents[2] / "packaging/example"
SERVICE = "http://127.0.0.1:9/api/v1"
BODY = "model: acme/tiny\ntemperature: 0.1\n"
TARGETS = """
[targets.staging]
slug_prefix = "staging-"
bases = ["environments/staging.yaml"]

[targets.production]
"""


class ProjectTest(ProgramTest):
    """A repository with presets, a base and an environment."""

    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_BASE_URL": SERVICE}
        self.write(".git/HEAD", "")
        self.write("presets/support.yaml", BODY)
        self.write("presets/_base.yaml", "top_p: 0.5\n")
        self.write("environments/staging.yaml", "seed: 1\n")

    def project(self, text):
        self.write("mrctl.toml", 'presets = ["presets"]\nbases = ["presets/_base.yaml"]\n' + text)

    def emulate(self, *flags):
        emulator = Emulator(*flags)
        self.addCleanup(emulator.close)
        self.settings |= emulator.settings

    def data(self, *arguments, **options):
        """Returns what a command prints as JSON."""
        outcome = self.mrctl(*arguments, "-o", "json", **options)
        self.assert_exit(0, outcome)
        return json.loads(outcome.out)

    def rendered(self, *flags, **options):
        return {row["slug"]: row["body"] for row in self.data("preset", "render", *flags, **options)}


class AProjectFile(ProjectTest):
    def test_gives_paths_and_bases_to_every_command_that_reads_bodies(self):
        self.project("")
        expected = {"top_p": 0.5, "model": "acme/tiny", "temperature": 0.1}
        self.assertEqual(self.rendered(), {"support": expected})
        self.assertEqual(self.data("preset", "plan")["presets"][0]["file"], "presets/support.yaml")
        self.assertIn("1 file", self.mrctl("preset", "lint").out)
        listing = self.write("listing.json", '{"data": {"id": "acme/tiny", "endpoints": []}}')
        explained = self.data("preset", "explain", "--listing", listing)
        self.assertEqual(explained["presets"][0]["file"], "presets/support.yaml")

    def test_is_found_above_the_current_folder_and_its_paths_start_there(self):
        self.project("")
        (self.folder / "deep/er").mkdir(parents=True)
        outcome = self.shell("cd deep/er && mrctl preset render -o json")
        self.assert_exit(0, outcome)
        rows = json.loads(outcome.out)
        self.assertEqual(rows[0]["file"], "../../presets/support.yaml")
        self.assertEqual(rows[0]["body"]["top_p"], 0.5)

    def test_is_overridden_by_flags(self):
        self.project('assume = ["zdr"]\nstate = "records"\n')
        self.write("other/triage.yaml", BODY)
        self.write("top.yaml", "top_p: 0.9\nmin_p: 0.1\n")
        bodies = self.rendered("other", "--base", "top.yaml")
        self.assertEqual(list(bodies), ["triage"])
        self.assertEqual((bodies["triage"]["top_p"], bodies["triage"]["min_p"]), (0.9, 0.1))
        listing = self.write("listing.json", '{"data": {"id": "acme/tiny", "endpoints": []}}')
        self.assertEqual(self.data("preset", "explain", "--listing", listing)["assumed"], ["zdr"])
        assumed = self.data("preset", "explain", "--listing", listing, "--assume", "data_collection")["assumed"]
        self.assertEqual(assumed, ["data_collection"])
        body = self.data("preset", "explain", "--model", "acme/tiny", "--listing", listing)["presets"]
        self.assertEqual([row["file"] for row in body], [None])

    def test_can_be_another_one_or_none(self):
        self.project("")
        self.write("team/mrctl.toml", 'presets = ["mine"]\n')
        self.write("team/mine/triage.yaml", BODY)
        self.assertEqual(list(self.rendered("--project", "team/mrctl.toml")), ["triage"])
        self.assertEqual(list(self.rendered(env={"MRCTL_PROJECT": "team/mrctl.toml"})), ["triage"])
        for none in (self.mrctl("preset", "plan", "--project", ""), self.mrctl("preset", "plan", env={"MRCTL_PROJECT": ""})):
            self.assert_refused(2, none, "'preset plan' needs PATH", "--project team/mrctl.toml")
        self.assert_refused(2, self.mrctl("preset", "plan", "--project", "no.toml"), "there is no project file no.toml")

    def test_keeps_the_state_where_it_says(self):
        self.emulate()
        self.settings.pop("MRCTL_STATE", None)
        self.project('state = "records"\n[targets.t]\n')
        self.assert_exit(0, self.mrctl("preset", "apply", "--yes"))
        self.assertTrue((self.folder / "records/t/support.json").exists())
        self.assertEqual([row["slug"] for row in self.data("preset", "state")], ["support"])
        self.assert_exit(0, self.mrctl("preset", "forget", "support", "--yes"))
        self.assertEqual(self.data("preset", "state", "--all-targets"), [])

    def test_is_shown_by_config_with_the_lines_that_set_it(self):
        self.project('state = "records"\ndefault_target = "staging"\n' + TARGETS)
        rows = {row["key"]: row for row in self.data("config", "list")}
        self.assertEqual(rows["project"]["value"], "mrctl.toml")
        self.assertEqual(rows["state"]["origin"], "from mrctl.toml:3")
        self.assertEqual((rows["target"]["value"], rows["target"]["origin"]), ("staging", "from mrctl.toml:4"))
        self.assertEqual(rows["presets"]["value"], ["presets"])
        self.assertEqual(rows["bases"]["value"], ["presets/_base.yaml", "environments/staging.yaml"])
        self.assertEqual(rows["bases"]["origin"], "from mrctl.toml:2 and mrctl.toml:8")
        self.assertEqual(rows["slug_prefix"]["value"], "staging-")
        shown = self.mrctl("config", "list", "--show-origin").out
        self.assertIn("from mrctl.toml:7", shown)
        self.assertEqual(self.mrctl("config", "get", "slug_prefix").out, "staging-\n")


class TheExample(ProjectTest):
    def test_of_a_project_needs_no_flags(self):
        self.emulate()
        shutil.copytree(EXAMPLE, self.folder / "example")
        outcome = self.shell("cd example && mrctl preset lint && mrctl preset plan -o name")
        self.assert_exit(0, outcome)
        self.assertIn("staging-support", outcome.out)
        self.assert_exit(0, self.shell("cd example && mrctl preset apply --yes"))


class Targets(ProjectTest):
    def test_are_chosen_by_flag_variable_default_or_because_there_is_one(self):
        self.project('default_target = "production"\n' + TARGETS)
        self.assertEqual(list(self.rendered()), ["support"])
        self.assertEqual(list(self.rendered("--target", "staging")), ["staging-support"])
        rows = self.data("preset", "render", "--target", "staging")
        self.assertEqual([row["slug_prefix"] for row in rows], ["staging-"])
        self.assertNotIn("slug_prefix", self.data("preset", "render")[0])
        bodies = self.rendered(env={"MRCTL_TARGET": "staging"})
        self.assertEqual(bodies["staging-support"]["seed"], 1)
        self.assertEqual(list(self.rendered("--target", "staging", "--slug-prefix", "x-")), ["x-support"])
        self.project('[targets.only]\nslug_prefix = "o-"\n')
        self.assertEqual(list(self.rendered()), ["o-support"])

    def test_without_a_choice_stop_what_needs_one_and_nothing_else(self):
        self.project(TARGETS)
        refused = self.mrctl("preset", "plan")
        self.assert_refused(2, refused, "mrctl.toml has several targets: staging, production", "--target")
        self.assert_refused(2, self.mrctl("preset", "plan", "--target", "stagin"), "unknown target 'stagin'", "'staging'")
        for free in (("preset", "state", "--all-targets"), ("config", "list"), ("config", "get", "base_url")):
            self.assert_exit(0, self.mrctl(*free))

    def test_set_the_profiles_target_aside(self):
        self.write("home/.config/mrctl/config.toml", '[profiles.default]\ntarget = "mine"\n')
        self.project("[targets.only]\n")
        self.assertEqual(self.data("preset", "plan")["target"], "only")
        self.project("")
        self.assertEqual(self.data("preset", "plan")["target"], "mine")

    def test_choose_a_profile_unless_a_flag_or_variable_does(self):
        profiles = "".join(f'[profiles.{name}]\nbase_url = "https://{name}.example/api/v1"\n' for name in ("default", "a", "b"))
        self.write("home/.config/mrctl/config.toml", profiles)
        self.settings = {}
        self.project('[targets.only]\nprofile = "a"\n')
        self.assertEqual(self.data("preset", "plan")["service"], "https://a.example/api/v1")
        self.assertEqual(self.data("preset", "plan", "--profile", "b")["service"], "https://b.example/api/v1")
        env = {"MRCTL_PROFILE": "b"}
        self.assertEqual(self.data("preset", "plan", env=env)["service"], "https://b.example/api/v1")
        self.project('[targets.only]\nprofile = "c"\n')
        self.assert_refused(2, self.mrctl("preset", "plan"), "unknown profile 'c' (from mrctl.toml:4)")

    def test_need_no_profile_where_a_flag_or_variable_gives_the_base_url(self):
        self.settings = {}
        self.project('[targets.only]\nprofile = "of-the-team"\n')
        self.assert_refused(2, self.mrctl("preset", "plan"), "unknown profile 'of-the-team'")
        for options in ({"env": {"MRCTL_BASE_URL": SERVICE}}, {"flags": ("--base-url", SERVICE)}):
            outcome = self.mrctl("preset", "plan", *options.pop("flags", ()), **options)
            self.assert_exit(0, outcome)
            self.assertEqual(outcome.err, "")
        self.assert_refused(2, self.mrctl("preset", "plan", "--profile", "mine"), "unknown profile 'mine'")

    def test_take_the_one_profile_that_has_their_host(self):
        profiles = "".join(f'[profiles.{name}]\nbase_url = "https://{name}.example/api/v1"\n' for name in ("a", "b"))
        self.write("home/.config/mrctl/config.toml", profiles)
        self.settings = {}
        self.project('[targets.only]\nhost = "b.example"\n')
        self.assertEqual(self.data("preset", "plan")["service"], "https://b.example/api/v1")
        shown = self.mrctl("config", "list", "--show-origin")
        self.assertIn("from mrctl.toml:4", shown.out)
        self.assert_refused(2, self.mrctl("preset", "plan", "--profile", "a"), "the target only is b.example")
        for other in (
            profiles + '[profiles.c]\nbase_url = "https://b.example/other/api/v1"\n',
            '[profiles.default]\nbase_url = "https://a.example/api/v1"\n' + profiles,
            'profile = "a"\n' + profiles,
        ):
            with self.subTest(other):
                self.write("home/.config/mrctl/config.toml", other)
                self.assert_exit(2, self.mrctl("preset", "plan"))

    def test_let_a_slug_name_its_file(self):
        self.settings = {"MRCTL_BASE_URL": SERVICE}
        self.write("mrctl.toml", 'presets = ["presets"]\n[targets.only]\nslug_prefix = "s-"\n')
        self.write("presets/team/chat.yaml", "model: acme/tiny\n")
        for slug in ("chat", "s-chat"):
            self.assertEqual(list(self.rendered(slug)), ["s-chat"])
            for command in (("preset", "lint"), ("preset", "plan"), ("endpoints", "list", "--presets")):
                outcome = self.mrctl(*command, slug)
                self.assertNotIn("no file or folder", outcome.err)
        self.write("presets/other/chat.json", '{"model": "acme/tiny"}')
        self.assert_refused(2, self.mrctl("preset", "render", "chat"), "there is no file or folder 'chat'")

    def test_let_the_running_emulator_stand_for_their_host(self):
        self.emulate()
        self.settings["MRCTL_EMULATOR_PID"] = ""
        self.project('[targets.only]\nhost = "router.example"\n')
        self.assert_refused(2, self.mrctl("preset", "plan"), "the target only is router.example")
        emulator = {"MRCTL_EMULATOR_PID": str(os.getpid())}
        outcome = self.mrctl("preset", "plan", env=emulator)
        self.assert_exit(0, outcome)
        self.assertIn("the base URL is that of the emulator that is running, not that of the target only", outcome.err)
        other = self.mrctl("preset", "plan", "--base-url", "http://127.0.0.1:9/api/v1", env=emulator)
        self.assert_refused(2, other, "the target only is router.example")
        dead = self.mrctl("preset", "plan", env={"MRCTL_EMULATOR_PID": "2147483646"})
        self.assert_refused(2, dead, "the target only is router.example")

    def test_are_sent_to_their_host_only(self):
        self.emulate()
        self.settings["MRCTL_EMULATOR_PID"] = ""
        self.project('[targets.only]\nhost = "router.example"\n')
        for command in (("plan",), ("apply", "--yes"), ("adopt", "presets")):
            refused = self.mrctl("preset", *command)
            self.assert_refused(2, refused, "the target only is router.example (mrctl.toml:4)", "nothing was sent")
        self.assert_exit(0, self.mrctl("preset", "render"))
        for url, host in (
            ("https://ROUTER.example/api/v1", "router.example"),
            ("https://router.example:443/api/v1", "Router.Example"),
            ("http://127.0.0.1:9/api/v1", "127.0.0.1:9"),
            ("https://router.example/api/v1", "router.example:443"),
        ):
            self.project(f'[targets.only]\nhost = "{host}"\n')
            self.assert_exit(0, self.mrctl("preset", "plan", "--base-url", url))
        self.assert_exit(2, self.mrctl("preset", "plan", "--base-url", "https://router.example:8443/api/v1"))

    def test_may_need_the_fingerprint_of_a_plan(self):
        self.emulate()
        self.project("[targets.only]\napply_needs_plan = true\n")
        fingerprint = self.data("preset", "plan")["plan"]
        refused = self.mrctl("preset", "apply", "--yes")
        self.assert_refused(2, refused, "the target only requires --plan or --plan-from (mrctl.toml:4)", f"--plan {fingerprint}")
        terminal = Terminal([binary(), "preset", "apply"], self.environment(), self.folder)
        asked = terminal.finish()
        self.assertEqual(asked.code, 2)
        self.assertNotIn("[y/N]", asked.out)
        self.assert_exit(0, self.mrctl("preset", "apply", "--plan", fingerprint))
        self.assert_exit(0, self.mrctl("preset", "apply", "--yes"))

    def test_accept_answers_of_their_workspace_only(self):
        self.emulate()
        self.project('[targets.only]\nworkspace = "1f0e4c1e-0000-4000-8000-000000000001"\n')
        refused = self.mrctl("preset", "apply", "--yes")
        self.assert_exit(10, refused)
        self.assertIn("the target expects 1f0e4c1e-0000-4000-8000-000000000001", refused.err)
        self.assertEqual(self.data("preset", "state"), [])


class Init(ProjectTest):
    def project_file(self, name="mrctl.toml"):
        return (self.folder / name).read_text()

    def config(self, text):
        self.write("home/.config/mrctl/config.toml", text)

    def test_writes_what_is_there_and_a_plan_needs_no_flags_then(self):
        self.emulate()
        outcome = self.mrctl("init")
        self.assert_exit(0, outcome)
        self.assertIn("wrote mrctl.toml", outcome.err)
        written = tomllib.loads(self.project_file())
        self.assertEqual(written["presets"], ["presets"])
        self.assertEqual(written["bases"], ["presets/_base.yaml"])
        self.assertEqual(written["targets"], {"staging": {"bases": ["environments/staging.yaml"]}})
        self.assertEqual(self.data("preset", "plan")["create"], 1)
        self.assert_exit(0, self.mrctl("preset", "lint"))
        self.assert_exit(0, self.mrctl("preset", "apply", "--yes"))

    def test_below_another_project_file_says_that_this_one_counts_there(self):
        self.assert_exit(0, self.mrctl("init"))
        self.write("team/deep/presets/x.yaml", '{"model": "acme/tiny"}')
        outcome = self.mrctl("init", "team/deep")
        self.assert_exit(0, outcome)
        self.assertIn(f"so {self.folder.resolve()}/mrctl.toml is not used there", " ".join(outcome.err.split()))
        self.assertTrue((self.folder / "team/deep/mrctl.toml").is_file())

    def test_takes_hosts_and_profiles_from_the_settings(self):
        self.settings = {}
        self.config(
            '[profiles.default]\nbase_url = "https://router.example/api/v1"\n'
            '[profiles.production]\nbase_url = "https://live.router.example:8443/api/v1"\n'
        )
        self.assert_exit(0, self.mrctl("init"))
        written = tomllib.loads(self.project_file())
        self.assertEqual(written["default_target"], "staging")
        staging = {"host": "router.example", "bases": ["environments/staging.yaml"]}
        production = {"host": "live.router.example:8443"}
        self.assertEqual(written["targets"], {"staging": staging, "production": production})
        self.assert_exit(0, self.mrctl("preset", "plan"))
        self.assert_exit(0, self.mrctl("preset", "plan", "--target", "production", "--profile", "production"))

    def test_names_the_only_host_as_the_state_does(self):
        (self.folder / "environments/staging.yaml").unlink()
        before = self.data("preset", "plan", "--base-url", "https://router.example/api/v1", "presets", "--project", "")
        self.settings["MRCTL_BASE_URL"] = "https://router.example/api/v1"
        self.assert_exit(0, self.mrctl("init"))
        self.assertEqual(tomllib.loads(self.project_file())["targets"], {"router.example": {"host": "router.example"}})
        self.assertEqual(self.data("preset", "plan")["target"], before["target"])

    def test_finds_presets_in_other_folders(self):
        for name in ("a/presets/x.yaml", "b/presets/y.json"):
            self.write(f"team/{name}", '{"model": "acme/tiny"}')
        self.write("team/ci/job.yaml", "steps: []\n")
        self.assert_exit(0, self.mrctl("init", "team"))
        self.assertEqual(tomllib.loads(self.project_file("team/mrctl.toml"))["presets"], ["a/presets", "b/presets"])
        self.assertEqual(len(self.data("preset", "plan", "--project", "team/mrctl.toml")["presets"]), 2)

    def test_finds_presets_and_bases_in_folders_of_folders(self):
        self.settings["MRCTL_BASE_URL"] = "https://router.example/api/v1"
        for name in ("chat/eu/short", "chat/us/long", "mail/digest"):
            self.write(f"team/prompts/{name}.yaml", BODY)
        self.write("team/prompts/chat/_common.yaml", "top_p: 0.5\nprovider: {zdr: true, data_collection: allow}\n")
        self.write("team/prompts/_bases/all.yaml", "provider: {data_collection: deny}\n")
        for name in ("staging", "production"):
            self.write(f"team/environments/{name}.yaml", "seed: 1\n")
        self.assert_exit(0, self.mrctl("init", "team"))
        written = tomllib.loads(self.project_file("team/mrctl.toml"))
        self.assertEqual(written["presets"], ["prompts"])
        self.assertEqual(written["bases"], ["prompts/_bases/all.yaml", "prompts/chat/_common.yaml"])
        self.assertEqual(written["assume"], ["data_collection", "zdr"])
        self.assertEqual(written["targets"]["staging"]["slug_prefix"], "staging-")
        self.assertNotIn("slug_prefix", written["targets"]["production"])
        self.assertEqual(len(self.data("preset", "plan", "--project", "team/mrctl.toml")["presets"]), 3)

    def test_explains_every_key_and_what_it_explains_is_valid(self):
        self.assert_exit(0, self.mrctl("init"))
        schema = self.data("schema", "project")
        records = [schema, schema["properties"]["targets"]["additionalProperties"]]
        records += [schema["properties"][name]["items"] for name in ("gates", "waivers")]
        text = self.project_file()
        for record in records:
            for name, key in record["properties"].items():
                if "examples" in key:
                    self.assertRegex(text, rf"(?m)^#?{name} = ")
        for example in ('#default_target = "staging"', '#assume = ["zdr", "data_collection"]', "#apply_needs_plan = true"):
            self.assertIn(example, text)
        gate = text.index("#[[gates]]")
        uncommented = text[:gate] + text[gate:].replace("\n#", "\n")[1:].replace("\n ", "\n# ")
        uncommented = uncommented.replace('targets = ["production"]', 'targets = ["staging"]')
        self.write("mrctl.toml", uncommented)
        self.assert_exit(0, self.mrctl("preset", "lint"))
        self.assertEqual(len(tomllib.loads(uncommented)["waivers"]), 1)

    def test_asks_before_it_replaces_a_file(self):
        self.project("# mine\n")
        before = self.project_file()
        self.assert_refused(2, self.mrctl("init"), "mrctl.toml would be replaced", "nothing was written", "--yes")
        terminal = Terminal([binary(), "init"], self.environment(), self.folder)
        terminal.read_until("Replace mrctl.toml? [y/N] ")
        terminal.type("n\n")
        declined = terminal.finish()
        self.assertEqual(declined.code, 130)
        self.assertIn("nothing was written", declined.out)
        self.assertEqual(self.project_file(), before)
        self.assert_exit(0, self.mrctl("init", "--yes"))
        self.assertNotIn("# mine", self.project_file())

    def test_without_presets_says_what_to_do(self):
        (self.folder / "empty").mkdir()
        outcome = self.mrctl("init", "empty")
        self.assert_exit(0, outcome)
        self.assertIn("no presets were found", outcome.err)
        self.assertNotIn("presets", tomllib.loads(self.project_file("empty/mrctl.toml")))
        self.assert_refused(2, self.mrctl("init", "nowhere"), "nowhere is not a folder")


if __name__ == "__main__":
    unittest.main()
