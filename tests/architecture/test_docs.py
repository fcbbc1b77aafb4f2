"""The documentation is true: links lead somewhere, paths exist, and commands work or at least have their options."""

import contextlib
import doctest
import io
import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from suite import EXAMPLE, ROOT

from pawnstorm import games
from pawnstorm.cli.main import app, run
from pawnstorm.kit.packages import PackageEntry

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *EXAMPLE.glob("*.md")])
SOURCE = ROOT / "src" / "pawnstorm"
ROOMS_OF_GAMES = sorted([*(SOURCE / "games").glob("*/"), *(SOURCE / "ai" / "evaluators").glob("*/")])
BASES = (
    ROOT,
    SOURCE,
    SOURCE / "server",
    ROOT / "web",
    ROOT / "web" / "src",
    EXAMPLE,
    EXAMPLE / "src" / "dice_draughts",
    *ROOMS_OF_GAMES,
)
"""Where a path in a text may begin."""
PROGRAMS = ("make", "pawnstorm", "python", ".venv/bin/python", "pre-commit", "npm", "git", "cd", "pip", "pytest")
PATH = re.compile(r"[\w.<>*-]+(/[\w.<>*-]+)+/?")
EXAMPLES = re.compile(
    r"pawnstorm (record|sitting|session) [12]$|pawnstorm-dice-1|chess-attack, seed |chess_attack/rules/"
    r"|[A-Z]|\d+[.:]|#|\.\.\.|[a-z ]+: "
)
"""How an indented line begins that shows a file or an answer and is no command."""

RUN = {"rules", "army", "odds", "scenario", "selfplay", "pairings", "map", "replay", "analyse", "games", "perft"}
"""Commands that end soon, and so are run; with few games."""
ONLY_CHECKED = {"play", "learn", "campaign", "serve", "tune", "match", "ladder", "dice", "engine"}
ONLY_CHECKED |= {"backup", "restore", "check", "export"}
"""Commands that wait for a person, take hours or need what a server has stored: names and options are checked."""
MEANT = {"GAME": "chess-attack", "WORD": "support", "SEAT": "White", "MAP": "muster", "N": "5", "FILE": "game.rec"}
"""What a command is run with where the text leaves it to the reader."""


POSITION = '''
turn = "White"
board = """
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . p . . . .
4 . . . . P . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . K . . .
  a b c d e f g h
"""
'''


def _texts() -> Iterator[tuple[Path, int, str]]:
    """Every line of every page, with its number."""
    for page in PAGES:
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
            yield page, number, line


def _where(page: Path, number: int) -> str:
    return f"{page.relative_to(ROOT)}:{number}"


# ---- links and paths ----------------------------------------------------------------------------------------------


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere() -> None:
    lost = []
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            if re.match(r"https?:|mailto:", target):
                continue
            path, _, anchor = target.partition("#")
            found = (page.parent / path).resolve() if path else page
            if not found.exists() or (anchor and anchor not in _anchors(found)):
                lost.append(f"{page.relative_to(ROOT)}: {target}")
    assert lost == []


def _exists(text: str, page: Path) -> bool:
    pattern = re.sub(r"<\w+>|VERSION|GAME", "*", text).rstrip("/")
    return any(any(base.glob(pattern)) for base in (*BASES, page.parent))


def _first_parts() -> set[str]:
    """The names with which a path of ours may begin."""
    return {path.name for base in BASES if base.is_dir() for path in base.iterdir() if path.is_dir()}


def test_every_path_exists() -> None:
    first = _first_parts()
    lost = [
        f"{_where(page, number)}: {text}"
        for page, number, line in _texts()
        for text in re.findall(r"`([^`\s]+)`", line)
        if PATH.fullmatch(text) and text.partition("/")[0] in first and not _exists(text, page)
    ]
    # A changelog names what existed then. What a command makes need not be there.
    made = ("bench/results", ": build/", ": dist/")
    assert [one for one in lost if not one.startswith("CHANGELOG") and not any(name in one for name in made)] == []


# ---- commands -----------------------------------------------------------------------------------------------------


def _shown() -> Iterator[tuple[Path, int, str]]:
    """Every indented line outside fences and lists, and every command between backticks."""
    fenced, page_before = False, ROOT
    before = ""
    for page, number, line in _texts():
        if page != page_before:
            fenced, before, page_before = False, "", page
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and line.startswith("    ") and (not before or before.startswith("    ")):
            yield page, number, line.strip()
        elif not fenced:
            for text in re.findall(r"`([^`]+)`", line):
                if text.split()[0] in PROGRAMS and len(text.split()) > 1:
                    yield page, number, text
        before = line


COMMANDS = [
    (page, number, line.partition("  #")[0].strip()) for page, number, line in _shown() if not EXAMPLES.match(line)
]


def test_every_indented_line_is_a_command_or_an_example() -> None:
    unknown = [f"{_where(page, n)}: {line}" for page, n, line in COMMANDS if line.split()[0] not in PROGRAMS]
    assert unknown == []
    assert len(COMMANDS) > 40


def _words(line: str) -> list[str]:
    """The words of a command, with what stands in brackets as if it were always given."""
    return shlex.split(line.replace("[", " ").replace("]", " "))


def _command(words: list[str]) -> tuple[Any, list[str]]:
    """The command that the words name, and the rest of the words."""
    found: Any = typer.main.get_command(app)
    while hasattr(found, "commands") and words and not words[0].startswith("-"):
        assert words[0] in found.commands, f"there is no command {words[0]}"
        found, words = found.commands[words[0]], words[1:]
    return found, words


def _check_options(words: list[str]) -> None:
    found, rest = _command(words)
    known = {option for parameter in found.params for option in (*parameter.opts, *parameter.secondary_opts)}
    for word in rest:
        if word.startswith("-"):
            assert word.partition("=")[0] in known | {"--help", "-h"}, f"{words}: there is no option {word}"


def _small(words: list[str]) -> list[str]:
    """The same command with few games."""
    small = ["2" if before in ("--games", "-n") else word for before, word in zip(["", *words], words, strict=False)]
    return [*small, "--games", "2"] if words[0] == "pairings" and "--games" not in words else small


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the texts speak of."""
    made = tmp_path_factory.mktemp("docs")
    (made / "tests").symlink_to(ROOT / "tests")
    shutil.copy(next((ROOT / "tests/games/chess_attack/golden").glob("*.rec")), made / "game.rec")
    (made / "position.toml").write_text(POSITION)
    assert _run(["army", "new", "fantasy-armies", "orcs", "--out", "mine.toml"], made)[0] == 0
    return made


def _run(words: list[str], folder: Path) -> tuple[int, str]:
    said = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = run(words)
    return code, said.getvalue()


OTHER_FILES = {"odds": "position.toml", "map": str(ROOT / "src/pawnstorm/games/castle_chess/data/map-muster.toml")}
"""What FILE means to a command that reads no record."""
STORY = ROOT / "docs" / "new-game.md"
"""Its commands are given in the folder of the example, which is installed."""
OURS = sorted(
    {(line, page == STORY) for page, _, line in COMMANDS if line.split()[0] == "pawnstorm" and "|" not in line}
)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the example, which this process finds like an installed package."""
    entry = PackageEntry("dice-draughts", "dice_draughts.game:DiceDraughts", "dice-draughts")
    monkeypatch.syspath_prepend(EXAMPLE / "src")
    monkeypatch.setattr(games, "_SHELF", games.Shelf(games.own_games(), lambda: [entry]))
    return EXAMPLE


@pytest.mark.parametrize(("line", "of_example"), OURS)
def test_a_command_of_pawnstorm(line: str, of_example: bool, folder: Path, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue("example") if of_example else folder
    words = _words(line)[1:]
    _check_options(words)
    name = words[0]
    if name.startswith("-") or name in ONLY_CHECKED:
        return
    assert name in RUN, f"say whether `{name}` can be run in a test"
    command, rest = _command(words)
    if hasattr(command, "commands") or (
        all(word.startswith("-") for word in rest) and any(one.required for one in command.params)
    ):
        return  # The text only names the command.
    words = [MEANT.get(word, word) for word in words]
    words = [OTHER_FILES.get(name, word) if word == MEANT["FILE"] else word for word in words]
    if name == "army" and "--out" in words:
        (folder / words[-1]).unlink()
    code, said = _run(_small(words), folder)
    assert code == 0, said


MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
MADE = sorted({line for _, _, line in COMMANDS if line.split()[0] == "make"})


@pytest.mark.parametrize("line", MADE)
def test_a_target_of_make(line: str) -> None:
    for word in line.split()[1:]:
        name, given, _ = word.partition("=")
        assert f"$({name})" in MAKEFILE if given else re.search(rf"^{name}:", MAKEFILE, re.MULTILINE), word


OTHERS = sorted({line for _, _, line in COMMANDS if line.split()[0] not in ("make", "pawnstorm")})


@pytest.mark.parametrize("line", OTHERS)
def test_another_command(line: str) -> None:
    """A module or a script that exists, files that exist, extras that exist."""
    program, *words = line.split()
    if program == "npm":
        scripts = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
        assert words == ["ci"] or (words[0] == "run" and words[1] in scripts), line
        return
    if program == "pip":
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
        assert words[0] == "install", line
        assert set(re.findall(r"\[(\w+)\]", line)) <= set(extras), line
        return
    assert program in ("python", ".venv/bin/python"), f"say how to check {line}"
    if words[:2] == ["-m", "pip"] and words[2] in ("install", "wheel"):
        return
    if words[0] == "-m":
        module = words[1]
        homes = [ROOT / module.replace(".", "/"), ROOT / "src" / module.replace(".", "/")]
        assert module == "pytest" or any(home.with_suffix(".py").exists() or home.is_dir() for home in homes)
    else:
        assert (ROOT / words[0]).is_file()
    for word in words[1:]:
        assert not word.startswith("tests/") or _exists(word, ROOT / "README.md"), word


# ---- snippets ---------------------------------------------------------------------------------------------------


def test_the_story_of_the_example_quotes_its_files() -> None:
    texts = [_unindented(path.read_text("utf-8")) for kind in ("*.py", "*.toml") for path in EXAMPLE.rglob(kind)]
    quoted = re.findall(r"^```(?:python|toml)\n(.*?)^```", STORY.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(quoted) >= 6
    assert [quote for quote in quoted if not any(_unindented(quote) in text for text in texts)] == []


def _unindented(text: str) -> str:
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if re.search(r"^>>> ", page.read_text("utf-8"), re.MULTILINE)],
    ids=lambda page: page.name,
)
def test_python_snippets_do_what_they_show(page: Path) -> None:
    fences = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    shown = doctest.DocTestParser().get_doctest("\n".join(fences), {}, page.name, str(page), 0)
    result = doctest.DocTestRunner().run(shown)
    assert result.attempted > 0
    assert result.failed == 0
