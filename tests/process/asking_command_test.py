"""A credential_command that asks for something on the terminal."""

import sys
import unittest

from drive.moments import wait_until
from drive.program import ProgramTest, binary
from drive.terminal import Terminal

ASKING = """#!/bin/sh
printf 'Passphrase: ' >%s
stty -echo </dev/tty || exit 9
read -r answer </dev/tty || exit 8
echo "sk-test-$answer"
"""
# Takes the terminal as its own, as a shell's child has it, and becomes the program.
ON_ITS_TERMINAL = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
ID = "33333333-3333-4333-8333-333333333333"


class AnAskingCommand(ProgramTest):
    def setUp(self):
        super().setUp()
        self.settings = {"MRCTL_BASE_URL": "http://127.0.0.1:9/api/v1"}

    def ask(self, prompt, *flags):
        helper = self.write("helper", ASKING % prompt, mode=0o700)
        self.write("home/.config/mrctl/config.toml", f'[profiles.default]\ncredential_command = ["{helper}"]\n')
        command = [sys.executable, "-c", ON_ITS_TERMINAL, binary(), "byok", "get", ID, "--retries", "0", *flags]
        return Terminal(command, self.environment(), self.folder)

    def test_has_the_terminal_and_gives_it_back_as_it_was(self):
        for prompt in ("/dev/tty", "/dev/stderr"):
            terminal = self.ask(prompt)
            terminal.read_until("Passphrase: ")
            wait_until(lambda: not terminal.echoes())
            terminal.type("fake-0000\n")
            terminal.read_until("connection refused")
            self.assertTrue(terminal.echoes())
            outcome = terminal.finish()
            self.assertEqual(outcome.code, 8)
            self.assertNotIn("fake-0000", outcome.out)
            self.assertNotIn("credential_command", outcome.out.split("Passphrase: ")[0])

    def test_does_not_ask_with_no_input(self):
        outcome = self.ask("/dev/tty", "--no-input").finish()
        self.assertEqual(outcome.code, 3)
        self.assertIn("exited with status", outcome.out)

    def test_that_is_interrupted_interrupts_mrctl(self):
        terminal = self.ask("/dev/tty")
        terminal.read_until("Passphrase: ")
        wait_until(lambda: not terminal.echoes())
        terminal.type("half\x03")
        self.assertEqual(terminal.finish().code, 130)


if __name__ == "__main__":
    unittest.main()
