"""A table of Fantasy Armies: setting up, aiming, and a whole game."""

import re
from collections.abc import Callable

import pytest
from hosts import TITLE, Warlord, agreed, place, set_up, side, table_of, tray
from person import PHONE, Person
from playwright.sync_api import expect
from tactics import Mouse
from test_access import assert_accessible
from test_phone import assert_fits
from web_server import HERE, RANDOM, WebServer

MOST = 150


def few(server: WebServer) -> str:
    """The code of a small weak army: a King and seven Goblins."""
    units = [{"kind": "Chieftain"}, {"kind": "Goblin", "count": 7}]
    answer = server.post("/api/games/fantasy-armies/roster", {"army": "orcs", "units": units})
    assert not answer["violations"]
    return str(answer["code"])


@pytest.mark.slow
def test_a_whole_game_by_clicks(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = agreed(server, "demons", few(server), HERE, RANDOM)
    table = table_of(visitor.visit(f"/table/{id}"))
    mouse, warlord = Mouse(table), Warlord("White", "Black Chieftain")
    while table.ready():
        length = table.length()
        assert length < MOST
        warlord.turn(table, mouse)
        expect(table.log.get_by_role("listitem").nth(length + 1)).to_be_attached()
    facts = server.get(f"/api/tables/{id}/replay")
    assert facts["end"]["rule"], "the game was to end by a rule"
    expect(table.result).to_contain_text(facts["end"]["text"], ignore_case=True)
    assert len(facts["frames"]) == table.length(), "the roll-off before the first order is a step too"
    table.result.get_by_role("link", name="Replay").click()
    expect(table.page.get_by_text("Dice verified")).to_be_visible()


def test_pieces_are_set_up_by_click_drag_and_keys(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = agreed(server, "man", "man")
    table = table_of(visitor.visit(f"/table/{id}"))
    page = table.page
    rows = "12" if side(table) == "White" else "87"
    expect(tray(table)).to_have_count(7)
    place(table, "Wizard", f"d{rows[0]}")
    expect(tray(table)).to_have_count(6)

    # Dragged onto the board.
    knight = tray(table).and_(page.get_by_role("button", name=re.compile("^Knight, 2 left")))
    start, goal = knight.bounding_box(), table.cell(f"b{rows[0]}").bounding_box()
    assert start
    assert goal
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] - 40, steps=3)
    page.mouse.move(goal["x"] + 20, goal["y"] + 20, steps=5)
    page.mouse.up()
    table.has(f"b{rows[0]}", "(White|Black) Knight")

    # By keys alone: a piece of the tray, then the next cell that takes it.
    archer = tray(table).and_(page.get_by_role("button", name=re.compile("^Archer, 6 left")))
    archer.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    page.keyboard.press("n")
    target = page.locator("[role=gridcell]:focus").get_attribute("data-cell")
    assert target
    page.keyboard.press("Enter")
    table.has(target, "(White|Black) Archer")
    expect(tray(table).and_(page.get_by_role("button", name=re.compile("^Archer, 5 left")))).to_be_visible()


def test_a_spell_is_aimed_and_a_shot_shows_its_line(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = agreed(server, "man", "elves")
    table = table_of(visitor.visit(f"/table/{id}"))
    set_up(table, {"White": {"Wizard": "e2"}, "Black": {"Ranger": "e5"}})
    table.take("e2")
    table.choices.get_by_role("button", name="Fireblast (5+)").click()
    expect(table.cell("e5")).to_have_attribute("aria-label", re.compile(r"Cast: \d+% the spell works; target falls"))
    table.cell("e5").hover()
    expect(table.side.get_by_text("the spell works; target falls", exact=True)).to_be_visible()
    expect(table.page.locator(".sight-line")).to_be_attached()
    length = table.length()
    table.cell("e5").click()
    table.until(length + 1)
    assert table.orders()[-1] == "e2 casts Fireblast at e5"
    assert table.ready()
    if "Ranger" not in table.labels()["e5"]:
        return
    table.take("e5")
    expect(table.cell("e2")).to_have_attribute("aria-label", re.compile(r"Shoot: .*miss"))
    table.cell("e2").hover()
    expect(table.page.locator(".sight-line")).to_be_attached()
    expect(table.side.get_by_text("hit; target falls", exact=True)).to_be_visible()


def test_a_spell_that_works_asks_on(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = agreed(server, "man", "dwarfs")
    table = table_of(visitor.visit(f"/table/{id}"))
    set_up(table, {"White": {"Wizard": "a2"}})
    teleports = table.side.get_by_text("White: who is teleported?")
    # It works one time in three, and Black moves back and forth meanwhile.
    for number in range(60):
        length = table.length()
        table.take("a2")
        table.choices.get_by_role("button", name="Teleport (5+)").click()
        table.until(length + 1)
        if teleports.is_visible():
            break
        mine = [cell for cell, label in table.labels().items() if label.endswith("can act") and "Hunter" in label]
        table.take(mine[0])
        found = [cell for cell, label in table.labels().items() if label.endswith(". Move")]
        table.cell(sorted(found)[number % len(found)]).click()
        table.until(length + 2)
    expect(teleports).to_be_visible()
    table.cell("a2").click()
    expect(table.side.get_by_text("White: where does the piece appear?")).to_be_visible()
    table.cell("d4").click()
    table.has("d4", "White Wizard")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_sets_up_and_acts(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    visitor = person(color_scheme=scheme, **PHONE)
    id, visitor.cookie = agreed(server, "elves", "undead")
    table = table_of(visitor.visit(f"/table/{id}"))
    assert_fits(table.page)
    assert_accessible(table.page, "setting up")
    rows = "12" if side(table) == "White" else "87"
    tray(table).first.tap()
    expect(tray(table).first).to_be_in_viewport()
    table.cell(f"e{rows[0]}").tap()
    expect(table.cell(f"e{rows[0]}")).to_have_attribute("aria-label", re.compile("Lord"))
    for _ in range(2):
        length = table.length()
        table.button("Set up the rest").tap()
        table.until(length + 1)
    assert_fits(table.page)
    assert_accessible(table.page, f"{TITLE} on a phone")
