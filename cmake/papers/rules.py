"""docs/rules.md: the rules that the program lists, and those that follow from the schema of a body."""

import json
import re

INTRODUCTION = """
# Rules

Each problem that `mrctl` reports in a body, a configuration file or an answer has the id of a rule: the
member `rule` in JSON, and the title of an annotation. Ids are stable, so scripts can rely on them.

A rule is an **error**, which stops the command before anything is sent, unless it is marked as a **warning**, which
does so only with `--strict`. With `--allow-unknown`, the errors of a body whose ids end in `.choice`, `.several` or
`.unknown` are warnings. With `--no-validate`, only what cannot be read is an error.

## Rules for texts, flags and files

"""

FOREIGN = """
## Fields that are known but not documented

`body.unknown` for top-level fields that people write although they are not documented, in any case and with or
without `-` and `_`. Any other unknown field is an error if it is a misspelled documented name (it differs only in
case, `-`, `_` or a plural, in one letter of a name of six or more, or in two letters of a name of nine or more), else a
warning.

"""

FIELDS = """
## Rules of fields

The id of a rule is the path of a field and the aspect that is checked: `provider.order.type` checks the type
of `provider.order`. Items of a list and values of a map share the rules of the whole. Words before a colon
say which kind a check applies to: messages of that role, tools or formats of that type, plugins of that id.
"""

# If more variants than this share a check, it is described without them.
MOST_VARIANTS = 3

TYPES = {
    "string": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "true or false",
    "array": "array",
    "object": "object",
    "null": "null",
}


def counted(number, unit):
    return f"{number} {unit}" + ("" if number == 1 else "s")


def size_words(least, most, unit):
    if most is None:
        return f"at least {counted(least, unit)}"
    return f"{least} to {counted(most, unit)}" if least else f"at most {counted(most, unit)}"


def bound_words(least, most):
    if most is None:
        return f"at least {least}"
    return f"at most {most}" if least is None else f"between {least} and {most}"


def choice_words(choices):
    return ("only " if len(choices) == 1 else "one of ") + ", ".join(choices)


def deprecation_words(description):
    replacement = re.search(r"deprecated, (use .+?)(?:; not kept in a preset)?$", description)
    return replacement[1] if replacement else "has no effect anymore; remove it"


def words_of_tag(schema):
    """Returns the words that a tag may have: one that ends in * is only a beginning, a pattern is PREFIX:NAME."""
    pattern = re.fullmatch(r"\^\((.+)\)", schema.get("pattern", ""))
    words = pattern[1].split("|") if pattern else []
    return [word_of_pattern(word) for word in words] or schema["enum"]


def word_of_pattern(pattern):
    if pattern.startswith("["):
        return "PREFIX:NAME"
    return pattern.removesuffix("$") if pattern.endswith("$") else pattern + "*"


class Walk:
    """Collects what a schema says of the values of one field."""

    def __init__(self):
        self.found = []  # (path, aspect, severity, variant, check)

    def add(self, spot, aspect, check, severity="error"):
        path, variant, part = spot
        self.found.append((path, aspect, severity, variant, part + check))

    def walk(self, schema, spot):
        if "type" in schema:
            types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
            self.add(spot, "type", " or ".join(TYPES[name] for name in types))
        self.constraints(schema, spot)

    def constraints(self, schema, spot):
        self.values(schema, spot)
        self.items(schema, spot)
        if "allOf" in schema:
            self.variants(schema, spot)
        elif "properties" in schema:
            self.members(schema, spot)
        for alternative in schema.get("anyOf", []):
            self.constraints(alternative, spot)
        if schema.get("deprecated"):
            self.add(spot, "deprecated", deprecation_words(schema.get("description", "")), "warning")

    def values(self, schema, spot):
        if "enum" in schema:
            self.add(spot, "choice", choice_words([word for word in schema["enum"] if word is not None]))
        if "minimum" in schema or "maximum" in schema:
            self.add(spot, "range", bound_words(schema.get("minimum"), schema.get("maximum")))
        self.sizes(schema, spot, "Length", "character")
        pattern = schema.get("pattern", "")
        if pattern.startswith("^("):
            self.add(spot, "choice", choice_words(words_of_tag(schema)))
        elif pattern:
            self.add(spot, "charset", "letters, digits, underscores and dashes")

    def sizes(self, schema, spot, what, unit):
        least, most = schema.get(f"min{what}", 0), schema.get(f"max{what}")
        if least or most is not None:
            self.add(spot, "length", size_words(least, most, unit))

    def items(self, schema, spot):
        path, variant, _ = spot
        self.sizes(schema, spot, "Items", "item")
        self.sizes(schema, spot, "Properties", "pair")
        if "propertyNames" in schema:
            self.add(spot, "key-length", "each key: " + size_words(0, schema["propertyNames"]["maxLength"], "character"))
        if "items" in schema:
            self.walk(schema["items"], (path, variant, "each item: "))
        if isinstance(schema.get("additionalProperties"), dict):
            self.walk(schema["additionalProperties"], (path, variant, "each value: "))

    def members(self, schema, spot):
        path, variant, _ = spot
        if "required" in schema:
            self.add(spot, "required", "has " + " and ".join(schema["required"]))
        others = schema.get("additionalProperties")
        if others is not True:
            self.add(spot, "unknown", "documented members only", "warning" if others is None else "error")
        for name, member in schema.get("properties", {}).items():
            self.walk(member, (f"{path}.{name}", variant, ""))

    def variants(self, schema, spot):
        path, _, part = spot
        [(tag, tag_schema)] = schema["properties"].items()
        self.add(spot, "required", f"has {tag}")
        self.walk(tag_schema, (f"{path}.{tag}", "", ""))
        documented = {}
        for row in schema["allOf"]:
            condition = row["if"]["properties"][tag]
            documented[condition.get("const") or word_of_pattern(condition["pattern"].removeprefix("^"))] = row["then"]
        for word in words_of_tag(tag_schema):
            self.members(documented.get(word, {}), (path, word, part))

    def flags(self, flags):
        """The text of a flag can be wrong in ways in which JSON cannot."""
        with_range = {(path, variant) for path, aspect, _, variant, _ in self.found if aspect == "range"}
        for flag in flags:
            variant = "".join(re.findall(r"\[(.+?)\]", flag["path"]))
            path = re.sub(r"\[.+?\]", "", flag["path"])
            if flag["value"].partition("|")[0] == "N" and (path, variant) not in with_range:
                self.add((path, variant, ""), "range", "at most 1,000 digits in a flag")
            if flag["value"].startswith("KEY=VALUE"):
                self.add((path, variant, ""), "pair", "KEY=VALUE, JSON or @FILE in a flag")


def check_of(found):
    """Returns what one rule checks: each check once, behind the variants that have it."""
    variants_of = {}
    for _, _, _, variant, check in found:
        variants_of.setdefault(check, []).append(variant)
    parts, last = [], None
    for check, variants in variants_of.items():
        is_general = len(variants) > MOST_VARIANTS or not variants[0]
        before = "" if is_general else ", ".join(variants) + ": "
        parts.append(check if before == last else before + check)
        last = before
    return "; ".join(parts)


def grouped(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups.values()


def rules_of_field(name, schema, flags):
    """Returns (id, severity, check) of each rule of a field: by path, errors first."""
    walk = Walk()
    walk.walk(schema, (name, "", ""))
    walk.flags(flags)
    if "not kept in a preset" in schema["description"]:
        # Nobody is told of deprecated members of a field that is dropped.
        walk.found = [found for found in walk.found if found[1] != "deprecated"]
        unless = f", unless it is {json.dumps(schema['default'])}" if "default" in schema else ""
        walk.add((name, "", ""), "ignored", "not kept in a preset" + unless, "warning")
    rules = []
    for same_path in grouped(walk.found, lambda row: row[0]):
        same_path.sort(key=lambda row: row[2] == "warning")
        for same_id in grouped(same_path, lambda row: row[1]):
            path, aspect, severity = same_id[0][:3]
            rules.append((f"{path}.{aspect}", severity, check_of(same_id)))
    return rules


MARKS = {"error": "", "warning": " (warning)", None: " (accepted)"}


def lines(rows):
    """Returns a line for each (severity, text) of the rows (name, severity, text): names that share both stand together."""
    return "".join(
        f"- {', '.join(f'`{row[0]}`' for row in same)}{MARKS[same[0][1]]}: {same[0][2]}\n" for same in grouped(rows, lambda row: row[1:])
    )


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
    for group in described["field_groups"]:
        fields = [(name, field) for name, field in schema["properties"].items() if flags_of[name][0]["group"] == group]
        rules = [rule for name, field in fields for rule in rules_of_field(name, field, flags_of[name])]
        text += f"\n### {group}\n\n{lines(rules)}"
    return text
