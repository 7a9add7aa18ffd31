"""A key that is looked for everywhere: as it is, and in the spellings in which it could leak."""

import base64
import json
import urllib.parse
from pathlib import Path

# Visible ASCII only, as a key must be, with characters that URLs and JSON may spell in other ways.
CANARY = "sk-canary-Jq7+Zt/vW4x=Lm9~Rb2&Pn6"

# What is hidden is hidden whole: no run of so many characters of the key may be left over.
_LONGEST_REST = 10


def _percent_encoded(key):
    for safe in ("", "/", "~", "/~+=&"):
        upper = urllib.parse.quote(key, safe=safe)
        yield upper
        yield upper.replace("%2B", "%2b").replace("%2F", "%2f").replace("%3D", "%3d")


def base64_echo(key=CANARY):
    """Returns the base64 of the key alone."""
    return base64.b64encode(key.encode()).decode()


def spellings(key=CANARY):
    """Returns every text that gives the key away."""
    found = {key, json.dumps(key)[1:-1], json.dumps(key)[1:-1].replace("/", "\\/")}
    return found | set(_percent_encoded(key)) | {base64_echo(key).rstrip("=")[:-2]}


def leaks(text, key=CANARY):
    """Returns which spellings and which parts of the key stand in a text or in bytes."""
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    parts = {key[at : at + _LONGEST_REST] for at in range(len(key) - _LONGEST_REST + 1)}
    return sorted(each for each in spellings(key) | parts if each in text)


def leaking_lines(said, key=CANARY):
    """Returns what leaks in a stream and the lines in which it does, cut to what can be read."""
    lines = said.decode(errors="replace").splitlines()
    return [f"{leaks(line, key)[0]} in {line[:300]}" for line in lines if leaks(line, key)]


def leaking_files(folder, key=CANARY):
    """Returns the files below a folder whose content or name gives the key away."""
    paths = [path for path in Path(folder).rglob("*") if path.is_file()]
    return [str(path) for path in paths if leaks(path.read_bytes(), key) or leaks(str(path), key)]
