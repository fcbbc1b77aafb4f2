"""Positions as text, as pictures and in a window, drawn from a view like at the terminal."""

from typing import Any

import numpy as np

from pawnstorm.cli.draw.board import BoardLayout, lay_out
from pawnstorm.cli.draw.palette import ground, is_hurt, letter, seat_colours
from pawnstorm.cli.draw.plain_board import draw_plain
from pawnstorm.cli.draw.zone import counted_tokens
from pawnstorm.core.errors import NotInstalled
from pawnstorm.core.game import Game
from pawnstorm.core.state import State
from pawnstorm.core.view import Cell

MODES = ["human", "ansi", "rgb_array"]
"""How environments can render: in a window, as text, as an array of pixels."""
FRAMES = 4
"""Pictures a second in a window."""
_SIDE, _ZONE = 640, 150
_INK, _HURT = "#f4f0e6", "#e0201b"


def as_text(game: Game, state: State, viewer: int) -> str:
    """The board in letters, and what happens next."""
    view = game.view(state, viewer)
    return f"{draw_plain(lay_out(view), state.seat_names())}\n{view.ending or view.prompt}"


class Picture:
    """A game's positions as pictures; with `window` they are also shown."""

    def __init__(self, title: str, window: bool) -> None:
        self._pygame = _library()
        self._pygame.font.init()
        self._title, self._window = title, window
        self._screen: Any = None

    def draw(self, game: Game, state: State, viewer: int) -> Any:
        """Draw a position; returns its pixels, row by row."""
        layout, seats = lay_out(game.view(state, viewer)), state.seat_names()
        side = _ZONE if layout.has_zones else max(16, _SIDE // max(layout.view.columns, layout.view.rows))
        surface = self._pygame.Surface((side * layout.view.columns, side * layout.view.rows))
        for cell in layout.view.cells:
            corner = (cell.column * side, (layout.view.rows - 1 - cell.row) * side)
            surface.fill(ground(cell.ground, list(layout.grounds)), (*corner, side - 1, side - 1))
            self._draw_tokens(surface, layout, cell, seats, corner, side)
        if self._window:
            self._show(surface)
        return np.transpose(self._pygame.surfarray.array3d(surface), (1, 0, 2))

    def close(self) -> None:
        """Close the window."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None

    def _draw_tokens(
        self,
        surface: Any,
        layout: BoardLayout,
        cell: Cell,
        seats: tuple[str, ...],
        corner: tuple[int, int],
        side: int,
    ) -> None:
        crowd = layout.tokens.get(cell.id, ())
        if layout.has_zones:
            self._write(surface, f"{cell.id} {cell.ground}", (corner[0] + 4, corner[1] + 4), 18, _INK)
            for line, (text, owner) in enumerate(counted_tokens(crowd), 1):
                colours = seat_colours(seats, owner)
                self._write(surface, text, (corner[0] + 6, corner[1] + 20 * line), 20, colours.ink, colours.background)
        elif cell.id in layout.top_tokens:
            token = layout.top_tokens[cell.id]
            colours = seat_colours(seats, token.owner)
            middle, radius = (corner[0] + side // 2, corner[1] + side // 2), side * 2 // 5
            self._pygame.draw.circle(surface, colours.background, middle, radius)
            if is_hurt(token):
                self._pygame.draw.circle(surface, _HURT, middle, radius, max(2, side // 12))
            shown = self._font(side * 3 // 4).render(letter(token), True, colours.ink)
            surface.blit(shown, shown.get_rect(center=middle))

    def _write(
        self, surface: Any, text: str, place: tuple[int, int], size: int, ink: str, background: str | None = None
    ) -> None:
        surface.blit(self._font(size).render(text, True, ink, background), place)

    def _font(self, size: int) -> Any:
        return self._pygame.font.Font(None, size)

    def _show(self, surface: Any) -> None:
        if self._screen is None:
            self._pygame.display.init()
            self._pygame.display.set_caption(self._title)
            self._screen = self._pygame.display.set_mode(surface.get_size())
        self._screen.blit(surface, (0, 0))
        self._pygame.event.pump()
        self._pygame.display.flip()


class Renderer:
    """Renders an environment's positions in one mode, or not at all."""

    def __init__(self, game: Game, mode: str | None) -> None:
        self._game, self._mode = game, mode
        self._picture = Picture(game.title, mode == "human") if mode in ("human", "rgb_array") else None

    def render(self, state: State, viewer: int) -> Any:
        """What `render` of an environment returns in its mode."""
        if self._mode == "ansi":
            return as_text(self._game, state, viewer)
        pixels = self._picture.draw(self._game, state, viewer) if self._picture else None
        return pixels if self._mode == "rgb_array" else None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._picture:
            self._picture.close()


def _library() -> Any:
    try:
        import pygame
    except ImportError:
        raise NotInstalled("drawing pictures", "pygame-ce", "gymnasium") from None
    return pygame
