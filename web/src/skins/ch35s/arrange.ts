/** How many models share a zone: each side has rows of its own, all models one size, as large as the room allows. */

import type { Arrange, Slot } from "../../board/arrange";
import type { Token } from "../../protocol.gen";

/** The head of a zone is kept free for its number, its pennant and its markers. */
const HEAD = 0.18;
const ROOM = { across: 0.96, down: 1 - HEAD - 0.01 };
const LARGEST = 0.54;

interface Rows {
  near: number;
  far: number;
  across: number;
  size: number;
}

/** The numbers of rows that give the models the most room. */
function best(far: number, near: number): Rows {
  let found: Rows = { near: 0, far: 0, across: 1, size: 0 };
  for (let up = Math.min(1, far); up <= far; up++) {
    for (let down = Math.min(1, near); down <= near; down++) {
      const across = Math.max(up ? Math.ceil(far / up) : 0, down ? Math.ceil(near / down) : 0);
      const size = Math.min(ROOM.across / across, ROOM.down / (up + down), LARGEST);
      if (size > found.size) found = { near: down, far: up, across, size };
    }
  }
  return found;
}

function lines(count: number, rows: number, first: number, high: number, size: number): Slot[] {
  const across = Math.ceil(count / Math.max(1, rows));
  const step = Math.min(ROOM.across / across, size * 1.25);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / across);
    const inRow = row === rows - 1 ? count - row * across : across;
    return { x: 0.5 + ((index % across) - (inRow - 1) / 2) * step, y: HEAD + (first + row + 0.5) * high, scale: size };
  });
}

/** Black's models stand above, White's below, as their sides of the board lie. */
export const arrange: Arrange = (tokens) => {
  const far = tokens.filter((token) => token.owner === 1).length;
  const near = tokens.length - far;
  const rows = best(far, near);
  const high = Math.min(ROOM.down / (rows.far + rows.near), rows.size * 1.2);
  const above = lines(far, rows.far, 0, high, rows.size);
  const below = lines(near, rows.near, rows.far, high, rows.size);
  return tokens.map((token) => (token.owner === 1 ? above : below).shift()!);
};

/** Models that no rule tells apart stand together. */
export const crowds = (token: Token): string =>
  [token.owner, token.kind, ...token.stats.map((stat) => stat.value), ...token.marks].join("|");
