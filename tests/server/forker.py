"""Started as a program: forks servers on demand, so that fifty of them start in a few milliseconds each.

Every line of input names a port; a server is forked that serves it, and its process id is printed. The child is
a real process with its own event loop, threads and database connection: killing it is as good as killing any.
"""

import os
import sys

from pawnstorm.games import keys, load
from pawnstorm.server.run import run
from pawnstorm.server.settings import UNLIMITED, Settings


def main() -> None:
    database = sys.argv[1]
    for key in keys():
        load(key)
    child = 0
    for line in sys.stdin:
        if child:
            # Its successor may want the same port, which is free when it has ended and not when it is told to.
            os.waitpid(child, 0)
        child = os.fork()
        if child == 0:
            run(
                Settings(database, UNLIMITED, pause_seconds=0.0, reaction_seconds=0.0),
                "127.0.0.1",
                int(line),
                lambda _: None,
            )
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
