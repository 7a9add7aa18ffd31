"""The CI configuration that `mrctl init --ci` writes, read as the services read it, and its jobs run as they run them."""

import os
import re
import subprocess
from pathlib import Path

import yaml
from drive.program import PATIENCE_S, Outcome, shell_code

GITHUB = ".github/workflows/mrctl.yml"
GITLAB = ".gitlab-ci.yml"


class Github:
    """A workflow, whose jobs run in clones of a repository."""

    def __init__(self, folder):
        self.workflow = yaml.load(Path(folder, GITHUB).read_text("utf-8"), yaml.BaseLoader)
        self.jobs = self.workflow["jobs"]

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

    def __init__(self, folder, file=GITLAB):
        self.jobs = yaml.load(Path(folder, file).read_text("utf-8"), yaml.BaseLoader)

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


def run_job(service, name, folder, environment, variables, secrets):
    """Runs the commands of a job in a checkout, until one fails, and returns what came of the last one."""
    scratch = Path(f"{folder}-scratch")
    scratch.mkdir(exist_ok=True)
    outcome = None
    for command, given in service.commands(name):
        values = {key: service.value_of(text, variables, secrets) for key, text in given.items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-c", command],
            cwd=folder,
            env=environment | service.own_variables(scratch) | values,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=2 * PATIENCE_S,
            check=False,
        )
        outcome = Outcome(shell_code(done.returncode), done.stdout.decode(), done.stderr.decode())
        if outcome.code:
            break
    return outcome


def files_below(folder):
    """Returns {path: text} of the files in a folder."""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            path = Path(top, name)
            found[str(path.relative_to(folder))] = path.read_text("utf-8")
    return found
