"""The project's sources, and C++ text without what a compiler does not see."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Comments and literals; the raw-string alternative comes first, as it may hold the others.
_INVISIBLE = re.compile(
    r"""R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"
      | //[^\n]*
      | /\*.*?\*/
      | "(?:\\.|[^"\\\n])*"
      | '(?:\\.|[^'\\\n])+'""",
    re.DOTALL | re.VERBOSE,
)


def cpp_files(*folders, root=ROOT):
    """Returns the C++ files below these folders of the project, sorted."""
    return sorted(
        path for folder in folders for path in (root / folder).rglob("*") if path.suffix in (".cpp", ".hpp")
    )


def code_only(text):
    """Returns the text with comments and literals emptied; every line keeps its number."""

    def emptied(match):
        token = match.group()
        lines = "\n" * token.count("\n")
        return lines if token.startswith("/") else '""' + lines

    return _INVISIBLE.sub(emptied, text)
