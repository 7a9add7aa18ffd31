"""preset state, forget and adopt, and what a plan makes of records whose files are gone, elsewhere or renamed."""

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from drive.applying import ApplyTest
from drive.service import Emulator


def fingerprint(service, target, lines):
    text = f"{service}\n{target}\n" + "".join(line + "\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:40]


class StateTest(ApplyTest):
    def run_json(self, *words, code=0):
        outcome = self.mrctl("preset", *words, "-o", "json")
        self.assert_exit(code, outcome)
        return json.loads(outcome.out) if outcome.out else None

    def say(self, *words, code=0):
        outcome = self.mrctl("preset", *words)
        self.assert_exit(code, outcome)
        return outcome.err

    def planned(self, *paths):
        return {preset["slug"]: preset for preset in self.run_json("plan", *(paths or ("presets",)))["presets"]}


class TheFingerprint(StateTest):
    def test_is_what_the_design_says_and_is_applied_once(self):
        emulator = self.serve()
        self.preset("a", 0.1)
        self.apply()
        self.preset("a", 0.2)
        self.preset("b", 0.1)
        recorded = self.records()["a"]["applied"]
        plan = self.run_json("plan", "presets")
        rendered = {one["slug"]: one["body"] for one in self.run_json("render", "presets")}
        new = {
            slug: "h1:" + hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
            for slug, body in rendered.items()
        }
        lines = [f"a update {recorded} {new['a']}", f"b create - {new['b']}"]
        agreed = fingerprint(emulator.base_url, "t", lines)
        self.assertEqual(plan["plan"], agreed)
        self.assertEqual(plan["target"], "t")
        wrong = self.mrctl("preset", "apply", "presets", "--plan", "0123456789abcdef0123456789abcdef01234567")
        self.assert_exit(5, wrong)
        self.assertIn(agreed, wrong.err)
        self.assertIn("0123456789abcdef0123456789abcdef01234567", wrong.err)
        self.assertIn("nothing was sent", wrong.err)
        self.assertEqual(list(self.records()), ["a"])
        self.assert_exit(2, self.mrctl("preset", "apply", "presets", "--plan", "123"))
        self.assert_exit(0, self.mrctl("preset", "apply", "presets", "--plan", agreed))
        self.assertIsNone(self.run_json("plan", "presets")["plan"])
        self.assert_exit(0, self.mrctl("preset", "apply", "presets", "--plan", agreed))


class Orphans(StateTest):
    def test_are_those_of_the_paths_given(self):
        self.serve()
        for path in ("one/a", "one/b", "two/c", "two/d"):
            self.write(f"{path}.yaml", f"model: acme/tiny\ntop_k: {ord(path[-1])}\n")
        (self.folder / ".git").mkdir()
        self.assert_exit(0, self.mrctl("preset", "apply", "one", "two", "--yes"))
        self.assertEqual(self.records()["a"]["file"], "one/a.yaml")
        os.unlink(self.folder / "one/a.yaml")
        self.assertEqual(sorted(self.planned("two")), ["c", "d"])
        self.assertEqual(self.planned("one")["a"]["action"], "orphan")
        self.assertEqual(sorted(self.planned("one/b.yaml")), ["b"])
        os.rename(self.folder / "two/c.yaml", self.folder / "one/c.yaml")
        self.assertEqual(self.planned("one")["c"]["action"], "unchanged")

    def test_with_the_body_of_a_new_preset_are_renames(self):
        self.serve()
        (self.folder / ".git").mkdir()
        self.preset("vision", 0.1)
        self.apply()
        os.rename(self.folder / "presets/vision.yaml", self.folder / "presets/sight.yaml")
        plan = self.planned()
        self.assertEqual(plan["sight"]["renamed_from"], "vision")
        self.assertEqual(plan["vision"]["action"], "orphan")

    def test_without_a_file_count_in_the_folder_of_the_state_alone(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        record = self.records()["a"]
        del record["file"]
        self.settings.pop("MRCTL_STATE")
        self.write("presets/.mrctl/t/gone.json", json.dumps(record | {"slug": "gone"}))
        self.write("presets/below/c.yaml", "model: acme/tiny\n")
        (self.folder / ".git").mkdir()
        self.assertEqual(self.planned("presets")["gone"]["action"], "orphan")
        self.assertEqual(sorted(self.planned("presets/below")), ["c"])


class AWrongPlace(StateTest):
    def test_is_told_where_it_was_named(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        self.assertIn("no state for prdo in", self.say("plan", "presets", "--target", "prdo"))
        self.assertIn("it has t (1 preset): a\n", self.say("plan", "presets", "--target", "prdo"))
        self.assert_exit(0, self.mrctl("preset", "apply", "presets", "--yes", "--target", "prod"))
        said = self.say("plan", "presets", "--target", "prdo")
        self.assertIn("it has prod (1 preset): a; t (1 preset): a; did you mean --target prod?", " ".join(said.split()))
        self.assertIn("no records: none does not exist", self.say("plan", "presets", "--state", "none"))
        self.assertIn("no state for prdo in", self.say("state", "presets", "--target", "prdo"))
        self.settings["MRCTL_TARGET"] = ""
        for command in ("plan", "state"):
            self.assertIn("no state for 127.0.0.1_", self.say(command, "presets"))
        self.settings = {name: self.settings[name] for name in ("MRCTL_BASE_URL", "MRCTL_API_KEY")}
        self.assertNotIn("state", self.say("plan", "presets"))


class State(StateTest):
    def test_lists_records_below_the_paths(self):
        self.serve("POST /presets/lost/* = reset-after-commit times 1")
        (self.folder / ".git").mkdir()
        self.preset("a", 0.1)
        self.preset("lost", 0.2)
        self.apply(code=8)
        listed = {one["slug"]: one for one in self.run_json("state", "presets")}
        self.assertEqual(listed["a"]["file"], "presets/a.yaml")
        self.assertEqual(listed["a"]["version"], 1)
        self.assertEqual(listed["a"]["target"], "t")
        self.assertFalse(listed["a"]["pending"])
        self.assertTrue(listed["lost"]["pending"])
        self.assertEqual([one["slug"] for one in self.run_json("state", "presets/a.yaml")], ["a"])
        self.assertEqual(self.run_json("state", "presets", "--target", "none"), [])
        self.settings.pop("MRCTL_BASE_URL")
        self.assertEqual(len(self.run_json("state", "presets", "--all-targets")), 2)
        table = self.mrctl("preset", "state", "-o", "table").out
        self.assertRegex(table, r"t +lost +– +presets/lost.yaml +yes")

    def test_takes_any_word_for_a_slug_and_says_what_it_may_be(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        for word, note in (("main", "revision"), ("deadbeef", "revision"), ("help", "mrctl help preset state"), ("nosuch", "")):
            with self.subTest(word=word):
                outcome = self.mrctl("preset", "state", word, "-o", "json")
                self.assert_exit(0, outcome)
                self.assertEqual(json.loads(outcome.out), [])
                self.assertIn(f"there are no records of {word}", outcome.err)
                self.assertIn(note, outcome.err)
                self.assertEqual("; " in outcome.err, note != "")

    def test_finds_a_slug_in_the_records_of_the_projects_presets(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        (self.folder / "mrctl.toml").write_text('presets = ["presets"]\n')
        self.assertEqual([one["slug"] for one in self.run_json("state", "a", "--target", "t")], ["a"])

    def test_refuses_the_verbs_of_other_tools(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        for words, hint in ((("rm", "a"), "preset forget SLUG"), (("list",), "lists the records")):
            outcome = self.mrctl("preset", "state", *words)
            self.assert_refused(2, outcome, f"unknown command 'preset state {words[0]}'", hint)


class Forget(StateTest):
    def test_drops_all_or_nothing_and_sends_nothing(self):
        self.serve()
        for slug in ("a", "b", "c"):
            self.preset(slug, 0.1)
        self.apply()
        self.assertIn("did you mean 'b'", self.say("forget", "a", "bb", "--yes", code=4))
        self.assertEqual(sorted(self.records()), ["a", "b", "c"])
        self.assertIn("--yes", self.say("forget", "a", code=2))
        self.assertIn("--no-input", self.say("forget", "a", "--no-input", code=2))
        said = self.say("forget", "a", "b", "--yes")
        self.assertIn("dropped the record of a (version 1)", said)
        self.assertIn("stays live", said)
        self.assertEqual(sorted(self.records()), ["c"])

    def test_waits_for_nobody(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        folder = os.open(self.folder / "state/t", os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        self.assertIn("is using", self.say("forget", "a", "--yes", code=5))
        self.assertIn("is using", self.say("adopt", "presets", code=5))
        self.assertEqual(sorted(self.records()), ["a"])


class Adopt(StateTest):
    def test_records_what_is_live_without_sending(self):
        self.serve()
        self.preset("a", 0.1)
        said = self.say("adopt", "presets/a.yaml", "--version", "12")
        self.assertIn("nobody has verified", said)
        record = self.records()["a"]
        self.assertEqual((record["version"], record["version_id"], record["stored"]), (12, None, None))
        self.assertEqual(self.actions(), {"a": "unchanged"})
        self.preset("a", 0.2)
        self.assertIn("another body", self.say("adopt", "presets", code=5))
        self.preset("b", 0.1)
        self.assertIn("nothing was recorded", self.say("adopt", "presets", code=5))
        self.assertEqual(list(self.records()), ["a"])
        self.assertIn("one preset", self.say("adopt", "presets", "--version", "1", code=2))

    def test_takes_the_records_of_another_target(self):
        self.serve()
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        self.apply()
        self.settings["MRCTL_TARGET"] = "new"
        self.assertIn("did you mean", self.say("adopt", "presets", "--from", "tt", code=4))
        self.preset("b", 0.2)
        self.assertIn("b: t has another body", self.say("adopt", "presets", "--from", "t", code=5))
        self.preset("b", 0.1)
        self.say("adopt", "presets", "--from", "t")
        adopted = json.loads((self.folder / "state/new/a.json").read_text())
        self.assertEqual(adopted, self.records()["a"])
        self.assertEqual(set(self.actions().values()), {"unchanged"})

    def test_versions_are_64_bits_wide(self):
        self.serve()
        self.preset("a", 0.1)
        for wrong in ("0", "-1", "1.0", str(2**63), "9" * 30):
            refused = self.say("adopt", "presets/a.yaml", f"--version={wrong}", code=2)
            self.assertIn(f"from 1 to {2**63 - 1}", refused)
            self.assertEqual(self.records(), {})
        self.say("adopt", "presets/a.yaml", "--version", str(2**63 - 1))
        self.assertEqual(self.records()["a"]["version"], 2**63 - 1)
        self.assertEqual(self.actions(), {"a": "unchanged"})

    def test_leaves_whole_records_when_it_is_killed(self):
        self.serve()
        for number in range(400):
            self.preset(f"p{number}", 0.1)
        for delay in (0.02, 0.05, 0.1, 0.2, 0.4):
            shutil.rmtree(self.folder / "state", ignore_errors=True)
            process = self.start("preset", "adopt", "presets")
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait()
            actions = self.actions()
            self.assertLessEqual(set(actions.values()), {"create", "unchanged"})
            self.assertEqual(len([one for one in actions.values() if one == "unchanged"]), len(self.records()))
        self.say("adopt", "presets")
        self.assertEqual(set(self.actions().values()), {"unchanged"})
        slugs = list(self.records())
        for delay in (0.02, 0.05, 0.1):
            process = self.start("preset", "forget", *slugs, "--yes", "--state", "state")
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait()
            kept = self.records()
            self.assertEqual(len(self.run_json("state", "presets")), len(kept))
            slugs = list(kept)
            if not slugs:
                break


class Secrets(StateTest):
    def test_are_refused_everywhere_and_shown_nowhere(self):
        self.serve()
        key = "ghp_" + "a1b2c3d4e5" * 3
        self.write("presets/a.yaml", f"model: acme/tiny\nmessages:\n- role: system\n  content: Use {key}\n")
        for command in ("lint", "plan", "apply", "adopt", "render"):
            extra = ("--yes",) if command == "apply" else ()
            outcome = self.mrctl("preset", command, "presets", *extra, "--error-format", "json")
            self.assert_exit(2, outcome)
            self.assertIn("secret.found", outcome.out + outcome.err)
            self.assertNotIn(key, outcome.out + outcome.err)
        create = ("preset", "create", "a", "--body", "presets/a.yaml")
        self.assert_exit(2, self.mrctl(*create))
        self.assertEqual(self.records(), {})
        self.assert_exit(0, self.mrctl(*create, "--allow-secrets"))
        self.assert_exit(0, self.mrctl("preset", "apply", "presets", "--yes", "--allow-secrets"))

    def test_the_key_in_use_is_found_wherever_it_comes_from(self):
        self.serve()
        key = self.settings["MRCTL_API_KEY"]
        self.write("presets/a.yaml", f"model: acme/tiny\nstop: ['{key}']\n")
        self.assertIn("secret.found", self.mrctl("preset", "plan", "presets", "--error-format", "json").err)
        self.settings.pop("MRCTL_API_KEY")
        path = self.write("key", key)
        os.chmod(path, 0o600)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--api-key-file", "key")
        self.assert_exit(2, outcome)
        self.assertNotIn(key, outcome.out + outcome.err)
        self.assertEqual(self.records(), {})
        created = self.mrctl("preset", "create", "a", "--body", "presets/a.yaml", "--api-key-file", "key")
        self.assert_exit(2, created)
        self.assertNotIn(key, created.out + created.err)

    def test_a_key_in_place_of_a_path_is_not_shown(self):
        key = "sk-test-" + "0a1b2c3d" * 5
        for flags in ((), ("-o", "json"), ("--error-format", "github")):
            outcome = self.mrctl("preset", "lint", key, *flags)
            self.assert_exit(2, outcome)
            self.assertNotIn(key, outcome.out + outcome.err)


class AnInvalidBody(StateTest):
    def test_is_a_result_for_reports(self):
        self.serve()
        self.write("presets/a.yaml", "model: acme/tiny\ntemperature: 3\n")
        for command in ("plan", "apply", "explain"):
            reports = ("--report", "junit=j.xml", "--report", "codequality=q.json", "--report", "html=p.html")
            extra = ("--yes",) if command == "apply" else ()
            outcome = self.mrctl("preset", command, "presets", *extra, *reports[: 6], "--summary", f"{command}.md")
            self.assert_exit(2, outcome)
            self.assertIn("temperature.range", (self.folder / f"{command}.md").read_text())
            self.assertIn("temperature must be between", (self.folder / "p.html").read_text())
            issues = json.loads((self.folder / "q.json").read_text())
            self.assertEqual(issues[0]["location"]["lines"]["begin"], 2)
            for name in ("j.xml", "q.json", "p.html"):
                os.unlink(self.folder / name)


class Outcomes(StateTest):
    def test_say_what_was_stored_and_group_the_slugs(self):
        self.serve("POST /presets/b/* = 403", "POST /presets/c/* = 500")
        for slug in ("a", "b", "c"):
            self.preset(slug, 0.1)
        result = self.apply("--summary", "s.md", "--report", "junit=j.xml", code=3)
        stored = {preset["slug"]: preset["stored"] for preset in result["presets"]}
        self.assertEqual(stored, {"a": "yes", "b": "no", "c": "unknown"})
        errors = {preset["slug"]: preset["error"]["stored"] for preset in result["presets"] if preset["error"]}
        self.assertEqual(errors, {"b": "no", "c": "unknown"})
        self.assertEqual(result["not_sent"], 0)
        summary = (self.folder / "s.md").read_text()
        for group in ("live now: a", "failed, nothing was stored: b", "unknown, a version may exist: c"):
            self.assertIn(group, summary)
        self.assertIn('failures="2"', (self.folder / "j.xml").read_text())


if __name__ == "__main__":
    unittest.main()
