"""HTML pages as text; tests/pages/ looks at them in a browser."""

import unittest

from drive.reports import BAD, ReportTest


class Html(ReportTest):
    def test_loads_nothing_runs_nothing_and_escapes_what_it_shows(self):
        self.write("a.yaml", '"<script>alert(1)</script>": 1\n"\\" onload=x ::error::y": 2\n' + BAD)
        page = self.lint(2, "a.yaml", "-o", "html").out
        self.assertNotRegex(page, r"(?i)<script|<link|<img|<iframe|<object|@import|url\(|\ssrc=|\shref=|javascript:")
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt;", page)
        self.assertNotIn('" onload', page)
        self.assertNotIn("\n::", page)
        for needle in ("<!DOCTYPE html>", "prefers-color-scheme:dark", "position:sticky", "@media print", "width=device-width"):
            self.assertIn(needle, page)


if __name__ == "__main__":
    unittest.main()
