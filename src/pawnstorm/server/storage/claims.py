"""Claims: while a process thinks about a table, no other process on the same PostgreSQL database does.

A claim is an advisory lock, which PostgreSQL frees when the process ends. It only saves work: if two processes think
nevertheless, the primary key of the log lets one of them play.
"""

import sqlalchemy as sa

_TAKE = sa.text("SELECT pg_try_advisory_lock(hashtextextended(:table, 35))")
_FREE = sa.text("SELECT pg_advisory_unlock(hashtextextended(:table, 35))")


class Claims:
    """The claims of one process, on a connection that stays open. One thread uses it."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.Connection | None = None

    def take(self, table: str) -> bool:
        """Claim a table; False if another process has claimed it."""
        return self._run(_TAKE, table)

    def free(self, table: str) -> None:
        """Give up a claim."""
        self._run(_FREE, table)

    def forget(self) -> None:
        """Close the connection, which frees all claims."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _run(self, query: sa.TextClause, table: str) -> bool:
        """True also if the database cannot tell: thinking twice is better than not at all."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            return bool(self._connection.execute(query, {"table": table}).scalar())
        except sa.exc.SQLAlchemyError:
            self.forget()
            return True
