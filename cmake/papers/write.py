"""write.py MRCTL FOLDER: writes the papers that the program MRCTL describes below FOLDER, and the tables of its README."""

import json
import subprocess
import sys
from pathlib import Path

import manuals
import rules

MARK = "<!-- Generated from the tables of mrctl: cmake --build --preset dev --target papers -->\n"


def cell(text):
    return f" `{text}` " if text else " "


def command_rows(described):
    return "".join(f"|{cell(row['name'])}| {row['summary']} |\n" for row in described["commands"])


def format_rows(described):
    output = next(flag for flag in described["global_flags"] if flag["name"] == "--output")
    return "".join(f"|{cell(row['name'])}| {row['says']} |\n" for row in described["formats"] if row["name"] in output["choices"])


def setting_row(row):
    remark = "" if row["in_file"] else "; not in the file"
    return "|" + "|".join(cell(row[name]) for name in ("key", "flag", "variable", "default")) + f"| {row['help']}{remark} |\n"


def setting_rows(described):
    return "".join(map(setting_row, described["settings"]))


# The first two lines of each generated table → its rows.
TABLES = {
    "| Command | What it does |\n|---|---|\n": command_rows,
    "| Format | What it is |\n|---|---|\n": format_rows,
    "| Key | Flag | Environment | Default | What it is |\n|---|---|---|---|---|\n": setting_rows,
}


def with_tables(readme, described):
    """Returns the README with the rows of its tables as the program has them."""
    for head, rows in TABLES.items():
        before, found, after = readme.partition(head)
        if found:
            lines = after.splitlines(keepends=True)
            end = next((at for at, line in enumerate(lines) if not line.startswith("|")), len(lines))
            readme = before + head + rows(described) + "".join(lines[end:])
    return readme


def papers(mrctl):
    """Returns what the program says of itself, and {path: text} of every paper that is generated as a whole."""

    def said(*words):
        return subprocess.run([mrctl, *words], check=True, stdout=subprocess.PIPE, timeout=60).stdout.decode("utf-8")

    described = json.loads(said("help", "--json"))
    schema = next(command for command in described["commands"] if command["name"] == "schema")
    schemas = {name: said("schema", name) for name in schema["arguments"][0]["choices"]}
    written = {f"docs/schemas/{name}.schema.json": text for name, text in schemas.items()}
    written["docs/rules.md"] = MARK + rules.rules_paper(described, json.loads(schemas["request"]))
    return described, written | manuals.pages(described)


def main(mrctl, folder):
    described, written = papers(mrctl)
    readme = Path(folder, "README.md")
    if readme.exists():
        written["README.md"] = with_tables(readme.read_text("utf-8"), described)
    for path, text in written.items():
        Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, path).write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
