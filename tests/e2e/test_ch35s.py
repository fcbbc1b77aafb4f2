"""CH35S in real browsers: a whole game by clicks, abilities, keys alone, a player's own sheets, a phone, and axe."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from person import PHONE, Person
from playwright.sync_api import expect
from test_access import assert_accessible
from test_phone import assert_fits
from web_server import HERE, OPEN, RANDOM, WebServer
from zones import GAME, SHORT, Captain, Zones, agreed, army, between, table_of

MOST = 160
"""More decisions than three rounds of four actions each can take, free strikes included."""
TYRANT = {"kind": "Umbral Tyrant", "upgrades": ["Mental Command"]}
HAG = {"kind": "Hag of Echoes", "upgrades": ["Teleportation"]}
FLAYER = {"kind": "Dream Flayer", "upgrades": ["Force Push"]}
HUSK = {"kind": "Husk", "upgrades": ["Self Explosion 1", "Reinforcement"]}
VALKYR = {"kind": "Valkyr", "upgrades": ["Teleportation"]}
ADEPT = {"kind": "Prism Adept", "count": 2, "upgrades": ["Hard Light Bomb 1"]}


def test_a_whole_game_by_clicks(person: Callable[..., Person], server: WebServer) -> None:
    husks = army(server, "knightmare", {"kind": "Husk", "count": 4, "upgrades": ["Quick Strike"]}, **SHORT)
    lancers = army(server, "brite", {"kind": "Jet Lancer", "count": 2, "upgrades": ["Quick Strike"]}, **SHORT)
    visitor = person()
    id, visitor.cookie = agreed(server, husks, lancers, **SHORT)
    zones = Zones(visitor.visit(f"/table/{id}"))
    captain = Captain(zones)
    for _ in range(MOST):
        expect(zones.table.movable.or_(zones.table.choices).or_(zones.table.result).first).to_be_visible()
        seen = zones.see()
        if seen.over:
            break
        length = zones.table.length()
        captain.act(seen)
        # Nothing else is clicked before the order is in the log.
        expect(zones.table.log.get_by_role("listitem").nth(length + 1)).to_be_attached()
    facts = server.get(f"/api/tables/{id}/replay")
    assert facts["end"], f"{MOST} decisions were not enough"
    assert facts["end"]["rule"]
    assert captain.attacks > 2
    assert captain.moves > 2
    expect(zones.table.result).to_contain_text(facts["end"]["text"], ignore_case=True)
    zones.table.result.get_by_role("link", name="Replay").click()
    expect(zones.page.get_by_text("Dice verified")).to_be_visible()
    zones.page.get_by_role("button", name="Last position").click()
    expect(zones.page.get_by_label(re.compile("^Round . of 3$"))).to_be_visible()


# ---- models and abilities -----------------------------------------------------------------------------------------


def test_a_model_is_chosen_where_it_stands(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = agreed(server, "k1", "k1")
    zones = Zones(visitor.visit(f"/table/{id}"))
    side = zones.deploy()
    home = zones.home(side)
    crowded = max(home, key=lambda zone: len(set(zones.models(zone, side))))
    mine = zones.models(crowded, side)
    chosen = zones.page.get_by_role("gridcell", selected=True)
    for token in (mine[0], mine[-1]):
        zones.click(token)
        expect(chosen).to_have_attribute("data-cell", crowded)
        expect(zones.page.locator(".taken")).to_have_count(1)
    zones.click(mine[-1])
    expect(chosen).to_have_count(0)

    # The zone as a whole opens a menu, and the path to a zone is shown before the move.
    zones.ground(crowded)
    expect(zones.table.choices).to_contain_text(f"What to do on {crowded}?")
    steed = zones.table.choices.get_by_role("button", name=f"Darque Steed in zone {crowded}")
    steed.click()
    far = "11" if crowded in "12" else "6"
    zones.zone(far).hover()
    expect(zones.page.locator(".sight-line")).to_be_attached()
    length = zones.table.length()
    zones.ground(far)
    zones.table.until(length + 1)
    expect(zones.zone(far)).to_have_attribute("aria-label", re.compile(f"{side} Darque Steed"))
    strip = zones.page.get_by_role("region", name=re.compile(f"^{side}"))
    expect(strip.get_by_role("img", name="Actions: 4 of 5 left")).to_be_visible()

    # The same by dragging.
    expect(zones.table.movable.first).to_be_visible()
    near = "7" if far == "11" else "10"
    zones.page.mouse.move(*zones.point(zones.models(far, side)[0]))
    zones.page.mouse.down()
    box = zones.zone(near).bounding_box()
    assert box
    zones.page.mouse.move(box["x"] + 30, box["y"] + 30, steps=6)
    zones.page.mouse.up()
    zones.table.until(length + 2)
    expect(zones.zone(near)).to_have_attribute("aria-label", re.compile(f"{side} Darque Steed"))
    expect(strip.get_by_role("img", name="Actions: 3 of 5 left")).to_be_visible()
    sheet = zones.page.get_by_role("list", name="Objectives")
    marked = [zone for zone, label in zones.see().zones.items() if ". objective." in label]
    expect(sheet.get_by_role("listitem")).to_have_count(len(marked))


def test_abilities_ask_for_whom_and_where(person: Callable[..., Person], server: WebServer) -> None:
    horde = army(server, "knightmare", TYRANT, HAG, FLAYER, HUSK)
    visitor = person()
    id, visitor.cookie = agreed(server, horde, horde)
    zones = Zones(visitor.visit(f"/table/{id}"))
    page, table = zones.page, zones.table

    # Reinforcement: the Husk is kept back by a button.
    for _ in range(2):
        page.get_by_role("button", name="Husk, 1 left").click()
        length = table.length()
        zones.choose("Keep back")
        table.until(length + 1)
        zones.choose("Deploy the rest")
        table.until(length + 2)
    expect(table.side.get_by_text(re.compile("^Round 1, (White|Black) to act"))).to_be_visible()
    side = zones.see().side
    home = zones.home(side)
    length = table.length()

    def place(name: str) -> str:
        return next(zone for zone, label in zones.see().zones.items() if f"{side} {name}" in label)

    def pick(name: str) -> None:
        zone = place(name)
        zones.zone(zone).focus()
        page.keyboard.press("Enter")
        asked = table.choices.get_by_role("button", name=f"{name} in zone {zone}", exact=True)
        if asked.is_visible():
            asked.click()
        expect(page.locator(".taken")).to_have_count(1)

    # Teleportation: the bearer herself, to any zone.
    pick("Hag of Echoes")
    zones.choose("Teleportation")
    if table.choices.get_by_role("button", name=re.compile("^Hag of Echoes in zone")).is_visible():
        table.choices.get_by_role("button", name=re.compile("^Hag of Echoes in zone")).click()
    zones.ground("7")
    table.until(length + 1)
    assert place("Hag of Echoes") == "7"

    # Force Push: a model nearby, into a zone next to its own.
    pick("Dream Flayer")
    zones.choose("Force Push")
    tyrant = place("Umbral Tyrant")
    zones.zone(tyrant).focus()
    page.keyboard.press("Enter")
    asked = table.choices.get_by_role("button", name=f"Umbral Tyrant in zone {tyrant}", exact=True)
    if asked.is_visible():
        asked.click()
    goal = next(str(zone) for zone in range(1, 17) if between(str(zone), tyrant) == 1 and str(zone) not in home)
    zones.ground(goal)
    table.until(length + 2)
    assert place("Umbral Tyrant") == goal

    # Mental Command: two actions at once, and they may be declined.
    pick("Umbral Tyrant")
    zones.choose("Mental Command")
    zones.choose(f"Command Dream Flayer in zone {place('Dream Flayer')}") if table.choices.get_by_role(
        "button", name=re.compile("^Command Dream Flayer")
    ).is_visible() else zones.ground(place("Dream Flayer"))
    table.until(length + 3)
    expect(table.side.get_by_text(re.compile("was commanded, 2 actions left"))).to_be_visible()
    zones.choose("Decline")
    table.until(length + 4)
    zones.choose("Decline")
    table.until(length + 5)

    # Reinforcement and Self Explosion: pressing the model again does not set it off; its button shows the odds first.
    enemy = next(zone for zone in ("1", "2", "15", "16") if zone not in home and zone not in zones.see().holding(side))
    page.get_by_role("button", name="Husk, 1 left").click()
    zones.ground(enemy)
    table.until(length + 6)
    husk = next(token for token in zones.models(enemy, side))
    zones.click(husk)
    zones.click(husk)
    assert table.length() == length + 6
    zones.click(husk)
    boom = table.choices.get_by_role("button", name="Self Explosion", exact=True)
    boom.hover()
    expect(table.choices).to_contain_text("nobody falls")
    boom.click()
    table.until(length + 7)
    expect(table.log).to_contain_text("explodes")


def test_a_bomb_shows_its_odds(person: Callable[..., Person], server: WebServer) -> None:
    light = army(server, "brite", VALKYR, ADEPT)
    visitor = person()
    id, visitor.cookie = agreed(server, light, light)
    zones = Zones(visitor.visit(f"/table/{id}"))
    page, table = zones.page, zones.table
    side = zones.deploy()
    other = "White" if side == "Black" else "Black"
    length = table.length()
    home = next(zone for zone, label in zones.see().zones.items() if f"{side} Valkyr" in label)
    target = next(zone for zone, label in zones.see().zones.items() if f"{other} Prism Adept" in label)
    zones.zone(home).focus()
    page.keyboard.press("Enter")
    zones.choose(f"Valkyr in zone {home}")
    zones.choose("Teleportation")
    zones.choose(f"Prism Adept in zone {home}")
    zones.ground(target)
    table.until(length + 1)
    zones.click(zones.models(target, side)[0])
    zones.choose("Hard Light Bomb")
    zones.zone(target).hover(position={"x": 6, "y": 6})
    expect(table.side.get_by_text("no damage", exact=True)).to_be_visible()
    table.choices.get_by_role("button", name=f"Zone {target}").focus()
    expect(table.choices).to_contain_text(re.compile(r"no damage\s*\d+%"))
    zones.ground(target)
    table.until(length + 2)
    assert table.orders()[-1].startswith("PA")
    assert "bombs" in table.orders()[-1]


def test_keys_alone_choose_among_many(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = agreed(server, "k1", "b1")
    zones = Zones(visitor.visit(f"/table/{id}"))
    side = zones.deploy()
    page, keys, table = zones.page, zones.page.keyboard, zones.table
    home = max(zones.home(side), key=lambda zone: len(zones.models(zone, side)))
    zones.zone(home).focus()
    keys.press("Enter")
    menu = table.choices.get_by_role("button")
    expect(menu.first).to_be_focused()
    name = menu.first.inner_text()
    keys.press("Enter")
    expect(page.locator("p[aria-live]").filter(has_text="selected")).to_contain_text(name)
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    keys.press("n")
    goal = page.locator("[role=gridcell]:focus").get_attribute("data-cell")
    assert goal
    expect(zones.zone(goal)).to_have_attribute("aria-label", re.compile("Move"))
    length = table.length()
    keys.press("Enter")
    if table.choices.get_by_role("button", name=re.compile("^Move")).is_visible():
        keys.press("Enter")
    table.until(length + 1)


# ---- armies -------------------------------------------------------------------------------------------------------


def test_an_army_with_upgrades_is_built_and_fielded(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    page = visitor.visit(f"/army/{GAME}")
    yours = page.get_by_role("region", name="Your army")
    more = page.get_by_role("button", name="One Husk more")
    for _ in range(9):
        more.click()
    page.get_by_role("group", name="Upgrades of every Husk").get_by_role("button", name="Quick Strike").click()
    expect(yours).to_contain_text("27 of 25 points")
    yours.get_by_role("button", name="Rule CH-07").click()
    expect(page.get_by_role("dialog", name="Rules").get_by_text("CH-07", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="One Husk less").click()
    expect(yours).to_contain_text("24 of 25 points")
    expect(yours.get_by_text("Ready for battle")).to_be_visible()
    page.get_by_role("button", name="Rule CH-50").click()
    expect(page.get_by_role("dialog", name="Rules").get_by_text("CH-50", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("Name").fill("Swarm")
    page.get_by_role("button", name="Save here").click()

    # Two players choose in secret at the table; the first brings an army that was built before.
    id, visitor.cookie = server.make(HERE, HERE, game=GAME)
    page.goto(f"/table/{id}")
    table = table_of(page)
    table.reveal("White")
    page.get_by_text("Bring an army of your own").click()
    page.get_by_label("Your army", exact=True).select_option("Swarm")
    page.get_by_role("button", name="Field this army").click()
    expect(page.get_by_text("Black chooses an army", exact=True)).to_be_visible()
    table.reveal("Black")
    table.choices.get_by_role("button", name="Take a sample army").click()
    table.choices.get_by_role("button", name="b1 (The B.R.I.T.E.)").click()
    expect(page.get_by_text(re.compile("^(White|Black) deploys$"))).to_be_visible()
    trays = server.get(f"/api/tables/{id}/replay")["frames"][-1]["view"]["trays"]
    husks = [token for tray in trays if tray["id"] == "hand-0" for token in tray["tokens"]]
    assert [(token["name"], token["marks"]) for token in husks] == [("White Husk", ["Quick Strike"])] * 8


def test_a_sheet_of_the_player_is_opened_checked_and_played(
    person: Callable[..., Person], server: WebServer, tmp_path: Path
) -> None:
    visitor = person()
    visitor.expected = re.compile("422")
    page = visitor.visit(f"/army/{GAME}")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download this one").click()
    path = tmp_path / "mine.toml"
    caught.value.save_as(path)
    text = path.read_text().replace("Knightmare Empire", "The Paper Guard").replace("Umbral Tyrant", "Paper King")

    # An error is shown with its line, and the present army stays.
    broken = text.replace("health = 5\n", "", 1)
    line = 1 + broken.splitlines().index('type = "queen"') - 1
    page.get_by_role("button", name="One Husk more").click()
    path.write_text(broken)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text(f"model 2 (line {line}): 'health' is missing")
    expect(page.get_by_role("region", name="Your army")).to_contain_text("2 of 25 points")
    path.write_text("title = Guard")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("at line 1, column 9")
    path.write_text("#" * 30_000)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("too large")

    # A good one becomes a list like any other.
    path.write_text(text)
    page.locator("input[type=file]").set_input_files(path)
    lists = page.get_by_role("group", name="Lists")
    expect(lists.get_by_role("button", name="The Paper Guard")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="One Paper King more").click()
    page.get_by_role("group", name="Upgrades of every Paper King").get_by_role("button", name="Mental Command").click()
    yours = page.get_by_role("region", name="Your army")
    expect(yours).to_contain_text("11 of 25 points")
    page.get_by_role("button", name="Play with it").click()
    page.get_by_label("Army of Black").select_option("b1")
    page.get_by_role("group", name="Black").first.get_by_text("This screen").click()
    page.get_by_role("button", name="Begin").click()
    zones = Zones(page)
    zones.deploy()
    assert any("White Paper King, Mental Command" in label for label in zones.see().zones.values())
    record = server.get(f"/api/tables/{zones.table.id}/replay")["record"]
    page.goto("/replay")
    path.write_text(record)
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Last position").click()
    expect(page.locator('[role=gridcell][aria-label*="White Paper King"]')).to_have_count(1)


# ---- small screens and screen readers -----------------------------------------------------------------------------


def test_a_phone_picks_a_model_and_confirms_an_attack(person: Callable[..., Person], server: WebServer) -> None:
    valkyr = army(server, "brite", VALKYR, {"kind": "Trooper", "count": 4})
    visitor = person(**PHONE)
    id, visitor.cookie = agreed(server, valkyr, valkyr)
    zones = Zones(visitor.visit(f"/table/{id}"))
    page, table = zones.page, zones.table
    assert_fits(page)
    side = zones.deploy()
    other = "White" if side == "Black" else "Black"
    target = next(zone for zone, label in zones.see().zones.items() if f"{other} Valkyr" in label)
    home = next(zone for zone, label in zones.see().zones.items() if f"{side} Valkyr" in label)
    length = table.length()
    zones.zone(home).tap(position={"x": 4, "y": 4})
    zones.choose(f"Valkyr in zone {home}")
    zones.choose("Teleportation")
    table.choices.get_by_role("button", name=re.compile("^Valkyr in zone")).tap()
    zones.zone(target).tap(position={"x": 4, "y": 4})
    table.until(length + 1)
    page.touchscreen.tap(*zones.point(zones.models(target, side)[0]))
    expect(page.locator(".taken")).to_have_count(1)
    page.touchscreen.tap(*zones.point(zones.models(target, other)[0]))
    attack = table.button("Attack!")
    expect(attack).to_be_in_viewport()
    assert_fits(page)
    assert table.length() == length + 1, "the first tap only shows"
    attack.tap()
    table.until(length + 2)
    assert_fits(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    visitor = person(color_scheme=scheme, **PHONE)
    page = visitor.visit(f"/army/{GAME}")
    page.get_by_role("button", name="Starter army k1").tap()
    page.get_by_role("button", name="One Gravemaw more").tap()
    expect(page.get_by_role("region", name="Your army").get_by_role("button", name="Rule CH-07")).to_be_visible()
    assert_fits(page)
    assert_accessible(page, "army builder")
    id, visitor.cookie = server.make(HERE, OPEN, game=GAME)
    page.goto(f"/table/{id}")
    table_of(page)
    assert_accessible(page, "waiting")
    id, visitor.cookie = agreed(server, "k1", "b2", HERE, RANDOM)
    page.goto(f"/table/{id}")
    zones = Zones(page)
    expect(zones.table.choices).to_be_visible()
    assert_fits(page)
    assert_accessible(page, "deploying")
    zones.choose("Deploy the rest")
    expect(zones.table.movable.first).to_be_visible()
    seen = zones.see()
    zones.zone(seen.movable[0]).tap(position={"x": 4, "y": 4})
    expect(zones.table.choices).to_be_visible()
    assert_fits(page)
    assert_accessible(page, "a zone that asks")
