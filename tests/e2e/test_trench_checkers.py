"""Trench Checkers in real browsers: a whole game by clicks, two people with secrets, a phone, and axe."""

import json
import random
import re
import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest
from person import PHONE, Person
from playwright.sync_api import Page, WebSocket, expect
from recorded import leaves
from table_page import TablePage
from test_access import assert_accessible
from test_phone import assert_fits
from trench import GAME, Seen, Trooper
from web_server import HERE, OPEN, RANDOM, Json, Look, WebServer

from pawnstorm.server.storage.entries import decode
from pawnstorm.server.table.table import Table, rebuild

MOST = 1000
"""More decisions than both sides together take."""
LONG = 300.0
"""Seconds that two people may take for a few rounds: the tests share the processors."""
SHORT_WHILE = 0.1
"""Seconds to wait for one of two people before the other is tried."""
TITLE = "Trench Checkers"
SHORT = {"field": "short"}
MUTE = re.compile("^Don't ask me")
PRESS_MUTE = """() => new MutationObserver(() => {
  [...document.querySelectorAll("button")].find((one) => one.textContent.startsWith("Don't ask me"))?.click();
}).observe(document.body, { childList: true, subtree: true })"""
"""The time of a reaction is short, so the page itself presses the button as soon as it is there."""


def test_the_field_is_chosen_and_hands_are_covered(person: Callable[..., Person]) -> None:
    page = person().visit(f"/new/{GAME}")
    page.get_by_role("group", name="Red").get_by_text("This screen").click()
    page.get_by_role("group", name="Field").get_by_text("Short", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    TablePage(page, TITLE)
    expect(page.locator("[role=gridcell]")).to_have_count(64)
    expect(page.get_by_role("button", name=re.compile("Only|Napalm|Field"))).to_have_count(0)


@pytest.mark.long
def test_a_whole_game_by_clicks(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, RANDOM, game=GAME, options=SHORT, seed="01")
    page = visitor.visit(f"/table/{id}")
    table, trooper = TablePage(page, TITLE), Trooper(page, seed=9)
    expect(page.get_by_role("list", name="Phase").get_by_text("Terrain")).to_have_attribute("aria-current", "step")
    for _ in range(MOST):
        seen = trooper.ready()
        assert seen, "nobody is asked and nothing ends"
        if seen.over:
            break
        trooper.act(seen)
    facts = server.get(f"/api/tables/{id}/replay")
    assert facts["end"], f"{MOST} decisions were not enough"
    assert facts["end"]["rule"]
    assert trooper.attacks > 5
    assert len(set(trooper.played)) > 2, "cards were to be played"
    expect(table.result).to_contain_text(facts["end"]["text"], ignore_case=True)
    table.result.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Dice verified")).to_be_visible()


# ---- two people ---------------------------------------------------------------------------------------------------


Watched = tuple[Page, list[str]]
"""A page, and everything that its sockets receive."""


def watched(somebody: Person, path: str) -> Watched:
    """A page at an address, and everything that its sockets will receive."""
    heard: list[str] = []
    page = somebody.context.new_page()
    page.on("websocket", lambda line: _listen(line, heard))
    page.goto(path)
    return page, heard


def _listen(line: WebSocket, heard: list[str]) -> None:
    line.on("framereceived", lambda payload: heard.append(str(payload)))


def known(server: WebServer, table: str) -> Table:
    """The table as only the server knows it."""
    with sqlite3.connect(server.database) as database:
        rows = database.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY rev", (table,)).fetchall()
    return rebuild(table, [decode(body) for (body,) in rows])


def hand(table: Table, rev: int, seat: int) -> set[str]:
    """The titles of the cards that a seat held at a revision."""
    assert table.match
    number = max((n for n, at in enumerate(table.revs) if at <= rev), default=0)
    trays = table.game.view(table.match.steps[number].state, seat).trays
    return {token.name for tray in trays if tray.id == f"hand-{seat}" for token in tray.tokens}


def seen_by_all(table: Table, rev: int) -> set[str]:
    """The titles of the cards that lay face up at a revision."""
    assert table.match
    number = max((n for n, at in enumerate(table.revs) if at <= rev), default=0)
    trays = table.game.view(table.match.steps[number].state, -1).trays
    return {token.name for tray in trays if tray.id == "discards" for token in tray.tokens}


def leaks(table: Table, frames: list[str], seat: int) -> list[str]:
    """What a player's sockets have received about the other hand."""
    found: list[str] = []
    own: set[str] = set()
    for text in frames:
        update: dict[str, Any] = json.loads(text)
        if update["t"] != "update" or update["end"]:
            continue
        rev = update["rev"]
        other = hand(table, rev, 1 - seat)
        own |= hand(table, rev, seat) if seat >= 0 else set()
        secrets = other - own - seen_by_all(table, rev)
        found += [f"{rev}: {card}" for card in sorted(secrets) if card in text]
        found += [f"{rev}: a token of the other hand"] * bool(re.search(rf'"card-{1 - seat}-', text))
        backs = [tray for tray in update["view"]["trays"] if tray["id"] == f"hand-{1 - seat}"]
        found += [f"{rev}: an open hand" for tray in backs for one in tray["tokens"] if one["kind"] != "card-back"]
    return found


def two_watched_browsers(maker: Person, friend: Person, server: WebServer) -> tuple[str, Watched, Watched]:
    """A table of two people: its id, and for Blue and Red the page with everything it hears."""
    id, maker.cookie = server.make(HERE, OPEN, game=GAME, options=SHORT)
    token = server.get(f"/api/tables/{id}", maker.cookie)["invitations"][0]["token"]
    guest, heard_by_red = watched(friend, f"/table/{id}#join={token}")
    guest.get_by_role("button", name="Take the seat").click()
    host, heard_by_blue = watched(maker, f"/table/{id}")
    for page in (host, guest):
        TablePage(page, TITLE)
    return id, (host, heard_by_blue), (guest, heard_by_red)


@pytest.mark.slow
def test_neither_of_two_browsers_ever_hears_of_the_other_hand(person: Callable[..., Person], server: WebServer) -> None:
    maker, friend = person(), person()
    id, (host, heard_by_blue), (guest, heard_by_red) = two_watched_browsers(maker, friend, server)
    armies = (Trooper(host, seed=3), Trooper(guest, seed=4))
    end = time.monotonic() + LONG
    while min(len(heard_by_blue), len(heard_by_red)) < 60 or not all(trooper.played for trooper in armies):
        stuck = [(trooper.played, trooper.see()) for trooper in armies] if time.monotonic() > end else []
        assert not stuck, f"nobody plays cards, or nobody is told: {len(heard_by_blue)} {len(heard_by_red)} {stuck}"
        for trooper in armies:
            seen = trooper.ready(SHORT_WHILE)
            if seen and not seen.over:
                trooper.act(seen)
    table = known(server, id)
    for seat, frames in enumerate((heard_by_blue, heard_by_red)):
        assert any(f"card-{seat}-" in text for text in frames), "everybody sees his own hand"
        assert leaks(table, frames, seat) == []
    assert leaks(table, heard_by_red, 0), "the test itself would find a leak"


def until(page: Page, words: str) -> Trooper:
    """Play on until the table asks something."""
    trooper = Trooper(page, seed=9)
    for _ in range(120):
        seen = trooper.ready()
        assert seen
        if words in seen.prompt:
            return trooper
        play_on(trooper, seen)
    pytest.fail(f"nobody was asked: {words}")


def test_a_reaction_is_muted_and_asked_for_again(person: Callable[..., Person], server: WebServer) -> None:
    """A player is not asked for a kind of reaction any more until they want it again, even after a reload."""
    visitor = person()
    id, visitor.cookie = server.make(HERE, RANDOM, game=GAME, options=SHORT)
    page = visitor.visit(f"/table/{id}")
    trooper = Trooper(page, seed=9)
    mute = page.get_by_role("button", name=MUTE)
    for _ in range(60):
        seen = trooper.ready()
        assert seen
        if mute.is_visible():
            break
        play_on(trooper, seen)
    prompt = trooper.see().prompt
    mute.click()
    not_asked = page.get_by_text("Not asked: ")
    expect(not_asked).to_be_visible()
    page.reload()
    expect(not_asked).to_be_visible()
    for _ in range(25):
        seen = trooper.ready()
        assert seen
        assert seen.prompt != prompt or seen.movable, "this reaction was muted"
        if seen.over:
            break
        play_on(trooper, seen)
    page.get_by_role("button", name="Ask me again").click()
    expect(not_asked).to_be_hidden()
    page.reload()
    TablePage(page, TITLE)
    expect(not_asked).to_be_hidden()


def play_on(trooper: Trooper, seen: Seen) -> None:
    """Make one decision without cards."""
    if seen.movable:
        trooper.act(seen)
    else:
        trooper.choose(seen.choices[-1])


def test_the_other_player_learns_nothing_of_a_mute(person: Callable[..., Person], server: WebServer) -> None:
    """The page of one player mutes a reaction. The server declines it, and the other browser hears nothing of it."""
    maker, friend = person(), person()
    id, (host, heard_by_blue), (guest, heard_by_red) = two_watched_browsers(maker, friend, server)
    host.evaluate(PRESS_MUTE)
    with server.look(id, maker.cookie) as blue, server.look(id, friend.cookie) as red:
        muted = until_muted(blue, red, random.Random(4))
    for page in (host, guest):
        expect(page.get_by_role("list", name="Log")).to_be_visible()
    frames = [json.loads(text) for text in heard_by_blue]
    rev = next(frame["rev"] for frame in frames if frame["t"] == "update" and frame["muted"])
    updates = [json.loads(text) for text in heard_by_red]
    assert [update["rev"] for update in updates].count(rev) == 1, "not even a message was sent"
    for update in updates:
        reaction = update["reaction"]
        assert update["muted"] == []
        assert not reaction or reaction["seat"] == 1 or not (reaction["asked"] or reaction["order"])
    not_asked = f"Not asked: {muted['window']}"
    for page, shown in ((host, True), (guest, False)):
        for _ in range(2):
            expect(page.get_by_text(not_asked)).to_be_visible(visible=shown)
            page.reload()
            TablePage(page, TITLE)


def until_muted(blue: Look, red: Look, luck: random.Random) -> Json:
    """Both sides play anything until Blue has muted a reaction and the server has declined one of that kind."""
    rev, declined = -1, False
    for _ in range(400):
        now = blue.update(after=rev)
        rev = now["rev"]
        reaction, muted = now["reaction"], now["muted"]
        if muted and declined:
            return dict(muted[0])
        if reaction:
            # The time of every reaction is over soon, so nobody reacts.
            declined = declined or {"seat": reaction["seat"], "window": reaction["window"]} in muted
            continue
        look = (blue, red)[now["view"]["turn"]]
        orders = list(leaves(look.update(after=rev - 1)["view"]["offers"]))
        look.send(t="order", rev=rev, do=luck.choice(orders))
    pytest.fail("Blue was not asked for a reaction, or not asked twice")


# ---- small screens and screen readers -----------------------------------------------------------------------------


def test_a_phone_plays_a_card_in_two_taps(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person(**PHONE)
    id, visitor.cookie = server.make(HERE, RANDOM, game=GAME, options=SHORT)
    page = visitor.visit(f"/table/{id}")
    TablePage(page, TITLE)
    trooper = Trooper(page, seed=9)
    for _ in range(80):
        seen = trooper.ready()
        assert seen
        simple = [card for card in seen.cards if not card.startswith(("Field P", "Back", "Suicide", "Field M", "Air"))]
        if simple:
            break
        play_on(trooper, seen)
    assert_fits(page)
    before = page.get_by_role("button", name=simple[0], exact=True)
    before.tap()
    play = page.get_by_role("button", name="Play card!")
    expect(play).to_be_in_viewport()
    assert_fits(page)
    page.get_by_role("button", name="Not yet").tap()
    expect(play).to_be_hidden()
    before.tap()
    play.tap()
    name = simple[0].partition(".")[0].partition(",")[0]
    expect(page.get_by_role("list", name="Log")).to_contain_text(re.compile("gun|napalm|arms|stun|top|glasses"))
    assert name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    visitor = person(color_scheme=scheme)
    id, visitor.cookie = server.make(HERE, RANDOM, game=GAME, options=SHORT)
    page = visitor.visit(f"/table/{id}")
    TablePage(page, TITLE)
    assert_accessible(page, "the first question")
    trooper = until(page, "place a piece of terrain")
    assert_accessible(page, "terrain")
    until(page, ": move")
    page.locator("section button").first.focus()
    assert_accessible(page, "a card looked at")
    trooper.press(trooper.see().movable[0])
    assert_accessible(page, "a stack chosen")
