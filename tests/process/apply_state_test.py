"""The records of preset apply: whole and true on a full, a read-only and a busy file system."""

import json
import os
import resource
import shutil
import signal
import subprocess
import unittest
import urllib.request

from drive.applying import ApplyTest
from drive.git import Git
from drive.moments import wait_until
from drive.program import PATIENCE_S
from drive.service import Answer, LoopbackService

class TheStateFolder(ApplyTest):
    def test_that_cannot_be_made_sends_nothing(self):
        self.serve()
        self.preset("a", 0.1)
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--state", "/proc/mrctl-state")
        self.assert_refused(1, outcome, "/proc/mrctl-state")
        self.assertEqual(self.actions(), {"a": "create"})

    def test_that_is_another_one_is_told_before_anything_is_sent(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        self.preset("a", 0.2)
        for words, more in ((("--state", "nope"), {}), ((), {"MRCTL_STATE": "nope"})):
            outcome = self.mrctl("preset", "apply", "presets", "--yes", *words, env=self.environment(**more))
            self.assert_exit(0, outcome)
            self.assertIn("no records: nope does not exist", outcome.err)
            shutil.rmtree(self.folder / "nope")

    def test_on_a_full_disk_stays_whole(self):
        self.serve()
        long = "x" * 5000
        self.write("presets/a.yaml", f"messages: [{{role: system, content: {long}}}]\n")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

        outcome = self.mrctl("preset", "apply", "presets", "--yes", "-o", "json", preexec_fn=small_files)
        self.assert_exit(1, outcome)
        self.assertEqual(list(self.records()["a"]), ["format", "service", "slug", "file", "pending"])
        self.assertEqual(os.listdir(self.folder / "state/t"), ["a.json"])
        self.assertEqual(self.apply()["presets"][0]["action"], "retried")

    def test_that_loses_a_record_while_models_are_listed_ends_the_check(self):
        self.serve()
        self.write("presets/a.yaml", "models: [acme/tiny]\n")
        self.apply()
        self.write("presets/a.yaml", "models: [acme/tiny, acme/large]\n")
        emulator = self.settings["MRCTL_BASE_URL"]

        def answer(request):
            if request.path.endswith("/endpoints"):
                (self.folder / "state/t/a.json").unlink(missing_ok=True)
            url = emulator.removesuffix("/api/v1") + request.path
            key = {"Authorization": request.headers["authorization"]}
            with urllib.request.urlopen(urllib.request.Request(url, headers=key)) as passed_on:
                return Answer(200, passed_on.read())

        service = LoopbackService(answer)
        self.addCleanup(service.close)
        self.settings["MRCTL_BASE_URL"] = service.base_url
        self.move_records(service.base_url)
        outcome = self.mrctl("preset", "check", "presets", "--fail-on", "changed")
        self.assert_refused(2, outcome, "presets/a.yaml or its state file changed")
        self.assertEqual(self.records(), {})

    def test_that_is_replaced_does_not_hide_why_the_service_refused(self):
        self.serve()
        self.preset("a", 0.1)

        def answer(request):
            if request.method == "POST":
                os.rename(self.folder / "state", self.folder / "moved")
                return Answer(400, b'{"error":{"code":400,"message":"no such variant"}}')
            return Answer(404, b'{"error":{"code":404,"message":"not found"}}')

        service = LoopbackService(answer)
        self.addCleanup(service.close)
        self.settings["MRCTL_BASE_URL"] = service.base_url
        (preset,) = self.apply("--live=false", code=1)["presets"]
        self.assertRegex(preset["error"]["message"], "^no such variant; cannot write .*: it was moved or replaced")
        self.assertEqual(preset["stored"], "no")

    def test_in_a_repository_is_to_be_committed_with_what_was_applied(self):
        self.serve()
        self.write("repo/prüf/chat.yaml", "model: acme/tiny\n")
        self.write("repo/prüf/new.yaml", "model: acme/tiny\n")
        self.write("repo/.gitignore", "")
        repository = Git(self.folder / "repo", self.environment)
        apply = "unset MRCTL_STATE; cd repo; mrctl preset apply prüf --yes"
        repository.git("init", "--quiet")
        repository.git("add", "prüf/chat.yaml")
        repository.git("commit", "--quiet", "--message", "first")
        first = self.shell(apply).err
        self.assertRegex(first, r"note: commit prüf/.mrctl/\S+: it records what was applied\n")
        self.assertIn("note: commit what was applied, too: prüf/new.yaml\n", first)
        self.write("repo/.gitignore", ".mrctl\n")
        self.write("repo/prüf/chat.yaml", "model: acme/large\n")
        repository.git("add", "prüf/new.yaml")
        repository.git("commit", "--quiet", "--message", "second")
        second = self.shell(apply).err
        self.assertRegex(second, r"note: git ignores prüf/.mrctl/\S+, which records what was applied")
        self.assertIn("note: commit what was applied, too: prüf/chat.yaml\n", second)

    def test_keeps_the_file_of_a_record_in_a_copy_without_git(self):
        self.serve()
        self.write("repo/.git/HEAD", "")
        for name in ("one", "two"):
            self.write(f"repo/team/bodies/{name}.yaml", "model: acme/tiny\n")
        apply = "unset MRCTL_STATE; cd repo; mrctl preset apply team/bodies --yes"
        self.assert_exit(0, self.shell(apply))
        self.write("repo/team/bodies/one.yaml", "model: acme/large\n")
        self.assert_exit(0, self.shell(f"mv repo/.git aside; ({apply}); code=$?; mv aside repo/.git; exit $code"))
        (record,) = (self.folder / "repo/team/bodies/.mrctl").glob("*/one.json")
        self.assertEqual(json.loads(record.read_text())["file"], "team/bodies/one.yaml")
        (self.folder / "repo/team/bodies/one.yaml").unlink()
        outcome = self.shell("unset MRCTL_STATE; cd repo; mrctl preset plan team/bodies -o json")
        self.assertEqual(json.loads(outcome.out)["orphan"], 1)

    def test_knows_a_preset_that_has_another_name_and_nearly_the_same_prompt(self):
        self.serve()

        def preset(slug, model, *lines):
            text = "".join(f"      {line}\n" for line in lines)
            self.write(f"presets/{slug}.yaml", f"model: {model}\nmessages:\n  - role: system\n    content: |\n{text}")

        preset("mail", "acme/tiny", "Be brief.", "Be kind.", "Sign as the team.")
        self.apply()
        (self.folder / "presets/mail.yaml").unlink()
        preset("post", "acme/tiny", "Be brief.", "Be kind.", "Sign with your name.")
        preset("other-model", "acme/large", "Be brief.", "Be kind.", "Sign as the team.")
        preset("other-prompt", "acme/tiny", "Be brief.", "Sort tickets.", "Say why.")
        for flags in ((), ("-o", "markdown"), ("-o", "html"), ("--summary", "summary.md")):
            with self.subTest(flags):
                outcome = self.mrctl("preset", "plan", "presets", *flags)
                self.assert_exit(0, outcome)
                shown = outcome.out + ((self.folder / "summary.md").read_text() if "--summary" in flags else "")
                expected = 2 if "--summary" in flags else 1
                self.assertEqual(shown.count("nearly the same body as mail, whose file is gone"), expected, shown)
        presets = json.loads(self.mrctl("preset", "plan", "presets", "-o", "json").out)["presets"]
        self.assertEqual([preset for preset in presets if "renamed_from" in preset], [])

    def test_is_for_one_apply_at_a_time(self):
        self.serve("POST * = hang")
        self.preset("a", 0.1)
        first = self.start("preset", "apply", "presets", "--yes", "--timeout", "0")
        wait_until(self.records)
        second = self.mrctl("preset", "apply", "presets", "--yes")
        self.assert_refused(5, second, "another 'mrctl preset apply'")
        first.kill()

    def test_named_by_the_folder_of_its_target_sends_nothing_again(self):
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        for command in ("plan",), ("apply", "--yes"):
            refused = self.mrctl("preset", *command, "presets", "--target", "t", "--state", "state/t")
            self.assert_refused(2, refused, "name the folder above it: state")
        self.assertEqual(os.listdir(self.folder / "state/t"), ["a.json"])

    def test_holds_records_alone_when_an_apply_is_over(self):
        self.serve()
        for temperature in (0.1, 0.2):
            for slug in "abc":
                self.preset(slug, temperature)
            self.apply()
            self.assertEqual(sorted(os.listdir(self.folder / "state/t")), ["a.json", "b.json", "c.json"])


class AFileSystemOfItsOwn(ApplyTest):
    """The state on a small tmpfs: permissions do not bind root, a read-only mount does."""

    def mount(self, options="size=1m"):
        (self.folder / "state").mkdir()
        made = self.call("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.folder / "state"))
        if made.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {made.stderr.strip()}")
        self.addCleanup(self.call, "umount", "-l", str(self.folder / "state"))

    def remount(self, options):
        done = self.call("mount", "-o", f"remount,{options}", str(self.folder / "state"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def call(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_whole(self):
        """Nothing but records that can be read."""
        names = sorted(os.listdir(self.folder / "state/t"))
        self.assertEqual(names, sorted(f"{slug}.json" for slug in self.records()))

    def test_that_is_read_only_sends_nothing(self):
        self.mount()
        self.serve()
        self.preset("a", 0.1)
        self.apply()
        before = self.records()
        self.preset("a", 0.2)
        self.preset("b", 0.2)
        self.remount("ro")
        outcome = self.mrctl("preset", "apply", "presets", "--yes")
        self.assert_refused(1, outcome, "state/t", "Read-only file system")
        self.assertEqual(self.records(), before)
        self.assertEqual(self.actions(), {"a": "update", "b": "create"})
        self.remount("rw")
        versions = [preset["version"] for preset in self.apply("--strict")["presets"]]
        self.assertEqual(versions, [2, 1])

    def test_that_turns_read_only_leaves_what_was_sent_as_lost(self):
        self.mount()
        self.serve("POST * = slow 1s")
        for slug in "abcd":
            self.preset(slug, 0.1)
        process = self.start("preset", "apply", "presets", "--yes", "--jobs", "2", "-o", "json")
        wait_until(lambda: len(self.records()) == 2)
        wait_until(lambda: self.call("mount", "-o", "remount,ro", str(self.folder / "state")).returncode == 0)
        out, err = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 1, err)
        actions = [preset["action"] for preset in json.loads(out)["presets"]]
        self.assertEqual(actions[:2], ["failed", "failed"], err)
        self.assertLessEqual(set(actions[2:]), {"failed", "not sent"}, err)
        self.assertIn("unknown, a version may exist: a, b\"", err)
        self.assert_whole()
        self.assertEqual(list(self.actions().values()), ["retry", "retry", "create", "create"])
        self.remount("rw")
        notes = [" ".join(preset["notes"]) for preset in self.apply()["presets"][:2]]
        for note in notes:
            self.assertIn("had been stored", note)

    def test_that_is_full_stays_whole(self):
        self.mount("size=96k")
        self.serve()
        for number in range(8):
            content = f"{number} " + "x" * 20_000
            self.write(f"presets/{number}.yaml", f"messages: [{{role: system, content: {content}}}]\n")
        outcome = self.mrctl("preset", "apply", "presets", "--yes", "--jobs", "1", "-o", "json")
        self.assert_exit(1, outcome)
        self.assertIn("No space left on device", outcome.err)
        sent = {preset["slug"]: preset["action"] for preset in json.loads(outcome.out)["presets"]}
        self.assert_whole()
        told = {"created": "unchanged", "failed": "retry", "not sent": "create"}
        self.assertEqual(self.actions(), {slug: told[action] for slug, action in sent.items()})
        self.assertEqual(set(sent.values()), set(told))
        self.remount("size=1m")
        again = {preset["slug"]: preset["action"] for preset in self.apply("--strict")["presets"]}
        after = {"created": "unchanged", "failed": "retried", "not sent": "created"}
        self.assertEqual(again, {slug: after[action] for slug, action in sent.items()})


if __name__ == "__main__":
    unittest.main()
