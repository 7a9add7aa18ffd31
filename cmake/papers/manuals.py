"""The manuals: from `mrctl help --json`, mrctl(1) and a page for each command that refers to it; guides from docs/; mrctl.toml(5)
from `mrctl schema project`."""

import json
import re
from collections import namedtuple

import markdown
import mdoc

MARK = '.\\" Generated from the tables of mrctl: cmake --build --preset dev --target papers\n'

# The date of the pages' text. It is fixed, because pages that change with the day could not be compared.
DATE = "November 23, 2026"

# groff puts these names at the top and the bottom of a page, and takes BSD if it has none. They follow .Dd, which loads mdoc.
OF_MRCTL = ".ds doc-volume-operating-system mrctl\n.ds doc-default-operating-system mrctl\n"

WIDEST_COMMAND = 68

# These topics have the sections that manuals have for them.
SECTIONS = {"auth": "AUTHENTICATION", "environment": "ENVIRONMENT", "exit-codes": "EXIT STATUS"}
NAME_MACROS = {"environment": "Ev"}

# These topics are in other pages, or in another section.
TOPICS_ELSEWHERE = ("global", "presets", "project", "gates", "state", "plugins", "routing")

# Stands in the page of each command.
SHARED = ".Pp\n.Xr mrctl 1\n" + mdoc.text("explains the flags of every command, the environment, the files and the exit codes.")

# A manual that is made of a paper in docs/. The commands that begin with one of the words refer to it.
Guide = namedtuple("Guide", "name section paper summary commands")

GUIDES = (
    Guide("mrctl-config", 5, "configuration.md", "settings, profiles and keys of mrctl", ("config", "auth")),
    Guide("mrctl-presets", 7, "presets-as-code.md", "keep presets as files and apply them with mrctl", ("preset",)),
    Guide("mrctl-routing", 7, "routing.md", "which endpoints a preset can reach", ("preset explain", "endpoints")),
)

# The page of the project file. The commands of these nouns refer to it.
PROJECT_PAGE = ("mrctl.toml", 5)
NOUNS_OF_PROJECTS = ("preset", "init")

FILES = {
    "mrctl.toml": "project file, in the current folder or above it in the repository",
    "$XDG_CONFIG_HOME/mrctl/config.toml": "settings by profile; ~/.config/mrctl/config.toml if XDG_CONFIG_HOME is not set",
    "$XDG_CONFIG_HOME/mrctl/credentials.toml": "in the same folder: the keys that 'mrctl auth login' stored, each for one "
    "host and one profile; readable by its owner only (mode 0600)",
}


def page_name(command):
    return "mrctl-" + command["name"].replace(" ", "-")


def beginning(name, summary, section=1):
    head = f"{MARK}.Dd {DATE}\n{OF_MRCTL}.Dt {name.upper()} {section}\n.Os\n"
    return head + mdoc.section("NAME") + f".Nm {name}\n.Nd {summary[0].lower()}{summary[1:].removesuffix('.')}\n"


def entries(rows, macro):
    """Returns a list of names and what they mean."""
    return mdoc.tagged_list((mdoc.call(macro, name), mdoc.text(says)) for name, says in rows)


def prose(about):
    """Returns paragraphs, and lists of the lines that begin with two spaces."""
    out, rows = "", []
    for line in [*about.split("\n"), ""]:
        if line.startswith("  "):
            name, _, says = line.strip().partition("  ")
            rows.append((name, says.strip()))
            continue
        out += entries(rows, "Li")
        rows = []
        if line:
            out += ".Pp\n" + mdoc.text(line)
    return out


def flag_help(flag):
    choices = ": " + ", ".join(flag["choices"]) if flag["choices"] else ""
    default = f"; the default is {flag['default']}" if flag["default"] else ""
    return flag["help"] + choices + default + ("; repeatable" if flag["repeats"] and flag["value"] else "")


def flag_head(flag):
    head = mdoc.call("Fl", flag["letter"]) + " , " if flag["letter"] else ""
    head += mdoc.call("Fl", flag["name"][1:])
    if flag["value_optional"]:
        return head + " Ns Op Li = Ns " + mdoc.call("Ar", flag["value"])
    return head + (" " + mdoc.call("Ar", flag["value"]) if flag["value"] else "")


def flag_list(flags):
    return mdoc.tagged_list((flag_head(flag), mdoc.text(flag_help(flag))) for flag in flags)


def flag_parts(command, groups):
    """Returns the command's own flags, then those of fields, by group."""
    out = ""
    for group in (None, *groups):
        flags = [flag for flag in command["flags"] if flag["group"] == group]
        out += mdoc.subsection(group or "Flags") + flag_list(flags) if flags else ""
    return out


def argument_part(command):
    rows = [(argument["name"], argument["help"]) for argument in command["arguments"]]
    return mdoc.subsection("Arguments") + entries(rows, "Ar") if rows else ""


def synopsis(command):
    """Returns the usage, word by word."""
    out = mdoc.section("SYNOPSIS") + f".Nm mrctl {command['name']}\n"
    for word in command["usage"].removeprefix(f"mrctl {command['name']}").split():
        name = word.strip("[].")
        repeats = " ..." if "..." in word else ""
        out += ".Fl Fl\n" if word == "--" else f".{'Op ' if word.startswith('[') else ''}Ar {name}{repeats}\n"
    return out


def command_lines(command):
    """Returns a command line as lines to paste: broken between arguments, not between a flag and its value."""
    words = re.findall(r"""(?:[^\s'"]|'[^']*'|"[^"]*")+""", command)
    pieces = words[:1]
    for before, word in zip(words, words[1:]):
        is_flag = re.match(r"-.", before) and before != "--"
        if before == "|" or (is_flag and word[0] not in "-|&>"):
            pieces[-1] += " " + word
        else:
            pieces.append(word)
    lines = pieces[:1]
    for piece in pieces[1:]:
        room = WIDEST_COMMAND - (0 if piece is pieces[-1] else 2)
        if len(lines[-1]) + 1 + len(piece) > room:
            lines[-1] += " \\"
            lines.append("    " + piece)
        else:
            lines[-1] += " " + piece
    return lines


def short_lines(line):
    return command_lines(line) if len(line) > WIDEST_COMMAND else [line]


def example_section(examples):
    out = ""
    for example in examples:
        says = example["says"]
        out += (".Pp\n" if out else "") + mdoc.text(f"{says[0].upper()}{says[1:]}:") + mdoc.literal(command_lines(example["command"]))
    return mdoc.section("EXAMPLES") + out if out else ""


def see_also(pages):
    """Returns the list of (name, section), those of one section together."""
    ordered = sorted(pages, key=lambda page: (page[1], page[0]))
    return mdoc.section("SEE ALSO") + " ,\n".join(f".Xr {name} {section}" for name, section in ordered) + "\n"


def guides_for(command):
    project = {PROJECT_PAGE} if command["name"].partition(" ")[0] in NOUNS_OF_PROJECTS else set()
    return project | {(guide.name, guide.section) for guide in GUIDES if f"{command['name']} ".startswith(tuple(f"{word} " for word in guide.commands))}


def command_page(command, described):
    name = page_name(command)
    noun = command["name"].partition(" ")[0]
    related = {(page_name(other), 1) for other in described["commands"] if other["name"].partition(" ")[0] == noun}
    return (
        beginning(name, command["summary"])
        + synopsis(command)
        + mdoc.section("DESCRIPTION")
        + mdoc.text(command["summary"] + ".")
        + prose(command["about"] or "")
        + SHARED
        + argument_part(command)
        + flag_parts(command, described["field_groups"])
        + example_section(command["examples"])
        + see_also(({("mrctl", 1)} | related | guides_for(command)) - {(name, 1)})
    )


def topic_section(topic):
    out = mdoc.section(SECTIONS.get(topic["name"], topic["name"].upper()))
    for part in topic["parts"]:
        out += mdoc.subsection(part["title"]) if part["title"] else ""
        rows = [(line["name"], line["says"]) for line in part["lines"]]
        out += mdoc.text(part["text"] or "") + entries(rows, NAME_MACROS.get(topic["name"], "Li"))
    return out


def main_page(described):
    topics = {topic["name"]: topic_section(topic) for topic in described["topics"] if topic["name"] not in TOPICS_ELSEWHERE}
    environment, exit_codes = topics.pop("environment"), topics.pop("exit-codes")
    commands = [(command["name"], command["summary"]) for command in described["commands"]]
    return (
        beginning("mrctl", described["summary"].replace("mrctl manages", "manage"))
        + mdoc.section("SYNOPSIS")
        + ".Nm\n.Op Ar global flags\n.Ar COMMAND\n.Op Ar arguments\n.Op Ar flags\n"
        + mdoc.section("DESCRIPTION")
        + mdoc.text(described["summary"])
        + mdoc.subsection("Commands")
        + entries(commands, "Cm")
        + mdoc.subsection("Global flags")
        + mdoc.text("These work before or after every command.")
        + flag_list(described["global_flags"])
        + "".join(topics.values())
        + environment
        + mdoc.section("FILES")
        + entries(FILES.items(), "Pa")
        + exit_codes
        + example_section(described["examples"])
        + see_also({(page_name(command), 1) for command in described["commands"]} | {PROJECT_PAGE} | {(guide.name, guide.section) for guide in GUIDES})
    )


def guide_page(guide, text):
    pages = {other.paper: f"{other.name}({other.section})" for other in GUIDES}
    others = {(other.name, other.section) for other in GUIDES} - {(guide.name, guide.section)}
    return (
        beginning(guide.name, guide.summary, guide.section)
        + markdown.sections(text, pages, short_lines)
        + see_also({("mrctl", 1)} | others)
    )


def as_toml(key, example):
    """Returns an example of a key as the file has it."""
    return example if key.get("format") == "date" else json.dumps(example)


def key_entries(record):
    """Returns the keys of a record of the project file."""
    rows = []
    for name, key in record["properties"].items():
        required = "; required" if name in record.get("required", []) else ""
        choices = key.get("items", {}).get("enum", [])
        choice = ". One of " + ", ".join(choices) if choices else ""
        example = "".join(f". Example: {mdoc.bold(f'{name} = {as_toml(key, example)}')}" for example in key.get("examples", []))
        rows.append((name, f"{key['description']}{required}{choice}{example}."))
    return entries(rows, "Li")


def project_page(schema):
    records = schema["properties"]
    return (
        beginning(*PROJECT_PAGE[:1], "project file of mrctl", PROJECT_PAGE[1])
        + mdoc.section("DESCRIPTION")
        + mdoc.text(
            f"{schema['description']} A flag or a variable overrides it, and it overrides the profile. mrctl looks for it in the current "
            "folder and above it, up to the folder that holds .git; without a repository, in the current folder only. Because it may come "
            "from a stranger, it can set no base URL, key, certificate or proxy, and it runs nothing."
        )
        + mdoc.section("KEYS OF THE FILE")
        + key_entries(schema)
        + mdoc.section("KEYS OF A TARGET")
        + key_entries(records["targets"]["additionalProperties"])
        + mdoc.section("KEYS OF A GATE")
        + mdoc.text("A gate needs at least one of at_least, require, max_cost and no_dead_entries.")
        + key_entries(records["gates"]["items"])
        + mdoc.section("KEYS OF A WAIVER")
        + key_entries(records["waivers"]["items"])
        + see_also({("mrctl", 1), ("mrctl-init", 1), ("mrctl-config", 5), ("mrctl-presets", 7)})
    )


def pages(described, paper, project):
    """Returns {path: text}. `paper` returns the text of a paper in docs/, and `project` is the schema of a project file."""
    commands = {f"man/{page_name(command)}.1": command_page(command, described) for command in described["commands"]}
    guides = {f"man/{guide.name}.{guide.section}": guide_page(guide, paper(guide.paper)) for guide in GUIDES}
    of_project = {f"man/{PROJECT_PAGE[0]}.{PROJECT_PAGE[1]}": project_page(project)}
    return {"man/mrctl.1": main_page(described)} | commands | guides | of_project
