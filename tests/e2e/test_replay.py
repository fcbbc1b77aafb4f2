"""A finished game is replayed, shared by link and by file, and its dice are checked."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from person import Person
from playwright.sync_api import Page, expect
from recorded import finished
from table_page import TablePage
from web_server import HERE, RANDOM, WebServer

from pawnstorm.core import record
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.signature import Signer, fingerprint
from pawnstorm.games import load


def pawnstorm(*words: str) -> tuple[int, str]:
    """Run the command line: its exit code and its output."""
    done = subprocess.run([sys.executable, "-m", "pawnstorm", *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def at(page: Page, step: int, last: int) -> None:
    """See which position is shown."""
    expect(page.get_by_text(f"{step} / {last}", exact=True)).to_be_visible()


def test_stepping_jumping_and_playing(person: Callable[..., Person], server: WebServer) -> None:
    id, _ = finished(server)
    facts = server.get(f"/api/tables/{id}/replay")
    last = len(facts["frames"]) - 1
    visitor = person()
    visitor.context.clock.install(time="2026-01-01T00:00:00")
    page = visitor.visit(f"/replay/{id}")
    shown = TablePage(page)
    at(page, 0, last)
    shown.has("e2", "White Pawn")
    assert shown.orders() == [frame["step"]["order"] for frame in facts["frames"][1:]]
    expect(page.get_by_text("Dice verified")).to_be_visible()

    step = page.get_by_role("button", name="One step forward").first
    step.click()
    at(page, 1, last)
    shown.has("e2", "empty")
    expect(page.get_by_text(facts["frames"][1]["step"]["events"][0]["text"])).to_be_visible()
    page.get_by_role("button", name="One step back").first.click()
    at(page, 0, last)
    page.get_by_role("button", name="Last position").first.click()
    at(page, last, last)
    expect(page.get_by_text(facts["end"]["text"], exact=False).last).to_be_visible()

    slider = page.get_by_role("slider", name="Position")
    slider.press("ArrowLeft")
    at(page, last - 1, last)
    slider.press("Home")
    at(page, 0, last)
    shown.log.get_by_role("button").nth(3).click()
    at(page, 3, last)
    expect(page).to_have_url(re.compile("#at=3$"))

    # From here on the clock only moves when the test moves it.
    page.clock.pause_at("2026-01-01T01:00:00")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(2500)
    page.get_by_role("button", name="Pause").click()
    paused = int(slider.input_value())
    assert 4 <= paused <= 6
    page.clock.run_for(10_000)
    at(page, paused, last)
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1200 * (last + 2))
    at(page, last, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_to_the_position(person: Callable[..., Person], server: WebServer) -> None:
    id, _ = finished(server)
    page = person().visit(f"/replay/{id}")
    shown = TablePage(page)
    last = shown.length()
    shown.log.get_by_role("button").nth(4).click()
    at(page, 4, last)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to this position").input_value()
    other = person().visit(link)
    at(other, 4, last)
    assert TablePage(other).labels() == shown.labels()


def test_a_record_goes_through_a_file(person: Callable[..., Person], server: WebServer, tmp_path: Path) -> None:
    id, cookie = finished(server)
    visitor = person()
    visitor.cookie = cookie
    page = visitor.visit(f"/table/{id}")
    page.get_by_role("dialog", name="Chess Attack").get_by_role("link", name="Replay").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Record", exact=True).click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    last = TablePage(page).length()

    assert pawnstorm("replay", "--verify", str(file))[0] == 0
    assert pawnstorm("dice", "verify", str(file))[0] == 0

    other = person().visit("/replay")
    other.get_by_label("Choose a file").set_input_files(file)
    at(other, 0, last)
    expect(other.get_by_text("Dice verified")).to_be_visible()
    expect(other.get_by_text("Signed by this server")).to_be_visible()
    other.get_by_role("button", name="Last position").first.click()
    at(other, last, last)


OTHER = re.compile("players=[0-9a-f]+,")
"""The seed of the first seat, which the test replaces."""


def test_a_record_that_was_changed_is_found_out(
    person: Callable[..., Person], server: WebServer, tmp_path: Path
) -> None:
    visitor = person()
    visitor.expected = re.compile("status of 422")
    id, _ = finished(server)
    text = server.get(f"/api/tables/{id}/replay")["record"]
    files = {
        "an order": text.replace("e2-e4", "e2-e5", 1),
        "a secret": OTHER.sub("players=ac,", text),
        "cut off": text[: len(text) // 2],
        "no record": "Once upon a time there was a King.",
    }
    page = visitor.visit("/replay")
    for name, bad in files.items():
        file = tmp_path / f"{name}.txt"
        file.write_text(bad)
        page.get_by_label("Choose a file").set_input_files(file)
        expect(page.get_by_role("alert")).to_be_visible()
        assert pawnstorm("replay", "--verify", str(file))[0] == 1, name
        page.reload()

    # A careful forger signs with another key, but the dice do not follow from another secret.
    told = record.parse(text)
    forged = record.sign(replace(told, dice=OTHER.sub("players=ac,", told.dice)), Signer(bytes(32)))
    file = tmp_path / "another secret.txt"
    file.write_text(record.write(forged))
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.get_by_text("The dice do not follow from the sealed secrets")).to_be_visible()
    expect(page.get_by_text(f"Signed by another key: {fingerprint(forged.key)}.")).to_be_visible()
    assert pawnstorm("replay", "--verify", str(file))[0] == 0
    assert pawnstorm("replay", "--verify", str(file), "--key", told.key)[0] == 1
    assert pawnstorm("dice", "verify", str(file))[0] == 1


def test_a_record_of_the_terminal_is_not_signed(person: Callable[..., Person], tmp_path: Path) -> None:
    file = tmp_path / "local.txt"
    file.write_text(record.write(record.of_match(Match(load("chess-attack"), Setup(), SeededTower(1)), {})))
    page = person().visit("/replay")
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.get_by_text("Not signed by any server.")).to_be_visible()


def test_a_replay_names_who_played(person: Callable[..., Person], server: WebServer) -> None:
    id, _ = server.make(HERE, RANDOM)
    page = person().visit(f"/replay/{id}")
    for seat in ("White, A person", "Black, Computer · Random"):
        expect(page.get_by_role("region", name=seat)).to_be_visible()
