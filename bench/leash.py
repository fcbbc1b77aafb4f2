"""Run a program on a leash: it may open many files, and it ends when the program that started it ends, for any reason.

Called as `python -m bench.leash PROGRAM ARGUMENT...`.
"""

import ctypes
import os
import resource
import signal
import sys

FILES = 16_384
_PR_SET_PDEATHSIG = 1


def allow_files() -> None:
    """Allow as many open files as we want, or as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def tie_to_parent() -> None:
    """Make the system end this process with its parent."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    allow_files()
    tie_to_parent()
    os.execvp(sys.argv[1], sys.argv[1:])
