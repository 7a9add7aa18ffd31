"""A real browser without a window, driven over a pipe by the DevTools protocol."""

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

# A slow machine may take long to start a browser, and to draw.
PATIENCE_S = 120

_FLAGS = (
    "--headless",
    "--no-sandbox",  # it opens only files that the tests have made
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-pipe",
    "about:blank",
)


def program():
    """Returns where Debian's chromium is, or nothing."""
    return shutil.which("chromium")


class Browser:
    """One process for many pages. Commands and answers are JSON texts that end with a NUL."""

    def __init__(self):
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self._commands = os.pipe()
        self._answers, answers = os.pipe()

        def take_pipes():  # where the browser looks for them; 4 is still open if it was the first pipe's
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        self._log = open(os.path.join(self._profile.name, "log"), "wb")
        self._process = subprocess.Popen(
            [program(), *_FLAGS[:-1], f"--user-data-dir={self._profile.name}", _FLAGS[-1]],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, start_new_session=True,
            env=os.environ | {"HOME": self._profile.name},
            preexec_fn=take_pipes, pass_fds=(3, 4),
        )
        os.close(commands)
        os.close(answers)
        self._text = b""
        self._last_id = 0
        self.events = []

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._commands, self._answers):
            os.close(pipe)
        self._log.close()
        self._profile.cleanup()

    def call(self, method, session=None, **parameters):
        """Gives a command and returns its result; what happens in the meantime is added to `events`."""
        self._last_id += 1
        command = {"id": self._last_id, "method": method, "params": parameters}
        _write_all(self._commands, json.dumps(command | ({"sessionId": session} if session else {})).encode() + b"\0")
        while True:
            message = self._read()
            if message.get("id") != self._last_id:
                self.events.append(message)
            elif "error" in message:
                raise RuntimeError(f"{method}: {message['error']}")
            else:
                return message["result"]

    def wait_for(self, event):
        """Waits until an event of that name has come, and removes it."""
        while True:
            for message in self.events:
                if message["method"] == event:
                    return self.events.remove(message)
            self.events.append(self._read())

    def _read(self):
        deadline = time.monotonic() + PATIENCE_S
        while b"\0" not in self._text:
            if not select.select([self._answers], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"no answer from the browser in {PATIENCE_S} s")
            part = os.read(self._answers, 1 << 20)
            if not part:
                raise RuntimeError("the browser ended: " + self._ending())
            self._text += part
        message, _, self._text = self._text.partition(b"\0")
        return json.loads(message)

    def _ending(self):
        with open(self._log.name, encoding="utf-8", errors="replace") as log:
            return log.read()[-2000:]


class Page:
    """A file that the browser shows as a reader has it: so wide, in the light, in the dark or on paper."""

    def __init__(self, browser, file):
        self._browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        browser.events.clear()
        self.call("Page.navigate", url=f"file://{file}")
        browser.wait_for("Page.loadEventFired")

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def requests(self):
        """Returns the addresses of everything that was fetched so far, the page's own first."""
        return [event["params"]["request"]["url"] for event in self._browser.events
                if event["method"] == "Network.requestWillBeSent"]

    def show(self, width, scheme="light", medium="screen"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 640)
        self.call("Emulation.setEmulatedMedia", media=medium,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def picture(self):
        """Returns the whole page as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"])

    def printed(self):
        """Returns the page as PDF."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])


def _write_all(pipe, text):
    while text:
        text = text[os.write(pipe, text):]
