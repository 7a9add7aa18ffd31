"""preset plan in a real git repository: what two branches changed merges, and a conflict is told."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import unittest

from drive.program import ProgramTest, is_sanitized
from drive.wire import measure

SERVICE = "http://127.0.0.1:9/api/v1"
TARGET = "127.0.0.1_9"


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(value):
    return "h1:" + hashlib.sha256(canonical(value).encode()).hexdigest()


def record(slug, body, version):
    """Returns the text that an apply leaves behind."""
    return (
        json.dumps(
            {
                "format": 1,
                "service": SERVICE,
                "slug": slug,
                "workspace_id": "ws-1",
                "preset_id": f"p-{slug}",
                "version": version,
                "version_id": f"v-{version}",
                "applied": hash_of(body),
                "stored": hash_of({"config": body, "system_prompt": None}),
                "body": json.loads(canonical(body)),
            },
            indent=2,
        )
        + "\n"
    )


class PlanTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_BASE_URL": SERVICE}

    def plan(self, *arguments, code=0, **options):
        outcome = self.mrctl("preset", "plan", *arguments, **options)
        self.assert_exit(code, outcome)
        return outcome

    def report(self, *arguments, **options):
        return json.loads(self.plan(*arguments, "-o", "json", **options).out)

    def actions(self, *arguments):
        return {preset["slug"]: preset["action"] for preset in self.report(*arguments)["presets"]}

    def apply_by_hand(self, slug, body, version):
        self.write(f"presets/{slug}.json", json.dumps(body))
        self.write(f"presets/.mrctl/{TARGET}/{slug}.json", record(slug, body, version))


@unittest.skipUnless(shutil.which("git"), "there is no git")
class InARepository(PlanTest):
    def setUp(self):
        super().setUp()
        self.git("init", "-q", "-b", "main")
        for slug in ("billing", "support"):
            self.apply_by_hand(slug, {"model": "acme/tiny", "temperature": 0.2}, 1)
        self.commit("two presets")

    def git(self, *arguments, code=0):
        person = ("-c", "user.name=t", "-c", "user.email=t@example.com")
        done = subprocess.run(
            ["git", *person, *arguments],
            cwd=self.folder,
            env=self.environment(GIT_CONFIG_NOSYSTEM="1"),
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def commit(self, message):
        self.git("add", "-A", "presets")
        self.git("commit", "-q", "-m", message)

    def change_on_a_branch(self, branch, slug, temperature, version):
        self.git("checkout", "-q", "-b", branch, "main")
        self.apply_by_hand(slug, {"model": "acme/tiny", "temperature": temperature}, version)
        self.commit(f"{slug} at {temperature}")

    def test_two_branches_that_change_two_presets_merge_without_a_conflict(self):
        self.change_on_a_branch("one", "billing", 0.3, 2)
        self.change_on_a_branch("two", "support", 0.4, 2)
        self.git("merge", "-q", "-m", "merge", "one")
        self.assertEqual(self.actions("presets"), {"billing": "unchanged", "support": "unchanged"})

    def test_a_conflict_in_a_state_file_is_told_with_its_name(self):
        self.change_on_a_branch("one", "billing", 0.3, 2)
        self.change_on_a_branch("two", "billing", 0.4, 3)
        self.git("merge", "-q", "-m", "merge", "one", code=1)
        self.git("checkout", "--ours", "presets/billing.json")
        outcome = self.plan("presets", code=2)
        self.assertIn(f"presets/.mrctl/{TARGET}/billing.json", outcome.err)
        self.assertIn("conflict", outcome.err)
        self.assertEqual(outcome.out, "")

    def test_the_state_is_found_at_the_top_of_the_repository(self):
        os.rename(self.folder / "presets/.mrctl", self.folder / ".mrctl")
        self.assertEqual(self.actions("presets")["billing"], "unchanged")
        self.assertEqual(self.actions("presets/billing.json"), {"billing": "unchanged"})

    def test_a_part_of_the_presets_has_no_orphans(self):
        os.unlink(self.folder / "presets/support.json")
        self.write("presets/eu/new.json", '{"model": "acme/tiny"}')
        part = self.actions("presets/eu", "presets/billing.json")
        self.assertEqual(part, {"new": "create", "billing": "unchanged"})
        self.assertEqual(self.actions("presets")["support"], "orphan")


class ManyNewPresets(PlanTest):
    def test_of_more_than_20_the_others_are_counted(self):
        for number in range(23):
            self.write(f"presets/p{number:02}.json", '{"model": "acme/tiny"}')
        shown = self.plan("presets").out
        self.assertEqual(shown.count("acme/tiny"), 20)
        self.assertEqual(len(re.findall(r"p\d\d +create", shown)), 23)
        self.assertIn("3 more new bodies are not shown: 'mrctl preset render' prints them", shown)
        self.assertEqual({len(preset["changes"]) for preset in self.report("presets")["presets"]}, {1})


class TheSameFolder(PlanTest):
    def test_makes_the_same_plan_and_is_left_as_it_was(self):
        self.apply_by_hand("billing", {"model": "acme/tiny", "stop": None}, 4)
        self.write("presets/new.yaml", "model: acme/large\n")
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        first = self.plan("presets").out
        self.assertEqual(self.plan("presets").out, first)
        self.assertEqual({path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}, before)

    def test_is_unchanged_by_cosmetic_edits(self):
        body = {"model": "acme/tiny", "max_tokens": 100, "metadata": {"a": "b"}}
        kept = {"model": "acme/tiny", "max_tokens": 100}
        self.write(f"presets/.mrctl/{TARGET}/a.json", record("a", kept, 1))
        for text in (
            json.dumps(body),
            json.dumps(body, indent=8),
            "max_tokens: 1e2 # comment\n\nmodel: 'acme/tiny'\n",
            "{max_tokens: 100.0, user: someone, model: acme/tiny, messages: [{role: user, content: hi}]}",
        ):
            self.write("presets/a.yaml", text)
            self.assertEqual(self.actions("presets"), {"a": "unchanged"}, text)

    def test_needs_no_state_folder_and_makes_none(self):
        self.write("presets/a.yaml", "model: acme/tiny\n")
        self.assertEqual(self.actions("presets"), {"a": "create"})
        self.assertEqual(os.listdir(self.folder / "presets"), ["a.yaml"])

    def test_can_be_read_only(self):
        self.apply_by_hand("a", {"model": "acme/tiny"}, 1)
        for path in [*self.folder.rglob("presets/**/*"), self.folder / "presets"]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        self.addCleanup(lambda: subprocess.run(["chmod", "-R", "u+w", str(self.folder / "presets")], check=True))
        self.assertEqual(self.actions("presets"), {"a": "unchanged"})


class Gates(PlanTest):
    def test_fail_changed_is_exit_10_after_the_plan(self):
        self.write("presets/a.yaml", "model: acme/tiny\n")
        outcome = self.plan("presets", "--fail-on", "changed", code=10)
        self.assertIn('a', outcome.out)
        self.assertIn("--fail-on changed  FAILED  1 preset would be sent", outcome.out)
        self.assertEqual(outcome.err, "")
        self.apply_by_hand("b", {"model": "acme/tiny"}, 1)
        self.plan("presets/b.json", "--fail-on", "changed")


class ManyFiles(PlanTest):
    """Files are read several at a time; nothing of it shows."""

    COUNT = 600

    def setUp(self):
        super().setUp()
        self.slugs = [f"p{number:03}" for number in range(self.COUNT)]
        for number, slug in enumerate(self.slugs):
            text = f"model: acme/m{number}\n" if number % 3 else json.dumps({"model": f"acme/m{number}"})
            self.write(f"presets/{slug}.{'yaml' if number % 3 else 'json'}", text)

    def test_are_planned_in_their_order(self):
        plan = self.report("presets")
        self.assertEqual([preset["slug"] for preset in plan["presets"]], self.slugs)
        self.assertEqual(plan["create"], self.COUNT)

    def test_are_each_compared_with_its_own_record_over_a_base_that_is_read_once(self):
        for number, slug in enumerate(self.slugs):
            body = {"model": f"acme/m{number}", "temperature": 0.5}
            self.write(f"presets/.mrctl/{TARGET}/{slug}.json", record(slug, body, number + 1))
        plan = self.report("presets", "--base", "-", stdin='{"temperature": 0.5}')
        self.assertEqual(plan["unchanged"], self.COUNT)
        self.assertEqual([preset["version"] for preset in plan["presets"]], list(range(1, self.COUNT + 1)))

    def test_their_problems_are_told_in_their_order_and_those_of_a_flag_once(self):
        broken = ["p007.yaml", "p299.yaml", "p300.json", "p301.yaml", "p599.yaml"]
        for name in broken:
            self.write(f"presets/{name}", '{"temperature": 3}')
        outcome = self.plan("presets", "--set", "top_p=5", "--error-format", "json", code=2)
        problems = json.loads(outcome.err)["error"]["problems"]
        self.assertEqual([each["file"] for each in problems if each["path"] == "/temperature"],
                         [f"presets/{name}" for name in broken])
        self.assertEqual(len([each for each in problems if each["path"] == "/top_p"]), 1)

    def test_all_broken_records_are_no_crash_and_the_first_is_named(self):
        for slug in self.slugs[250:]:
            self.write(f"presets/.mrctl/{TARGET}/{slug}.json", "{")
        outcome = self.plan("presets", code=2)
        self.assertIn("p250.json", outcome.err)
        self.assertNotIn("p251.json", outcome.err)


@unittest.skipIf(is_sanitized(), "a sanitizer takes memory of its own")
class LargeChanges(PlanTest):
    def test_are_shown_one_by_one(self):
        count, prompt = 200, "Be brief and kind. " * 5000
        body = {"model": "acme/tiny", "messages": [{"role": "system", "content": prompt}]}
        for number in range(count):
            self.apply_by_hand(f"p{number}", body, 1)
        size_mib = count * len(prompt) / (1 << 20)
        for form in ("table", "json", "jsonl"):
            changed = ["presets", "--set-string", "messages[0].content=Be kind.", "-o", form]
            with self.subTest(form):
                took = measure(["preset", "plan", *changed], self.environment(**self.settings), self.folder)
                self.assertEqual(took.code, 0)
                if form != "table":  # which shows a change that all presets share once
                    self.assertGreater((self.folder / "measured.out").stat().st_size, count * len(prompt))
                self.assertLess(took.mib, 12 + size_mib / 2)


if __name__ == "__main__":
    unittest.main()
