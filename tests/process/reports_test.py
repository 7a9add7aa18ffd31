"""--report: files beside the result, replaced as a whole or not at all."""

import json
import os
import stat
import unittest

from drive.reports import BAD, GOOD, WARNED, ReportTest
from drive.service import ServiceTest


class Files(ReportTest):
    def test_get_what_the_result_would_be_in_that_format(self):
        self.write("bad.yaml", BAD)
        names = [name for name in self.formats() if name not in ("text", "raw")]
        self.lint(2, "bad.yaml", *(word for name in names for word in ("--report", f"{name}=out.{name}")))
        for name in names:
            with self.subTest(format=name):
                self.assertEqual(self.read(f"out.{name}"), self.lint(2, "bad.yaml", "-o", name).out)

    def formats(self):
        flags = json.loads(self.mrctl("help", "--json").out)["global_flags"]
        return next(flag["choices"] for flag in flags if flag["name"] == "--output")

    def test_are_written_when_the_exit_code_is_2_or_10(self):
        self.write("bad.yaml", BAD)
        self.write("warned.yaml", WARNED)
        self.lint(2, "bad.yaml", "--report", "json=a.json")
        self.lint(10, "warned.yaml", "--strict", "--report", "json=b.json")
        self.assertEqual([json.loads(self.read(name))["files"] for name in ("a.json", "b.json")], [1, 1])

    def test_stay_untouched_without_a_result(self):
        self.write("old.json", "old")
        self.write("bad.yaml", BAD)
        for words in (["preset", "explain", "bad.yaml"], ["preset", "plan", "missing"], ["preset", "lint", "bad.yaml", "-o", "x"]):
            outcome = self.mrctl(*words, "--report", "json=old.json", "--summary", "old.json.md", "--base-url", "http://127.0.0.1:9/api/v1")
            self.assert_exit(2, outcome)
            self.assertEqual(self.read("old.json"), "old")
        # The summary has the problems of files.
        self.assertIn("bad.yaml", self.read("old.json.md"))

    def test_keep_their_mode_and_links_stay_links(self):
        self.write("good.yaml", GOOD)
        self.write("real.json", "old", mode=0o640)
        os.symlink("real.json", self.folder / "link.json")
        self.lint(0, "good.yaml", "--report", "json=link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertEqual(json.loads(self.read("real.json"))["files"], 1)
        self.assertEqual(stat.S_IMODE((self.folder / "real.json").stat().st_mode), 0o640)

    def test_that_are_new_have_the_mode_that_the_umask_leaves(self):
        self.write("good.yaml", GOOD)
        outcome = self.shell("umask 027; mrctl preset lint good.yaml --report json=new.json")
        self.assert_exit(0, outcome)
        self.assertEqual(stat.S_IMODE((self.folder / "new.json").stat().st_mode), 0o640)

    def test_that_are_devices_stay_devices(self):
        self.write("good.yaml", GOOD)
        self.lint(0, "good.yaml", "--report", "json=/dev/null", "--summary", "/dev/zero")
        for device in ("/dev/null", "/dev/zero"):
            self.assertTrue(stat.S_ISCHR(os.stat(device).st_mode))

    def test_that_are_pipes_are_written_in_place(self):
        self.write("good.yaml", GOOD)
        outcome = self.shell("mkfifo pipe; cat pipe & mrctl preset lint good.yaml -q --report json=pipe >/dev/null; wait")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["files"], 1)

    def test_that_are_pipes_without_a_reader_are_exit_1(self):
        self.write("good.yaml", GOOD)
        os.mkfifo(self.folder / "pipe")
        for flag in ("--report=json=pipe", "--summary=pipe"):
            outcome = self.lint(1, "good.yaml", flag)
            self.assertIn("cannot write pipe: no process reads this pipe", outcome.err)

    def test_that_are_own_streams_lose_nothing_before_or_after(self):
        self.write("good.yaml", GOOD)
        script = "{ echo before; mrctl preset lint good.yaml -q --report json=%s --summary /dev/fd/4; echo after; } >>log 4>>summary"
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            self.write("log", "")
            self.assert_exit(0, self.shell(script % name))
            log = self.read("log")
            self.assertTrue(log.startswith("before\n") and log.endswith("after\n"), log)
            self.assertIn('{"files":1,', log)
        self.assertEqual(self.read("summary").count("## mrctl preset lint"), 3)

    def test_below_what_cannot_be_looked_at_are_two(self):
        self.write("good.yaml", GOOD)
        os.symlink("loop", self.folder / "loop")
        outcome = self.lint(1, "good.yaml", "--report", "json=loop/a.json", "--report", "csv=loop/b.csv")
        self.assertIn("cannot write loop/a.json: Too many levels", outcome.err)
        self.assertIn("cannot write loop/b.csv: Too many levels", outcome.err)

    def test_that_stand_twice_are_refused_before_anything_is_done(self):
        self.write("good.yaml", GOOD)
        os.symlink("a.json", self.folder / "link.json")
        for other in ("a.json", "./a.json", "link.json"):
            outcome = self.mrctl("preset", "lint", "good.yaml", "--report", "json=a.json", "--report", f"csv={other}")
            self.assert_refused(2, outcome, "two results go to one file")
        outcome = self.mrctl("preset", "lint", "good.yaml", "--report", "json=a.json", "--summary", "a.json")
        self.assert_refused(2, outcome, "two results go to one file")
        self.assertFalse((self.folder / "a.json").exists())

    def test_over_what_the_command_reads_are_refused_before_anything_is_done(self):
        self.write("presets/good.yaml", GOOD)
        self.write("base.yaml", "temperature: 0.5\n")
        self.write("list.json", "[]")
        self.write("key", "sk-test-fake-0000")
        self.write("mrctl.toml", 'presets = ["presets"]\n')
        self.write("home/.config/mrctl/config.toml", "")
        self.write("system.txt", "Answer briefly.")
        self.write("presets/.mrctl/router/good.json", "{}")
        os.link(self.folder / "base.yaml", self.folder / "same.yaml")
        os.symlink("presets/good.yaml", self.folder / "link.yaml")
        self.settings["MRCTL_BASE_URL"] = "http://127.0.0.1:9/api/v1"
        flags = ("--base", "base.yaml", "--api-key-file", "key")
        plan = ("preset", "plan", "presets", *flags)
        for name in ("presets/good.yaml", "./presets/../presets/good.yaml", "link.yaml", "same.yaml", "key", "mrctl.toml",
                     "home/.config/mrctl/config.toml", "presets/.mrctl/router/good.json"):  # fmt: skip
            before = self.read(name)
            for flag in (f"--report=yaml={name}", f"--summary={name}"):
                outcome = self.mrctl(*plan, flag)
                self.assert_exit(2, outcome)
                self.assertIn(f"a result would replace {name}, which this command reads", outcome.err)
            self.assertEqual(self.read(name), before)
        create = ("preset", "create", "s", "--dry-run", "--system=@system.txt", "--report=json=system.txt")
        self.assert_exit(2, self.mrctl(*create))
        for words in (("endpoints", "diff", "list.json", "list.json"), ("preset", "explain", "presets", "--listing", "list.json")):
            self.assert_exit(2, self.mrctl(*words, "--report", "json=list.json"))
        self.assertEqual((self.read("system.txt"), self.read("list.json")), ("Answer briefly.", "[]"))
        self.assert_exit(0, self.mrctl(*plan, "--config=/dev/null", "--report", "json=/dev/null"))

    def test_over_a_text_that_a_body_names_are_refused_before_anything_is_done(self):
        prompt = "model: acme/tiny\nmessages:\n  - {role: system, content: !file texts/rules.md}\n"
        self.write("presets/good.yaml", prompt)
        self.write("base.yaml", "messages:\n  - {role: system, content: !file tone.md}\n")
        self.write("list.json", '[{"id": "acme/tiny", "endpoints": []}]')
        for name in ("presets/texts/rules.md", "tone.md"):
            self.write(name, "Answer briefly.\n")
        os.link(self.folder / "tone.md", self.folder / "same.md")
        reports = ("--report=json=", "--summary=")
        for words, name, flags in (
            (("preset", "lint", "presets"), "presets/texts/rules.md", reports),
            (("preset", "render", "presets/good.yaml", "--base", "base.yaml"), "same.md", reports),
            (("preset", "create", "s", "--body", "base.yaml", "--dry-run"), "tone.md", reports),
            (("endpoints", "diff", "list.json", "--presets", "presets"), "presets/texts/rules.md", (*reports, "--save=")),
        ):
            for flag in flags:
                with self.subTest(command=words, flag=flag):
                    outcome = self.mrctl(*words, flag + name, env={"MRCTL_BASE_URL": "http://127.0.0.1:9/api/v1"})
                    self.assert_refused(2, outcome, f"a result would replace {name}, which this command reads")
                    self.assertEqual(self.read(name), "Answer briefly.\n")
        self.lint(0, "presets", "--report", "json=presets/texts/other.md")

    def test_need_a_format_and_a_name(self):
        for value in ("json", "json=", "json=-", "=a", "jnuit=a"):
            self.assert_refused(2, self.mrctl("version", "--report", value))
        self.assert_refused(2, self.mrctl("version", "--report", "junit=a.xml"), "preset lint")
        self.assert_refused(2, self.mrctl("auth", "logout", "--report", "json=a"), "no result")

    def test_that_cannot_be_written_are_exit_1_after_the_result(self):
        self.write("good.yaml", GOOD)
        for place in ("missing/a.json", ".", "/dev/full"):
            for flag in (f"--report=json={place}", f"--summary={place}"):
                with self.subTest(flag=flag):
                    outcome = self.lint(1, "good.yaml", flag)
                    self.assertEqual(outcome.out, "1 file: no problems\n")
                    self.assertIn(f"cannot write {place}", outcome.err)

    def test_that_cannot_be_written_go_over_10_but_not_over_2(self):
        self.write("bad.yaml", BAD)
        self.write("warned.yaml", WARNED)
        outcome = self.lint(1, "warned.yaml", "--strict", "--report", "json=missing/a.json", "--report", "json=a.json")
        self.assertIn("cannot write missing/a.json", outcome.err)
        self.assertEqual(json.loads(self.read("a.json"))["warnings"], 1)
        self.lint(2, "bad.yaml", "--report", "json=missing/a.json")


class OfTheService(ServiceTest):
    def test_are_written_of_every_command_that_reads(self):
        for words, needle in (
            (["endpoints", "list", "acme/tiny"], "<table>"),
            (["byok", "get", "11111111-1111-4111-8111-111111111111"], "<table"),
            (["api", "GET", "/models/acme/tiny/endpoints"], "<pre>"),
            (["config", "list"], "<table>"),
            (["help"], "<pre>"),
            (["endpoints", "list", "--columns", "help"], "<table>"),
        ):
            with self.subTest(command=words):
                page = self.folder / "page.html"
                self.assert_exit(0, self.mrctl(*words, "--report", f"html={page}", "--summary", "s.md"))
                self.assertIn(needle, page.read_text("utf-8"))
        self.assertEqual((self.folder / "s.md").read_text("utf-8").count("## mrctl "), 6)

    def test_leave_the_result_as_it_is(self):
        words = ["endpoints", "list", "acme/large"]
        alone = self.mrctl(*words)
        beside = self.mrctl(*words, "--report", "csv=a.csv", "--report", "raw=a.raw", "--report", "json=a.json")
        self.assertEqual((beside.code, beside.out, beside.err), (alone.code, alone.out, alone.err))
        self.assertEqual((self.folder / "a.json").read_text(), alone.out)
        self.assertEqual(json.loads((self.folder / "a.raw").read_text())["data"], json.loads(alone.out))

    def test_of_one_argument_that_failed_hold_the_others(self):
        outcome = self.mrctl("endpoints", "list", "acme/tiny", "acme/gone", "--report", "json=a.json")
        self.assert_exit(4, outcome)
        self.assertEqual([model["id"] for model in json.loads((self.folder / "a.json").read_text())], ["acme/tiny"])


if __name__ == "__main__":
    unittest.main()
