"""Lists, presets and versions as services show them: page by page, from a scripted server, and from services that show
none."""

import json
import unittest
from urllib.parse import parse_qs, urlsplit

from drive.program import ProgramTest
from drive.service import Answer, LoopbackService

KEY = "sk-mgmt-0000000000000000test"


def preset(number):
    return {"id": f"p-{number}", "slug": f"slug-{number}", "status": "active"}


class ReadsTest(ProgramTest):
    def serve(self, answer):
        """Answers with what the function makes of the path, the offset and the limit: a status, or a value as JSON."""

        def answer_to(request):
            parts = urlsplit(request.path)
            query = {name: int(values[0]) for name, values in parse_qs(parts.query).items()}
            path = parts.path.removeprefix("/api/v1")
            found = answer(path, query.get("offset"), query.get("limit"))
            if isinstance(found, int):
                return Answer(found, json.dumps({"error": {"code": found, "message": "no"}}).encode())
            return Answer(200, json.dumps(found).encode())

        server = LoopbackService(answer_to)
        self.addCleanup(server.close)
        self.settings = {"MRCTL_BASE_URL": server.base_url, "MRCTL_API_KEY": KEY}
        return server

    def read(self, *arguments, code=0):
        outcome = self.mrctl(*arguments, "--retries", "0")
        self.assert_exit(code, outcome)
        if code:
            self.assertEqual(outcome.out, "")
        return outcome

    def slugs(self, *flags):
        return self.read("preset", "list", "-o", "name", *flags).out.split()


class AList(ReadsTest):
    def pages(self, count, total=None, most=100):
        """A list of so many presets, in pages of at most so many."""

        def answer(_, offset, limit):
            data = [preset(number) for number in range(offset, min(count, offset + min(limit, most)))]
            return {"data": data} | ({} if total is None else {"total_count": total})

        return self.serve(answer)

    def test_is_read_page_by_page_up_to_its_total(self):
        server = self.pages(250, 250)
        self.assertEqual(self.slugs(), [f"slug-{number}" for number in range(250)])
        self.assertEqual([urlsplit(request.path).query for request in server.requests],
                         ["limit=100&offset=0", "limit=100&offset=100", "limit=100&offset=200"])
        self.assertEqual({request.headers["authorization"] for request in server.requests}, {f"Bearer {KEY}"})

    def test_without_a_total_ends_with_a_short_page(self):
        server = self.pages(130)
        self.assertEqual(len(self.slugs()), 130)
        self.assertEqual(len(server.requests), 2)

    def test_whose_total_says_more_goes_on_after_a_short_page(self):
        server = self.pages(7, 7, most=3)
        self.assertEqual(len(self.slugs()), 7)
        self.assertEqual(len(server.requests), 3)

    def test_whose_total_lies_ends_with_an_empty_page(self):
        server = self.pages(5, 1000)
        self.assertEqual(len(self.slugs()), 5)
        self.assertEqual(len(server.requests), 2)
        server = self.pages(5, "many")
        self.assertEqual(len(self.slugs()), 5)
        self.assertEqual(len(server.requests), 1)

    def test_that_repeats_itself_ends(self):
        server = self.serve(lambda *_: {"data": [preset(number) for number in range(100)], "total_count": 100000})
        self.assertEqual(len(self.slugs()), 100)
        self.assertEqual(len(server.requests), 2)

    def test_that_repeats_a_record_shows_it_once(self):
        self.serve(lambda path, offset, limit: {"data": [preset(n) for n in (range(100) if not offset else (99, 100))]})
        self.assertEqual(self.slugs(), [f"slug-{number}" for number in range(101)])

    def test_is_cut_by_limit(self):
        server = self.pages(250, 250)
        self.assertEqual(len(self.slugs("--limit", "101")), 101)
        self.assertEqual([urlsplit(request.path).query for request in server.requests],
                         ["limit=100&offset=0", "limit=1&offset=100"])

    def test_of_which_a_page_fails_prints_nothing(self):
        for status, code in ((500, 7), (404, 4), (403, 3), (429, 6)):
            server = self.serve(lambda _, offset, limit, status=status: status if offset else
                                {"data": [preset(number) for number in range(100)]})
            outcome = self.read("preset", "list", "-o", "json", code=code)
            self.assertNotIn("does not seem", outcome.err)
            self.assertEqual(len(server.requests), 2)

    def test_that_a_service_does_not_have_is_told_without_a_claim(self):
        for status in (404, 405, 501):
            self.serve(lambda *_, status=status: status)
            for words, says in ((("preset", "list"), "list presets"), (("byok", "list"), "list credentials"),
                                (("preset", "versions", "a"), "list versions")):
                outcome = self.read(*words, code=4)
                self.assertIn(f"mrctl: {status} this service does not seem to {says}", outcome.err)

    def test_that_is_no_list_is_not_as_specified(self):
        for data in ({}, "text", None):
            self.serve(lambda *_, data=data: {"data": data})
            self.read("preset", "list", code=11)
        self.serve(lambda *_: 401)
        self.read("preset", "list", code=3)

    def test_as_it_came_is_one_page(self):
        self.pages(3, 3)
        raw = self.read("preset", "list", "-o", "raw").out
        self.assertEqual(json.loads(raw)["total_count"], 3)
        self.pages(130, 130)
        self.assertIn("-o raw prints one response, but the list came in 2", self.read("preset", "list", "-o", "raw", code=2).err)

    def test_shows_the_columns_that_were_asked_for(self):
        self.pages(2, 2)
        text = self.read("preset", "list", "-o", "csv", "--columns", "slug,id").out
        self.assertEqual(text, "slug,id\nslug-0,p-0\nslug-1,p-1\n")
        self.assertEqual(self.read("preset", "list", "--columns", "slug,id", "--no-header").out, "slug-0  p-0\nslug-1  p-1\n")
        self.assertIn("did you mean 'slug'?", self.read("preset", "list", "--columns", "slugs", code=2).err)

    def test_hides_what_is_hostile_in_its_text(self):
        self.serve(lambda *_: {"data": [preset(1) | {"name": "a\x1b[31m\u202eb\nc"}]})
        for form in ("table", "wide", "markdown", "html"):
            text = self.read("preset", "list", "-o", form).out
            self.assertNotIn("\x1b", text)
            self.assertNotIn("\u202e", text)
        self.serve(lambda *_: {"data": [{"id": "c-1", "label": "sk-not-masked-at-all-1234"}]})
        for form in ("table", "json", "csv"):
            outcome = self.read("byok", "list", "-o", form)
            self.assertNotIn("not-masked", outcome.out)
            self.assertIn("did not look masked", outcome.err)


class APreset(ReadsTest):
    def test_of_another_slug_is_not_as_specified(self):
        self.serve(lambda *_: {"data": preset(1)})
        self.assertIn("is about another preset", self.read("preset", "get", "other", code=11).err)

    def test_that_a_service_does_not_show_is_told_without_a_claim(self):
        for status in (405, 501):
            self.serve(lambda *_, status=status: status)
            self.assertIn("does not seem to show presets", self.read("preset", "get", "a", code=4).err)
            self.assertIn("does not seem to show versions", self.read("preset", "get", "a", "--version", "2", code=4).err)
        self.serve(lambda *_: 404)
        self.assertNotIn("seem", self.read("preset", "get", "a", code=4).err)

    def test_is_one_of_several_and_the_first_failure_decides(self):
        self.serve(lambda path, *_: {"data": {"slug": "a"}} if path == "/presets/a" else 403 if path == "/presets/b" else 404)
        outcome = self.mrctl("preset", "get", "a", "b", "c", "-o", "name", "--retries", "0")
        self.assert_exit(3, outcome)
        self.assertEqual(outcome.out, "a\n")

    def test_is_a_file_only_alone(self):
        server = self.serve(lambda *_: 500)
        for flags in (("-o", "yaml"), ("--version", "1"), ("--report", "yaml=a.yaml")):
            self.read("preset", "get", "a", "b", *flags, code=2)
        self.read("preset", "get", "presets/a.yaml", code=2)
        self.assertEqual(server.requests, [])


if __name__ == "__main__":
    unittest.main()
