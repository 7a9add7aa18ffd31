"""preset apply and adopt look at what is live before they overwrite or record it: against a scripted service."""

import json
import time
import unittest
from dataclasses import replace
from email.utils import formatdate

from drive.applying import ApplyTest
from drive.branch import TARGET, BranchTest
from drive.program import binary
from drive.service import Answer, LoopbackService
from drive.terminal import Terminal

WORKSPACE = "aaaaaaaa-0000-4000-8000-00000000000a"


class Presets:
    """A service with presets. `answers` holds what it answers to a GET of a slug instead of the preset."""

    def __init__(self):
        self.live = {}
        self.answers = {}
        self.headers = {}
        self.loses = None  # the slug whose next answer to a POST is lost
        self.server = LoopbackService(self.answer)

    def put(self, slug, config, prompt=None, version=None):
        number = version or self.live.get(slug, {"version": 0})["version"] + 1
        self.live[slug] = {"version": number, "config": config, "system_prompt": prompt}

    def data(self, slug):
        version = self.live[slug] | {"id": f"{slug}-{self.live[slug]['version']}"}
        return {
            "id": f"id-{slug}",
            "slug": slug,
            "status": "active",
            "workspace_id": WORKSPACE,
            "designated_version_id": version["id"],
            "designated_version": version,
        }

    def answer(self, request):
        slug = request.path.split("/")[4]
        headers = {"Content-Type": "application/json"} | self.headers
        if request.method == "POST":
            body = json.loads(request.body)
            messages = body.pop("messages")
            system = [message["content"] for message in messages if message["role"] == "system"]
            self.put(slug, body, "\n\n".join(system) or None)
            if self.loses == slug:
                self.loses = None
                return Answer(200, b"", {"Content-Length": "100"})
        elif slug in self.answers:
            answer = self.answers[slug]
            return answer() if callable(answer) else answer
        elif slug not in self.live:
            return replace(failing(404), headers=headers)
        return Answer(200, json.dumps({"data": self.data(slug)}).encode(), headers)

    def requests(self, method):
        return [request.path.split("/")[4] for request in self.server.requests if request.method == method]


def failing(status, code=None):
    return Answer(status, json.dumps({"error": {"code": code or status, "message": "no"}}).encode())


class LookTest(ApplyTest):
    def setUp(self):
        super().setUp()
        self.service = Presets()
        self.addCleanup(self.service.server.close)
        self.settings = {
            "MRCTL_BASE_URL": self.service.server.base_url,
            "MRCTL_API_KEY": "sk-fake-management",
            "MRCTL_STATE": str(self.folder / "state"),
            "MRCTL_TARGET": "t",
        }

    def recorded(self, *slugs):
        """Presets that were applied, and whose files were changed since."""
        for slug in slugs:
            self.preset(slug, 0.1)
        self.apply()
        for slug in slugs:
            self.preset(slug, 0.2)
        self.service.server.requests.clear()

    def change(self, slug, temperature=0.9, **more):
        self.service.put(slug, {"model": "acme/tiny", "temperature": temperature} | more)

    def refused(self, code, *flags):
        """An apply that sends nothing. Returns what it said."""
        records = self.records()
        outcome = self.mrctl("preset", "apply", "presets", *flags)
        self.assert_exit(code, outcome)
        self.assertEqual(self.service.requests("POST"), [])
        self.assertEqual(self.records(), records)
        return outcome.err

    def plan(self, *flags):
        outcome = self.mrctl("preset", "plan", "presets", "-o", "json", *flags)
        self.assert_exit(0, outcome)
        return json.loads(outcome.out)


class AnApply(LookTest):
    def test_reads_what_it_would_send_once_and_sends_what_is_as_recorded(self):
        self.recorded("a", "b", "c")
        self.preset("c", 0.1)
        result = self.apply()
        self.assertEqual((result["applied"], result["unchanged"], result["looked"]), (2, 1, 2))
        self.assertEqual(sorted(self.service.requests("GET")), ["a", "b"])
        self.assertEqual(self.service.requests("POST"), ["a", "b"])

    def test_looks_at_the_unchanged_ones_or_at_none_as_live_says(self):
        self.recorded("a", "b")
        self.preset("b", 0.1)
        self.change("b")
        self.assertIn("1 preset was changed elsewhere: b", self.refused(5, "--yes", "--live"))
        self.service.server.requests.clear()
        self.assertEqual(self.apply("--live=false")["looked"], 0)
        self.assertEqual(self.service.requests("GET"), [])

    def test_over_a_change_made_elsewhere_sends_nothing(self):
        self.recorded("a", "b")
        self.change("a")
        fingerprint = self.plan()["plan"]
        for flags in (("--yes",), ("--plan", fingerprint), ("--no-input",), ()):
            with self.subTest(flags):
                said = self.refused(5, *flags)
                self.assertIn("changed elsewhere: version 2, recorded 1", said)
                self.assertRegex(said, r"temperature +0\.9 → 0\.2")
                self.assertIn("mrctl preset pull a", said)
                self.assertIn("--overwrite", said)
                self.assertEqual(said.count("0.9 → 0.2"), 1)

    def test_says_in_json_and_quietly_what_differs(self):
        self.recorded("a")
        self.change("a")
        self.assertIn("0.9 → 0.2", self.refused(5, "--yes", "-q"))
        (problem,) = json.loads(self.refused(5, "--yes", "--error-format", "json"))["error"]["problems"]
        self.assertEqual((problem["rule"], problem["file"]), ("live.changed", "presets/a.yaml"))
        self.assertIn("changed elsewhere: version 2, recorded 1: temperature 0.9 → 0.2", problem["message"])

    def test_overwrites_only_if_that_is_asked_for(self):
        self.recorded("a")
        self.change("a")
        self.refused(2, "--overwrite")
        plan = self.plan()["plan"]
        outcome = self.mrctl("preset", "apply", "presets", "--overwrite", "--plan", plan, "--strict", "-o", "json")
        self.assert_exit(0, outcome)
        (preset,) = json.loads(outcome.out)["presets"]
        self.assertEqual((preset["action"], preset["previous_version"], preset["version"]), ("updated", 2, 3))
        self.assertEqual(preset["notes"], [])

    def test_takes_a_preset_without_a_record_for_one_made_elsewhere(self):
        self.preset("a", 0.2)
        self.change("a")
        self.assertIn("replaces version 1, made elsewhere", self.refused(5, "--yes"))

    def test_adopts_what_holds_the_body_already(self):
        self.recorded("a", "b")
        self.change("a", 0.2, stop=[], top_k=None)
        result = self.apply()
        self.assertEqual((result["adopted"], result["applied"]), (1, 1))
        self.assertEqual(self.service.requests("POST"), ["b"])
        self.assertEqual(self.records()["a"]["version_id"], "a-2")
        self.assertEqual(self.plan("--live")["unchanged"], 2)

    def test_adopts_without_a_question_and_nothing_if_another_one_stops_it(self):
        self.preset("a", 0.2)
        self.change("a", 0.2)
        self.preset("b", 0.2)
        self.change("b")
        self.refused(5, "--yes")
        self.change("b", 0.2)
        outcome = self.mrctl("preset", "apply", "presets", "-o", "json")
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["adopted"], 2)

    def test_settles_a_lost_answer(self):
        self.recorded("a")
        record = self.records()["a"]
        lost = record | {"pending": {"applied": record["applied"], "version": 1}}
        self.write("state/t/a.json", json.dumps(lost))
        self.change("a", 0.2)
        self.assertEqual(self.apply()["adopted"], 1)
        self.assertNotIn("pending", self.records()["a"])

    def test_takes_a_lost_body_that_arrived_for_its_own(self):
        self.recorded("a")
        lost = self.plan()["plan"]
        self.service.loses = "a"
        self.assert_exit(8, self.mrctl("preset", "apply", "presets", "--yes"))
        self.preset("a", 0.3)
        self.assertNotEqual(self.plan()["plan"], lost)
        self.assertEqual(self.apply()["presets"][0]["action"], "retried")

    def test_creates_anew_what_is_gone_where_others_are_shown(self):
        self.recorded("a", "b")
        del self.service.live["b"]
        plan = self.plan()["plan"]
        outcome = self.mrctl("preset", "apply", "presets", "--plan", plan, "-o", "json")
        self.assert_exit(0, outcome)
        gone = json.loads(outcome.out)["presets"][1]
        self.assertEqual(gone["action"], "created")
        self.assertIn("it was deleted elsewhere, and is created anew", gone["notes"])

    def test_masks_what_looks_like_a_secret(self):
        self.recorded("a")
        secret = "ghp_" + "a1B2c3D4e5" * 3
        self.change("a", user_note=f"use {secret}")
        said = self.refused(5, "--yes")
        self.assertIn("use ", said)
        self.assertNotIn(secret, said)

    def test_shows_hostile_text_as_text(self):
        self.recorded("a")
        self.service.put("a", {"model": "acme/tiny\x1b[31m\u202e"})
        said = self.refused(5, "--yes")
        self.assertNotIn("\x1b[31m", said)
        self.assertNotIn("\u202e", said)

    def test_has_a_plan_whose_fingerprint_does_not_depend_on_what_is_live(self):
        self.recorded("a", "b", "c")
        plan = self.plan()["plan"]
        self.change("a", 0.2)
        del self.service.live["c"]
        self.assertEqual(self.plan()["plan"], plan)
        outcome = self.mrctl("preset", "apply", "presets", "--plan", plan, "-o", "json")
        self.assert_exit(0, outcome)
        result = json.loads(outcome.out)
        self.assertEqual([preset["action"] for preset in result["presets"]], ["adopted", "updated", "created"])
        self.recorded("a", "b")
        live = self.plan("--live")["plan"]
        self.assertEqual(live, self.plan()["plan"])


    def test_takes_the_value_of_live_after_an_equals_sign(self):
        self.preset("a", 0.1)
        for command in ("plan", "check", "apply"):
            self.assert_refused(2, self.mrctl("preset", command, "--live", "false"), "--live=false")
        self.assertEqual(self.service.server.requests, [])


class AServiceThatShowsNone(LookTest):
    def test_costs_one_request_and_a_line_if_asked_for(self):
        self.preset("a", 0.1)
        self.apply()
        self.service.server.requests.clear()
        for status in (404, 405, 501, 401, 403):
            with self.subTest(status):
                for slug in "abcdefghij":
                    self.preset(slug, status / 1000)
                    self.service.answers[slug] = failing(status)
                outcome = self.mrctl("preset", "apply", "presets", "--yes", "-v", "-o", "json")
                self.assert_exit(0, outcome)
                self.assertEqual(self.service.requests("GET"), ["a"])
                self.assertEqual(json.loads(outcome.out)["applied"], 10)
                self.assertEqual(outcome.err.count("does not seem to show presets"), 1)
                self.assertNotIn("does not seem", self.mrctl("preset", "apply", "presets", "--yes").err)
                self.service.server.requests.clear()

    def test_by_an_error_in_a_success_counts_as_that_status(self):
        self.recorded("a")
        self.service.answers["a"] = Answer(200, b'{"error":{"code":404,"message":"no"}}')
        self.assertEqual(self.apply()["applied"], 1)

    def test_is_a_failure_of_what_asks_for_it(self):
        self.recorded("a")
        for status, code in ((404, 4), (405, 4), (501, 4), (401, 3), (403, 3)):
            self.service.answers["a"] = failing(status)
            for command in ("plan", "check", "state"):
                with self.subTest(status=status, command=command):
                    outcome = self.mrctl("preset", command, "presets", "--live")
                    self.assert_exit(code, outcome)
        self.assertEqual(self.apply("--live")["applied"], 1)

    def test_lets_new_presets_be_created(self):
        for slug in "abc":
            self.preset(slug, 0.1)
            self.service.answers[slug] = failing(403)
        self.assertEqual(self.apply()["applied"], 3)


class ABadService(LookTest):
    def test_that_fails_a_read_gets_nothing(self):
        self.recorded("a", "b")
        for answer, code in (
            (failing(500), 7),
            (failing(429), 6),
            (failing(400), 9),
            (Answer(200, b"<html>"), 11),
            (Answer(200, b'{"data":[]}'), 11),
            (Answer(200, b'{"error":{"code":500,"message":"no"}}'), 7),
            (Answer(200, b'{"data":', {"Content-Length": "100"}), 8),
        ):
            for slug in "ab":
                with self.subTest(answer=answer, slug=slug):
                    self.service.answers = {slug: answer}
                    self.refused(code, "--yes", "--retries", "0")

    def test_that_refuses_some_reads_gets_nothing(self):
        self.recorded("a", "b")
        self.preset("new", 0.1)
        for status, code in ((401, 3), (403, 3), (405, 9), (501, 7)):
            for slug in ("b", "new"):
                with self.subTest(status=status, slug=slug):
                    self.service.answers = {slug: failing(status)}
                    self.refused(code, "--yes")

    def test_that_answers_about_another_preset_gets_nothing(self):
        self.recorded("a", "b")
        other = json.dumps({"data": self.service.data("b")}).encode()
        self.service.answers["a"] = Answer(200, other)
        self.assertIn("another preset", self.refused(11, "--yes", "--overwrite"))

    def test_of_another_workspace_gets_nothing(self):
        self.recorded("a")
        other = self.service.data("a") | {"workspace_id": "bbbbbbbb-0000-4000-8000-00000000000b"}
        self.service.answers["a"] = Answer(200, json.dumps({"data": other}).encode())
        self.assertIn("another workspace", self.refused(10, "--yes", "--overwrite"))

    def test_that_does_not_say_what_is_live_counts_as_not_read(self):
        self.recorded("a")
        for version in ("missing", None):
            with self.subTest(version):
                data = self.service.data("a") | {"designated_version": version}
                if version == "missing":
                    del data["designated_version"]
                self.service.answers["a"] = Answer(200, json.dumps({"data": data}).encode())
                outcome = self.mrctl("preset", "apply", "presets", "--yes")
                self.assert_exit(0, outcome)
                self.assertIn("does not say which version of a is live", outcome.err)
                self.preset("a", 0.3)
        self.preset("b", 0.1)
        self.service.put("b", {})
        self.service.answers["b"] = Answer(200, json.dumps({"data": {"slug": "b"}}).encode())
        self.service.server.requests.clear()
        self.assertIn("made elsewhere", self.refused(5, "--yes"))


class OnATerminal(LookTest):
    def ask(self, answer, *flags, before=lambda: None):
        terminal = Terminal(
            [binary(), "preset", "apply", "presets", *flags],
            self.environment(TERM="xterm", NO_COLOR="1"),
            self.folder,
            columns=160,
        )
        shown = terminal.read_until("[y/N] ")
        before()
        terminal.type(answer)
        outcome = terminal.finish()
        return shown, outcome

    def test_the_question_names_what_was_changed_elsewhere(self):
        self.recorded("a", "b")
        self.change("a")
        shown, outcome = self.ask("n\n")
        self.assertIn("changed elsewhere: version 2, recorded 1", shown)
        self.assertIn("Apply 2 changes", shown)
        self.assertIn("1 of them over a change made elsewhere", shown)
        self.assert_exit(130, outcome)
        self.assertEqual(self.service.requests("POST"), [])
        self.assert_exit(0, self.ask("y\n")[1])
        self.assertEqual(sorted(self.service.requests("POST")), ["a", "b"])

    def test_what_changes_while_somebody_thinks_is_not_overwritten(self):
        self.recorded("a", "b")
        for change in (lambda: self.change("b"), lambda: self.service.live.pop("b")):
            _, outcome = self.ask("y\n", before=change)
            self.assert_exit(5, outcome)
            self.assertIn("in the meantime", outcome.out)
            self.assertEqual(self.service.requests("POST"), [])

    def test_flags_that_agree_to_a_plan_do_not_agree_to_this(self):
        self.recorded("a")
        self.change("a")
        plan = self.plan()["plan"]
        for flags in (("--yes",), ("--plan", plan), ("--no-input",)):
            terminal = Terminal(
                [binary(), "preset", "apply", "presets", *flags],
                self.environment(TERM="xterm", NO_COLOR="1"),
                self.folder,
                columns=160,
            )
            self.assert_exit(5, terminal.finish())
        self.assertEqual(self.service.requests("POST"), [])


class AnAdoption(LookTest):
    def adopt(self, code, *flags, paths=("presets",)):
        before = self.records()
        outcome = self.mrctl("preset", "adopt", *paths, *flags)
        self.assert_exit(code, outcome)
        self.assertEqual(self.service.requests("POST"), [])
        if code:
            self.assertEqual(self.records(), before)
        return outcome.err

    def test_records_what_is_live(self):
        self.preset("a", 0.2)
        self.change("a", 0.2, stop=[])
        self.assertNotIn("verified", self.adopt(0))
        self.assertEqual(self.records()["a"]["version_id"], "a-1")
        self.assertEqual(self.plan("--live")["unchanged"], 1)

    def test_refuses_what_is_not_there_or_is_something_else(self):
        self.preset("a", 0.2)
        self.change("a", 0.2)
        self.preset("b", 0.2)
        self.assertIn("not live: b", self.adopt(4))
        self.change("b")
        self.assertIn("another body: b", self.adopt(5))
        self.assertIn("recorded", self.adopt(0, "--overwrite"))
        (b,) = [preset for preset in self.plan()["presets"] if preset["slug"] == "b"]
        self.assertEqual((b["action"], b["version"]), ("update", 1))
        self.assertEqual(self.plan("--live")["drift"], 0)

    def test_says_that_nobody_has_verified_what_no_service_shows(self):
        self.preset("a", 0.2)
        self.assertIn("nobody has verified", self.adopt(0))
        self.preset("b", 0.2)
        self.change("b")
        del self.settings["MRCTL_API_KEY"]
        self.assertIn("nobody has verified", self.adopt(0))

    def test_of_a_new_host_looks_there(self):
        self.recorded("a", "b")
        old = self.settings["MRCTL_BASE_URL"]
        self.settings["MRCTL_BASE_URL"] = old.replace("127.0.0.1", "localhost")
        self.preset("a", 0.1)
        self.preset("b", 0.1)
        gone = self.service.live.pop("b")
        self.assertIn("not live: b", self.adopt(4, "--from", "t"))
        self.service.live["b"] = gone | {"config": {"model": "acme/large"}}
        self.assertIn("another body: b", self.adopt(5, "--from", "t"))
        self.service.live["b"] = gone | {"version": 7}
        self.adopt(0, "--from", "t")
        self.assertEqual(self.records()["b"]["version"], 7)
        self.assertEqual(self.plan("--live")["unchanged"], 2)


class OnABranch(BranchTest):
    emulator_flags = ("--reads",)

    def change(self, slug, temperature):
        body = ("--model", "acme/tiny", "--temperature", str(temperature), "-q")
        self.assert_exit(0, self.runner.mrctl("preset", "create", slug, *body))

    def test_what_is_adopted_stands_in_the_first_commit(self):
        self.runner.apply()
        for slug in "ab":
            self.runner.preset(slug, 0.5)
        self.runner.commit()
        self.change("a", 0.5)
        calls = self.runner.wrapped()
        result = self.runner.apply()
        self.assertEqual((result["adopted"], result["applied"]), (1, 1))
        self.assertEqual(len(calls.of("push")), 2)
        begun = self.records(commit="mrctl-state~1")
        self.assertEqual((begun["a"]["version"], "pending" in begun["a"], "pending" in begun["b"]), (2, False, True))
        self.assertEqual(self.subjects("-2"), [f"apply {TARGET}: 1 updated", f"begin {TARGET}: 1 preset"])

    def test_what_was_changed_elsewhere_pushes_nothing(self):
        self.runner.apply()
        self.runner.preset("a", 0.5)
        self.runner.commit()
        self.change("a", 0.9)
        tip = self.tip()
        self.runner.refused(5, "changed elsewhere")
        self.assertEqual(self.tip(), tip)

    def test_a_clock_that_is_wrong_begins_nothing(self):
        service = Presets()
        self.addCleanup(service.server.close)
        for seconds, words in ((-400, "6 minutes ahead of"), (400, "6 minutes behind")):
            with self.subTest(seconds):
                service.headers = {"Date": formatdate(time.time() + seconds, usegmt=True)}
                self.runner.refused(2, words, MRCTL_BASE_URL=service.server.base_url)
                self.assertEqual(service.requests("POST"), [])
        self.assertFalse(self.tip())
        service.headers = {"Date": formatdate(time.time() + 200, usegmt=True)}
        self.runner.apply(MRCTL_BASE_URL=service.server.base_url)


class APull(LookTest):
    def test_of_a_config_that_is_no_object_is_no_answer_to_use(self):
        self.service.put("a", "model: acme/tiny")
        outcome = self.mrctl("preset", "pull", "a", "--dir", "presets")
        self.assert_exit(11, outcome)
        self.assertIn("the config of a is not an object", outcome.err)
        self.assertFalse((self.folder / "presets/a.yaml").exists())


class Many(LookTest):
    def test_are_read_eight_at_once(self):
        names = [f"p{number:02}" for number in range(40)]
        self.recorded(*names)
        running, most = [], []

        def slowly():
            running.append(1)
            most.append(len(running))
            time.sleep(0.1)
            running.pop()
            return failing(404)

        self.service.answers = {name: slowly for name in names[1:]}
        self.apply("--jobs", "8")
        self.assertIn(max(most), range(4, 9))
        self.assertEqual(len(self.service.requests("GET")), 40)


if __name__ == "__main__":
    unittest.main()
