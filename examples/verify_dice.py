"""Check the dice of a web table's record without Pawnstorm: `python verify_dice.py FILE`.

Written from docs/dice.md alone, with nothing but the standard library. It prints OK (exit code 0) or the first line
that is wrong (1); exit code 2 means that there is no file to check. It checks neither the rules of the game nor the
signature: `pawnstorm replay FILE --verify` does.
"""

import hashlib
import hmac
import re
import sys
from collections.abc import Iterator

SCHEME = "pawnstorm-dice-1"
PARTS = ["scheme", "table", "commitment", "players", "server"]
HEADER = re.compile(r"(?!end:)[a-z][a-z ]*: .*")
DIE = "[0-9]{1,9}/[0-9]{1,9}"
ORDER = re.compile(rf"([0-9]{{1,9}})\. [^[]*?((?: \[{DIE}(?: {DIE})*\])*) #[0-9a-f]{{12}}")


class Wrong(Exception):
    """What is wrong with a record, and in which line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")


def sha256(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def words(key: bytes, text: str) -> Iterator[int]:
    """The 32-bit words of one roll, block by block, for ever."""
    block = 0
    while True:
        digest = hmac.digest(key, f"{text}|{block}".encode(), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def faces_of(key: bytes, text: str, sides: list[int]) -> list[int]:
    """The faces of one roll: a word in the incomplete last run is skipped."""
    source = words(key, text)
    return [next(word for word in source if word < 2**32 - 2**32 % size) % size + 1 for size in sides]


def read_seeds(line: int, header: str) -> dict[str, str]:
    """The parts of the `dice:` header, with the commitment checked."""
    parts = [part.partition("=")[::2] for part in header.split("; ")]
    seeds = dict(parts)
    if [name for name, _ in parts] != PARTS or seeds["scheme"] != SCHEME:
        raise Wrong(line, f"the dice header is not of the scheme {SCHEME}")
    if seeds["server"] == "hidden":
        raise Wrong(line, "the server's seed is not revealed yet: it is published when the match is over")
    if not re.fullmatch("(?:[0-9a-f]{2})+", seeds["server"]):
        raise Wrong(line, "the server's seed is not hexadecimal")
    if sha256(f"{SCHEME}|{seeds['table']}|{seeds['server']}") != seeds["commitment"]:
        raise Wrong(line, "the server's seed is not the one that the commitment was made with")
    return seeds


def find_dice(headers: list[str]) -> tuple[int, str]:
    """The `dice:` header with its line number; the first line is not a header, and the last is empty."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(headers[1:], 2):
        if line and not HEADER.fullmatch(line):
            raise Wrong(number, "this is not a header")
        if line.startswith("dice: "):
            found.append((number, line.removeprefix("dice: ")))
    if not found:
        raise Wrong(1, "the record does not say where its dice come from")
    if len(found) > 1:
        raise Wrong(found[1][0], "the header 'dice' appears twice")
    return found[0]


def find_end(lines: list[str], empty: int) -> int:
    """The number of the closing line, below which only a signature may be."""
    end = next((number for number, line in enumerate(lines, 1) if line.startswith("end: ") and number > empty), 0)
    if not end:
        raise Wrong(len(lines), "the record breaks off here without its closing line")
    for number, line in enumerate(lines[end:], end + 1):
        if line and (number > end + 1 or not line.startswith("signature: ")):
            raise Wrong(number, "there is text after the closing line")
    return end


def rolls_of(lines: list[str], below: int) -> Iterator[tuple[int, str]]:
    """Every group of dice, with its line number; the orders begin below a line."""
    for due, line in enumerate(lines, 1):
        order = ORDER.fullmatch(line)
        if not order or int(order[1]) != due:
            raise Wrong(below + due, f"this is not order {due} with its dice and digest")
        for group in re.findall(r"\[([^]]*)\]", order[2]):
            yield below + due, group


def check_seal(lines: list[str]) -> None:
    """The closing line ends with a hash of everything above and before it."""
    text, _, seal = "\n".join(lines).rpartition(" #")
    if sha256(text)[:12] != seal:
        raise Wrong(len(lines), "the seal does not match: something above was changed afterwards")


def check(text: str) -> str:
    """What was checked; a `Wrong` names the first line whose dice do not follow from the seeds."""
    lines = [line.rstrip() for line in text.splitlines()]
    if not lines or lines[0] != "pawnstorm record 2":
        raise Wrong(1, "this is not a record of format 2, which has the sizes of its dice")
    empty = lines.index("") + 1 if "" in lines else len(lines)
    seeds = read_seeds(*find_dice(lines[:empty]))
    end = find_end(lines, empty)
    players = ["" if seed == "-" else seed for seed in seeds["players"].split(",")]
    mix = sha256("|".join([SCHEME, *players]))
    rolls = dice = 0
    for number, group in rolls_of(lines[empty : end - 1], empty):
        shown = [tuple(map(int, die.split("/"))) for die in group.split()]
        sides = [size for _, size in shown]
        if min(sides) < 1:
            raise Wrong(number, "a die has at least one side")
        due = faces_of(bytes.fromhex(seeds["server"]), f"{SCHEME}|{mix}|{seeds['table']}|{rolls}", sides)
        if [face for face, _ in shown] != due:
            raise Wrong(number, f"roll {rolls} shows {group}, but the seeds give {' '.join(map(str, due))}")
        rolls += 1
        dice += len(due)
    check_seal(lines[:end])
    return f"all {dice} dice in {rolls} rolls follow from the seeds, which match the commitment"


def main(arguments: list[str]) -> int:
    """Check one file; returns the exit code."""
    if len(arguments) != 1:
        print("usage: python verify_dice.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            print(f"OK: {check(file.read())}; rules and signature are not checked here")
    except (OSError, UnicodeDecodeError) as error:
        print(f"{arguments[0]} cannot be read: {error}", file=sys.stderr)
        return 2
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
