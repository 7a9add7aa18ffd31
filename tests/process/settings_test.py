"""Settings and where they come from: flag over environment over profile over default."""

import json
import os
import stat
import time
import tomllib
import unittest
from pathlib import Path

from drive.program import ProgramTest, is_sanitized
from drive.service import CREDENTIAL, ServiceTest, refusing_host


class Origins(ServiceTest):
    def setUp(self):
        super().setUp()
        self.key = self.settings.pop("MRCTL_API_KEY")
        self.base_url = self.settings.pop("MRCTL_BASE_URL")

    def get_credential(self, *flags, env=None, **options):
        return self.mrctl("byok", "get", CREDENTIAL, *flags, env=env, **options)

    def write_config(self, **settings):
        lines = (f"{name} = {json.dumps(value)}" for name, value in settings.items())
        return self.write("home/.config/mrctl/config.toml", "[profiles.default]\n" + "\n".join(lines) + "\n")

    def test_a_profile_is_enough(self):
        self.write_config(base_url=self.base_url, api_key_file=self.write("key", self.key + "\n"))
        self.assert_exit(0, self.get_credential())

    def test_the_environment_goes_over_the_profile_and_a_flag_over_both(self):
        self.write_config(base_url=refusing_host(), api_key_file=self.write("key", self.key))
        self.assert_exit(8, self.get_credential())
        self.assert_exit(0, self.get_credential(env={"MRCTL_BASE_URL": self.base_url}))
        env = {"MRCTL_BASE_URL": refusing_host()}
        self.assert_exit(0, self.get_credential("--base-url", self.base_url, env=env))

    def test_a_key_comes_from_a_file_that_only_its_owner_reads(self):
        base = ("--base-url", self.base_url, "--api-key-file")
        self.assert_exit(0, self.get_credential(*base, self.write("key", self.key + "\n")))
        for mode in (0o644, 0o640, 0o604):
            self.assert_refused(3, self.get_credential(*base, self.write("open", self.key, mode)), "open")

    def test_a_key_comes_from_stdin_when_asked_for(self):
        outcome = self.get_credential("--base-url", self.base_url, "--api-key-file", "-", stdin=self.key + "\n")
        self.assert_exit(0, outcome)

    def test_a_key_comes_from_a_command_without_a_shell(self):
        self.write("$HOME; false", self.key + "\n")
        self.write_config(base_url=self.base_url, credential_command=["cat", "$HOME; false"])
        self.assert_exit(0, self.get_credential())

    def test_works_without_a_home(self):
        env = self.environment(MRCTL_BASE_URL=self.base_url, MRCTL_API_KEY=self.key)
        del env["HOME"]
        script = "unset HOME; mrctl byok get " + CREDENTIAL
        self.assert_exit(0, self.shell(script, env=env))


class ConfigCommands(ProgramTest):
    def config(self, *arguments):
        outcome = self.mrctl("config", *arguments)
        self.assert_exit(0, outcome)
        return outcome.out

    def test_a_value_that_was_set_is_there_until_it_is_unset(self):
        self.config("set", "base_url", "https://models.example/api/v1")
        self.assertIn("https://models.example/api/v1", self.config("get", "base_url"))
        self.assertIn("https://models.example/api/v1", self.config("list"))
        self.config("unset", "base_url")
        self.assertNotIn("models.example", self.config("list"))

    def test_the_path_is_where_the_file_is_written(self):
        path = self.config("path").strip().strip('"')
        self.assertEqual(path, str(self.home / ".config/mrctl/config.toml"))
        self.assertFalse(os.path.exists(path))
        self.config("set", "timeout", "20s")
        self.assertTrue(stat.S_ISREG(os.stat(path).st_mode))

    def test_a_new_profile_is_told_and_an_unknown_one_is_not_chosen(self):
        made = self.mrctl("config", "set", "--profile", "a b", "timeout", "5s")
        self.assertIn("created the profile 'a b'", made.err)
        self.assertEqual(self.mrctl("config", "set", "--profile", "a b", "retries", "3").err, "")
        self.assertEqual(self.mrctl("config", "set", "timeout", "5s").err, "")
        self.assert_refused(2, self.mrctl("config", "set", "profile", "nope"), "known profiles: default, a b")
        self.config("set", "profile", "a b")
        self.assertEqual(self.config("get", "retries"), "3\n")

    def test_no_update_is_lost_when_several_come_at_once(self):
        wanted = {f"p{number}": {"retries": number} for number in range(8)}
        begun = [self.start("config", "set", "retries", n, "--profile", f"p{n}") for n in range(8)]
        self.assertEqual([process.wait() for process in begun], [0] * 8)
        written = tomllib.loads((self.home / ".config/mrctl/config.toml").read_text())
        self.assertEqual(written["profiles"], wanted)

    def test_a_file_that_may_not_grow_stays_as_it_was(self):
        self.config("set", "retries", "1")
        path = self.home / ".config/mrctl/config.toml"
        before = path.read_text()
        outcome = self.shell("ulimit -f 0; exec mrctl config set proxy http://127.0.0.1:1")
        self.assert_refused(1, outcome, "File too large")
        self.assertEqual(path.read_text(), before)
        self.assertEqual([file.name for file in path.parent.iterdir()], ["config.toml"])

    @unittest.skipUnless(os.geteuid() == 0, "only root can give a file away")
    def test_a_file_of_somebody_else_keeps_its_owner_and_mode(self):
        path = self.write("home/.config/mrctl/config.toml", "[profiles.default]\n", mode=0o644)
        os.chown(path, 12345, 12346)
        self.config("set", "retries", "1")
        self.config("unset", "retries")
        after = os.stat(path)
        self.assertEqual((after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)), (12345, 12346, 0o644))

    def test_a_device_is_refused_and_stays_a_device(self):
        (self.folder / "settings.device").symlink_to("/dev/null")
        for path in ("/dev/null", "settings.device"):
            outcome = self.mrctl("config", "set", "retries", "1", env={"MRCTL_CONFIG": path})
            self.assert_refused(2, outcome, path, "is a device")
        self.assertTrue(Path("/dev/null").is_char_device())

    def test_a_file_that_cannot_be_looked_at_is_not_taken_for_missing(self):
        path = self.home / ".config/mrctl/config.toml"
        path.parent.mkdir(parents=True)
        path.symlink_to(path)
        for command in (("config", "set", "retries", "1"), ("config", "unset", "retries"),
                        ("preset", "create", "s", "--model", "acme/tiny", "--dry-run")):  # fmt: skip
            with self.subTest(command=command):
                self.assert_refused(2, self.mrctl(*command), str(path), "Too many levels of symbolic links")
        self.assertTrue(path.is_symlink())

    def test_a_relative_path_in_a_folder_that_is_gone_is_refused(self):
        outcome = self.shell('mkdir gone && cd gone && rmdir ../gone && mrctl config set api_key_file key')
        self.assert_refused(1, outcome, "cannot find the current folder")

    def test_a_pipe_is_refused_at_once(self):
        path = self.folder / "settings.pipe"
        os.mkfifo(path)
        for arguments in (("set", "timeout", "20s"), ("unset", "timeout")):
            with self.subTest(arguments=arguments):
                outcome = self.mrctl("config", *arguments, "--config", path)
                self.assert_refused(2, outcome, str(path), "is a pipe")
        self.assertEqual(self.config("path", "--config", path).strip().strip('"'), str(path))

    def test_settings_come_from_a_pipe(self):
        outcome = self.shell("mrctl config get retries --config <(printf '[profiles.default]\\nretries = 7\\n')")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.out, "7\n")

    def test_a_folder_that_cannot_be_written_is_an_io_error(self):
        self.write("home/.config", "a file where a folder should be")
        outcome = self.mrctl("config", "set", "timeout", "20s")
        self.assert_refused(1, outcome)


if __name__ == "__main__":
    unittest.main()


class ABrokenConfiguration(ProgramTest):
    """Keeps no command from its work that has nothing to do with it, or mends it."""

    FAULTS = ("[profiles.default\n", '[profiles.default]\nbase_ulr = "x"\n', 'profile = "nowhere"\n')

    COMMANDS = (
        ("config", "path"),
        ("auth", "logout"),
        ("preset", "lint", "-"),
        ("emulator", "exec", "--", "true"),
        ("help",),
        ("help", "preset", "create"),
        ("completion", "bash"),
        ("schema",),
        ("version",),
    )

    def break_it(self, text):
        return self.write("home/.config/mrctl/config.toml", text)

    def test_keeps_nobody_from_other_work(self):
        for text in self.FAULTS:
            self.break_it(text)
            for command in self.COMMANDS:
                with self.subTest(text=text, command=command):
                    self.assert_exit(0, self.mrctl(*command, stdin="model: acme/tiny\n"))

    def test_is_told_where_it_may_matter(self):
        self.break_it(self.FAULTS[1])
        outcome = self.mrctl("preset", "lint", "-", stdin="model: acme/tiny\n")
        self.assertIn("config.toml:2:1: warning: unknown key 'base_ulr'", outcome.err)

    def test_of_any_size_takes_little_time_and_memory(self):
        size = 900_000
        texts = {
            "a key of many parts": "a" + ".a" * (size // 2) + " = 1\n",
            "nested arrays": "a = " + "[" * (size // 2) + "]" * (size // 2) + "\n",
            "nested tables": "a = " + "{a=" * (size // 4) + "\n",
            "unknown keys": "".join(f"k{i} = 1\n" for i in range(size // 11)),
            "keys": '[[keys]]\nprofile = "x"\n' * (size // 24),
            "profiles": "".join(f"[profiles.p{i}]\n" for i in range(size // 19)) + "profile = 1\n",
        }
        for name in ("config.toml", "credentials.toml"):
            for kind, text in texts.items():
                with self.subTest(file=name, text=kind):
                    path = Path(self.write(f"home/.config/mrctl/{name}", text))
                    limit = "" if is_sanitized() else "ulimit -d 150000; "
                    begin = time.monotonic()
                    outcome = self.shell(limit + "mrctl byok get " + CREDENTIAL, env={"MRCTL_BASE_URL": refusing_host()})
                    self.assertLess(time.monotonic() - begin, 120)
                    path.unlink()
                    self.assert_refused(2 if name == "config.toml" else 3, outcome, name)
                    self.assertLess(len(outcome.err), 200_000)
                    self.assertNotIn("out of memory", outcome.err)

    def test_that_is_no_toml_is_left_as_it_is(self):
        text = '[profiles.default]\nbase_ulr = "x"\nretries = \n'
        path = self.break_it(text)
        for command in (("set", "retries", "1"), ("unset", "base_ulr"), ("set", "output", "json")):
            self.assert_refused(2, self.mrctl("config", *command), f"{path}:3:")
            self.assertEqual(Path(path).read_text(), text)

    def test_is_mended_by_setting_and_unsetting(self):
        path = self.break_it('[profiles.default]\nbase_ulr = "x"\nretries = "many"\n')
        self.assert_exit(0, self.mrctl("config", "set", "retries", "1"))
        outcome = self.mrctl("config", "unset", "base_ulr")
        self.assert_exit(0, outcome)
        self.assertEqual(outcome.err, "")
        self.assertEqual(Path(path).read_text(), "[profiles.default]\nretries = 1\n")

    def test_in_the_environment_keeps_nobody_from_other_work_either(self):
        for name in ("MRCTL_PROFILE", "MRCTL_OUTPUT", "MRCTL_BASE_URL", "MRCTL_CONFIG"):
            for command in self.COMMANDS:
                with self.subTest(name=name, command=command):
                    outcome = self.mrctl(*command, stdin="model: acme/tiny\n", env={name: "nonsense"})
                    self.assert_exit(0, outcome)
