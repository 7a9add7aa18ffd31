"""Where `preset explain` gets its listings: from the service, each model once, or from files, without any service."""

import json
import threading
import unittest

from drive.counting import CountingAnswer, listing_answer
from drive.program import PATIENCE_S, ProgramTest
from drive.service import LARGE, TINY, ServiceTest, refusing_host
from drive.wire import raw_host

MODELS = [f"acme/model-{number}" for number in range(6)]
FLAGS = [word for model in MODELS[1:] for word in ("--models", model)]


def answer_of(model):
    return listing_answer(model, [{"tag": "northlake", "provider_name": "Northlake"}])


def paths_of(host):
    return sorted(request.split()[1].decode() for request in host.requests)


class Gathering:
    """An answer that waits until so many requests are under way: fewer at once would never be answered."""

    def __init__(self, parties):
        self._barrier = threading.Barrier(parties, timeout=PATIENCE_S)

    def __call__(self, connection):
        self._barrier.wait()
        connection.sendall(answer_of("acme/any"))


class LiveListings(ServiceTest):
    emulator_flags = ("--log",)

    def explain(self, host, *flags):
        return self.mrctl("preset", "explain", "--model", MODELS[0], *FLAGS, "--base-url", host.base_url, *flags,
                          "-o", "json")

    def test_are_asked_for_as_many_at_once_as_jobs_says(self):
        with raw_host(Gathering(len(MODELS))) as host:
            outcome = self.explain(host, "--jobs", len(MODELS), "--timeout", "50s")
            self.assert_exit(0, outcome)
            groups = json.loads(outcome.out)["presets"][0]["groups"]
            self.assertEqual([group["model"] for group in groups], MODELS)
            self.assertEqual(paths_of(host), [f"/api/v1/models/{model}/endpoints" for model in MODELS])

    def test_are_asked_for_one_after_the_other_with_one_job(self):
        answer = CountingAnswer(answer_of("acme/any"))
        with raw_host(answer) as host:
            self.assert_exit(0, self.explain(host, "--jobs", "1"))
            self.assertEqual(len(host.requests), len(MODELS))
        self.assertEqual(answer.most, 1)

    def test_are_asked_for_once_however_many_presets_name_a_model(self):
        for number in range(30):
            model, other = (TINY, LARGE) if number % 2 else (LARGE, TINY)
            self.write(f"presets/preset-{number:02}.json", json.dumps({"model": model, "models": [other], "top_p": 1}))
        before = self.emulator.log().count("GET ")
        outcome = self.mrctl("preset", "explain", "presets", "-o", "json")
        self.assert_exit(0, outcome)
        self.assertEqual(len(json.loads(outcome.out)["presets"]), 30)
        self.assertEqual(self.emulator.log().count("GET ") - before, 2)

    def test_need_no_key(self):
        with raw_host(answer_of(TINY)) as host:
            self.settings = {"MRCTL_BASE_URL": host.base_url}
            self.assert_exit(0, self.mrctl("preset", "explain", "--model", TINY))
            self.assertNotIn(b"authorization", host.requests[0].lower())

    def test_that_fail_leave_stdout_empty_and_are_all_told(self):
        outcome = self.mrctl("preset", "explain", "--model", TINY, "--models", "acme/none", "--models", "acme/gone",
                             "--at-least", "1")
        self.assert_refused(4, outcome, "acme/none", "acme/gone")

    def test_cannot_come_from_where_nobody_listens(self):
        outcome = self.mrctl("preset", "explain", "--model", TINY, "--base-url", refusing_host(), "--retries", "0")
        self.assert_refused(8, outcome, "connection refused")

    def test_say_the_same_when_they_come_from_files(self):
        live = self.mrctl("preset", "explain", "--model", TINY, "--models", LARGE, "-o", "json")
        for form in ("json", "raw"):
            with self.subTest(form=form):
                listing = self.mrctl("endpoints", "list", TINY, LARGE, "-o", form)
                self.write("listing.json", listing.out)
                read = self.mrctl("preset", "explain", "--model", TINY, "--models", LARGE, "--listing", "listing.json",
                                  "-o", "json")
                self.assert_exit(0, read)
                service, file = json.dumps([self.settings["MRCTL_BASE_URL"]]), json.dumps(["listing.json"])
                self.assertEqual(read.out.replace(file, service, 1), live.out)


class ListingsInFiles(ProgramTest):
    def test_need_neither_a_service_nor_a_key(self):
        self.write("listing.json", json.dumps({"id": TINY, "endpoints": [{"tag": "northlake"}]}))
        outcome = self.mrctl("preset", "explain", "--model", TINY, "--listing", "listing.json", "-o", "name")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.out, "northlake\n")

    def test_send_nothing_where_a_service_is_known(self):
        self.write("listing.json", json.dumps({"id": TINY, "endpoints": [{"tag": "northlake"}]}))
        with raw_host(answer_of(TINY)) as host:
            self.settings = {"MRCTL_BASE_URL": host.base_url, "MRCTL_API_KEY": "sk-mgmt-test-0000"}
            self.assert_exit(0, self.mrctl("preset", "explain", "--model", TINY, "--listing", "listing.json"))
            self.assert_refused(4, self.mrctl("preset", "explain", "--model", LARGE, "--listing", "listing.json"), LARGE)
            self.assertEqual(host.requests, [])


if __name__ == "__main__":
    unittest.main()
