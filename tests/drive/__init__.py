"""Drives the real mrctl from outside: its process, its terminal, the service it talks to."""
