"""The set-up page: what an option does and why, and that a table plays with it."""

from collections.abc import Callable

from person import Person
from playwright.sync_api import expect
from table_page import TablePage
from web_server import GAME, WebServer


def test_every_option_is_explained_with_its_ruling(person: Callable[..., Person], server: WebServer) -> None:
    game = next(one for one in server.get("/api/games")["games"] if one["key"] == GAME)
    page = person().visit(f"/new/{GAME}")
    for option in game["options"]:
        group = page.get_by_role("group", name=option["title"])
        expect(group.get_by_role("radio")).to_have_count(len(option["values"]))
        expect(group.get_by_role("radio").first).to_be_checked()
        assert option["rules"], option["key"]
        group.get_by_text("The ruling behind it").click()
        for rule in option["rules"]:
            expect(group.get_by_text(rule["id"], exact=True)).to_be_visible()
            expect(group.get_by_text(rule["text"], exact=True)).to_be_visible()


def test_presets_choose_and_a_table_plays_with_the_choice(person: Callable[..., Person], server: WebServer) -> None:
    game = next(one for one in server.get("/api/games")["games"] if one["key"] == GAME)
    visitor = person()
    page = visitor.visit(f"/new/{GAME}")
    usual = {option["key"]: option["values"][0] for option in game["options"]}
    presets = page.get_by_role("group", name="Presets")
    for preset in game["presets"]:
        presets.get_by_role("button", name=preset["title"]).click()
        for option in game["options"]:
            value = {**usual, **preset["options"]}[option["key"]]
            group = page.get_by_role("group", name=option["title"])
            expect(group.get_by_role("radio").nth(option["values"].index(value))).to_be_checked()

    # The last preset and one more choice; both sides on this screen.
    group = page.get_by_role("group", name="Numbers on the knight")
    group.get_by_text("Uniform", exact=True).click()
    page.get_by_role("group", name="Black").get_by_text("This screen").click()
    page.get_by_role("button", name="Begin").click()
    table = TablePage(page)
    told = server.get(f"/api/tables/{table.id}")
    assert told["options"] == {**usual, **game["presets"][-1]["options"], "attribute_table": "uniform"}
    assert [seat["kind"] for seat in told["seats"]] == ["here", "here"]
    table.has("b1", "White Knight, Attack 3")
    table.button("Rules").click()
    expect(page.get_by_role("dialog", name="Rules").get_by_text("Numbers on the knight: uniform")).to_be_visible()


def test_from_the_shelf_to_a_move_in_two_clicks(person: Callable[..., Person]) -> None:
    page = person().visit("/")
    page.get_by_role("button", name="Play against the computer").first.click()
    table = TablePage(page)
    assert table.ready()
    table.move("e2", "e4")
    table.until(2)
    assert table.ready()
