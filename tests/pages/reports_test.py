"""Every HTML report in a real browser: what a reader would notice on a phone, on a screen, in the dark and on paper.

MRCTL_PICTURES=FOLDER keeps a picture of each view, for people to look at.
"""

import os
import re
import unittest
from pathlib import Path

from drive import browser
from drive.report_pages import LONG_WORD, ReportPages

LAYOUT = Path(__file__).with_name("layout.js").read_text("utf-8")
PHONE, TABLET, SCREEN, PAPER = 400, 800, 1200, 718  # A4 between its margins has 718 px
VIEWS = {
    "phone": (PHONE, "light", "screen"),
    "phone in the dark": (PHONE, "dark", "screen"),
    "tablet": (TABLET, "light", "screen"),
    "screen": (SCREEN, "light", "screen"),
    "screen in the dark": (SCREEN, "dark", "screen"),
    "paper": (PAPER, "light", "print"),
    "paper in the dark": (PAPER, "dark", "print"),
}
SEEN = {}  # (page, view): what layout.js returns
FETCHED = {}  # page: addresses
PRINTED = {}  # page: PDF


def setUpModule():
    if browser.program() is None:
        if os.environ.get("MRCTL_NEEDS_BROWSER"):
            raise RuntimeError("chromium is missing: packaging/install-packages check")
        print("chromium is not installed")  # by which ctest knows that it was skipped
        raise unittest.SkipTest("no page was looked at")
    maker = ReportPages()
    unittest.addModuleCleanup(maker.doCleanups)
    maker.setUp()
    chromium = browser.Browser()
    unittest.addModuleCleanup(chromium.close)
    for file in maker.write_pages():
        look_at(browser.Page(chromium, file), file.stem)


def look_at(page, name):
    for view, (width, scheme, medium) in VIEWS.items():
        page.show(width, scheme, medium)
        SEEN[name, view] = page.evaluate(LAYOUT)
        if "MRCTL_PICTURES" in os.environ:
            Path(os.environ["MRCTL_PICTURES"], f"{name}, {view}.png").write_bytes(page.picture())
    FETCHED[name] = page.requests()
    PRINTED[name] = page.printed()


class Reports(unittest.TestCase):
    def assert_everywhere(self, is_good, views=""):
        """Checks what was seen of each page in the views whose names hold a word."""
        self.assertGreater(len(SEEN), 0)
        for (page, view), seen in SEEN.items():
            if views in view:
                with self.subTest(page=page, view=view):
                    is_good(seen)

    def assert_none(self, *facts, views=""):
        for fact in facts:
            self.assert_everywhere(lambda seen: self.assertIn(seen[fact], ([], 0), fact), views)

    def test_are_no_wider_than_the_window(self):
        self.assert_everywhere(lambda seen: self.assertLessEqual(seen["width"], 0))
        self.assert_none("outside")

    def test_let_wide_tables_scroll_within_their_frame(self):
        self.assertEqual(SEEN["listing-wide", "screen"]["frames"], 1)
        self.assertEqual(SEEN["listing", "screen"]["frames"], 0)
        self.assertEqual(SEEN["listing", "tablet"]["frames"], 1)
        self.assert_none("frames", views="paper")

    def test_keep_the_heads_of_tables_in_sight(self):
        self.assert_none("headless", views="screen")
        self.assert_none("headless", views="tablet")

    def test_name_the_column_of_every_cell_and_hide_none(self):
        self.assert_none("unnamed", "hidden")

    def test_have_readable_colours(self):
        self.assert_none("pale", "paleBars")
        for (page, view), seen in SEEN.items():
            self.assertEqual(seen["dark"], "dark" in view and "paper" not in view, (page, view))

    def test_have_letters_of_a_size_to_read(self):
        self.assert_everywhere(lambda seen: self.assertGreaterEqual(seen["smallest"], 13), "phone")
        self.assert_everywhere(lambda seen: self.assertGreaterEqual(seen["smallest"], 13), "screen")
        self.assert_everywhere(lambda seen: self.assertGreaterEqual(seen["smallest"], 10), "paper")

    def test_break_no_word_that_has_room(self):
        self.assert_none("broken", views="screen")

    def test_keep_names_on_one_line(self):
        self.assert_none("cut", views="screen")

    def test_lead_to_each_preset_and_begin_with_those_that_fail(self):
        seen = SEEN["check", "screen"]
        gates = [link for link in seen["links"] if not link[0]]
        self.assertGreater(len(gates), 0)
        for _, name, heading in seen["links"]:
            self.assertTrue(heading.startswith(name), (name, heading))
        failed = {name for _, name, _ in gates}
        self.assertEqual({heading.split()[0] for heading in seen["sections"][: len(failed)]}, failed)
        self.assertEqual(len(SEEN["explain", "screen"]["sections"]), 4)

    def test_fold_what_is_long(self):
        for page in ("plan", "check"):
            self.assertEqual(SEEN[page, "screen"]["folds"], ["80 more lines"])

    def test_tell_the_change_of_a_base_once(self):
        for page in ("plan", "check"):
            text = SEEN[page, "screen"]["text"]
            self.assertEqual(text.count("base.yaml:3"), 1)
            self.assertRegex(text, r"3 presets\s+provider.max_price.completion\s+15 → 9\s+base.yaml:3")

    def test_say_in_words_what_charts_show(self):
        self.assert_none("mute")
        self.assertIn("Tag harbor/eu-west, Verdict excluded, Cost 0.0016", SEEN["explain", "screen"]["drawings"])
        drawings = SEEN["listing", "screen"]["drawings"]
        self.assertGreater(len(drawings), 10)
        self.assertIn("MODEL acme/large, TAG acme/priority, PROMPT/M 5, COMPL/M 20", drawings)

    def test_run_nothing_and_fetch_nothing(self):
        self.assert_none("scripts", "handlers", "references")
        for page, addresses in FETCHED.items():
            self.assertEqual([Path(address).name for address in addresses], [f"{page}.html"])

    def test_show_what_the_service_and_files_say_as_text(self):
        self.assertIn(f"<b>{LONG_WORD}</b>", SEEN["endpoints-diff", "screen"]["text"])
        self.assertIn("'<script>word-without", SEEN["lint", "phone"]["text"])

    def test_say_the_same_in_every_view(self):
        for (page, view), seen in SEEN.items():
            with self.subTest(page=page, view=view):
                heads = words(SEEN[page, "screen"]["heads"])  # which a list of cards has in front of each cell
                self.assertEqual(words(SEEN[page, "screen"]["text"]) - words(seen["text"]) - heads, set())

    def test_begin_with_what_matters(self):
        for page, title, first in (
            ("endpoints-diff", "endpoints diff", r"24 changes, 22 worse \(!\): "),
            ("plan", "preset plan", "Plan [0-9a-f]{40} for http://"),
            ("check", "preset check", "1 to create, 3 to update for http://"),
            ("apply", "preset apply", "Applied to http://"),
            ("lint", "preset lint", "6 files: 4 errors, 2 warnings"),
            ("explain", "preset explain", "4 presets, "),
        ):
            with self.subTest(page=page):
                self.assertRegex(SEEN[page, "phone"]["text"], rf"^mrctl {title}\n+{first}")

    def test_print(self):
        for page, text in PRINTED.items():
            with self.subTest(page=page):
                self.assertTrue(text.startswith(b"%PDF-"))
                self.assertGreaterEqual(len(re.findall(rb"/Type /Page\b", text)), 1)


def words(text):
    return set(text.split())


if __name__ == "__main__":
    unittest.main()
