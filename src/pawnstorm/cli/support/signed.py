"""By which key a record is signed."""

from pawnstorm.core.errors import BadRecord, UsageError
from pawnstorm.core.record import Record
from pawnstorm.core.signature import fingerprint, is_key


def check_key(record: Record, key: str) -> None:
    """Refuse a record that is not signed by this very key, which is written as its server shows it."""
    if not is_key(key):
        raise UsageError(f"'{key[:80]}' is not a key: it should be ed25519: and 64 hexadecimal digits")
    if not record.signature:
        raise BadRecord(1, f"the record is not signed, so not by the key {fingerprint(key)} either")
    if record.key != key:
        line = record.lines.get("key", 1)
        raise BadRecord(line, f"the record is signed by the key {fingerprint(record.key)}, not by {fingerprint(key)}")


def signed_by(record: Record) -> str:
    """By which key a record is signed, in a few words."""
    if record.format == 1:
        return "a record of format 1: not signed"
    return f"signed by the key {fingerprint(record.key)}" if record.signature else "a local record: not signed"
