"""What a running process is doing, so that a test can act at the right moment without guessing at times."""

import array
import fcntl
import termios
import time

from drive.program import PATIENCE_S


def wait_until(is_so):
    """Waits until a function returns something true."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"it did not come to pass in {PATIENCE_S} s")
        time.sleep(0.005)


def wants_more_input(process):
    """Whether it has taken everything that was written to its input, and waits."""
    return _bytes_in(process.stdin) == 0 and _is_asleep(process)


def cannot_write_more(process):
    """Whether it waits behind an output pipe that is full."""
    return _bytes_in(process.stdout) >= 65536 and _is_asleep(process)


def _bytes_in(pipe):
    count = array.array("i", [0])
    fcntl.ioctl(pipe.fileno(), termios.FIONREAD, count)
    return count[0]


def _is_asleep(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as stat:
        return stat.read().rpartition(")")[2].split()[0] == "S"
