"""Pledges: the ids and secret seeds of tables that are not made yet. Any process on the database may redeem one."""

import sqlalchemy as sa

from pawnstorm.server.storage.database import PLEDGES

MOST = 10_000
"""How many pledges may wait at once."""


def keep(connection: sa.Connection, table: str, server_seed: str, now: int, until: int) -> bool:
    """Store a pledge and forget those that are too old; False if too many are waiting."""
    connection.execute(sa.delete(PLEDGES).where(PLEDGES.c.until < now))
    found = int(connection.execute(sa.select(sa.func.count()).select_from(PLEDGES)).scalar_one())
    if found < MOST:
        connection.execute(sa.insert(PLEDGES).values(table_id=table, server_seed=server_seed, until=until))
    connection.commit()
    return found < MOST


def redeem(connection: sa.Connection, table: str, now: int) -> str:
    """The secret seed of a pledge, which is gone then: only one asker gets it. Empty if there is none."""
    taken = sa.delete(PLEDGES).where(PLEDGES.c.table_id == table, PLEDGES.c.until >= now)
    found = connection.execute(taken.returning(PLEDGES.c.server_seed)).scalar()
    connection.commit()
    return str(found or "")
