"""Guides of docs/ as manuals: the subset of Markdown that they use, to mdoc(7).

Terminal sessions are left out, because they are wider than a manual."""

import re

import mdoc

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]*)\]\(([^)]*)\)")
_ITEM = re.compile(r"^(?:-|\d+\.) ")


def blocks(text):
    """Returns [(language, lines)] for the fenced parts, and [(None, lines)] for what is separated by empty lines."""
    found, end = [], 0
    for fence in _FENCE.finditer(text):
        found += paragraphs(text[end : fence.start()])
        found.append((fence[1], fence[2].splitlines()))
        end = fence.end()
    return found + paragraphs(text[end:])


def paragraphs(text):
    return [(None, part.strip().splitlines()) for part in text.split("\n\n") if part.strip()]


def plain(text, pages):
    """Returns a text with code in bold and without other marks. A link to a guide names its manual or its place."""

    def shown(found):
        code, bold, slanted, label, target = found.groups()
        if target:
            guide = target.partition("#")[0]
            return pages.get(guide) or (f"docs/{guide}" if label == guide else plain(label, pages))
        return mdoc.bold(code) if code else bold or slanted

    return _INLINE.sub(shown, text)


def items_of(lines):
    """Returns the items of a list, each on one line."""
    joined = "\n".join(lines)
    return [_ITEM.sub("", " ".join(item.split())) for item in re.split(r"\n(?=- |\d+\. )", joined)]


def cells_of(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def table(lines, pages):
    """Returns a list: the first cell of each row, and what the others say; the titles name all but the second."""
    titles = cells_of(lines[0])
    rows = []
    for line in lines[2:]:
        head, *cells = (plain(cell, pages) for cell in cells_of(line))
        says = [(title, cell) for title, cell in zip(titles[1:], cells) if cell]
        sentences = [cell if at == 0 else f"{title}: {cell}." for at, (title, cell) in enumerate(says)]
        if len(sentences) > 1:
            sentences[0] += "."
        rows.append((mdoc.call("Li", mdoc.regular(head)), "".join(map(mdoc.text, sentences))))
    return mdoc.tagged_list(rows)


def prose(lines, pages):
    """Returns a heading, a list, a table or a paragraph."""
    heading = re.match(r"(#+) (.*)", lines[0])
    if heading:
        title = mdoc.regular(plain(heading[2], pages))
        return mdoc.section(title.upper()) if heading[1] == "##" else mdoc.subsection(title)
    if lines[0].startswith("|"):
        return table(lines, pages)
    if _ITEM.match(lines[0]):
        kind = "-bullet" if lines[0].startswith("-") else "-enum"
        return mdoc.listed(kind, [mdoc.text(plain(item, pages)) for item in items_of(lines)])
    return ".Pp\n" + mdoc.text(plain(" ".join(lines), pages))


def sections(text, pages, lines_of_command):
    """Returns the sections of a guide, without its title. `pages` maps papers to the names of manuals."""
    out = mdoc.section("DESCRIPTION")
    for language, lines in blocks(text.partition("\n")[2]):
        if language is None:
            out += prose(lines, pages)
        elif language == "console":
            out = re.sub(r":\n$", ".\n", out)
        else:
            out += mdoc.literal([part for line in lines for part in lines_of_command(line)])
    return re.sub(r"(\.S[hs] .*\n)\.Pp\n", r"\1", out)
