"""docs/rules.md: the rules that the program lists, and those that follow from the schema of a body."""

import json
import re

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

# What is checked of a field → what it means if it fails.
MEANINGS = {
    "type": "the type is wrong",
    "choice": "the word is not documented",
    "range": "the number is out of bounds",
    "length": "the string, list or map is too short or too long",
    "key-length": "a key is too long",
    "charset": "a character is neither a letter, a digit, '_' nor '-'",
    "required": "a member is missing",
    "unknown": "a member is not documented",
    "ignored": "a preset does not keep the field",
    "deprecated": "the field is deprecated; its help says what to use",
    "digits": "the number has more than 1,000 digits in a flag",
    "pair": "the text is not KEY=VALUE, JSON or @FILE in a flag",
}


def alternatives(schema):
    """Returns the words that the tag of a union may have, as patterns, and the schemas of the members that each brings."""
    [(tag, tag_schema)] = schema["properties"].items()
    rows = [(row["if"]["properties"][tag], row["then"]) for row in schema["allOf"]]
    documented = {condition.get("const") or condition["pattern"].removeprefix("^").removesuffix("$"): then for condition, then in rows}
    pattern = re.fullmatch(r"\^\((.+)\)", tag_schema.get("pattern", ""))
    words = pattern[1].split("|") if pattern else tag_schema["enum"]
    return [documented.get(word.removesuffix("$"), {}) for word in words]


def checks_of(schema, path):
    """Yields (path, what is checked, severity) for the values of a field, and for its items and values."""
    if "type" in schema:
        yield path, "type", "error"
    yield from constraints_of(schema, path)


def constraints_of(schema, path):
    has = schema.keys()
    if "enum" in has or schema.get("pattern", "").startswith("^("):
        yield path, "choice", "error"
    elif "pattern" in has:
        yield path, "charset", "error"
    if has & {"minimum", "maximum"}:
        yield path, "range", "error"
    if any(schema.get(f"min{what}") or f"max{what}" in has for what in ("Length", "Items", "Properties")):
        yield path, "length", "error"
    if "propertyNames" in has:
        yield path, "key-length", "error"
    for part in ("items", "additionalProperties"):
        if isinstance(schema.get(part), dict):
            yield from checks_of(schema[part], path)
    if "allOf" in has:
        yield path, "required", "error"
        yield from members_of(schema, path, is_union=True)
        for members in alternatives(schema):
            yield from members_of(members, path)
    elif "properties" in has:
        yield from members_of(schema, path)
    for alternative in schema.get("anyOf", []):
        yield from constraints_of(alternative, path)
    if schema.get("deprecated"):
        yield path, "deprecated", "warning"


def members_of(schema, path, is_union=False):
    if "required" in schema and not is_union:
        yield path, "required", "error"
    others = schema.get("additionalProperties")
    if others is not True and not is_union:
        yield path, "unknown", "warning" if others is None else "error"
    for name, member in schema.get("properties", {}).items():
        yield from checks_of(member, f"{path}.{name}")


def checks_of_flags(flags):
    """Yields what can be wrong with the text of a flag, but not in JSON."""
    for flag in flags:
        path = re.sub(r"\[.+?\]", "", flag["path"])
        if flag["value"].partition("|")[0] == "N":
            yield path, "digits", "error"
        if flag["value"].startswith("KEY=VALUE"):
            yield path, "pair", "error"


def grouped(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups.values()


def rules_of_field(name, schema, flags):
    """Returns (id, severity, meaning) of each rule of a field."""
    checks = [*checks_of(schema, name), *checks_of_flags(flags)]
    if "not kept in a preset" in schema["description"]:
        # Nobody is told of deprecated members of a field that is dropped.
        checks = [check for check in checks if check[1] != "deprecated"] + [(name, "ignored", "warning")]
    rules = {}
    for path, aspect, severity in checks:
        rules.setdefault(f"{path}.{aspect.replace('digits', 'range')}", (severity, MEANINGS[aspect]))
    return [(rule, *says) for rule, says in rules.items()]


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


def rules_paper(described, schema):
    """Returns the paper, from `mrctl help --json` and `mrctl schema request`."""
    flags = next(command["flags"] for command in described["commands"] if command["name"] == "preset create")
    flags_of = {name: [flag for flag in flags if re.match(rf"{name}\b", flag["path"] or "")] for name in schema["properties"]}
    text = INTRODUCTION + lines((rule["id"], rule["severity"], rule["meaning"]) for rule in described["rules"])
    text += FOREIGN + lines(map(foreign_row, described["foreign_fields"])) + FIELDS
    rules = [rule for name, field in schema["properties"].items() for rule in rules_of_field(name, field, flags_of[name])]
    meanings = list(MEANINGS.values())
    return text + lines(sorted(rules, key=lambda rule: meanings.index(rule[2])), "{text}{mark}: {names}")
