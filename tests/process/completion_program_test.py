"""`mrctl __complete`: what it knows, what it reads for it, and what it never does."""

import json
import os
import unittest

from drive.completion import DESK_FILES, OFFERS, CompletionTest
from drive.service import CREDENTIAL
from drive.shells import split_line
from drive.wire import raw_host

KEY = "sk-mgmt-test-0000000000000000f3a1"

class ProgramOfCompletion(CompletionTest):
    def complete(self, *words, **options):
        done = self.mrctl("__complete", *words, **options)
        self.assertEqual((done.code, done.err), (0, ""))
        return done.out


class TheNetwork(ProgramOfCompletion):
    """A service and a key are there, and nothing that is typed makes the program connect."""

    def assert_unused(self, host, **settings):
        for typed in OFFERS:
            words, last = split_line(typed)
            self.complete("--", *words, last, env=settings)
        self.assertEqual(host.connections, 0)
        self.mrctl("byok", "get", CREDENTIAL, "--retries", "0", env=settings)
        self.assertEqual(host.connections, 1)
        self.assertIn(KEY.encode(), host.requests[0])

    def write_desk(self, **replaced):
        for name, text in DESK_FILES.items():
            for old, new in replaced.items():
                text = text.replace(old, new)
            self.write(name, text)
        self.folder /= "work"

    def test_is_not_used_where_variables_name_a_service_and_a_key(self):
        self.write_desk()
        with raw_host(b"") as host:
            self.assert_unused(host, MRCTL_BASE_URL=host.base_url, MRCTL_API_KEY=KEY)

    def test_is_not_used_where_a_profile_names_a_service_and_a_key(self):
        key = self.write("key", KEY)
        with raw_host(b"") as host:
            self.write_desk(**{'"https://router.example/api/v1"': f'"{host.base_url}"\napi_key_file = "{key}"'})
            self.assert_unused(host)


class TheTime(ProgramOfCompletion):
    """It is bounded by what is read and by how much is offered."""

    MIB = 1 << 20

    def offers_from(self, listing):
        self.write("listing.json", listing)
        return self.complete("--", "preset", "explain", "--listing", "listing.json", "--model", "").splitlines()[1:]

    def test_is_not_spent_on_a_listing_beyond_a_mebibyte(self):
        listing = '[{"id": "acme/large", "endpoints": []}]'
        self.assertEqual(self.offers_from(listing.ljust(self.MIB)), ["acme/large"])
        self.assertEqual(self.offers_from(listing.ljust(self.MIB + 1)), [])

    def test_is_not_spent_on_more_than_two_thousand_words(self):
        ids = [f"acme/{number}" for number in range(2001)]
        self.assertEqual(self.offers_from(json.dumps([{"id": each, "endpoints": []} for each in ids])), ids[:2000])

    def test_is_not_spent_on_more_than_two_thousand_files(self):
        slugs = [f"preset-{number}" for number in range(2001)]
        for slug in slugs:
            self.write(f"presets/{slug}.json", "")
        offered = [line.split("\t")[0] for line in self.complete("--", "preset", "create", "").splitlines()[1:]]
        self.assertEqual(len(offered), 2000)
        self.assertLess(set(offered), set(slugs))

    def test_is_not_spent_on_more_than_two_thousand_records(self):
        slugs = [f"preset-{number}" for number in range(2001)]
        for slug in slugs:
            self.write(f"presets/.mrctl/t/{slug}.json", "")
        offered = [line.split("\t")[0] for line in self.complete("--", "preset", "create", "").splitlines()[1:]]
        self.assertEqual(len(offered), 2000)
        self.assertLess(set(offered), set(slugs))


class TheProgram(ProgramOfCompletion):
    def test_answers_without_a_word_of_complaint(self):
        for words in ((), ("--",), ("-o",), ("--", "--profile", ""), ("--", "nonsense", "--x", ""), ("preset", "create")):
            with self.subTest(words=words):
                self.assertRegex(self.complete(*words), "^(words|open .|files .*)\n")

    def test_does_not_wait_for_a_pipe(self):
        pipe = str(self.folder / "pipe")
        os.mkfifo(pipe)
        self.assertEqual(self.complete("--", "--config", pipe, "--profile", ""), "words\ndefault\n")
        self.assertEqual(self.complete("--", "preset", "explain", "--listing", pipe, "--model", ""), "words\n")

    def test_knows_what_a_shell_will_replace_by_home(self):
        self.write("home/listing.json", DESK_FILES["home/listing.json"])
        self.assertEqual(
            self.complete("--", "preset", "explain", "--listing", "~/listing.json", "--require", ""),
            "words\nnorth/fp8\tacme/large\nsouth\tacme/large\n",
        )

    def test_knows_preset_files_and_the_records_of_apply(self):
        self.write("presets/.mrctl/router.example/billing.json", "{}")
        self.write("presets/.mrctl/router.example/support.json", "{}")
        for name in ("presets/support.yaml", "presets/_base.yaml", "presets/notes.txt", "presets/deep/other.yaml"):
            self.write(name, "")
        self.assertEqual(
            self.complete("--", "preset", "create", ""),
            "words\nsupport\tpresets/support.yaml\nbilling\tapplied to router.example\n",
        )
        self.assertEqual(self.complete("--", "preset", "plan", "--target", ""), "words\nrouter.example\n")

    def test_knows_profiles_that_have_a_key(self):
        self.write("home/.config/mrctl/config.toml", "[profiles.work]\n")
        flags = ("--profile", "spare", "--base-url", "https://router.example/api/v1", "--no-verify")
        self.assert_exit(0, self.mrctl("auth", "login", *flags, stdin="sk-mgmt-test-0000"))
        self.assertEqual(self.complete("--", "--profile", ""), "words\ndefault\nwork\nspare\n")

    def test_is_in_no_help(self):
        for words in (("--help",), ("help", "--json"), ("help", "completion"), ("completion", "--help")):
            self.assertNotIn("__complete", self.mrctl(*words).out)


if __name__ == "__main__":
    unittest.main()
