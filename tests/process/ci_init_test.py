"""`mrctl init --ci`: what it writes, what it asks, and what stands in packaging/ci."""

import json
import re
import shutil
import unittest

from drive.ci import GITHUB, GITLAB, Github, Gitlab, files_below
from drive.program import ProgramTest, binary
from drive.terminal import Terminal
from house.sources import ROOT

ACTION = ".github/actions/mrctl/action.yml"
PROJECT = """presets = ["presets"]
state = ".mrctl"

[targets.one]
host = "one.example"

[targets."two.b"]
host = "two.example"
apply_needs_plan = true
"""


class InitTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.top = self.folder
        self.folder = self.top / "work"
        self.write("mrctl.toml", PROJECT)
        self.write("presets/a.yaml", "model: acme/tiny\n")

    def text(self, path):
        return (self.folder / path).read_text("utf-8")


class ThePapers(InitTest):
    def test_hold_what_is_written_for_the_example(self):
        shutil.copytree(ROOT / "packaging/example", self.folder, dirs_exist_ok=True)
        before = files_below(self.folder)
        for service in ("github", "gitlab"):
            self.assert_exit(0, self.mrctl("init", "--ci", service))
        after = files_below(self.folder)
        written = {path: text for path, text in after.items() if before.get(path) != text}
        self.assertEqual(written, files_below(ROOT / "packaging/ci"))


class Everywhere(InitTest):
    def configured(self):
        for make, service in ((Github, "github"), (Gitlab, "gitlab")):
            self.assert_exit(0, self.mrctl("init", "--ci", service, "--yes"))
            yield service, make(self.folder)

    def test_there_is_one_job_a_target_and_the_order_is_that_of_the_file(self):
        for service, pipeline in self.configured():
            with self.subTest(service):
                jobs = [name for name in pipeline.jobs if not name.startswith(".")]
                kinds = ("check", "apply", "nightly")
                self.assertEqual(jobs, [f"{kind}-{target}" for kind in kinds for target in ("one", "two_b")])
                self.assertNotIn("needs", pipeline.jobs["apply-one"])
                self.assertEqual(pipeline.jobs["apply-two_b"]["needs"], ["apply-one"])
                self.assertEqual(pipeline.jobs["apply-two_b"]["environment"], "two.b")

    def test_every_step_is_an_action_by_its_commit_or_one_command(self):
        for service, pipeline in self.configured():
            for name in [name for name in pipeline.jobs if not name.startswith(".")]:
                with self.subTest(service=service, job=name):
                    commands = [command for command, _ in pipeline.commands(name)]
                    self.assertEqual(len(commands), 1)
                    self.assertRegex(commands[0], r"^mrctl preset (check|apply) [^\n;|&`(]*$")
                    for step in pipeline.jobs[name].get("steps", []):
                        if "uses" in step:
                            self.assertRegex(step["uses"], r"^\./\.github/actions/mrctl$|^[\w/-]+@[0-9a-f]{40}$")

    def test_only_an_apply_has_the_key_and_may_write(self):
        for service, pipeline in self.configured():
            for name in [name for name in pipeline.jobs if not name.startswith(".")]:
                with self.subTest(service=service, job=name):
                    has_key = any("MRCTL_API_KEY" in environment for _, environment in pipeline.commands(name))
                    self.assertEqual(has_key, name.startswith("apply"))
                    if service == "github":
                        may_write = pipeline.jobs[name].get("permissions", pipeline.workflow["permissions"])
                        self.assertEqual(may_write, {"contents": "write" if has_key else "read"})

    def test_nightly_jobs_read_live_presets_only_where_that_was_asked_for(self):
        for service, pipeline in self.configured():
            ((command, environment),) = pipeline.commands("nightly-one")
            self.assertTrue(command.startswith("mrctl preset check --target one --"), command)
            self.assertNotIn("--live", command)
            for flags in (("--live",), ()):  # run again, it stays
                self.assert_exit(0, self.mrctl("init", "--ci", service, "--yes", *flags))
                pipeline = type(pipeline)(self.folder)
                ((command, environment),) = pipeline.commands("nightly-one")
                self.assertIn("mrctl preset check --target one --live --fail-on drift ", command)
                self.assertIn("MRCTL_READ_KEY", environment["MRCTL_API_KEY"])
                self.assertNotIn("environment", pipeline.jobs["nightly-one"])
            told = self.mrctl("init", "--ci", service, "--yes", "--live")
            self.assertIn("MRCTL_READ_KEY", told.err)
            self.assert_exit(0, self.mrctl("init", "--ci", service, "--yes", "--live=false"))
            ((command, environment),) = type(pipeline)(self.folder).commands("nightly-one")
            self.assertNotIn("--live", command)
            self.assertNotIn("MRCTL_API_KEY", environment)
        self.assert_refused(2, self.mrctl("init", "--live", "--yes"), "--live needs --ci")

    def test_nightly_jobs_compare_the_listing_that_the_repository_holds(self):
        self.write("endpoints.json", "[]")
        self.write("endpoints-two_b.json", "[]")
        for _, pipeline in self.configured():
            for target, listing in (("one", "endpoints.json"), ("two_b", "endpoints-two_b.json")):
                _, (command, _) = pipeline.commands(f"nightly-{target}")
                name = target.replace("_", ".")
                self.assertIn(f"mrctl endpoints diff {listing} --presets presets --target {name} --fail-on worse", command)

    def test_jobs_run_on_the_events_that_they_are_for(self):
        jobs = {kind: [f"{kind}-one", f"{kind}-two_b"] for kind in ("check", "apply", "nightly")}
        started = {"pull request": jobs["check"], "fork": [], "merge": jobs["apply"], "push": [], "night": jobs["nightly"]}
        for service, pipeline in self.configured():
            for event, names in started.items():
                with self.subTest(service=service, event=event):
                    self.assertEqual(pipeline.started(event), names)
            if service == "github":
                self.assertEqual(pipeline.started("queue"), jobs["check"])

    def test_a_target_that_needs_a_plan_takes_that_of_the_commit(self):
        for _, pipeline in self.configured():
            self.assertIn("--target one --yes", pipeline.commands("apply-one")[0][0])
            self.assertIn("--target two.b --plan-from HEAD", pipeline.commands("apply-two_b")[0][0])

    def test_the_head_lists_what_has_to_be_set(self):
        for service, pipeline in self.configured():
            head = self.text(GITHUB if service == "github" else GITLAB).split("\nname:")[0].split("\n.mrctl:")[0]
            whole = str(pipeline.jobs) + str(getattr(pipeline, "workflow", ""))
            for name in set(re.findall(r"(?:vars\.|secrets\.|\$)(MRCTL_\w+)", whole)):
                with self.subTest(service=service, name=name):
                    self.assertRegex(head, rf"#   {name}\b")

    def test_what_has_to_be_set_by_hand_is_told(self):
        for service, own in (("github", "MRCTL_FROM, MRCTL_SHA256"), ("gitlab", "MRCTL_IMAGE")):
            with self.subTest(service=service):
                said = " ".join(self.mrctl("init", "--ci", service, "--yes").err.split())
                self.assertIn(f"set these variables in the CI service: {own}, MRCTL_BASE_URL_ONE, MRCTL_BASE_URL_TWO_B", said)
                self.assertIn("set the key MRCTL_API_KEY for each environment: one, two.b", said)
                self.assertIn("let the jobs that apply push the branch mrctl-state", said)
                self.assertIn("require reviewers for these environments: two.b", said)

    def test_two_targets_that_would_share_a_variable_are_refused(self):
        self.write("mrctl.toml", '[targets."a-b"]\nhost = "a.example"\n[targets.a_b]\nhost = "b.example"\n')
        self.assert_refused(2, self.mrctl("init", "--ci", "github", "--yes"), "a-b and a_b", "MRCTL_BASE_URL_A_B")
        self.assertFalse((self.folder / ".github").exists())


class TheProject(InitTest):
    def test_gets_a_branch_in_the_place_of_the_folder(self):
        refused = self.mrctl("init", "--ci", "github")
        self.assert_refused(2, refused, "mrctl.toml would be replaced", "--yes")
        self.assertEqual(files_below(self.folder).keys(), {"mrctl.toml", "presets/a.yaml"})
        self.assert_exit(0, self.mrctl("init", "--ci", "github", "--yes"))
        self.assertEqual(self.text("mrctl.toml"), PROJECT.replace('state = ".mrctl"', 'state_branch = "mrctl-state"'))
        self.assertIn('MRCTL_STATE_BRANCH: "mrctl-state"', self.text(GITHUB))

    def test_shows_the_line_before_it_asks(self):
        terminal = Terminal([binary(), "init", "--ci", "gitlab"], self.environment(), self.folder)
        terminal.read_until("Replace mrctl.toml? [y/N] ")
        terminal.type("n\n")
        declined = terminal.finish()
        self.assertEqual(declined.code, 130)
        self.assertIn('state_branch = "mrctl-state" replaces state', declined.out)
        self.assertFalse((self.folder / GITLAB).exists())

    def test_begins_with_a_branch(self):
        (self.folder / "mrctl.toml").unlink()
        self.assert_exit(0, self.mrctl("init", "--ci", "github"))
        self.assertIn('\nstate_branch = "mrctl-state"\n', self.text("mrctl.toml"))
        self.assertIn("\n#state = ", self.text("mrctl.toml"))
        (self.folder / "mrctl.toml").unlink()
        self.assert_exit(0, self.mrctl("init"))
        self.assertIn('\nstate = ".mrctl"\n', self.text("mrctl.toml"))
        self.assertIn("\n#state_branch = ", self.text("mrctl.toml"))

    def test_with_records_in_a_folder_is_told_how_to_move_them(self):
        self.write(".mrctl/one/a.json", "{}")
        done = self.mrctl("init", "--ci", "github")
        self.assert_exit(0, done)
        self.assertIn("mrctl preset state --import '.mrctl' and git rm -r '.mrctl'", done.err)
        self.assertEqual(self.text("mrctl.toml"), PROJECT)

    def test_keeps_the_branch_that_it_has(self):
        self.write("mrctl.toml", 'state_branch = "records"\nstate_remote = "upstream"\n')
        self.assert_exit(0, self.mrctl("init", "--ci", "gitlab"))
        self.assertIn('MRCTL_STATE_BRANCH: "records"\n    MRCTL_STATE_REMOTE: "upstream"', self.text(GITLAB))
        self.assertIn("mrctl preset apply --yes --report", self.text(GITLAB))


    def test_has_no_line_twice(self):
        (self.folder / "mrctl.toml").unlink()
        self.assert_exit(0, self.mrctl("init"))
        self.assert_exit(0, self.mrctl("init", "--ci", "github", "--yes"))
        lines = [line for line in self.text("mrctl.toml").splitlines() if "state_branch = " in line]
        self.assertEqual(lines, ['state_branch = "mrctl-state"'])
        self.assertIn('\n#state = ".mrctl"\n', self.text("mrctl.toml"))

    def test_keeps_its_byte_order_mark_and_line_ends(self):
        path = self.folder / "mrctl.toml"
        for before, after in (("# Ours\r\n", "# Ours\r\nBRANCH\r\n"), ("state = '.mrctl' # here\r\n", "BRANCH\r\n")):
            rest = 'presets = ["presets"]\r\n[targets.one]\r\nhost = "one.example"\r\n'
            path.write_bytes(f"\ufeff{before}{rest}".encode())
            self.assert_exit(0, self.mrctl("init", "--ci", "github", "--yes"))
            expected = "\ufeff" + after.replace("BRANCH", 'state_branch = "mrctl-state"') + rest
            self.assertEqual(path.read_bytes(), expected.encode())
            self.assert_exit(0, self.mrctl("preset", "lint"))

    def test_that_cannot_be_changed_by_its_lines_is_left_alone(self):
        self.write("mrctl.toml", 'presets = ["presets"]\nstate = """\n.mrctl"""\n')
        self.assert_refused(2, self.mrctl("init", "--ci", "github", "--yes"), "state_branch", "in place of state")
        self.assertFalse((self.folder / ".github").exists())

    def test_names_nothing_that_would_be_read_as_yaml_or_shell(self):
        for name in ("a b", "a;b", "$(a)", 'a"b', "a'b", "-a", "ä", "a@flags@"):
            for key, kind in (("state_branch", "branch"), ("state_remote", "remote"), ("presets", "folder")):
                with self.subTest(key=key, name=name):
                    value = json.dumps([name] if key == "presets" else name)
                    other = "" if key == "state_branch" else 'state_branch = "records"\n'
                    self.write("mrctl.toml", f"{key} = {value}\n{other}")
                    self.assert_refused(2, self.mrctl("init", "--ci", "github", "--yes"), kind)
                    self.assertFalse((self.folder / ".github").exists())

    def test_below_the_top_of_its_repository_gets_its_files_at_the_top(self):
        (self.top / ".git").mkdir()
        self.write("endpoints.json", "[]")
        for service, make in (("github", Github), ("gitlab", Gitlab)):
            self.assert_exit(0, self.mrctl("init", "--ci", service, "--yes"))
            pipeline = make(self.top)
            for name in ("check-one", "apply-one", "nightly-one"):
                for command, _ in pipeline.commands(name):
                    self.assertIn(" --target one --project work/mrctl.toml ", command)
            self.assertIn("endpoints diff work/endpoints.json --presets work/presets ", pipeline.commands("nightly-one")[1][0])
        self.assertEqual([path for path in files_below(self.folder) if path.startswith(".")], [])
        (self.top / "a b").mkdir()
        self.folder = self.top / "a b"
        self.write("mrctl.toml", "")
        self.assert_refused(2, self.mrctl("init", "--ci", "github", "--yes"), "folder 'a b'")


class TheFiles(InitTest):
    def test_of_two_projects_in_one_repository_stay_apart(self):
        (self.top / ".git").mkdir()

        def init(service, folder):
            self.folder = self.top / folder
            self.folder.mkdir(parents=True, exist_ok=True)
            self.write("presets/a.yaml", "model: acme/tiny\n")
            return self.mrctl("init", "--ci", service, "--yes")

        for service in ("github", "gitlab"):
            self.assert_exit(0, init(service, "one"))
        said = init("github", "two/eu")
        self.assert_exit(0, said)
        self.assertIn("is for another project, one/mrctl.toml, and stays as it is", said.err)
        self.assertIn(" --project one/mrctl.toml", (self.top / GITHUB).read_text("utf-8"))
        second = (self.top / GITHUB.replace("mrctl.yml", "mrctl-two-eu.yml")).read_text("utf-8")
        self.assertIn(" --project two/eu/mrctl.toml", second)
        self.assertNotIn("one/mrctl.toml", second)
        refused = init("gitlab", "two/eu")
        self.assert_exit(2, refused)
        self.assertIn("has the jobs of another project, one/mrctl.toml", refused.err)

    def test_are_written_again_only_where_they_differ(self):
        self.assert_exit(0, self.mrctl("init", "--ci", "github", "--yes"))
        again = self.mrctl("init", "--ci", "github", "-o", "json")
        self.assert_exit(0, again)
        self.assertEqual(json.loads(again.out)["files"], [{"path": path, "written": False} for path in (GITHUB, ACTION)])
        self.write(ACTION, "name: other\n")
        self.assert_refused(2, self.mrctl("init", "--ci", "github"), f"{ACTION} would be replaced")
        self.assert_exit(0, self.mrctl("init", "--ci", "github", "--yes"))
        self.assertIn("sha256sum", self.text(ACTION))

    def test_keep_what_somebody_uncommented_job_by_job(self):
        for service, path, make in (("github", GITHUB, Github), ("gitlab", GITLAB, Gitlab)):
            self.assert_exit(0, self.mrctl("init", "--ci", service, "--yes"))
            lines = self.text(path).splitlines()
            (first,) = [i for i, line in enumerate(lines) if line.strip() == "check-two_b:"]
            at = next(i for i, line in enumerate(lines) if i > first and "# MRCTL_API_KEY: " in line)
            lines[at] = lines[at].split("#")[0] + "MRCTL_API_KEY: $OURS # the team's"
            self.write(path, "\n".join(lines) + "\n")
            self.write("mrctl.toml", PROJECT + '\n[targets.three]\nhost = "three.example"\n')
            self.assert_exit(0, self.mrctl("init", "--ci", service, "--yes"))
            pipeline = make(self.folder)
            has_key = [name for name in pipeline.jobs if not name.startswith((".", "apply")) and "OURS" in str(pipeline.jobs[name])]
            self.assertEqual(has_key, ["check-two_b"])
            self.assertIn("MRCTL_API_KEY: $OURS # the team's\n", self.text(path))
            self.assertIn("check-three", pipeline.jobs)
            self.write("mrctl.toml", PROJECT)

    def test_are_not_written_through_links(self):
        (self.top / "elsewhere/workflows").mkdir(parents=True)
        (self.top / ".git/hooks").mkdir(parents=True)
        for link, target, command in (
            (".github", "../elsewhere", ("--ci", "github")),
            (".github", "../.git/hooks", ("--ci", "github")),
            (".gitlab-ci.yml", "../elsewhere/a", ("--ci", "gitlab")),
            (".agents", "../.git", ("--skill",)),
        ):
            with self.subTest(link=link, target=target):
                (self.folder / ".git").mkdir(exist_ok=True)
                (self.folder / link).symlink_to(target)
                before = self.text("mrctl.toml")
                self.assert_refused(2, self.mrctl("init", *command, "--yes"), link, "link")
                self.assertEqual(self.text("mrctl.toml"), before)
                (self.folder / link).unlink()
        self.assertEqual(files_below(self.top / "elsewhere") | files_below(self.top / ".git"), {})

    def test_name_the_stages_that_a_pipeline_lacks(self):
        for stages, missing in (
            ("stages: [build, ship]", "test, deploy"),
            ("stages:\n  - build # first\n  - 'test'\n", "deploy"),
            ("stages:\n- deploy\n- test", None),
            ("stages: [\n  test,\n  deploy\n]", None),
            ("stages: !reference [.ours, stages]", None),
            ("variables: {A: b}", None),
        ):
            with self.subTest(stages):
                self.write(GITLAB, f"{stages}\nbuild:\n  script: [make]\n")
                said = self.mrctl("init", "--ci", "gitlab", "--yes").err
                self.assertIn("include: [{local: .gitlab/mrctl.yml}]", said)
                if missing:
                    self.assertIn(f"add to the stages of .gitlab-ci.yml: {missing}\n", said)
                else:
                    self.assertNotIn("stages", said)

    def test_are_included_by_a_pipeline_that_is_there(self):
        self.write(GITLAB, "test:\n  script: [make]\n")
        done = self.mrctl("init", "--ci", "gitlab", "--yes")
        self.assert_exit(0, done)
        self.assertIn("include: [{local: .gitlab/mrctl.yml}]", done.err)
        self.assertEqual(self.text(GITLAB), "test:\n  script: [make]\n")
        self.assertIn("apply-one", Gitlab(self.folder, ".gitlab/mrctl.yml").jobs)

    def test_lie_in_the_folder_that_is_named(self):
        self.write("endpoints.json", "[]")
        self.folder, team = self.top, self.folder
        self.assert_exit(0, self.mrctl("init", "work", "--ci", "github", "--yes"))
        self.assertIn("--presets presets ", (team / GITHUB).read_text("utf-8"))

    def test_hold_the_skill_for_agents(self):
        done = self.mrctl("init", "--skill", "-o", "name")
        self.assert_exit(0, done)
        self.assertEqual(done.out, ".agents/skills/mrctl/SKILL.md\n")
        self.assertEqual(self.text(done.out.strip()), (ROOT / "docs/skills/mrctl/SKILL.md").read_text("utf-8"))
        self.assertEqual(self.text("mrctl.toml"), PROJECT)


if __name__ == "__main__":
    unittest.main()
