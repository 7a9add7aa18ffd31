"""docs/rules.md: the rules that the program lists."""

INTRODUCTION = """
# Rules

Each problem that `mrctl` reports has the id of a rule: the member `rule` in JSON, and the title of an annotation. Ids are
stable, so scripts can rely on them.

An **error** stops the command before it sends anything; a **warning** does so only with `--strict`. With
`--allow-unknown`, errors of a body whose ids end in `.choice`, `.several` or `.unknown` are warnings. With
`--no-validate`, only what cannot be read is an error.

## Rules for texts, flags and files

"""

FOREIGN = """
## Fields that are known but not documented

The rule is `body.unknown`; case, `-` and `_` do not matter. Any other unknown field is an error if it is a misspelled
documented name (another case or plural, one wrong letter in a name of six or more, or two in nine or more), else a warning.

"""

FIELDS = """
## Rules of fields

The id of a rule is the path of a field and what is checked: `provider.order.type` checks the type of `provider.order`.
Items of a list and values of a map share the rules of the whole. `mrctl schema` has the types, bounds and words.

"""

def grouped(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups.values()


MARKS = {"error": "", "warning": " (warning)", None: " (accepted)"}


def lines(rows, form="{names}{mark}: {text}"):
    """Returns a line for each (severity, text) of the rows (name, severity, text): names that share both stand together."""
    out = ""
    for same in grouped(rows, lambda row: row[1:]):
        _, severity, text = same[0]
        out += "- " + form.format(names=", ".join(f"`{row[0]}`" for row in same), mark=MARKS[severity], text=text) + "\n"
    return out


def foreign_row(field):
    """Returns (name, severity, what to know): a suggestion that the meaning holds already is left out."""
    name, meaning, suggestion = field["name"], field["meaning"], field["suggestion"] or ""
    if not suggestion or suggestion in meaning.split() or suggestion == f"provider.{name}":
        return name, field["severity"], meaning
    return name, field["severity"], f"{meaning}; {suggestion if ' ' in suggestion else 'write ' + suggestion}"


def rules_paper(described):
    """Returns the paper, from `mrctl help --json`."""
    rules = [(rule["id"], rule["severity"], rule["meaning"]) for rule in described["rules"]]
    text = INTRODUCTION + lines(rules) + FOREIGN + lines(map(foreign_row, described["foreign_fields"])) + FIELDS
    return text + lines(((rule["id"], rule["severity"], rule["meaning"]) for rule in described["field_rules"]), "{text}{mark}: {names}")
