"""A second reading of the routing rules (docs/routing.md), in plain Python and apart from the program.

judge() answers for one body and its listings what `mrctl preset explain -o json` has to say, as far as it
is not prose: verdicts, codes, causes, ranks, reasons, edits, costs and dead entries."""

import re
from decimal import Decimal, localcontext

TIERS = {"flex", "priority", "scale", "fast"}
FAMILIES = {"fp4": {"fp4", "mxfp4", "nvfp4"}, "fp8": {"fp8", "mxfp8"}}
SORTS = {"price", "latency", "throughput"}
NOT_IN_LISTING, NOT_DECIDABLE, NO_DATA = "not-in-listing", "not-decidable", "no-data"
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")

PARAMETERS = {name: {name} for name in (
    "temperature", "top_p", "top_k", "min_p", "top_a", "frequency_penalty", "presence_penalty",
    "repetition_penalty", "seed", "stop", "logit_bias", "logprobs", "top_logprobs", "parallel_tool_calls",
    "tools", "tool_choice", "response_format", "verbosity", "prediction", "web_search_options")}
PARAMETERS |= {name: {"max_tokens", "max_completion_tokens"} for name in ("max_tokens", "max_completion_tokens")}
PARAMETERS |= {name: {"reasoning", "reasoning_effort"} for name in ("reasoning", "reasoning_effort")}

# A shortcut: the sort where the body has none, and the tiers that it lets compete.
SHORTCUTS = {"nitro": ("throughput", {"priority", "fast"}), "floor": ("price", {"flex"}), "online": (None, set()),
             "exacto": ("other", set())}


def is_set(value):
    return value is not None and value != [] and value != {}


def lower(text):
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def decimal(value):
    """Returns the exact value of a JSON number or of a string that is spelled like one, else None."""
    if isinstance(value, bool) or value is None:
        return None
    text = value if isinstance(value, str) else str(value)
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def price(endpoint, name):
    value = decimal((endpoint.get("pricing") or {}).get(name))
    return None if value is None or value < 0 else value


def fits_output(endpoint, limit):
    """Returns whether an answer of that length fits and leaves room for a prompt; None if neither limit is known."""
    most, context = endpoint.get("max_completion_tokens"), endpoint.get("context_length")
    if most is None and context is None:
        return None
    return (most is None or limit <= most) and (context is None or limit < context)


def tier(endpoint):
    segments = lower(endpoint.get("tag") or "").split("/")
    return segments[-1] if len(segments) > 1 and segments[-1] in TIERS else None


def _matches_tag(entry, endpoint):
    tag = endpoint.get("tag")
    if not tag:
        return False
    wanted, segments = lower(entry).split("/"), lower(tag).split("/")
    return wanted == segments or (tier(endpoint) is None and segments[:len(wanted)] == wanted)


def matches(entry, endpoint, group):
    if _matches_tag(entry, endpoint):
        return True
    if tier(endpoint) is not None or lower(entry) != lower(endpoint.get("provider_name") or ""):
        return False
    return not any(_matches_tag(entry, each) for each in group)


def _matches_quantization(entry, quantization):
    return lower(quantization) in FAMILIES.get(lower(entry), {lower(entry)})


class Question:
    """What a body asks for, with the counts of the command line."""

    def __init__(self, body, prompt_tokens=None, completion_tokens=None, images=0, cached_tokens=0, shortcut=None):
        self.body = body
        self.shortcut_sort, self.admitted_tiers = SHORTCUTS.get(shortcut, (None, set()))
        self.provider = body.get("provider") or {}
        self.counts = (prompt_tokens, completion_tokens, images, cached_tokens)

    def entries(self, name):
        return self.provider.get(name) or []

    def limit(self):
        for name in ("max_completion_tokens", "max_tokens"):
            if is_set(self.body.get(name)):
                return name, self.body[name]
        return None, None

    def sort(self):
        """Returns the sort, "other" for one that a listing cannot decide, or None."""
        sort = self.provider.get("sort")
        if isinstance(sort, dict):
            sort = sort.get("by")
        if not is_set(sort):
            return self.shortcut_sort
        return sort if sort in SORTS else "other"

    def parameters(self):
        def asks(name):
            return name != "response_format" or self.body[name].get("type") != "text"

        return [name for name in PARAMETERS if is_set(self.body.get(name)) and asks(name)]

    def unsupported(self, endpoint):
        supported = endpoint.get("supported_parameters")
        if supported is None:
            return None
        missing = []
        for name in self.parameters():
            names = set(PARAMETERS[name])
            if name == "response_format" and self.body[name].get("type") == "json_schema":
                names = {"structured_outputs"}
            if not names & set(supported):
                missing.append(name)
        return missing


def _checks(question, endpoint, group):
    """Yields (code, verdict, cause) but for allow_fallbacks under a sort, which looks at the others."""
    provider, body = question.provider, question.body

    def verdict(passes):
        return "pass" if passes else "fail"

    def matched(name):
        return any(matches(entry, endpoint, group) for entry in question.entries(name))

    if question.entries("only"):
        yield "only", verdict(matched("only")), None
    if question.entries("ignore"):
        yield "ignore", verdict(not matched("ignore")), None
    own, asked = tier(endpoint), lower(body.get("service_tier") or "")
    if own is not None:
        same = {"fast": "priority"}.get(own, own) == {"fast": "priority"}.get(asked, asked)
        named = lower(endpoint["tag"]) in {lower(e) for n in ("only", "order") for e in question.entries(n)}
        yield "tier", verdict(same or named or own in question.admitted_tiers), None
    if asked == "flex" and own != "flex":
        yield "service_tier", "unknown", NOT_DECIDABLE
    if question.entries("quantizations"):
        known = endpoint.get("quantization")
        if known is None:
            yield "quantizations", "unknown", NO_DATA
        else:
            yield "quantizations", verdict(any(
                _matches_quantization(entry, known) for entry in question.entries("quantizations"))), None
    yield from _price_checks(provider.get("max_price") or {}, endpoint)
    if provider.get("require_parameters") is True:
        missing = question.unsupported(endpoint)
        if not question.parameters():
            yield "require_parameters", "pass", None
        elif missing is None:
            yield "require_parameters", "unknown", NO_DATA
        else:
            yield "require_parameters", verdict(not missing), None
    yield from _tool_choice_check(body.get("tool_choice"), endpoint.get("supports_tool_choice") or {}, verdict)
    _, limit = question.limit()
    if limit is not None:
        fits = fits_output(endpoint, limit)
        yield ("max_completion_tokens", "unknown", NO_DATA) if fits is None else (
            "max_completion_tokens", verdict(fits), None)
    prompt_tokens = question.counts[0]
    if prompt_tokens is not None:
        yield _context_check(endpoint, prompt_tokens, limit or 0, verdict)
    if provider.get("data_collection") == "deny":
        yield "data_collection", "unknown", NOT_IN_LISTING
    for name in ("zdr", "enforce_distillable_text"):
        if provider.get(name) is True:
            yield name, "unknown", NOT_IN_LISTING
    if provider.get("allow_fallbacks") is False and question.entries("order"):
        yield "allow_fallbacks", verdict(matched("order")), None


def _tool_choice_check(asked, supported, verdict):
    spellings = {"none": "literal_none", "auto": "literal_auto", "required": "literal_required"}
    if isinstance(asked, dict):
        names = ("function", "type_function") if "name" in (asked.get("function") or asked) else ()
    else:
        names = (asked, spellings[asked]) if asked in spellings else ()
    for name in names:
        if isinstance(supported.get(name), bool):
            yield "tool_choice", verdict(supported[name]), None
            return


def _price_checks(limits, endpoint):
    for name in ("prompt", "completion", "image", "request"):
        if not is_set(limits.get(name)):
            continue
        limit, known = decimal(limits[name]), price(endpoint, name)
        if known is None:
            yield f"max_price.{name}", "unknown", NO_DATA
        elif limit is None:
            yield f"max_price.{name}", "unknown", NOT_DECIDABLE
        else:
            scaled = known.scaleb(6) if name in ("prompt", "completion") else known
            yield f"max_price.{name}", "pass" if scaled <= limit else "fail", None
    if is_set(limits.get("audio")):
        yield "max_price.audio", "unknown", NOT_IN_LISTING


def _context_check(endpoint, prompt_tokens, answer_tokens, verdict):
    most_prompt, context = endpoint.get("max_prompt_tokens"), endpoint.get("context_length")
    if most_prompt is not None and prompt_tokens > most_prompt:
        return "context_length", "fail", None
    if context is None:
        return "context_length", "unknown", NO_DATA
    return "context_length", verdict(prompt_tokens + answer_tokens <= context), None


def _sort_key(sort, endpoint):
    """Returns a key that sorts the best first, and what is not known last."""
    if sort == "price":
        values = [price(endpoint, "prompt"), price(endpoint, "completion")]
    else:
        value = decimal((endpoint.get(f"{sort}_last_30m") or {}).get("p50"))
        values = [-value if sort == "throughput" and value is not None else value]
    return (1,) if None in values else (0, *values)


def _sorted(sort, endpoints):
    return sorted(endpoints, key=lambda each: _sort_key(sort, each["endpoint"])) if sort in SORTS else endpoints


def _verdict(checks):
    verdicts = {verdict for _, verdict, _ in checks}
    return "excluded" if "fail" in verdicts else "unknown" if "unknown" in verdicts else "eligible"


def _add_single_endpoint_check(question, judged):
    sort = question.sort()
    if question.provider.get("allow_fallbacks") is not False or question.entries("order") or sort is None:
        return
    left = _sorted(sort, [each for each in judged if _verdict(each["checks"]) != "excluded"])
    for place, each in enumerate(left):
        each["checks"].append(("allow_fallbacks", "unknown", NOT_DECIDABLE) if sort == "other" else (
            "allow_fallbacks", "pass" if place == 0 else "fail", None))


def _arrange(question, judged, group):
    """Gives rank and reason to every endpoint, and returns them in the order in which they are shown."""
    sort, order = question.sort(), question.entries("order")
    left = [each for each in judged if each["verdict"] != "excluded"]
    ranked = []
    for i, entry in enumerate(order):
        hit = [each for each in left if matches(entry, each["endpoint"], group)]
        for each in _sorted(sort, hit):
            each["reason"] = f"order[{i}]"
            ranked.append(each)
        left = [each for each in left if each not in hit]
    if sort in SORTS:
        rest_reason = f"sort: {sort}"
        ranked += _sorted(sort, left)
    else:
        rest_reason = "sort: not decidable from a listing" if sort else "balanced"
    for each in left:
        each["reason"] = "fallback" if order else rest_reason
    for rank, each in enumerate(ranked, 1):
        each["rank"] = rank
    places = {"eligible": 1, "unknown": 2, "excluded": 3}
    return "order" if order else rest_reason, sorted(
        judged, key=lambda each: (0, each["rank"]) if each["rank"] else (places[each["verdict"]], 0))


def _fix(question, judged, group):
    """Returns the edit as {path, from, to}, or None where there is none."""
    failed = [code for code, verdict, _ in judged["checks"] if verdict == "fail"]
    if judged["verdict"] != "excluded" or len(failed) != 1:
        return None
    code, endpoint, body, provider = failed[0], judged["endpoint"], question.body, question.provider
    tag = endpoint.get("tag")

    def edit(path, value, *to):
        found = {"path": path, "from": value, "to": to[0] if to else None}
        return found

    def appended(name, entry):
        return edit(f"/provider/{name}", provider[name], provider[name] + [entry]) if entry else None

    if code == "only":
        return appended("only", tag)
    if code == "ignore":
        kept = [entry for entry in provider["ignore"] if not matches(entry, endpoint, group)]
        return edit("/provider/ignore", provider["ignore"], kept)
    if code == "tier":
        if question.entries("order"):
            return appended("order", tag)
        own = tier(endpoint)
        return edit("/service_tier", body.get("service_tier"), "priority" if own == "fast" else own)
    if code == "quantizations":
        return appended("quantizations", endpoint["quantization"])
    if code.startswith("max_price."):
        name = code.partition(".")[2]
        known = price(endpoint, name)
        return edit(f"/provider/max_price/{name}", provider["max_price"][name],
                    known.scaleb(6) if name in ("prompt", "completion") else known)
    if code == "require_parameters":
        missing = question.unsupported(endpoint)
        if len(missing) == 1:
            return edit(f"/{missing[0]}", body[missing[0]])
        return edit("/provider/require_parameters", True, False)
    if code == "max_completion_tokens":
        name, value = question.limit()
        most, context = endpoint.get("max_completion_tokens"), endpoint.get("context_length")
        return None if most is None or (context is not None and most >= context) else edit(f"/{name}", value, most)
    if code == "allow_fallbacks":
        return appended("order", tag) if question.entries("order") else None
    return None


_PRICES = {"prompt", "completion", "request", "image", "input_cache_read", "input_cache_write", "input_cache_write_1h",
           "input_audio_cache", "internal_reasoning", "web_search", "audio"}
_TIMES = ("utc_start", "utc_end", "utc_days")


def _overrides(pricing):
    """Yields (prices, tokens, time, is decidable) of each override; nothing else is expected of a listing here."""
    for override in pricing.get("overrides") or []:
        is_price = {name: name in _PRICES or name in pricing for name in override}
        prices = {name: value for name, value in override.items() if is_price[name] and value is not None}
        conditions = {name: value for name, value in override.items()
                      if not is_price[name] and name not in ("condition", "discount")}
        conditions |= override.get("condition") or {}
        conditions = {name: value for name, value in conditions.items() if value is not None}
        tokens = decimal(conditions.pop("min_prompt_tokens", None))
        time = str({name: conditions.pop(name) for name in _TIMES if name in conditions})
        yield prices, tokens, None if time == "{}" else time, not conditions


def _costs(question, endpoint):
    """Returns the least and the most that a request costs; (None, None) where that is not known."""
    prompt_tokens, completion_tokens, _, _ = question.counts
    if prompt_tokens is None or completion_tokens is None:
        return None, None
    pricing = endpoint.get("pricing") or {}
    holding = [each for each in _overrides(pricing) if each[1] is None or prompt_tokens > each[1]]
    times = sorted({time for _, _, time, _ in holding if time is not None})
    costs = []
    for chosen in range(1 << len(times)):
        now = {time for i, time in enumerate(times) if chosen >> i & 1}
        prices = dict(pricing)
        for changed, _, time, is_decidable in holding:
            if time is None or time in now:
                prices |= changed if is_decidable else dict.fromkeys(changed, "not known")
        costs.append(_cost(question, prices, "prompt"))
        written = _written(question.body)
        if written and prices.get(written) is not None:
            costs.append(_cost(question, prices, written))
    return (None, None) if None in costs else (min(costs), max(costs))


def _written(body):
    """Returns the name of the price of writing a cache, where the body asks for that."""
    parts = [part for message in body.get("messages") or [] if message.get("role") in ("system", "developer")
             for part in (message["content"] if isinstance(message.get("content"), list) else [])]
    controls = [each["cache_control"] for each in [body, *parts] if is_set(each.get("cache_control"))]
    if not controls:
        return None
    return "input_cache_write_1h" if any(each.get("ttl") == "1h" for each in controls) else "input_cache_write"


def charges(body):
    """Returns what the body asks of other models, in words: no cost has it."""
    out = []
    for plugin in body.get("plugins") or []:
        if plugin.get("id") == "fusion" and plugin.get("enabled") is not False:
            count = len(plugin.get("analysis_models") or [])
            out.append({0: "plus what up to 8 more models cost", 1: "plus what 1 more model costs"}.get(
                count, f"plus what {count} more models cost"))
    for tool in body.get("tools") or []:
        if str(tool.get("type")).rpartition(":")[1:][1] in ("subagent", "advisor", "image_generation"):
            out.append(f"plus what {tool['type']} costs")
    return list(dict.fromkeys(out))


def _cost(question, pricing, fresh):
    prompt_tokens, completion_tokens, images, cached_tokens = question.counts
    cached = "prompt" if pricing.get("input_cache_read") is None else "input_cache_read"
    total = Decimal(0)
    with localcontext() as context:
        context.prec = 2000
        for name, count, may_be_missing in ((fresh, prompt_tokens - cached_tokens, False),
                                            (cached, cached_tokens, False),
                                            ("completion", completion_tokens, False), ("image", images, False),
                                            ("request", 1, True)):
            if count == 0 or (may_be_missing and pricing.get(name) is None):
                continue
            known = price({"pricing": pricing}, name)
            if known is None:
                return None
            total += known * count
    return total


def _range(costs):
    known = [cost for cost in costs if cost is not None]
    return (min(known), max(known)) if known else (None, None)


def _judge_group(question, model, group):
    judged = [{"endpoint": endpoint, "rank": None, "reason": None,
               "checks": list(_checks(question, endpoint, group))} for endpoint in group]
    _add_single_endpoint_check(question, judged)
    for each in judged:
        endpoint = each["endpoint"]
        each["verdict"] = _verdict(each["checks"])
        each["fix"] = _fix(question, each, group)
        each["cost_least"], each["cost"] = _costs(question, endpoint)
        each["degraded"] = bool(endpoint.get("status"))
        each["drops"] = question.unsupported(endpoint)
    reason, arranged = _arrange(question, judged, group)
    counts = {verdict: sum(each["verdict"] == verdict for each in judged)
              for verdict in ("eligible", "excluded", "unknown")}
    def ends(verdicts):
        return [each[end] for each in judged if each["verdict"] in verdicts for end in ("cost", "cost_least")]

    reachable = [each["cost"] for each in judged if each["verdict"] != "excluded"]
    least, most = _range(ends(("eligible",)))
    least_if_unknown, most_if_unknown = _range(ends(("eligible", "unknown")))
    has_counts = None not in question.counts[:2]
    return {"model": model, **counts, "reason": reason, "endpoints": arranged,
            "cost": {"least": least, "most": most, "least_if_unknown": least_if_unknown,
                     "most_if_unknown": most_if_unknown,
                     "unknown": sum(cost is None for cost in reachable) if has_counts else None}}


def _dead(question, groups):
    """Yields (path, entry) of what matches no endpoint of any group."""
    if not any(groups):
        return
    for name in ("only", "ignore", "order"):
        for i, entry in enumerate(question.entries(name)):
            if not any(matches(entry, endpoint, group) for group in groups for endpoint in group):
                yield f"/provider/{name}/{i}", entry
    for i, entry in enumerate(question.entries("quantizations")):
        if not any(_matches_quantization(entry, endpoint.get("quantization") or "")
                   for group in groups for endpoint in group):
            yield f"/provider/quantizations/{i}", entry


def judge(body, listings, settled_by=None, **counts):
    """`listings` maps the id of a model to its endpoints; `settled_by` are those that decide which one judges a shortcut."""
    models = list(dict.fromkeys([m for m in [body.get("model")] if m] + (body.get("models") or [])))
    listed, groups = [], []
    for model in models:
        base, _, shortcut = model.rpartition(":")
        if (settled_by or listings).get(model) or shortcut not in SHORTCUTS:
            base, shortcut = model, None
        listed.append(listings[base])
        groups.append(_judge_group(Question(body, shortcut=shortcut, **counts), model, listings[base]))
    return {"groups": groups, "dead": sorted(_dead(Question(body, **counts), listed)), "charges": charges(body)}
