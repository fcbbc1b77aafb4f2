"""A program that forks servers on demand, so that many of them start in a few milliseconds each.

Called as `python -m bench.fork_server DATABASE`. For every line of input, which names a port, it forks a server and
prints its process id. The child is a real process with its own event loop, threads and database connections, so killing
it is a real test.
"""

import importlib
import os
import sys

from pawnstorm.games import keys, load
from pawnstorm.server.run import run
from pawnstorm.server.settings import UNLIMITED, Settings

_LOADED_LATE = ("alembic.command", "psycopg")


def main(database: str) -> None:
    """Fork a server for every line of input."""
    for key in keys():
        load(key)
    if database.startswith("postgresql"):
        for module in _LOADED_LATE:
            importlib.import_module(module)
    child = 0
    for line in sys.stdin:
        if child:
            # The next server may use the same port, which is free only when the last one has ended.
            os.waitpid(child, 0)
        child = os.fork()
        if child == 0:
            settings = Settings(database, UNLIMITED, pause_seconds=0.0, reaction_seconds=0.0)
            run(settings, "127.0.0.1", int(line), lambda _: None)
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
