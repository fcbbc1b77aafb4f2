"""Records: what they say, that they replay, and that every damage is named with its line."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnstorm.core import record
from pawnstorm.core.dice import LoadedTower, SeededTower
from pawnstorm.core.errors import BadRecord, CheckFailed
from pawnstorm.core.game import Ending, Game, Setup
from pawnstorm.core.match import Match
from pawnstorm.games import load

SEATS = {"White": "human", "Black": "random"}
CHESS = load("chess-attack")


def _match(
    orders: tuple[str, ...] = ("e2-e4", "d7-d5", "e4xd5", "Qd8xd5"), dice: tuple[int, ...] = (6, 1, 2, 2)
) -> Match:
    match = Match(CHESS, Setup(), LoadedTower(dice))
    for order in orders:
        match.add(match.step_for(match.turn, order))
    return match


def _text(match: Match | None = None, dice: str = "") -> str:
    return record.write(record.of_match(match or _match(), SEATS, dice))


TEXT = _text()
LINES = TEXT.splitlines()


def _damaged(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


def _error_of(text: str, game: Game = CHESS) -> BadRecord:
    with pytest.raises(BadRecord) as bad:
        record.replay(record.parse(text), game)
    return bad.value


def test_a_record_reads_like_the_match() -> None:
    digest = "#[0-9a-f]{12}"
    expected = [
        "pawnstorm record 2",
        "game: chess-attack",
        "rules version: [0-9]+",
        "data: [0-9a-f]{12}",
        "options: promotion=rescue; king_caution=off; .*",
        "seats: White=human; Black=random",
        "",
        f"1. White: e2-e4 {digest}",
        f"2. Black: d7-d5 {digest}",
        rf"3. White: e4xd5 \[6/6 1/6\] {digest}",
        rf"4. Black: Qd8xd5 \[2/6 2/6\] {digest}",
        f"end: open {digest}",
    ]
    assert len(LINES) == len(expected)
    for line, pattern in zip(LINES, expected, strict=True):
        assert re.fullmatch(pattern, line), line
    assert TEXT.endswith("\n")


def test_parse_reads_what_write_wrote() -> None:
    parsed = record.parse(TEXT)
    assert record.write(parsed) == TEXT
    assert (parsed.game, parsed.setup.options["promotion"], parsed.end) == ("chess-attack", "rescue", "open")
    assert [(entry.seat, entry.order, entry.faces, entry.line) for entry in parsed.entries[:3]] == [
        ("White", "e2-e4", (), 8),
        ("Black", "d7-d5", (), 9),
        ("White", "e4xd5", ((6, 1),), 10),
    ]


def test_every_header_is_kept() -> None:
    kept = record.Record(
        "toy",
        Setup({"a": "1", "b": "x y"}, ("red army", "blue army"), "hills", 3),
        {"Red": "human"},
        "seed 4",
        "p=1 q=2",
    )
    parsed = record.parse(record.write(kept))
    assert (parsed.setup, parsed.seats, parsed.dice, parsed.start) == (kept.setup, kept.seats, kept.dice, kept.start)


def test_a_replay_reaches_the_same_positions() -> None:
    match = _match()
    again = record.replay(record.parse(TEXT), CHESS)
    assert [step.state.encode() for step in again.steps] == [step.state.encode() for step in match.steps]
    assert [step.events for step in again.steps] == [step.events for step in match.steps]


def test_line_ends_and_blank_lines_do_not_matter() -> None:
    assert record.replay(record.parse(TEXT.replace("\n", "\r\n")), CHESS).state.encode() == _match().state.encode()
    assert record.replay(record.parse(TEXT + "\n\n"), CHESS).state.encode() == _match().state.encode()


def _resigned() -> Match:
    match = _match()
    match.add_resignation(1, match.step_for_resigning(1))
    return match


def _agreed() -> Match:
    match = _match()
    match.agree_draw()
    return match


@pytest.mark.parametrize(
    ("made", "end"),
    [(_resigned, "White wins: Black resigns"), (_agreed, "draw between White and Black: draw agreed")],
)
def test_an_ending_by_the_players_replays_too(made: Callable[[], Match], end: str) -> None:
    text = _text(made())
    assert f"\nend: {end} #" in text
    again = record.replay(record.parse(text), CHESS)
    assert again.ending == made().ending
    assert record.end_text(again) == end


def test_an_ending_names_its_rule_and_everyone_who_shares_it() -> None:
    assert record.describe_ending(("A", "B", "C"), Ending((1,), "all forts taken", "XX-9")) == (
        "B wins: all forts taken (XX-9)"
    )
    assert record.describe_ending(("A", "B", "C"), Ending((0, 2), "time", "")) == "a win shared by A and C: time"


def test_a_record_may_begin_with_a_drawn_position_and_open_dice() -> None:
    start = _match(("e2-e4", "d7-d5")).state.copy()
    start.play(CHESS.read(start, "e4xd5"))
    match = Match(CHESS, Setup(), SeededTower(3), start.encode())
    text = _text(match)
    assert re.search(r"\nstart: side=White .* fight=e4,d5,d5,2,4\n", text)
    assert re.search(r"\n1\. table: start \[\d/6 \d/6\] #", text)
    assert record.replay(record.parse(text), CHESS).state.encode() == match.state.encode()


@pytest.mark.parametrize(
    ("pattern", "new", "sentence"),
    [
        (r"start \[\d/6 \d/6\]", "start [1/6]", "line 9: a fight needs 2 dice, not 1"),
        (r"1\. table: .*\n", "", "line 1: the dice for a fight (CA-23) are missing"),
    ],
)
def test_opening_dice_that_are_wrong_are_named(pattern: str, new: str, sentence: str) -> None:
    start = _match(("e2-e4", "d7-d5")).state.copy()
    start.play(CHESS.read(start, "e4xd5"))
    text = _text(Match(CHESS, Setup(), SeededTower(3), start.encode()))
    assert str(_error_of(re.sub(pattern, new, text))) == sentence


SPOILED = [
    ("not a record", "hello\n", 1, "this is not a record: it should begin with 'pawnstorm record 2'"),
    ("empty", "", 1, "this is not a record: it should begin with 'pawnstorm record 2'"),
    ("another format", _damaged("record 2", "record 3"), 1, "this is not a record: it should begin with"),
    (
        "cut off after an order",
        "\n".join(LINES[:10]) + "\n",
        10,
        "the record breaks off here without its closing 'end:'",
    ),
    ("cut off in the headers", "\n".join(LINES[:4]), 4, "the record breaks off here without its closing 'end:' line"),
    ("cut off within a line", TEXT[: TEXT.index("4. Black") + 12], 11, "'4. Black: Qd' is not an order with its dice"),
    ("no game", _damaged("game: chess-attack\n", ""), 1, "the header 'game' is missing"),
    ("no rules version", re.sub("rules version: .*\n", "", TEXT), 1, "the header 'rules version' is missing"),
    (
        "rules version in words",
        re.sub("version: .*", "version: one", TEXT),
        3,
        "the rules version 'one' is not a number",
    ),
    (
        "unknown header",
        _damaged("seats:", "weather: fine\nseats:"),
        6,
        "'weather: fine' is neither a header nor an order",
    ),
    ("loose text", _damaged("seats:", "hello\nseats:"), 6, "'hello' is neither a header nor an order"),
    ("long text", _damaged("seats:", "x" * 9000 + "\nseats:"), 6, f"'{'x' * 80}' is neither a header nor an order"),
    ("long data", _damaged("data: ", "data: " + "x" * 9000), 1, f"the data {'x' * 20} of chess-attack"),
    ("header twice", _damaged("seats:", "game: chess-attack\nseats:"), 6, "the header 'game' appears twice"),
    (
        "other game",
        _damaged("game: chess-attack", "game: checkers"),
        2,
        "this is a record of checkers, not of chess-attack",
    ),
    ("wrong numbering", _damaged("2. Black", "3. Black"), 9, "this is order 3, but order 2 is due"),
    ("order missing", "\n".join([*LINES[:8], *LINES[9:]]), 9, "this is order 3, but order 2 is due"),
    (
        "orders swapped",
        "\n".join([*LINES[:7], LINES[8], LINES[7], *LINES[9:]]),
        8,
        "this is order 2, but order 1 is due",
    ),
    (
        "no digest",
        _damaged(LINES[8], "2. Black: d7-d5"),
        9,
        "'2. Black: d7-d5' is not an order with its dice and digest",
    ),
    ("short digest", _damaged(LINES[8], LINES[8][:-1]), 9, "is not an order with its dice and digest"),
    ("edited digest", _damaged(LINES[8], LINES[8][:-12] + "0" * 12), 9, "'d7-d5' with these dice does not lead"),
    ("edited order", _damaged("2. Black: d7-d5", "2. Black: d7-d6"), 9, "'d7-d6' with these dice does not lead"),
    (
        "illegal order",
        _damaged("2. Black: d7-d5", "2. Black: d7-d4"),
        9,
        "'d7-d4' cannot be replayed: a Pawn does not move",
    ),
    ("unreadable order", _damaged("d7-d5", "hello"), 9, "'hello' cannot be replayed: 'hello' is not an order"),
    ("edited face", _damaged("[6/6 1/6]", "[1/6 6/6]"), 10, "'e4xd5' with these dice does not lead"),
    (
        "impossible face",
        _damaged("[6/6 1/6]", "[7/6 1/6]"),
        10,
        "'e4xd5' cannot be replayed: a die with 6 sides cannot show 7",
    ),
    (
        "face zero",
        _damaged("[6/6 1/6]", "[6/6 0/6]"),
        10,
        "'e4xd5' cannot be replayed: a die with 6 sides cannot show 0",
    ),
    ("no dice", _damaged(" [6/6 1/6]", ""), 10, "'e4xd5' cannot be replayed: the dice for a fight (CA-23) are missing"),
    ("too few dice", _damaged("[6/6 1/6]", "[6/6]"), 10, "'e4xd5' cannot be replayed: a fight needs 2 dice, not 1"),
    (
        "too many dice",
        _damaged("[6/6 1/6]", "[6/6 1/6 1/6]"),
        10,
        "'e4xd5' cannot be replayed: a fight needs 2 dice, not 3",
    ),
    ("too many rolls", _damaged("[6/6 1/6]", "[6/6 1/6] [2/6 2/6]"), 10, "'e4xd5' has more dice than it needs"),
    ("dice for a quiet move", _damaged("d7-d5 ", "d7-d5 [3/6 3/6] "), 9, "'d7-d5' has more dice than it needs"),
    (
        "another size",
        _damaged("[6/6 1/6]", "[6/8 1/6]"),
        10,
        "'e4xd5' cannot be replayed: a fight (CA-23) throws a die with 6 sides, not 8",
    ),
    ("no size", _damaged("[6/6 1/6]", "[6 1]"), 10, "'e4xd5 [6 1]' cannot be replayed"),
    ("dice in words", _damaged("[6/6 1/6]", "[six]"), 10, "'e4xd5 [six]' cannot be replayed"),
    ("unknown seat", _damaged("2. Black", "2. Green"), 9, "chess-attack has no seat 'Green'"),
    (
        "seat out of turn",
        _damaged("2. Black", "2. White"),
        9,
        "'d7-d5' cannot be replayed: it is not White's turn but Black's",
    ),
    ("table out of place", _damaged("2. Black", "2. table"), 9, "chess-attack has no seat 'table'"),
    (
        "text after the end",
        TEXT + "\n5. White: a2-a3 #0123456789ab\n",
        14,
        "there is text after the closing 'end:' line",
    ),
    (
        "wrong end",
        _damaged("end: open", "end: White wins: luck"),
        12,
        "the record ends with 'White wins: luck', the replay with",
    ),
    (
        "wrong winner",
        _damaged("end: open", "end: Black wins: Black resigns"),
        12,
        "the replay with 'White wins: Black resigns'",
    ),
    (
        "bad start",
        _damaged("seats:", "start: nonsense\nseats:"),
        6,
        "'nonsense' is not an encoded position of chess-attack",
    ),
]


@pytest.mark.parametrize(
    ("text", "line", "sentence"), [case[1:] for case in SPOILED], ids=[case[0] for case in SPOILED]
)
def test_the_damage_of_a_record_is_named_with_its_line(text: str, line: int, sentence: str) -> None:
    bad = _error_of(text)
    assert bad.line == line
    assert str(bad).startswith(f"line {line}: ")
    assert sentence in str(bad)


@pytest.mark.parametrize("unknown", [0, CHESS.rules_version + 1])
def test_an_unknown_rules_version_is_named(unknown: int) -> None:
    version = CHESS.rules_version
    bad = _error_of(_damaged(f"rules version: {version}", f"rules version: {unknown}"))
    assert str(bad) == (
        f"line 3: the record was made with rules version {unknown} of chess-attack, "
        f"which this Pawnstorm does not know: its rules are version {version}"
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("promotion=rescue", "promotion=maybe", "option 'promotion' of chess-attack cannot be 'maybe'"),
        ("promotion=rescue", "promoton=rescue", "chess-attack has no option 'promoton'"),
        ("promotion=rescue", "promotion", "option 'promotion' of chess-attack cannot be ''"),
        ("seats:", "armies: red; blue\nseats:", "chess-attack has neither armies nor maps to choose"),
        ("seats:", "map: hills\nseats:", "chess-attack has neither armies nor maps to choose"),
    ],
)
def test_a_set_up_that_the_game_does_not_know_is_named(old: str, new: str, sentence: str) -> None:
    bad = _error_of(_damaged(old, new))
    assert bad.line == 5
    assert sentence in str(bad)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("rules version: 1", "rules version: ²", 3),
        ("rules version: 1", "rules version: " + "9" * 5000, 3),
        ("2. Black", "9" * 5000 + ". Black", 9),
        ("[6/6 1/6]", f"[{'9' * 5000}/6 1/6]", 10),
        ("[6/6 1/6]", f"[6/{'9' * 5000} 1/6]", 10),
    ],
    ids=["version ²", "long version", "long number", "long face", "long size"],
)
def test_a_text_that_is_not_a_number_is_named(old: str, new: str, line: int) -> None:
    assert _error_of(_damaged(old, new)).line == line


def test_a_bad_record_is_a_failed_check() -> None:
    assert isinstance(_error_of(""), CheckFailed)


@given(st.integers(0, len(TEXT) - 1), st.sampled_from(" 0123456789abcdef:-x[]/#\nWKO="))
def test_any_edit_is_noticed_or_changes_nothing(place: int, character: str) -> None:
    """One edited character: the replay ends in the same position, or a BadRecord says where it failed."""
    spoiled = TEXT[:place] + character + TEXT[place + 1 :]
    try:
        match = record.replay(record.parse(spoiled), CHESS)
    except BadRecord as bad:
        broken = bad.line
    else:
        broken = 0
        assert [step.state.encode() for step in match.steps] == [step.state.encode() for step in _match().steps]
    assert 0 <= broken <= len(spoiled.splitlines())


@given(st.integers(0, 10_000))
def test_random_matches_round_trip(seed: int) -> None:
    match = Match(CHESS, Setup(), SeededTower(seed))
    tower = SeededTower(seed + 1)
    for _ in range(12):
        legal = match.state.legal()
        order = CHESS.write(match.state, legal[(seed * 7 + len(match.steps) * 13) % len(legal)])
        match.add(match.step_for(match.turn, order))
        match.tower = tower
    text = _text(match, "seed")
    assert record.write(record.parse(text)) == text
    assert record.replay(record.parse(text), CHESS).state.encode() == match.state.encode()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("White=human", "White=random", 12),
        ("end: open", "end: White wins: Black resigns", 12),
        ("[6/6 1/6]", "[6/6 2/6]", 10),
    ],
    ids=["who played", "how it closed", "a face that changes nothing"],
)
def test_an_edit_that_leads_to_the_same_position_is_noticed(old: str, new: str, line: int) -> None:
    assert _error_of(_damaged(old, new)).line == line


def test_a_closing_line_without_its_seal_is_named() -> None:
    bad = _error_of(re.sub(r"(end: open) #.*", r"\1", TEXT))
    assert (bad.line, "seal" in str(bad)) == (12, True)


def test_a_viewer_reads_only_what_that_viewer_may_know() -> None:
    """A secret order and every digest from there on are hidden, except from viewers who may know the order."""
    match = Match(load("fantasy-armies"), Setup(), SeededTower(1))
    match.add(match.step_for(0, "take man"))
    match.add(match.step_for(1, "list orcs"))
    digests = [step.digest for step in match.steps[1:]]
    for viewer, known in ((-1, [("?", "?")]), (0, [("take man", digests[0])]), (1, [("?", "?"), ("list orcs", "?")])):
        entries = record.seen_by(match, {}, viewer).entries
        assert [(entry.order, entry.digest) for entry in entries] == known


def test_nobody_can_count_the_orders_of_a_secret_choice() -> None:
    """A starter army is one order and a built one many: the others read one line, once the choice is made."""
    quick = Match(load("fantasy-armies"), Setup(), SeededTower(1))
    quick.add(quick.step_for(0, "take orcs"))
    slow = Match(load("fantasy-armies"), Setup(), SeededTower(1))
    for order in ("list orcs", "+Goblin", "+Goblin", "+Goblin"):
        slow.add(slow.step_for(0, order))
        assert [record.write(record.seen_by(slow, {}, viewer)).count("White") for viewer in (-1, 1)] == [0, 0]
        assert len(record.seen_by(slow, {}, 0).entries) == len(slow.steps) - 1
    while slow.turn == 0:
        legal = [slow.game.write(slow.state, move) for move in slow.state.legal()]
        slow.add(slow.step_for(0, next((order for order in legal if order == "done"), legal[0])))
    for viewer in (-1, 1):
        assert record.write(record.seen_by(slow, {}, viewer)) == record.write(record.seen_by(quick, {}, viewer))
    assert len(slow.steps) > len(quick.steps)


def test_secret_orders_are_written_after_the_reveal() -> None:
    match = Match(load("fantasy-armies"), Setup(), SeededTower(1))
    match.add(match.step_for(0, "take man"))
    match.add(match.step_for(1, "take orcs"))
    entries = record.seen_by(match, {}, -1).entries
    assert [(entry.order, entry.digest) for entry in entries] == [(step.order, step.digest) for step in match.steps[1:]]


def test_a_hidden_face_is_written_as_a_question_mark() -> None:
    match = _match()
    number = next(number for number, step in enumerate(match.steps) if step.faces)
    pool = match.steps[number].pools[0]
    sealed = replace(pool, dice=(replace(pool.dice[0], sealed=True), *pool.dice[1:]))
    match.steps[number] = replace(match.steps[number], pools=(sealed, *match.steps[number].pools[1:]))
    face = match.steps[number].faces[0][1]
    text = record.write(record.seen_by(match, {}, 0))
    assert f" [? {face}/6] #?" in text
    assert record.write(record.parse(text)) == text
    with pytest.raises(BadRecord, match=r"line \d+: this record was written for one viewer"):
        record.replay(record.parse(text), CHESS)


def test_everybody_reads_the_whole_record_of_a_finished_match() -> None:
    match = _match()
    match.steps[2] = replace(match.steps[2], audience=0b10)
    match.add_resignation(0, match.step_for_resigning(0))
    assert record.seen_by(match, {}, 0) == record.of_match(match, {})
