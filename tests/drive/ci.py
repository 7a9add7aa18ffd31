"""The CI configuration that `mrctl init --ci` writes, read as the services read it, and its jobs run as they run them."""

import http.client
import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import yaml
from drive.program import PATIENCE_S, Outcome, shell_code
from drive.service import Answer, LoopbackService

GITHUB = ".github/workflows/mrctl.yml"
GITLAB = ".gitlab-ci.yml"


def holds(condition, value_of):
    """Whether a condition holds, of comparisons joined by && and ||; `value_of()` finds what a name means."""
    names = re.compile(r"'[^']*'|\"[^\"]*\"|\$\w+|\bgithub(?:\.\w+)+")
    replaced = names.sub(lambda found: found[0] if found[0][0] in "'\"" else repr(value_of(found[0])), condition)
    known = {"__builtins__": {}, "format": str.format}
    return bool(eval(replaced.replace("&&", " and ").replace("||", " or "), known))  # pylint: disable=eval-used


class Github:
    """A workflow, whose jobs run in clones of a repository."""

    events = {
        "pull request": {"event_name": "pull_request", "event": {"pull_request": {"head": {"repo": {"full_name": "a/b"}}}}},
        "fork": {"event_name": "pull_request", "event": {"pull_request": {"head": {"repo": {"full_name": "c/b"}}}}},
        "queue": {"event_name": "merge_group"},
        "merge": {"event_name": "push", "ref": "refs/heads/main", "event": {"repository": {"default_branch": "main"}}},
        "push": {"event_name": "push", "ref": "refs/heads/other", "event": {"repository": {"default_branch": "main"}}},
        "night": {"event_name": "schedule"},
    }

    def __init__(self, folder):
        self.workflow = yaml.load(Path(folder, GITHUB).read_text("utf-8"), yaml.BaseLoader)
        self.jobs = self.workflow["jobs"]

    def started(self, event):
        """Returns the names of the jobs that an event starts, in their order."""
        context = {"repository": "a/b"} | self.events[event]
        if context["event_name"] not in self.workflow["on"]:
            return []

        def value_of(name):
            found = context
            for part in name.split(".")[1:]:
                found = found.get(part, {})
            return found or None

        return [name for name, job in self.jobs.items() if holds(job["if"], value_of)]

    def commands(self, name):
        """Returns [(command, environment)] of the steps of a job that run something."""
        job = self.jobs[name]
        shared = self.workflow["env"] | job.get("env", {})
        return [(step["run"], shared | step.get("env", {})) for step in job["steps"] if "run" in step]

    def own_variables(self, folder):
        return {"RUNNER_TEMP": str(folder), "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}

    @staticmethod
    def value_of(text, variables, secrets):
        """Returns a text with its expressions, which name a variable or a secret of the repository."""
        known = {"vars": variables, "secrets": secrets}
        return re.sub(r"\$\{\{ (vars|secrets)\.(\w+) \}\}", lambda found: known[found[1]].get(found[2], ""), text)


class Gitlab:
    """A pipeline."""

    events = {
        "pull request": {"CI_PIPELINE_SOURCE": "merge_request_event", "CI_PROJECT_ID": "1"},
        "fork": {"CI_PIPELINE_SOURCE": "merge_request_event", "CI_PROJECT_ID": "2"},
        "merge": {"CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main"},
        "push": {"CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "other"},
        "night": {"CI_PIPELINE_SOURCE": "schedule", "CI_COMMIT_BRANCH": "main"},
    }

    def __init__(self, folder, file=GITLAB):
        self.jobs = yaml.load(Path(folder, file).read_text("utf-8"), yaml.BaseLoader)

    def started(self, event):
        jobs = {name: job for name, job in self.jobs.items() if "rules" in job}
        known = {"CI_DEFAULT_BRANCH": "main", "CI_MERGE_REQUEST_PROJECT_ID": "1"} | self.events[event]
        return [name for name, job in jobs.items() if any(holds(rule["if"], lambda each: known.get(each[1:])) for rule in job["rules"])]

    def commands(self, name):
        job = self.jobs[name]
        variables = self.jobs[job["extends"]]["variables"] | job["variables"]
        # The key is a variable of the job's environment.
        key = {"MRCTL_API_KEY": "$MRCTL_API_KEY"} if "environment" in job else {}
        return [(command, variables | key) for command in job["script"]]

    def own_variables(self, folder):
        return {"CI_PROJECT_DIR": str(folder), "CI_JOB_URL": "https://ci.example/jobs/1"}

    @staticmethod
    def value_of(text, variables, secrets):
        return re.sub(r"\$(\w+)", lambda found: (variables | secrets).get(found[1], ""), text)


@dataclass
class Job:
    """A job in a checkout. The variables and secrets are those of the repository."""

    service: object
    name: str
    folder: Path
    environment: dict
    variables: dict
    secrets: dict

    def start(self, command, given):
        """Starts a command of the job in a process group of its own."""
        scratch = Path(f"{self.folder}-scratch")
        scratch.mkdir(exist_ok=True)
        values = {key: self.service.value_of(text, self.variables, self.secrets) for key, text in given.items()}
        return subprocess.Popen(
            ["bash", "--noprofile", "--norc", "-e", "-c", command],
            cwd=self.folder,
            env=self.environment | self.service.own_variables(scratch) | values,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def run(self):
        """Runs the commands until one fails, and returns what came of the last one."""
        outcome = None
        for command, given in self.service.commands(self.name):
            with self.start(command, given) as process:
                out, err = process.communicate(timeout=2 * PATIENCE_S)
            outcome = Outcome(shell_code(process.returncode), out.decode(), err.decode())
            if outcome.code:
                break
        return outcome

    def die(self, moment):
        """Runs the first command, and kills it once the moment has come."""
        process = self.start(*self.service.commands(self.name)[0])
        with process:
            deadline = time.monotonic() + PATIENCE_S
            while not moment() and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        return process.returncode


def open_catalogue(emulator):
    """Returns a service whose listings need no key, as those of many; `emulator()` is the one behind it."""

    def forward(received):
        headers = {name: received.headers[name] for name in ("authorization", "content-type") if name in received.headers}
        if received.method == "GET":
            headers.setdefault("authorization", f"Bearer {emulator().key}")
        connection = http.client.HTTPConnection(emulator().base_url.split("/")[2], timeout=PATIENCE_S)
        connection.request(received.method, received.path, received.body, headers)
        answer = connection.getresponse()
        told = Answer(answer.status, answer.read(), {"Content-Type": answer.headers.get("Content-Type", "application/json")})
        connection.close()
        return told

    return LoopbackService(forward)


def files_below(folder):
    """Returns {path: text} of the files in a folder."""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            path = Path(top, name)
            found[str(path.relative_to(folder))] = path.read_text("utf-8")
    return found
