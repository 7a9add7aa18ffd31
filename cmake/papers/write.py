"""write.py MRCTL FOLDER: writes the papers that the program MRCTL describes below FOLDER.

These are manuals and schemas, the tables of the papers in FOLDER that have some, and the picture of its README."""

import json
import subprocess
import sys
from pathlib import Path

import manuals
import picture

GENERATED = "Generated from the tables of mrctl"


def cell(text):
    return f" `{text}` " if text else " "


def code_rows(described):
    return "".join(f"| {row['code']} | {row['meaning']} |\n" for row in described["exit_codes"])


def setting_row(row):
    remark = "" if row["in_file"] else "; not in the file"
    names = "|".join(cell(row[name]) for name in ("flag", "variable", "default"))
    return f"|{cell(row['key'])}| {row['help']}{remark} |{names}|\n"


def setting_rows(described):
    return "".join(map(setting_row, described["settings"]))


# The first two lines of each generated table → its rows.
TABLES = {
    "| Code | Meaning |\n|---|---|\n": code_rows,
    "| Key | What it is | Flag | Environment | Default |\n|---|---|---|---|---|\n": setting_rows,
}

PAPERS_WITH_TABLES = ("docs/scripting.md", "docs/configuration.md")


def with_tables(paper, described):
    """Returns a paper with the rows of its tables as the program has them."""
    for head, rows in TABLES.items():
        before, found, after = paper.partition(head)
        if found:
            lines = after.splitlines(keepends=True)
            end = next((at for at, line in enumerate(lines) if not line.startswith("|")), len(lines))
            paper = before + head + rows(described) + "".join(lines[end:])
    return paper


def papers(mrctl, folder):
    """Returns {path: text} of everything that is generated."""

    def said(*words):
        return subprocess.run([mrctl, *words], check=True, stdout=subprocess.PIPE, timeout=60).stdout.decode("utf-8")

    described = json.loads(said("help", "--json"))
    schema = next(command for command in described["commands"] if command["name"] == "schema")
    schemas = {name: said("schema", name) for name in schema["arguments"][0]["choices"]}
    written = {path: with_tables(Path(folder, path).read_text("utf-8"), described) for path in PAPERS_WITH_TABLES}
    written |= {f"docs/schemas/{name}.schema.json": text for name, text in schemas.items() if GENERATED in text}
    written["docs/explain.svg"] = picture.of_session(Path(folder, "README.md").read_text("utf-8"), "mrctl preset explain")

    def paper(name):
        return written.get(f"docs/{name}") or Path(folder, "docs", name).read_text("utf-8")

    return written | manuals.pages(described, paper, json.loads(schemas["project"]))


def main(mrctl, folder):
    for path, text in papers(mrctl, folder).items():
        Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, path).write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
