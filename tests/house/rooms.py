"""Compares every #include with the edges between rooms that cmake/rooms.cmake declares."""

import re
from dataclasses import dataclass

from house.sources import cpp_files

_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:(?P<open>[<"])(?P<name>[^>"]+)[>"]|(?P<computed>\S+))')


@dataclass(frozen=True)
class Room:
    uses: frozenset
    only_here: tuple


def read_rooms(text):
    """Reads what CMake generates: one line `room: uses | patterns` each. Lowest room first."""
    rooms = {}
    for line in text.splitlines():
        name, _, rest = line.partition(":")
        uses, _, patterns = rest.partition("|")
        rooms[name.strip()] = Room(frozenset(uses.split()), tuple(patterns.split()))
    return rooms


def upward_edges(rooms):
    """Returns a sentence for each room that uses itself, a later room, or one that is not declared."""
    below = set()
    complaints = []
    for name, room in rooms.items():
        complaints += [f"{name} uses {used}, which is not below it" for used in sorted(room.uses - below)]
        below.add(name)
    return complaints


def reach(rooms, name):
    """Returns the rooms that a room may use: those that it names, and what these may use."""
    uses = {used for used in rooms[name].uses if used in rooms}
    return uses.union(*(reach(rooms, used) for used in uses))


def implied_edges(rooms):
    """Returns a sentence for each declared edge that a longer way implies."""
    return [
        f"{name} uses {used}, as {way} does"
        for name, room in rooms.items()
        for used in sorted(room.uses)
        for way in sorted(room.uses)
        if way in rooms and used in reach(rooms, way)
    ]


def floor(rooms, name):
    """Returns on which floor a room lies; one that uses no other is on the first."""
    return 1 + max((floor(rooms, used) for used in rooms[name].uses), default=0)


def forbidden_includes(root, rooms):
    """Returns a sentence for each #include in include/ and src/ that no declared edge allows."""
    complaints = []
    for path in cpp_files("include/mrctl", "src", root=root):
        relative = path.relative_to(root)
        depth = 2 if relative.parts[0] == "include" else 1
        room = relative.parts[depth]
        if len(relative.parts) == depth + 1 or room not in rooms:
            complaints.append(f"{relative} stands in no room")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = _INCLUDE.match(line)
            reason = found and _why_forbidden(root, rooms, room, path, found)
            if reason:
                complaints.append(f"{relative}:{number}: {reason}")
    return complaints


def _why_forbidden(root, rooms, room, path, include):
    name = include["name"]
    if name is None:
        return f"computed include {include['computed']}"
    if ".." in name.split("/"):
        return f"{name} leaves its folder"
    for owner, other in rooms.items():
        if owner != room and any(re.search(pattern, name) for pattern in other.only_here):
            return f"only {owner} may include {name}"
    if name.startswith("mrctl/"):
        return _why_forbidden_face(rooms, room, name)
    if include["open"] == '"' and not (path.parent / name).is_file():
        return f"{name} is no private header beside this file"
    if include["open"] == '"' and path.is_relative_to(root / "include"):
        return f"{name}: a face must not include a header by a relative name"
    return None


def _why_forbidden_face(rooms, room, name):
    parts = name.split("/")
    if len(parts) < 3 or parts[1] not in rooms:
        return f"{name} is no room's face"
    if parts[1] != room and parts[1] not in reach(rooms, room):
        return f"{room} may not use {parts[1]} ({name})"
    return None
