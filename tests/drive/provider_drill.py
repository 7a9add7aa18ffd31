"""A second reading of what `mrctl preset drill` says (docs/routing.md), in plain Python and apart from the program.

drill() judges every preset again without each provider, by the second reading of the routing rules."""

from drive.routing_rules import judge, lower


def provider_of(endpoint):
    """Returns the provider with which an endpoint fails: the first part of its tag, or else its name."""
    return (endpoint.get("tag") or "").partition("/")[0] or endpoint.get("provider_name") or ""


def _without(listings, provider):
    return {model: [each for each in endpoints if lower(provider_of(each)) != provider]
            for model, endpoints in listings.items()}


def _eligible(judged):
    return {id(each["endpoint"]): each["endpoint"] for group in judged["groups"] for each in group["endpoints"]
            if each["verdict"] == "eligible"}


def _cost(judged):
    for group in judged["groups"]:
        eligible = [each for each in group["endpoints"] if each["verdict"] == "eligible"]
        ranked = sorted((each for each in eligible if each["rank"]), key=lambda each: each["rank"])
        if ranked:
            return ranked[0]["cost"]
        if eligible:
            return min((each["cost"] for each in eligible if each["cost"] is not None), default=None)
    return None


def drill(bodies, listings, **counts):
    """`bodies` maps slugs to bodies, in the order of their files; all their models are listed."""
    before = {slug: judge(body, listings, **counts) for slug, body in bodies.items()}
    before = {slug: judged for slug, judged in before.items() if _eligible(judged)}
    spelled = {}
    for body in bodies.values():
        for model in [body.get("model"), *(body.get("models") or [])]:
            for endpoint in listings.get(model) or listings.get((model or "").rpartition(":")[0]) or []:
                spelled.setdefault(lower(provider_of(endpoint)), provider_of(endpoint))
    tried = {lower(provider_of(each)) for judged in before.values() for each in _eligible(judged).values()} - {""}
    rows, single = [], set()
    for provider in tried:
        row = {"provider": spelled[provider], "hit": [], "dead": [], "dearest": None}
        rises = []
        for slug, judged in before.items():
            after = judge(bodies[slug], _without(listings, provider), settled_by=listings, **counts)
            left = _eligible(after)
            if _eligible(judged).keys() <= left.keys():
                continue
            row["hit"].append(slug)
            if not left:
                row["dead"].append(slug)
                single.add(slug)
            elif None not in (_cost(judged), _cost(after)) and _cost(after) > _cost(judged):
                rises.append((_cost(judged) - _cost(after), slug, _cost(judged), _cost(after)))
        if rises:
            _, slug, old, new = min(rises)
            row["dearest"] = {"slug": slug, "from": old, "to": new}
        rows.append(row)
    rows.sort(key=lambda row: (-len(row["dead"]), -len(row["hit"]), row["provider"]))
    return {"providers": rows, "presets": len(before), "single_provider": [slug for slug in before if slug in single]}
