"""A picture of a terminal, as SVG: a command and what it printed, as a console block of a paper shows them."""

import re
from html import escape

LETTER_WIDTH = 8
LINE_HEIGHT = 19
MARGIN = 20

# What is drawn in colour, which only repeats what the words say.
COLOURS = {"eligible": "good", "excluded": "bad", "unknown": "open"}

STYLE = """
    .paper { fill: #ffffff; stroke: #d0d7de }
    text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }
    .typed { font-weight: bold }
    .good { fill: #116329 }
    .bad { fill: #a40e26 }
    .open { fill: #7d4e00 }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117; stroke: #3d444d }
      text { fill: #e6edf3 }
      .good { fill: #56d364 }
      .bad { fill: #ff7b72 }
      .open { fill: #e3b341 }
    }
"""

MARK = "  <metadata>Generated from the tables of mrctl and its README: cmake --build --preset dev --target papers</metadata>\n"


def session(paper, command):
    """Returns the lines of the first session of a console block that begins with the command."""
    block = re.search(rf"^\$ {re.escape(command)}.*?(?=^```$|^\$ )", paper, re.MULTILINE | re.DOTALL)
    lines = block[0].splitlines()
    return lines[:-1] if lines[-1] == "..." else lines


def is_typed(lines, at):
    return lines[at].startswith("$ ") or (at > 0 and lines[at - 1].endswith("\\") and is_typed(lines, at - 1))


def piece(text, row, column, kind):
    """Returns a text in its place on the grid. Its length is given, because fonts differ in width."""
    x, y = MARGIN + column * LETTER_WIDTH, MARGIN + (row + 1) * LINE_HEIGHT - 5
    kind = f' class="{kind}"' if kind else ""
    return f'  <text x="{x}" y="{y}" textLength="{len(text) * LETTER_WIDTH}"{kind}>{escape(text)}</text>\n'


def drawn_line(lines, row):
    """Returns a line of the session: words that have a colour, and what is between them."""
    if is_typed(lines, row):
        return piece(lines[row], row, 0, "typed")
    out = ""
    for found in re.finditer(r"\S+(?: \S+)*", lines[row]):
        out += piece(found[0], row, found.start(), COLOURS.get(found[0]))
    return out


def of_session(paper, command):
    """Returns the picture of a session of a paper."""
    lines = session(paper, command)
    width = max(map(len, lines)) * LETTER_WIDTH + 2 * MARGIN
    height = len(lines) * LINE_HEIGHT + 2 * MARGIN
    words = escape("\n".join(line.rstrip() for line in lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="title words">\n{MARK}'
        f'  <title id="title">{escape(command)} in a terminal</title>\n  <desc id="words">{words}</desc>\n'
        f"  <style>{STYLE}  </style>\n"
        f'  <rect class="paper" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>\n'
        + "".join(drawn_line(lines, row) for row in range(len(lines)))
        + "</svg>\n"
    )
