"""`preset explain` and a second reading of its rules agree on generated bodies and listings."""

import decimal
import json
import random
import unittest

from drive.program import ProgramTest, is_sanitized, sampled
from drive.routing_rules import judge

PROVIDERS = [("acme", "Acme"), ("northlake", "Northlake Cloud"), ("sunspire", "Sunspire AI"), ("tide", "tide")]
ENDINGS = ["", "/fp8", "/us-east", "/eu/west", "/flex", "/priority", "/fast", "/scale", "/global/flex", "/FLEX"]
QUANTIZATIONS = [None, "fp4", "mxfp4", "nvfp4", "fp8", "mxfp8", "bf16", "unknown", "FP8"]
PRICES = ["0", "0.000001", "0.0000025", "2.5e-6", 0.000003, "-1", None, "abc", ".000003", "0.00001", 1e-06]
PARAMETERS = ["verbosity", "temperature", "top_p", "tools", "tool_choice", "max_tokens", "max_completion_tokens", "reasoning",
              "reasoning_effort", "response_format", "structured_outputs", "seed", "stop", "logprobs"]
STATISTICS = [None, {"p50": 300, "p90": 900}, {"p50": "120.5"}, {"p50": None}, {"p50": 80}, {}]
CACHE_CONTROLS = [{"type": "ephemeral"}, {"type": "ephemeral", "ttl": "5m"}, {"type": "ephemeral", "ttl": "1h"}]
SORTS = [None, None, "price", "latency", "throughput", "exacto", {"by": "price"}, {"partition": "none"},
         {"by": "latency", "partition": "none"}]


class Invention:
    """Invents listings and bodies from a seed."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def some(self, values, most):
        return [self.dice.choice(values) for _ in range(self.dice.randint(0, most))]

    def maybe(self, share, make):
        return make() if self.dice.random() < share else None

    def endpoint(self, model):
        slug, name = self.dice.choice(PROVIDERS)
        endpoint = {"name": f"{name} | {model}", "provider_name": name, "tag": slug + self.dice.choice(ENDINGS),
                    "context_length": self.dice.choice([None, 4096, 131072]),
                    "max_completion_tokens": self.dice.choice([None, 256, 8192]),
                    "max_prompt_tokens": self.dice.choice([None, None, 1000, 100000]),
                    "quantization": self.dice.choice(QUANTIZATIONS),
                    "status": self.dice.choice([0, 0, 0, -2, None]),
                    "supported_parameters": self.maybe(0.8, lambda: self.some(PARAMETERS, 12)),
                    "pricing": {name: self.dice.choice(PRICES) for name in ("prompt", "completion", "request", "image")},
                    "latency_last_30m": self.dice.choice(STATISTICS),
                    "throughput_last_30m": self.dice.choice(STATISTICS)}
        if self.dice.random() < 0.3:
            endpoint["pricing"]["input_cache_read"] = self.dice.choice(PRICES)
        for written in ("input_cache_write", "input_cache_write_1h", "relay_fee"):
            if self.dice.random() < 0.3:
                endpoint["pricing"][written] = self.dice.choice(PRICES)
        if self.dice.random() < 0.3:
            endpoint["pricing"]["overrides"] = [self.override() for _ in range(self.dice.randint(0, 3))]
        if self.dice.random() < 0.3:
            names = self.dice.choice([("none", "auto", "required", "function"),
                                      ("literal_none", "literal_auto", "literal_required", "type_function")])
            endpoint["supports_tool_choice"] = {name: self.dice.choice([True, False, None]) for name in names}
        for optional in ("tag", "quantization", "status", "context_length"):
            if self.dice.random() < 0.04:
                del endpoint[optional]
        return endpoint

    def override(self):
        conditions = {}
        if self.dice.random() < 0.6:
            conditions["min_prompt_tokens"] = self.dice.choice([0, 1000, "2999", 3000])
        if self.dice.random() < 0.3:
            conditions |= self.dice.choice([{"utc_start": "01:00"}, {"utc_end": 5, "utc_days": ["sat"]}])
        if self.dice.random() < 0.1:
            conditions["region"] = "eu"
        prices = {name: self.dice.choice(PRICES) for name in (
            "prompt", "completion", "input_cache_read", "web_search", "input_cache_write", "input_cache_write_1h",
            "input_audio_cache") if self.dice.random() < 0.5}
        for name in ("relay_fee", "discount"): # a price where the endpoint has it too; never a condition
            if self.dice.random() < 0.1:
                prices[name] = "0.1"
        return prices | ({"condition": conditions} if self.dice.random() < 0.5 else conditions)

    def listing(self, model):
        return {"id": model, "name": model,
                "endpoints": [self.endpoint(model) for _ in range(self.dice.choice([0, 1, 2, 3, 5, 8, 12]))]}

    def entry(self):
        slug, name = self.dice.choice(PROVIDERS)
        return self.dice.choice([slug, slug, slug + self.dice.choice(ENDINGS), name, slug.upper(), name.upper(), "nobody"])

    def provider(self):
        provider = {}
        for name, share in (("only", 0.3), ("ignore", 0.25), ("order", 0.35)):
            if self.dice.random() < share:
                provider[name] = list(dict.fromkeys(self.entry() for _ in range(self.dice.randint(0, 3))))
        if self.dice.random() < 0.25:
            provider["quantizations"] = self.some(["fp4", "fp8", "bf16", "mxfp4", "fp16"], 3)
        if self.dice.random() < 0.4:
            provider["max_price"] = {name: self.dice.choice(["1", "2.5", 3, "0.5", "0", "10", "1e1", "2,5"])
                                     for name in ("prompt", "completion", "image", "request", "audio")
                                     if self.dice.random() < 0.3}
        for name, share in (("require_parameters", 0.4), ("zdr", 0.1), ("enforce_distillable_text", 0.1)):
            if self.dice.random() < share:
                provider[name] = self.dice.choice([True, True, False, None])
        if self.dice.random() < 0.3:
            provider["allow_fallbacks"] = self.dice.choice([False, False, True, None])
        if self.dice.random() < 0.1:
            provider["data_collection"] = self.dice.choice(["deny", "allow"])
        if (sort := self.dice.choice(SORTS)) is not None:
            provider["sort"] = sort
        return provider

    def body(self, models):
        body = {"model": models[0], "messages": [{"role": "system", "content": "Answer briefly."}],
                "provider": self.provider()}
        if self.dice.random() < 0.3:
            body["models"] = models[1:] + models[:1]
        values = {"temperature": 0.2, "top_p": 1, "seed": 7, "stop": self.dice.choice([[], ["x"], "x"]),
                  "logprobs": True, "max_tokens": 300, "max_completion_tokens": 8000,
                  "service_tier": self.dice.choice(["flex", "priority", "scale", "auto", None]),
                  "reasoning": {"effort": "low"},
                  "tool_choice": self.dice.choice(["none", "auto", "required", {
                      "type": "function", "function": {"name": "find"}}]),
                  "response_format": self.dice.choice([{"type": "text"}, {"type": "json_object"}, {"type": "json_schema", "json_schema": {
                      "name": "answer", "schema": {"type": "object"}}}])}
        for name, value in values.items():
            if self.dice.random() < 0.25:
                body[name] = value
        for name, value in (("verbosity", "low"), ("cache_control", self.dice.choice(CACHE_CONTROLS))):
            if self.dice.random() < 0.15:
                body[name] = value
        if self.dice.random() < 0.15:
            body["messages"] = [{"role": "developer", "content": [
                {"type": "text", "text": "Be brief.", "cache_control": self.dice.choice(CACHE_CONTROLS)}]}]
        if self.dice.random() < 0.1:
            body["plugins"] = [{"id": "fusion"} | self.dice.choice([{}, {"analysis_models": ["acme/a"]}, {
                "analysis_models": ["acme/a", "acme/b"]}])]
        if self.dice.random() < 0.1:
            body["tools"] = [{"type": "router:advisor"}]
        return body


def exact(text):
    return None if text is None else decimal.Decimal(text)


def is_same_value(left, right):
    """Compares JSON values, numbers and decimal texts by value: an edit may spell a price either way."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same_value, left, right))
    if isinstance(left, (bool, dict)) or isinstance(right, (bool, dict)) or None in (left, right):
        return left == right
    try:
        return decimal.Decimal(str(left)) == decimal.Decimal(str(right))
    except decimal.InvalidOperation:
        return left == right


class ExplainRules(ProgramTest):
    def compare_endpoint(self, expected, real):
        tag = expected["endpoint"].get("tag")
        self.assertEqual((tag, expected["verdict"], expected["rank"], expected["degraded"]),
                         (real["tag"], real["verdict"], real["rank"], real["degraded"]))
        if expected["verdict"] != "excluded":
            self.assertEqual(expected["reason"], real["reason"])
        self.assertEqual(sorted(expected["checks"], key=str),
                         sorted(((c["code"], c["verdict"], c.get("cause")) for c in real["checks"]), key=str))
        self.assertEqual((expected["cost_least"], expected["cost"]),
                         (exact(real.get("cost_least", real["cost"])), exact(real["cost"])))
        fix = real.get("fix")
        self.assertEqual(expected["fix"] is None, fix is None, (expected["fix"], fix))
        if fix is not None:
            self.assertEqual(expected["fix"]["path"], fix["path"])
            self.assertTrue(is_same_value(expected["fix"]["from"], fix.get("from")), (expected["fix"], fix))
            self.assertTrue(is_same_value(expected["fix"]["to"], fix.get("to")), (expected["fix"], fix))

    def compare_group(self, expected, real, requires_parameters):
        for name in ("model", "eligible", "excluded", "unknown", "reason"):
            self.assertEqual(expected[name], real[name], name)
        for one, other in zip(expected["endpoints"], real["endpoints"], strict=True):
            self.compare_endpoint(one, other)
            if not requires_parameters:
                self.assertEqual(one["drops"] and sorted(one["drops"]), other["drops"] and sorted(other["drops"]))
        for name in ("least", "most", "least_if_unknown", "most_if_unknown"):
            self.assertEqual(expected["cost"][name], exact(real["cost"][name]), name)
        if expected["cost"]["unknown"] is not None:
            self.assertEqual(expected["cost"]["unknown"], real["cost"]["unknown"])

    def compare_round(self, seed):
        invention = Invention(seed)
        models = ["acme/one", "acme/two"]
        listings = [invention.listing(model) for model in models]
        shortcuts = ["", "", "", ":nitro", ":floor", ":online", ":exacto"]
        (self.folder / "listing.json").write_text(json.dumps(listings))
        bodies = {f"preset-{i:02}": invention.body([model + invention.dice.choice(shortcuts) for model in models])
                  for i in range(20)}
        for slug, body in bodies.items():
            (self.folder / f"{slug}.json").write_text(json.dumps(body))
        counts = invention.dice.choice([{}, {"prompt_tokens": 3000, "completion_tokens": 200},
                                        {"prompt_tokens": 3000, "completion_tokens": 9, "cached_tokens": 2500},
                                        {"prompt_tokens": 0, "completion_tokens": 50, "images": 2}])
        flags = [word for name, value in counts.items() for word in ("--" + name.replace("_", "-"), str(value))]
        outcome = self.mrctl("preset", "explain", *(f"{slug}.json" for slug in bodies), "--listing", "listing.json",
                                 *flags, "-o", "json")
        self.assert_exit(0, outcome)
        parsed = json.loads((self.folder / "listing.json").read_text(), parse_float=decimal.Decimal)
        endpoints = {listing["id"]: listing["endpoints"] for listing in parsed}
        for (slug, body), real in zip(bodies.items(), json.loads(outcome.out)["presets"], strict=True):
            with self.subTest(seed=seed, slug=slug, body=json.dumps(body), counts=counts):
                self.assertEqual(slug, real["slug"])
                expected = judge(body, endpoints, **counts)
                required = body["provider"].get("require_parameters") is True
                for one, other in zip(expected["groups"], real["groups"], strict=True):
                    self.compare_group(one, other, required)
                if "completion_tokens" in counts:
                    self.assertEqual(expected["charges"], [words for words in expected["charges"] if any(
                        words in note for note in real["notes"])])
                self.assertEqual(expected["dead"], sorted((each["path"], each["entry"]) for each in real["dead"]))

    def test_agree_with_a_second_reading(self):
        for seed in sampled(range(60), 10 if is_sanitized() else 20):
            self.compare_round(seed)


if __name__ == "__main__":
    unittest.main()
