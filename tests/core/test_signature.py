"""Signed records: a change without the server's key is noticed, and format 1 has no signature."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnstorm.core import record
from pawnstorm.core.errors import BadRecord
from pawnstorm.core.fairdice import FairTower, Pledge, commitment, write_pledge
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.record import Record
from pawnstorm.core.signature import Signer, fingerprint, is_key, is_signed_by
from pawnstorm.games import load

CHESS = load("chess-attack")
SERVER, SEEDS = "ab" * 32, ("c0ffee", "")
SIGNER, OTHER = Signer(bytes(range(32))), Signer(bytes(32))
MISSING = "the signature is missing: the server of a web table signs every record"
NOT_VALID = "the signature is not valid: the key {} did not sign what is above it"


def _played(orders: tuple[str, ...] = ("e2-e4", "d7-d5", "e4xd5"), resigns: int = 0) -> Record:
    """The record of a match at a web table, not signed yet."""
    match = Match(CHESS, Setup(), FairTower("t", SERVER, SEEDS))
    for order in orders:
        match.add(match.step_for(match.turn, order))
    match.add_resignation(resigns, match.step_for_resigning(resigns))
    pledge = Pledge("t", commitment("t", SERVER), SEEDS, SERVER)
    return record.of_match(match, {"White": "guest", "Black": "guest"}, write_pledge(pledge))


def _error_of(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as bad:
        record.replay(record.parse(text), CHESS)
    return bad.value


SIGNED = record.sign(_played(), SIGNER)
TEXT = record.write(SIGNED)
LINES = TEXT.splitlines()


def test_a_key_of_the_standard_signs_as_the_standard_says() -> None:
    """RFC 8032, 7.1, test 1: the empty text."""
    signer = Signer(bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    assert signer.key == "ed25519:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert signer.sign("").startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")
    assert is_signed_by(signer.key, "", signer.sign(""))
    assert not is_signed_by(signer.key, "x", signer.sign(""))
    assert not is_signed_by(OTHER.key, "", signer.sign(""))
    assert (is_key(signer.key), is_key(signer.key[8:]), is_key(signer.key.upper())) == (True, False, False)


def test_a_signed_record_has_its_key_in_the_header_and_its_signature_at_the_end() -> None:
    assert LINES[record.parse(TEXT).lines["key"] - 1] == f"key: {SIGNER.key}"
    above, _, signature = TEXT.rpartition("signature: ")
    assert is_signed_by(SIGNER.key, above, signature.strip())
    assert record.write(record.parse(TEXT)) == TEXT
    assert record.replay(record.parse(TEXT), CHESS).ending is not None
    assert record.replay(record.parse(TEXT.replace("\n", "\r\n") + "\n\n"), CHESS).ending is not None


def _without_signature(text: str) -> str:
    return re.sub("signature: .*\n", "", text)


def _resealed(changed: Record) -> str:
    """What a forger without the key can do: everything but sign again."""
    return record.write(replace(changed, key=SIGNED.key, signature=SIGNED.signature))


FORGED: list[tuple[str, str, str]] = [
    ("another winner", _resealed(_played(resigns=1)), NOT_VALID),
    ("another order", _resealed(_played(("e2-e4", "d7-d6"))), NOT_VALID),
    ("one order less", _resealed(_played(("e2-e4", "d7-d5"))), NOT_VALID),
    ("another player", _resealed(replace(_played(), seats={"White": "strong", "Black": "guest"})), NOT_VALID),
    ("the table alone", _resealed(replace(_played(), dice="")), NOT_VALID),
    ("the signature of another record", record.write(replace(SIGNED, signature=SIGNER.sign("hello"))), NOT_VALID),
    ("another key", record.write(replace(SIGNED, key=OTHER.key)), NOT_VALID),
    ("no signature", _without_signature(TEXT), MISSING),
    ("neither key nor signature", record.write(replace(SIGNED, key="", signature="")), MISSING),
    ("a key without a table", record.write(replace(SIGNED, dice="", signature="")), MISSING),
    ("no key", record.write(replace(SIGNED, key="")), "the record has a signature, but no key to check it with"),
    ("half a signature", TEXT[:-70], "this is not a signature: it should be 128 hexadecimal digits"),
    ("half a key", TEXT.replace(SIGNER.key, SIGNER.key[:-2]), "this is not a key: it should be ed25519: and 64 hex"),
    ("two signatures", TEXT + LINES[-1], "there is text after the closing 'end:' line"),
]


@pytest.mark.parametrize(("text", "sentence"), [case[1:] for case in FORGED], ids=[case[0] for case in FORGED])
def test_a_forged_record_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    assert text != TEXT
    bad = _error_of(text)
    named = OTHER.key if OTHER.key in text else SIGNER.key
    assert sentence.format(fingerprint(named)) in str(bad)
    place = "signature:" if "signature is not valid" in sentence or "no key" in sentence else ""
    assert not place or text.splitlines()[bad.line - 1].startswith(place)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seats: White=guest", "seats: White=strong; White=guest", 6),
        ("options: promotion=rescue", "options: promotion=none; promotion=rescue", 5),
        ("game: chess-attack\nrules version: 1", "rules version: 1\ngame: chess-attack", 2),
        ("rules version: 1", "rules version: 01", 3),
        ("\n1. White", "\n01. White", 10),
        ("\n2. Black", "\n\n2. Black", 11),
    ],
    ids=["a seat twice", "an option twice", "headers in another order", "01", "order 01", "a gap"],
)
def test_what_is_signed_cannot_be_said_in_another_way(old: str, new: str, line: int) -> None:
    """The readings of these texts are the same, but the server has not signed these words."""
    assert old in TEXT
    assert _error_of(TEXT.replace(old, new, 1)).line == line


def _words(text: str) -> list[str]:
    """The lines above a signature, without the spaces at their ends, which do not count."""
    return [line.rstrip() for line in text.partition("signature:")[0].rstrip().splitlines()]


@given(
    st.integers(0, len(TEXT) - 1),
    st.sampled_from([*" 01af:;=-x[]/#?\n\r\t,W", "", "\u2028", "\u00a0", "é"]),
    st.booleans(),
)
def test_any_edit_of_a_signed_record_is_refused(place: int, character: str, insert: bool) -> None:
    edited = TEXT[:place] + character + TEXT[place + (not insert) :]
    try:
        record.replay(record.parse(edited), CHESS)
    except BadRecord:
        assert edited != TEXT
    else:
        assert _words(edited) == _words(TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("scheme=", "Scheme="),
        ("scheme=", "scheme ="),
        ("scheme=", "\u200bscheme="),
        ("scheme=pawnstorm-dice-1; ", ""),
        ("scheme=", "seed 7; scheme="),
    ],
)
def test_a_table_in_another_spelling_needs_a_signature_too(old: str, new: str) -> None:
    dice = SIGNED.dice.replace(old, new)
    assert dice != SIGNED.dice
    assert MISSING in str(_error_of(record.write(replace(_played(), dice=dice))))


def test_another_die_is_refused_though_the_replay_agrees() -> None:
    """The forger plays again with another die, so that every digest and the seal are right."""
    match = Match(CHESS, Setup(), FairTower("t", SERVER, SEEDS, rolls=1))
    for order in ("e2-e4", "d7-d5", "e4xd5"):
        match.add(match.step_for(match.turn, order))
    match.add_resignation(0, match.step_for_resigning(0))
    forged = record.of_match(match, SIGNED.seats, SIGNED.dice)
    assert forged.entries[2].faces != SIGNED.entries[2].faces
    assert record.replay(replace(forged, dice=""), CHESS).ending is not None
    assert "the signature is not valid" in str(_error_of(_resealed(forged)))


def test_what_a_forger_can_do_is_to_sign_with_another_key_or_to_claim_less() -> None:
    """These records hold, and say that they are not signed by the server: docs/records.md."""
    forged = _played(resigns=1)
    for changed, key in [
        (record.sign(forged, OTHER), OTHER.key),
        (replace(forged, dice=""), ""),
        (record.in_format_1(forged), ""),
    ]:
        kept = record.parse(record.write(changed))
        assert record.replay(kept, CHESS).ending is not None
        assert kept.key == key


def test_a_record_for_one_viewer_is_signed_too() -> None:
    match = Match(load("fantasy-armies"), Setup(), FairTower("t", SERVER, SEEDS))
    match.add(match.step_for(0, "take man"))
    text = record.write(record.sign(record.seen_by(match, {}, 1, SIGNED.dice), SIGNER))
    assert "table=" not in text
    for shown, sentence in [
        (text, "hides what a replay needs"),
        (text.replace("1. White: ?", "1. Black: ?"), "not valid"),
    ]:
        with pytest.raises(BadRecord, match=sentence):
            record.replay(record.parse(shown), match.game)


# ---- format 1 -----------------------------------------------------------------------------------------------------


OLD = record.write(record.in_format_1(_played()))


def test_format_1_has_neither_data_nor_sizes_nor_a_signature() -> None:
    assert OLD.startswith("pawnstorm record 1\n")
    assert not re.search(r"^(data|key|signature):|\[[^]]*/", OLD, re.MULTILINE)
    kept = record.parse(OLD)
    assert (kept.format, kept.entries[2].sides, record.write(kept)) == (1, (), OLD)
    assert record.replay(kept, CHESS).ending is not None


def _edited(old: str, new: str) -> Callable[[], str]:
    return lambda: OLD.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            _edited("options:", "data: 0123456789ab\noptions:"),
            "line 4: 'data: 0123456789ab' is neither a header nor an",
        ),
        (_edited("options:", f"key: {SIGNER.key}\noptions:"), "is neither a header nor an order"),
        (lambda: f"{OLD}{LINES[-1]}\n", "there is text after the closing 'end:' line"),
        (_edited("record 1", "record 2"), "line 1: the record was played with the data (none) of chess-attack"),
    ],
)
def test_what_format_1_does_not_have_is_refused_there(text: Callable[[], str], sentence: str) -> None:
    assert sentence in str(_error_of(text()))
