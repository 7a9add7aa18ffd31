"""A real proxy in the way: when it is used, what it gets to see, and what is said when it is in the way indeed."""

import base64
import json
import unittest

from drive.program import ProgramTest
from drive.proxy import Proxy
from drive.service import CREDENTIAL, TINY, ServiceTest, answering, refusing_host
from drive.tls import NginxTest, Site
from drive.wire import raw_host

KEY = "sk-mgmt-test-0000000000000000f3a1"
PASSWORD = "Proxy-Pass.9wQ2"

# It leads to this machine, but is no loopback address by name: what is said of other machines holds for it.
ELSEWHERE = "0.0.0.0"

DIRECT, RELAYED = False, True


class ProxyTest(ProgramTest):
    """With a plain service and a proxy."""

    @classmethod
    def setUpClass(cls):
        cls.proxy = Proxy()
        cls.addClassCleanup(cls.proxy.close)

    def setUp(self):
        super().setUp()
        scripted = answering(200, '{"data": {"id": "acme/tiny", "endpoints": []}}')
        self.server = scripted.__enter__()
        self.addCleanup(scripted.__exit__, None, None, None)
        self.elsewhere = self.server.base_url.replace("127.0.0.1", ELSEWHERE)

    def list_endpoints(self, base_url, *flags, env=None):
        return self.mrctl("endpoints", "list", TINY, "--base-url", base_url, *flags, env=env)

    def assert_way(self, way, base_url, *flags, env=None):
        """That a listing succeeds, and whether it went through the proxy."""
        before = len(self.proxy.requests()), len(self.server.requests)
        self.assert_exit(0, self.list_endpoints(base_url, *flags, env=env))
        after = len(self.proxy.requests()), len(self.server.requests)
        self.assertEqual((after[0] - before[0], after[1] - before[1]), (1 if way is RELAYED else 0, 1))


class OneThatRefuses(ProxyTest):
    def test_the_login_in_its_url_says_so_and_what_it_offers(self):
        for base_url in ("http://router.example/api/v1", "http://router.example:8080/api/v1"):
            with answering(407, "", Proxy_Authenticate="Negotiate") as proxy:
                address = proxy.base_url.removesuffix("/api/v1").removeprefix("http://")
                with_login = self.list_endpoints(base_url, "--retries=0", "--proxy", f"http://me:{PASSWORD}@{address}")
                without = self.list_endpoints(base_url, "--retries=0", "--proxy", f"http://{address}")
            self.assert_exit(8, with_login)
            self.assertIn("does not accept the user name and password in its URL (407; it offers Negotiate)", with_login.err)
            self.assertIn("percent-encode", with_login.err)
            self.assertNotIn(PASSWORD, with_login.err)
            self.assert_exit(8, without)
            self.assertIn("the proxy requires a user name and a password (407)", without.err)


class OverPlainHttp(ProxyTest):
    def test_the_environment_names_it_as_curl_reads_it(self):
        # HTTP_PROXY in capitals is what a web server makes of a header of the same name, so nobody obeys it.
        variables = (("http_proxy", RELAYED), ("HTTP_PROXY", DIRECT), ("all_proxy", RELAYED), ("ALL_PROXY", RELAYED),
                     ("https_proxy", DIRECT), ("HTTPS_PROXY", DIRECT))  # fmt: skip
        for variable, way in variables:
            for url in (self.proxy.url, self.proxy.address):
                with self.subTest(variable=variable, url=url):
                    self.assert_way(way, self.elsewhere, env={variable: url})

    def test_the_environment_names_exceptions(self):
        exceptions = ((ELSEWHERE, DIRECT), ("*", DIRECT), (f"x.invalid,{ELSEWHERE}", DIRECT), ("x.invalid", RELAYED))
        for variable in ("no_proxy", "NO_PROXY"):
            for value, way in exceptions:
                with self.subTest(variable=variable, value=value):
                    self.assert_way(way, self.elsewhere, env={"http_proxy": self.proxy.url, variable: value})

    def test_this_machine_is_reached_without_the_proxy_of_the_environment(self):
        for variable in ("http_proxy", "ALL_PROXY"):
            self.assert_way(DIRECT, self.server.base_url, env={variable: self.proxy.url})

    def test_the_flag_names_it_even_for_this_machine(self):
        self.assert_way(RELAYED, self.server.base_url, "--proxy", self.proxy.url)
        self.assert_way(RELAYED, self.elsewhere, "--proxy", self.proxy.address)

    def test_the_profile_names_it_and_the_flag_and_the_exceptions_go_over_it(self):
        self.assert_exit(0, self.mrctl("config", "set", "proxy", self.proxy.url))
        self.assert_way(RELAYED, self.elsewhere)
        self.assert_way(RELAYED, self.elsewhere, env={"http_proxy": refusing_host().replace("/api/v1", "")})
        self.assert_way(DIRECT, self.elsewhere, env={"NO_PROXY": ELSEWHERE})
        self.assert_exit(0, self.mrctl("config", "set", "proxy", refusing_host().replace("/api/v1", "")))
        self.assert_way(RELAYED, self.elsewhere, "--proxy", self.proxy.url)

    def test_a_key_does_not_go_through_it(self):
        before = self.proxy.requests()
        for base_url in (self.server.base_url, self.elsewhere):
            for flags, env in (("--proxy", self.proxy.url), {}), ((), {"http_proxy": self.proxy.url}):
                if flags or base_url == self.elsewhere:
                    outcome = self.list_endpoints(base_url, *flags, env={"MRCTL_API_KEY": KEY} | env)
                    self.assert_refused(3, outcome, "--insecure")
        self.assertEqual((self.proxy.requests(), self.server.requests), (before, []))

    def test_a_key_goes_through_it_where_that_is_asked_for(self):
        self.assert_way(RELAYED, self.server.base_url, "--proxy", self.proxy.url, "--insecure", env={"MRCTL_API_KEY": KEY})
        self.assertEqual(self.server.requests[-1].headers["authorization"], f"Bearer {KEY}")


class OverTls(NginxTest):
    """With a key, through a tunnel to nginx and the emulator behind it."""

    sites = {name: Site(name) for name in ("valid", "self-signed")}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.proxy = Proxy()
        cls.addClassCleanup(cls.proxy.close)

    def setUp(self):
        super().setUp()
        self.settings["MRCTL_BASE_URL"] = self.nginx.base_url("valid", ELSEWHERE)
        self.settings["SSL_CERT_FILE"] = self.certificates.crt("ca")

    def read_credential(self, *flags, env=None):
        return self.mrctl("byok", "get", CREDENTIAL, *flags, env=env)

    def assert_way(self, way, *flags, env=None):
        before = len(self.proxy.requests())
        self.assert_exit(0, self.read_credential(*flags, env=env))
        tunnel = ("CONNECT", self.settings["MRCTL_BASE_URL"].split("/")[2])
        self.assertEqual(self.proxy.requests()[before:], [tunnel] if way is RELAYED else [])

    def test_the_flag_and_the_profile_make_a_tunnel(self):
        self.assert_way(RELAYED, "--proxy", self.proxy.url)
        self.assertEqual(self.nginx.accesses("valid")[-1].protocol, "HTTP/2.0")
        self.assert_exit(0, self.mrctl("config", "set", "proxy", self.proxy.url))
        self.assert_way(RELAYED)

    def test_the_environment_names_it_as_curl_reads_it(self):
        variables = (("https_proxy", RELAYED), ("HTTPS_PROXY", RELAYED), ("all_proxy", RELAYED), ("ALL_PROXY", RELAYED),
                     ("http_proxy", DIRECT), ("HTTP_PROXY", DIRECT))  # fmt: skip
        for variable, way in variables:
            with self.subTest(variable=variable):
                self.assert_way(way, env={variable: self.proxy.url})
        self.assert_way(DIRECT, env={"HTTPS_PROXY": self.proxy.url, "NO_PROXY": ELSEWHERE})

    def test_a_preset_is_stored_once(self):
        outcome = self.mrctl("preset", "create", "tunnelled", "--model", TINY, "--proxy", self.proxy.url)
        self.assert_exit(0, outcome)
        self.assertEqual(json.loads(outcome.out)["designated_version"]["version"], 1)

    def test_the_proxy_sees_neither_the_key_nor_the_request(self):
        with raw_host(b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n") as host:
            outcome = self.read_credential("--proxy", host.base_url.replace("/api/v1", ""), "--retries", "0")
            self.assert_refused(8, outcome)
        self.assertEqual(len(host.requests), 1)
        seen = host.requests[0].decode()
        self.assertTrue(seen.startswith("CONNECT "))
        for secret in (self.settings["MRCTL_API_KEY"], "uthorization", "byok", CREDENTIAL):
            self.assertNotIn(secret, seen)

    def test_the_service_behind_it_is_checked(self):
        self.settings["MRCTL_BASE_URL"] = self.nginx.base_url("self-signed", ELSEWHERE)
        self.assert_refused(8, self.read_credential("--proxy", self.proxy.url, "--retries", "0"), "self-signed")


class APasswordThatEndsEarly(ProgramTest):
    """For libcurl a host begins in the middle of it: nothing of it may be looked up or said."""

    def test_is_refused_before_anything_is_looked_up(self):
        self.settings = {"MRCTL_BASE_URL": "https://router.invalid/api/v1"}
        for password in ("pa@s3cret/w", "s3cret/w", "s3cret?w", "p#s3cret"):
            url = f"http://user:{password}@127.0.0.1:9"
            for flags, env, name in ((("--proxy", url), {}, "--proxy"), ((), {"https_proxy": url}, "https_proxy"),
                                     ((), {"ALL_PROXY": url}, "ALL_PROXY")):  # fmt: skip
                with self.subTest(url=url, name=name):
                    outcome = self.mrctl("endpoints", "list", TINY, "--retries", "0", "-vvv", *flags, env=env)
                    self.assert_refused(2, outcome, name, "must be encoded", "%40 for '@'")
                    self.assertNotIn("s3cret", outcome.out + outcome.err)
            outcome = self.mrctl("config", "set", "proxy", url)
            self.assert_refused(2, outcome, "proxy", "must be encoded")
            self.assertNotIn("s3cret", outcome.err)

    def test_of_a_proxy_that_is_not_used_does_not_matter(self):
        with answering(200, '{"data": {"id": "acme/tiny", "endpoints": []}}') as server:
            env = {"http_proxy": "http://u:p@ss/w@h:1"}
            self.assert_exit(0, self.mrctl("endpoints", "list", TINY, "--base-url", server.base_url, env=env))


    def test_without_a_scheme_or_a_port_is_none(self):
        for refused in (self.mrctl("config", "set", "proxy", "squid"), self.mrctl("endpoints", "list", TINY, "--proxy", "squid")):
            self.assert_refused(2, refused, "proxy must begin with http://", "http://proxy.example:3128")


class WhenItIsInTheWay(ProgramTest):
    """Nothing was sent, whatever the proxy did: the request never left."""

    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_API_KEY": KEY, "MRCTL_BASE_URL": "https://router.invalid/api/v1"}

    def assert_nothing_sent(self, proxy_url, *words, flags=()):
        for command in (("byok", "get", CREDENTIAL), ("preset", "create", "x", "--model", TINY)):
            with self.subTest(command=command):
                outcome = self.mrctl(*command, "--proxy", proxy_url, "--retries", "0", "--error-format", "json", *flags)
                self.assert_exit(8, outcome)
                error = json.loads(outcome.err.splitlines()[-1])["error"]
                self.assertEqual((error["sent"], error["attempts"], error["http_status"]), ("no", 1, None))
                for word in ("proxy", *words):
                    self.assertIn(word, error["message"].lower())

    def test_because_it_does_not_allow_the_service(self):
        proxy = Proxy("ConnectPort 1")
        self.addCleanup(proxy.close)
        self.assert_nothing_sent(proxy.url, "403")

    def test_because_it_cannot_find_the_service(self):
        proxy = Proxy()
        self.addCleanup(proxy.close)
        self.assert_nothing_sent(proxy.url, "500")

    def test_because_it_wants_a_password(self):
        proxy = Proxy(f"BasicAuth somebody {PASSWORD}")
        self.addCleanup(proxy.close)
        self.assert_nothing_sent(proxy.url, "407")

    def test_because_it_hangs_up_or_is_none(self):
        for answer in (b"", b"220 mail.invalid ESMTP\r\n", b"HTTP/1.1 200 OK\r\n\r\nno tunnel, no TLS"):
            with self.subTest(answer=answer), raw_host(answer) as host:
                url = host.base_url.replace("/api/v1", "")
                outcome = self.mrctl("byok", "get", CREDENTIAL, "--proxy", url, "--retries", "0", "--error-format", "json")
                self.assert_exit(8, outcome)
                self.assertEqual(json.loads(outcome.err.splitlines()[-1])["error"]["sent"], "no")

class ThePassword(ServiceTest):
    """Of the proxy is a secret like the key."""

    SPELLINGS = (PASSWORD, base64.b64encode(f"somebody:{PASSWORD}".encode()).decode())

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.proxy = Proxy(f"BasicAuth somebody {PASSWORD}")
        cls.addClassCleanup(cls.proxy.close)

    def setUp(self):
        super().setUp()
        self.url = f"http://somebody:{PASSWORD}@{self.proxy.address}"

    def assert_hidden(self, outcome):
        for spelling in self.SPELLINGS:
            self.assertNotIn(spelling, outcome.out + outcome.err)

    def test_opens_the_proxy(self):
        with answering(200, '{"data": {"id": "x", "endpoints": []}}') as server:
            del self.settings["MRCTL_API_KEY"]
            self.assert_exit(0, self.mrctl("endpoints", "list", TINY, "--base-url", server.base_url, "--proxy", self.url))
            self.assertNotIn("proxy-authorization", server.requests[0].headers)

    def test_is_not_seen_in_any_stream(self):
        place = f"somebody:{PASSWORD}@"
        nowhere = refusing_host().split("/")[2]
        urls = (self.url, self.url.replace("somebody", "nobody"), f"http://{place}{nowhere}", f"http://{place}proxy.invalid",
                f"x://{place}y", f"{place}{self.proxy.address}")  # fmt: skip
        through_flag = ({}, {"MRCTL_BASE_URL": "https://router.invalid/api/v1"})
        through_environment = {"MRCTL_BASE_URL": self.settings["MRCTL_BASE_URL"].replace("127.0.0.1", ELSEWHERE)}
        for flags in ((), ("-v", "--error-format", "json"), ("-vv", "--error-format", "github"), ("-vvv",)):
            read = ("byok", "get", CREDENTIAL, "--retries", "0", *flags)
            for url in urls:
                with self.subTest(url=url, flags=flags):
                    for env in through_flag:
                        self.assert_hidden(self.mrctl(*read, "--proxy", url, env=env))
                        self.assert_hidden(self.mrctl(*read, "--proxy", url, "--insecure", env=env))
                    self.assert_hidden(self.mrctl(*read, "--insecure", env=through_environment | {"ALL_PROXY": url}))

    def test_is_not_seen_among_the_settings(self):
        self.assert_hidden(self.mrctl("config", "set", "proxy", self.url))
        for command in (("config", "list"), ("config", "list", "--show-origin"), ("config", "list", "-o", "json")):
            outcome = self.mrctl(*command)
            self.assert_exit(0, outcome)
            self.assertIn(self.proxy.address, outcome.out)
            self.assert_hidden(outcome)
        self.assert_hidden(self.mrctl("preset", "create", "x", "--model", TINY, "--print-curl", "-vvv"))


if __name__ == "__main__":
    unittest.main()
