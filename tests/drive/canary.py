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


def _base64(text):
    """The parts of its base64 spellings that stay the same whatever stands before and after the text."""
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + text.encode()).decode()
        fixed = encoded[(0, 2, 3)[shift] : len(encoded.rstrip("=")) - 2]
        yield fixed
        yield fixed.replace("+", "-").replace("/", "_")


def spellings(key=CANARY):
    """Returns every text that gives the key away."""
    found = {key, json.dumps(key)[1:-1], json.dumps(key)[1:-1].replace("/", "\\/"), key.encode().hex()}
    return found | set(_percent_encoded(key)) | set(_base64(key)) | set(_base64("Bearer " + key))


def base64_echoes(key=CANARY):
    """Returns base64 texts that the key stands in, at each of the three alignments and with either alphabet."""
    for text in (key, "Bearer " + key, "user:" + key, "k:" + key):
        encoded = base64.b64encode(text.encode()).decode()
        yield encoded
        if "+" in encoded or "/" in encoded:
            yield encoded.replace("+", "-").replace("/", "_").rstrip("=")


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
