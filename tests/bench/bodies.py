"""Writes valid bodies of any size, piece by piece: what the bench holds itself must not be measured."""

import base64
import json
import random

_WORDS = (
    "please find the order of last week which was sent twice and refund one of them to the card used "
    "then tell the customer in \"plain words\" what happens next über Köln — 東京 \\path\\to\\file"
).split()


def _text(rng, words):
    """Returns prose with what prose has: quotes, line breaks, characters beyond ASCII."""
    return " ".join(rng.choices(_WORDS, k=words)).replace(" next ", " next.\n\n")


def _conversation(rng):
    yield '{"model":"acme/large","temperature":0.2,"messages":[{"role":"system","content":"Be brief."}'
    for number in range(10**9):
        asked = {"role": "user", "content": _text(rng, rng.randint(20, 400))}
        call = {"id": f"call_{number}", "type": "function", "function": {"name": "look_up", "arguments": '{"id":7}'}}
        called = {"role": "assistant", "content": None, "tool_calls": [call]}
        found = {"role": "tool", "tool_call_id": call["id"], "content": _text(rng, rng.randint(100, 2000))}
        answered = {"role": "assistant", "content": _text(rng, rng.randint(20, 400))}
        yield ",".join(["", *(_compact(each) for each in (asked, called, found, answered))])


def _schema(rng, depth):
    """Returns a schema as tools have them: described members, choices, lists and objects inside."""
    if depth == 0:
        kind = rng.choice(("string", "integer", "number", "boolean"))
        schema = {"type": kind, "description": _text(rng, rng.randint(4, 20))}
        return schema | ({"enum": rng.sample(_WORDS, 4)} if kind == "string" else {})
    names = [f"{rng.choice(('customer', 'order', 'item', 'page'))}_{each}" for each in ("id", "kind", "list", "note")]
    members = {name: _schema(rng, rng.randint(0, depth - 1)) for name in names}
    schema = {"type": "object", "properties": members, "required": names[:2], "additionalProperties": False}
    return {"type": "array", "items": schema} if rng.random() < 0.2 else schema


def _tools(rng):
    yield '{"model":"acme/large","messages":[{"role":"system","content":"Be brief."}],"tools":['
    for number in range(10**9):
        function = {"name": f"tool_{number}", "description": _text(rng, 30), "parameters": _schema(rng, 5)}
        yield ("," if number else "") + _compact({"type": "function", "function": function})


def _pairs(rng):
    """Maps from tokens to numbers: nothing takes more memory for each byte of text."""
    yield '{"model":"acme/large","messages":[{"role":"system","content":"Be brief."}],"tools":['
    for number in range(10**9):
        pairs = {str(token): rng.randint(-1000, 1000) / 10 for token in range(10_000)}
        function = {"name": f"tool_{number}", "parameters": pairs}
        yield ("," if number else "") + _compact({"type": "function", "function": function})


def preset(rng):
    """Returns a body as presets are kept in files."""
    return {
        "model": "acme/large",
        "temperature": rng.randint(0, 20) / 10,
        "max_completion_tokens": rng.randint(100, 4000),
        "provider": {"order": ["acme", "globex"], "allow_fallbacks": rng.random() < 0.5, "data_collection": "deny"},
        "response_format": {"type": "json_object"},
        "tools": [
            {"type": "function", "function": {"name": f"tool_{number}", "parameters": _schema(rng, 2)}}
            for number in range(rng.randint(0, 3))
        ],
        "messages": [{"role": "system", "content": _text(rng, rng.randint(20, 200))}],
    }


def _text_alone(rng):
    """One system message, however long: a manual, or a log."""
    yield '{"model":"acme/large","temperature":0.2,"messages":[{"role":"system","content":"Manual."'[:-1]
    while True:
        yield _compact(_text(rng, 2000))[1:-1]


def _image(rng):
    """A conversation about one image, which is one text of base64."""
    yield '{"model":"acme/large","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":'
    yield '[{"type":"image_url","image_url":{"url":"data:image/png;base64,'
    while True:
        yield base64.b64encode(rng.randbytes(30_000)).decode()


def _compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# What a body of each kind is made of, and what ends it.
KINDS = {
    "conversation": (_conversation, "]}"),
    "text": (_text_alone, '"}]}'),
    "base64": (_image, '"}}]}]}'),
    "tools": (_tools, "]}"),
    "pairs": (_pairs, "]}"),
}


def write_json(path, kind, size):
    """Writes a body of that kind, little more than so many bytes; the same one each time."""
    pieces, end = KINDS[kind]
    written = 0
    with open(path, "wb") as file:
        for piece in pieces(random.Random(kind)):
            written += file.write(piece.encode())
            if written >= size:
                break
        file.write(end.encode())


def write_yaml(path, size):
    """Writes a conversation as people write YAML: block texts, folded ones, quoted ones."""
    rng = random.Random("yaml")
    written = 0
    with open(path, "wb") as file:
        written += file.write(b"model: acme/large\ntemperature: 0.2\nmessages:\n  - {role: system, content: Be brief.}\n")
        while written < size:
            lines = [_text(rng, rng.randint(5, 20)).replace("\n", " ") for _ in range(rng.randint(2, 40))]
            block = "".join(f"      {line}\n" for line in lines)
            written += file.write(f"  - role: user\n    content: |\n{block}".encode())
            quoted = json.dumps(" ".join(lines), ensure_ascii=False)
            written += file.write(f"  - role: assistant\n    content: {quoted}\n".encode())
