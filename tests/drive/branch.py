"""Records on a branch, with the real git: a bare repository as origin, clones as runners, and an emulator."""

import collections
import contextlib
import json
import shutil
import sqlite3
import subprocess
from datetime import datetime, timedelta, timezone

from drive.git import Git, wrap_git
from drive.program import PATIENCE_S, Outcome, ProgramTest, binary, shell_code
from drive.service import Emulator

BRANCH = "mrctl-state"
TARGET = "production"
PROJECT = f'presets = ["presets"]\nstate_branch = "{BRANCH}"\n\n[targets.{TARGET}]\n'


def moment(**ago):
    """Returns a time as .applying has it: moment(minutes=5) lies 5 minutes back."""
    return (datetime.now(timezone.utc) - timedelta(**ago)).strftime("%Y-%m-%dT%H:%M:%SZ")


def lease(**members):
    """Returns the text of an .applying that somebody else wrote."""
    held = {"id": "0" * 32, "run": "https://ci.example/jobs/7", "commit": "1" * 40}
    held |= {"since": moment(minutes=3), "until": moment(minutes=-12)}
    return json.dumps(held | members, indent=2) + "\n"


class Runner(Git):
    """A clone in which mrctl runs, as the job of a CI service does."""

    def __init__(self, test, folder):
        super().__init__(folder, test.environment)
        self.test = test
        self.calls = None

    def preset(self, slug, temperature, model="acme/tiny"):
        path = self.folder / "presets" / f"{slug}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"model: {model}\ntemperature: {temperature}\n", encoding="utf-8")
        return path

    def commit(self, message="Change presets"):
        """Commits everything, and returns the commit."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def merge(self, message="Change presets"):
        """Commits everything and pushes it, as a merge does."""
        commit = self.commit(message)
        self.git("push", "-q", "origin", "HEAD:main")
        return commit

    def update(self):
        self.git("pull", "-q", "--ff-only", "origin", "main")

    def wrapped(self, act=""):
        """From now on its mrctl calls git through a wrapper, which does what the script `act` says."""
        self.calls = wrap_git(self.folder.parent / f"{self.folder.name}-bin", act)
        return self.calls

    def environment(self, **more):
        path = {"PATH": f"{self.calls.folder}:{self.test.environment()['PATH']}"} if self.calls else {}
        return self.test.environment(**(path | more))

    def mrctl(self, *arguments, stdin="", where=".", **env):
        done = subprocess.run(
            [binary(), *map(str, arguments)],
            input=stdin.encode(),
            env=self.environment(**env),
            cwd=self.folder / where,
            timeout=2 * PATIENCE_S,
            start_new_session=True,  # without the terminal of whoever runs the tests
            capture_output=True,
            check=False,
        )
        out, err = (stream.decode(errors="surrogateescape") for stream in (done.stdout, done.stderr))
        return Outcome(shell_code(done.returncode), out, err)

    def start(self, *arguments, **env):
        return self.test.start(*arguments, cwd=self.folder, env=self.environment(**env), start_new_session=True)

    def apply(self, *flags, code=0, **env):
        """Applies, and returns the result for programs."""
        return self.applied(*flags, code=code, **env)[0]

    def applied(self, *flags, code=0, **env):
        """Applies, and returns the result for programs and what was said beside it."""
        outcome = self.mrctl("preset", "apply", "--yes", "-o", "json", *flags, **env)
        self.test.assert_exit(code, outcome)
        return (json.loads(outcome.out) if outcome.out else {}), outcome.err

    def refused(self, code, *parts, command=("preset", "apply", "--yes"), **env):
        """A command that sends nothing, with this exit code and these words."""
        before = self.test.versions()
        outcome = self.mrctl(*command, **env)
        self.test.assert_exit(code, outcome)
        for part in parts:
            self.test.assertIn(part, " ".join(outcome.err.split()))
        self.test.assertEqual(self.test.versions(), before)
        return outcome

    def plan(self, *flags, code=0, command="plan", **env):
        outcome = self.mrctl("preset", command, "-o", "json", *flags, **env)
        self.test.assert_exit(code, outcome)
        return json.loads(outcome.out)

    def actions(self, **env):
        return {preset["slug"]: preset["action"] for preset in self.plan(**env)["presets"]}


class BranchTest(ProgramTest):
    """A project whose records are on a branch of its origin, with one runner."""

    presets = ("a", "b")
    emulator_flags = ()

    def setUp(self):
        super().setUp()
        self.database = self.folder / "service.db"
        self.settings = {"GIT_CONFIG_NOSYSTEM": "1"}
        self.emulator = None
        self.origin = Git(self.folder / "origin.git", self.environment)
        self.origin.folder.mkdir()
        self.origin.git("init", "-q", "--bare", "-b", "main")
        self.runner = self.seeded()
        self.serve()

    def seeded(self):
        runner = Runner(self, self.folder / "runner")
        runner.folder.mkdir()
        runner.git("init", "-q", "-b", "main")
        runner.git("remote", "add", "origin", self.origin.folder)
        (runner.folder / "mrctl.toml").write_text(PROJECT, encoding="utf-8")
        for slug in self.presets:
            runner.preset(slug, 0.1)
        runner.merge("Begin")
        return runner

    def serve(self, *faults):
        """Starts an emulator with these faults at the same address as the one before, with the same presets."""
        port = 0
        if self.emulator:
            port = self.emulator.base_url.split("/")[2].split(":")[1]
            self.emulator.close()
        rules = [part for fault in faults for part in ("--fault", fault)]
        self.emulator = Emulator("--db", str(self.database), *self.emulator_flags, *rules, port=port)
        self.addCleanup(self.emulator.close)
        wanted = ("MRCTL_BASE_URL", "MRCTL_API_KEY", "MRCTL_EMULATOR_PID")
        self.settings |= {name: self.emulator.settings[name] for name in wanted}
        return self.emulator

    def clone(self, name, *flags, source=None):
        """Returns another runner, with a clone of its own."""
        shutil.rmtree(self.folder / name, ignore_errors=True)
        self.origin.git("clone", "-q", *flags, source or self.origin.folder, self.folder / name)
        return Runner(self, self.folder / name)

    def versions(self):
        """Returns how many versions of each preset the service holds."""
        if not self.database.exists():
            return {}
        with contextlib.closing(sqlite3.connect(self.database)) as rows:
            return dict(rows.execute("SELECT slug, count(*) FROM versions GROUP BY slug"))

    def held(self):
        """Returns the newest version of each preset that the service holds: its number and its config."""
        with contextlib.closing(sqlite3.connect(self.database)) as rows:
            newest = rows.execute("SELECT slug, max(number), config FROM versions GROUP BY slug")
            return {slug: (number, json.loads(config)) for slug, number, config in newest}

    def tip(self, branch=BRANCH):
        return self.origin.git("rev-parse", "-q", "--verify", f"refs/heads/{branch}", code=None)

    def subjects(self, *flags):
        """Returns the subjects of the branch's commits, the newest first."""
        return self.origin.git("log", "--format=%s", *flags, BRANCH).splitlines()

    def trailers(self, commit=BRANCH):
        lines = self.origin.git("log", "-1", "--format=%(trailers:only,unfold)", commit).splitlines()
        return dict(line.split(": ", 1) for line in lines if line)

    def names(self, commit=BRANCH):
        return self.origin.git("ls-tree", "-r", "--name-only", commit).splitlines()

    def read(self, path, commit=BRANCH):
        return self.origin.git("cat-file", "blob", f"{commit}:{path}", strip=False)

    def records(self, target=TARGET, commit=BRANCH):
        """Returns the records of a target that the branch holds, by slug."""
        paths = [path for path in self.names(commit) if path.startswith(f"{target}/") and path.endswith(".json")]
        return {path.split("/")[1][:-5]: json.loads(self.read(path, commit)) for path in paths}

    def held_lease(self, commit=BRANCH):
        """Returns the .applying of the target, or None."""
        path = f"{TARGET}/.applying"
        return json.loads(self.read(path, commit)) if path in self.names(commit) else None

    def put(self, message="By hand", **files):
        """Commits files to the branch by hand: a text, or None for a file that is to go. Returns the commit."""
        return self.put_files(files, message)

    def put_files(self, files, message="By hand", mode="100644"):
        lines = [f"commit refs/heads/{BRANCH}", "committer t <t@example.com> now", f"data {len(message.encode())}", message]
        lines += [f"from refs/heads/{BRANCH}^0"] if self.tip() else []
        for path, text in files.items():
            lines += [f"M {mode} inline {path}", f"data {len(text.encode())}", text] if text is not None else [f"D {path}"]
        self.origin.git("fast-import", "--quiet", "--date-format=now", stdin="\n".join(lines) + "\n")
        return self.tip()

    def race(self, runner, files, always=False):
        """Before the next push of a runner, or before each, somebody commits these files to the branch."""
        once = "" if always else 'mv "$here/race" "$here/raced" 2>/dev/null && '
        script = '"$here/race"' if always else '"$here/raced"'
        runner.wrapped(f'case " $* " in *" push "*) {once} sh {script} >&2;; esac')
        files = "".join(f"M 100644 inline {path}\ndata <<END\n{text}END\n\n" for path, text in files.items())
        (runner.calls.folder / "race").write_text(
            f"""
cd {self.origin.folder}
from=$(git rev-parse -q --verify refs/heads/{BRANCH})
git fast-import --quiet --date-format=now <<IMPORT
commit refs/heads/{BRANCH}
committer t <t@example.com> now
data 4
Race${{from:+
from $from}}
{files}IMPORT
""",
            encoding="utf-8",
        )

    def hook(self, name, script):
        """Puts a hook into the origin."""
        path = self.origin.folder / "hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def unhook(self, name):
        (self.origin.folder / "hooks" / name).unlink()

    def assert_true(self, heard=()):
        """The records are those of the service, but for those that say that an answer was lost."""
        held, records = self.held(), self.records()
        self.assertLessEqual(set(held), set(records), "sent without a record")
        for slug, record in records.items():
            if "pending" not in record:
                version, config = held[slug]
                self.assertEqual(record["version"], version, slug)
                self.assertEqual(record["body"]["temperature"], config["temperature"], slug)
        for slug in heard:
            self.assertNotIn("pending", records[slug], slug)

    def sent_by(self, run):
        """Returns how many versions of each preset a function made."""
        before = collections.Counter(self.versions())
        run()
        return dict(collections.Counter(self.versions()) - before)
