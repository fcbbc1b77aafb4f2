"""What the database must know to delete tables that nobody uses any more, and how large it is."""

from typing import NamedTuple

import sqlalchemy as sa

from pawnstorm.server.storage.database import ENTRIES, METADATA, TABLES

_PORTION = 200


class Use(NamedTuple):
    """A table and when something happened at it last, in milliseconds; `played` if an order was ever given."""

    table: str
    maker: str
    game: str
    used: int
    played: bool
    campaign: bool


_OF_TABLE = ENTRIES.c.table_id == TABLES.c.id
_USED = sa.select(ENTRIES.c.at).where(_OF_TABLE).order_by(ENTRIES.c.rev.desc()).limit(1).scalar_subquery()
# A quotation mark within a text is escaped, so nothing else matches.
_PLAYED = sa.exists().where(_OF_TABLE, ENTRIES.c.body.like('{"k":"ordered"%'))
_CAMPAIGN = sa.exists().where(_OF_TABLE, ENTRIES.c.rev == 0, ENTRIES.c.body.like('%"campaign":"%'))
_USES = (
    sa.select(TABLES.c.id, TABLES.c.maker, TABLES.c.game, _USED, _PLAYED, _CAMPAIGN)
    .order_by(TABLES.c.id)
    .limit(_PORTION)
)


def uses(connection: sa.Connection, after: str) -> list[Use]:
    """The next few tables in the order of their ids: so few that no order waits for them."""
    rows = connection.execute(_USES.where(TABLES.c.id > after)).all()
    return [Use(table, maker, game, used or 0, *map(bool, rest)) for table, maker, game, used, *rest in rows]


def played_since(connection: sa.Connection, maker: str, game: str, since: int) -> bool:
    """Whether anything has happened at any table that a guest has made for a game."""
    query = sa.select(
        sa.exists().where(_OF_TABLE, TABLES.c.maker == maker, TABLES.c.game == game, ENTRIES.c.at >= since)
    )
    return bool(connection.execute(query).scalar())


def delete(connection: sa.Connection, table: str, since: int) -> bool:
    """Delete a table and its log, unless something has happened at it since."""
    if connection.execute(sa.select(sa.exists().where(ENTRIES.c.table_id == table, ENTRIES.c.at >= since))).scalar():
        return False
    for one in reversed(METADATA.sorted_tables):
        if "table_id" in one.c:
            connection.execute(sa.delete(one).where(one.c.table_id == table))
    connection.execute(sa.delete(TABLES).where(TABLES.c.id == table))
    # If another process writes to it just now, the database refuses this, and the table stays.
    connection.commit()
    return True


def size(connection: sa.Connection) -> int:
    """How many bytes the database takes; what deleted tables have left free does not count."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
    pages, free, bytes_of_page = (
        int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * bytes_of_page
