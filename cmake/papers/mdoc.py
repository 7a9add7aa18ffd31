"""The subset of mdoc(7) that the manuals use. Each function returns whole lines and escapes its arguments."""

import re
import textwrap

WIDTH = 76

# Characters that roff would read as an escape, or print as a curly quote or an accent.
ESCAPES = str.maketrans({"\\": "\\e", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "×": "\\(mu"})

# Two or three characters may be the name of a macro, and punctuation alone is not an argument of one.
_HAS_MEANING = re.compile(r"[.,:;()\[\]?!|]|[A-Z].{1,2}|\..*")


# Stand around what is bold until it is written.
_BOLD, _REGULAR = "\x01", "\x02"


def bold(text):
    """Returns a part of a text that is written in bold."""
    return _BOLD + text + _REGULAR


def regular(text):
    """Returns a text without its bold parts."""
    return text.replace(_BOLD, "").replace(_REGULAR, "")


def typed(text):
    """Returns a text that readers may copy: with literal dashes, not hyphens."""
    return text.translate(ESCAPES).replace("-", "\\-")


def as_line(text):
    """A line that begins with a dot is a request."""
    return ("\\&" if text.startswith(".") else "") + text + "\n"


def word_of_text(word):
    is_flag = word.lstrip("'(\"=[@" + _BOLD).startswith("-")
    return typed(word) if is_flag or "--" in word else word.translate(ESCAPES)


def lines_of(sentence):
    escaped = " ".join(map(word_of_text, sentence.split(" "))).replace(_BOLD, "\\fB").replace(_REGULAR, "\\fR")
    return textwrap.wrap(escaped, WIDTH, break_long_words=False, break_on_hyphens=False)


def text(paragraph):
    """Returns one paragraph. Each sentence begins a line, so that roff spaces sentences correctly."""
    sentences = re.split(r"(?<=\.) ", paragraph) if paragraph else []
    return "".join(as_line(line) for sentence in sentences for line in lines_of(sentence))


def argument(word):
    """Returns one word of a macro line, which is never taken for a macro."""
    out = ("\\&" if _HAS_MEANING.fullmatch(word) else "") + typed(word).replace('"', "\\(dq")
    return f'"{out}"' if " " in out or not out else out


def call(macro, *words):
    """Returns a macro and its arguments, for a line or as part of one."""
    return " ".join([macro, *map(argument, words)])


def section(title):
    return f".Sh {title}\n"


def subsection(title):
    return f".Ss {title}\n"


def tagged_list(items):
    """Returns a list of (head, lines); a head is made of calls."""
    rows = "".join(f".It {head}\n{lines}" for head, lines in items)
    return f".Bl -tag -width Ds\n{rows}.El\n" if rows else ""


def listed(kind, items):
    """Returns a list of texts: -bullet or -enum."""
    rows = "".join(f".It\n{lines}" for lines in items)
    return f".Bl {kind}\n{rows}.El\n"


def literal(lines):
    """Returns a text that is shown unchanged, line by line."""
    return ".Bd -literal -offset indent\n" + "".join(as_line(typed(line)) for line in lines) + ".Ed\n"
