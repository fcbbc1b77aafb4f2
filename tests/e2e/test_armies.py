"""Armies on the page: building them, keeping them, playing them, and choosing them in secret."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hosts import GAME, TITLE, table_of, tray
from person import PHONE, Person
from playwright.sync_api import Page, WebSocket, expect
from test_access import assert_accessible
from test_phone import assert_fits
from web_server import HERE, OPEN, WebServer


def more(page: Page, piece: str, times: int = 1) -> None:
    """Take more of a piece."""
    for _ in range(times):
        page.get_by_role("button", name=f"One {piece} more", exact=True).click()


def army(page: Page, cost: str) -> None:
    """See what the army costs."""
    expect(page.get_by_role("region", name="Your army")).to_contain_text(f"{cost} of 60 points")


def test_an_army_is_built_checked_saved_and_played(
    person: Callable[..., Person], server: WebServer, tmp_path: Path
) -> None:
    visitor = person()
    page = visitor.visit("/")
    page.locator(f'a[href="/army/{GAME}"]').click()
    page.get_by_role("group", name="Lists").get_by_role("button", name="Dwarfs").click()
    yours = page.get_by_role("region", name="Your army")

    # All violations are shown at once, each with its rule, and the rule can be read.
    more(page, "Cannon", 12)
    army(page, "72")
    for rule in ("FA-11", "FA-08"):
        expect(yours.get_by_role("button", name=f"Rule {rule}")).to_be_visible()
    expect(page.get_by_role("button", name="Play with it")).to_be_disabled()
    yours.get_by_role("button", name="Rule FA-11").click()
    expect(page.get_by_role("dialog", name="Rules").get_by_text("FA-11", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Empty", exact=True).click()
    army(page, "0")
    more(page, "High King")
    more(page, "Gunner", 3)
    more(page, "Warrior", 5)
    page.get_by_role("button", name="One Warrior less").click()
    army(page, "32.5")
    expect(yours).to_contain_text("8 pieces")
    expect(yours.get_by_text("Ready for battle")).to_be_visible()

    # Saved in the browser, as a code and as a file, and loaded again from each.
    page.get_by_label("Name").fill("Gate guard")
    page.get_by_role("button", name="Save here").click()
    code = page.get_by_label("Code of this army").input_value()
    with page.expect_download() as caught:
        page.get_by_role("button", name="File", exact=True).click()
    assert caught.value.suggested_filename == "gate-guard.toml"
    path = tmp_path / "guard.toml"
    caught.value.save_as(path)
    assert 'type = "Gunner"\ncount = 3' in path.read_text()
    for back in ("file", "code", "kept"):
        page.goto("/about")
        page.goto(f"/army/{GAME}")
        army(page, "0")
        if back == "file":
            page.locator("input[type=file]").set_input_files(path)
        elif back == "code":
            page.get_by_label("A code to open").fill(code.lower())
            page.get_by_role("button", name="Open", exact=True).click()
        else:
            page.get_by_role("button", name="Gate guard", exact=True).click()
        army(page, "32.5")

    # Against a starter army, on this screen.
    page.get_by_role("button", name="Play with it").click()
    expect(page.get_by_label("Army of White")).to_have_value(code)
    begin = page.get_by_role("button", name="Begin")
    # An opponent's army has been chosen, and the page says what is missing.
    expect(begin).to_be_enabled()
    page.get_by_label("Army of Black").select_option("paste")
    expect(begin).to_be_disabled()
    expect(page.get_by_text("Black still needs an army: choose one above")).to_be_in_viewport()
    page.get_by_label("Army of Black", exact=True).select_option("undead")
    page.get_by_role("group", name="Black").first.get_by_text("This screen").click()
    begin.click()
    table = table_of(page)
    counts = {"Gunner": 3, "Warrior": 4}
    told = server.get(f"/api/tables/{table.id}/replay")["frames"][0]["view"]
    reserve = next(tray["tokens"] for tray in told["trays"] if tray["id"] == "reserve-0")
    for name, count in counts.items():
        assert sum(token["name"] == f"White {name}" for token in reserve) == count
    expect(tray(table).first).to_be_visible()


def test_input_that_is_no_army_is_explained_in_a_sentence(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.expected = re.compile("422")
    page = visitor.visit(f"/army/{GAME}#code=NO-CODE")
    expect(page.get_by_role("alert")).to_contain_text("neither a code")
    page.get_by_label("A code to open").fill("rubbish = [[[")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This roster")
    page.goto(f"/new/{GAME}")
    page.get_by_text("Agreed now").click()
    page.get_by_label("Army of White").select_option("paste")
    page.get_by_label("Army of White: code or file").fill('list = "elves"\n[[piece]]\ntype = "Unicorn"')
    expect(page.get_by_text("Elves has no piece 'Unicorn'")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    # Under other options an army may be too expensive.
    page.get_by_label("Army of White", exact=True).select_option("elves")
    page.get_by_label("Army of Black").select_option("orcs")
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    page.get_by_role("group", name="Points to spend").get_by_text("40", exact=True).click()
    expect(page.get_by_text("60 points, and 40 may be spent").first).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()


class Ear:
    """Everything that the sockets of a page have received."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda payload: self.heard.append(str(payload)))

    def knows(self, word: str) -> bool:
        """Whether a word has come."""
        return any(word in text for text in self.heard)


def bring(page: Page, army: str) -> None:
    """Field an army that was built before."""
    page.get_by_text("Bring an army of your own").click()
    page.get_by_label("Your army", exact=True).select_option(army)
    page.get_by_role("button", name="Field this army").click()


def test_armies_are_chosen_in_secret(person: Callable[..., Person], server: WebServer) -> None:
    host, guest = person(), person()
    id, host.cookie = server.make(HERE, OPEN, game=GAME)
    invitation = server.get(f"/api/tables/{id}", host.cookie)["invitations"][0]["token"]
    pages = host.context.new_page(), guest.context.new_page()
    white, black = (Ear(page) for page in pages)
    pages[0].goto(f"/table/{id}")
    pages[1].goto(f"/table/{id}#join={invitation}")
    pages[1].get_by_role("button", name="Take the seat").click()
    one, two = (table_of(page) for page in pages)

    # White brings an army; all that Black learns is that something was chosen.
    bring(pages[0], "orcs")
    expect(pages[1].get_by_text("Black chooses an army", exact=True)).to_be_visible()
    expect(two.log).to_contain_text("a secret order")
    assert white.knows("Hobgoblin")
    assert not black.knows("Hobgoblin")
    assert not black.knows("Chieftain")

    # Black builds piece by piece, and White does not see it either.
    pages[1].get_by_role("button", name="Build from a list").click()
    pages[1].get_by_role("button", name="Elves", exact=True).click()
    archer = two.choices.get_by_role("button", name="Archer (3 points)")
    seen = one.length()
    expect(archer).to_be_visible()
    for _ in range(7):
        length = two.length()
        archer.click()
        two.until(length + 1)
    expect(pages[1].get_by_role("region", name=re.compile("^Black, You"))).to_contain_text("29/60")
    assert one.length() == seen, "nobody can count the orders of a secret choice"
    assert black.knows("Clan Lord")
    for secret in ("Clan Lord", "Archer", "elves-"):
        assert not white.knows(secret), secret
    assert not black.knows("Hobgoblin")

    # Both are shown together.
    two.choices.get_by_role("button", name="Done").click()
    for table in (one, two):
        expect(table.page.get_by_text(re.compile("(White|Black) sets up$"))).to_be_visible()
    assert white.knows("Clan Lord")
    assert black.knows("Hobgoblin")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_army_pages_fit_and_are_accessible(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    visitor = person(color_scheme=scheme, **PHONE)
    page = visitor.visit(f"/army/{GAME}")
    page.get_by_role("button", name="Starter army").tap()
    more(page, "King of Men", 2)
    expect(page.get_by_role("button", name="Rule FA-A3")).to_be_visible()
    assert_fits(page)
    assert_accessible(page, "army builder")
    page.goto(f"/new/{GAME}")
    page.get_by_text("Agreed now").tap()
    page.get_by_label("Army of White").select_option("demons")
    page.get_by_label("Army of Black").select_option("paste")
    expect(page.get_by_text("Ready for battle")).to_be_visible()
    assert_fits(page)
    assert_accessible(page, "set-up with armies")
    id, visitor.cookie = server.make(HERE, HERE, game=GAME)
    page.goto(f"/table/{id}")
    table = table_of(page)
    table.reveal(table.side.get_by_role("paragraph").first.inner_text().partition(" ")[0])
    table.choices.get_by_role("button", name="Take a starter army").tap()
    page.get_by_text("Bring an army of your own").tap()
    assert_fits(page)
    assert_accessible(page, f"{TITLE}: choosing an army")
