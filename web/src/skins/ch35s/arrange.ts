/** How many models share a zone: all in one size, as large as possible, Black's before White's. */

import type { Arrange } from "../../board/arrange";
import type { Token } from "../../protocol.gen";

/** The head of a zone is kept free for its number, its pennant and its markers. */
const HEAD = 0.18;
const ROOM = { across: 0.97, down: 1 - HEAD - 0.01 };
const LARGEST = 0.54;

const rows = (count: number, across: number): number => Math.ceil(count / across);
const size = (count: number, across: number): number => Math.min(ROOM.across / across, ROOM.down / rows(count, across), LARGEST);

/** How many stand in a row when the models are as large as possible. */
function width(count: number): number {
  let best = 1;
  for (let across = 2; across <= count; across++) if (size(count, across) > size(count, best) + 1e-9) best = across;
  return best;
}

/** Black's models stand above White's, like their sides of the board. */
export const arrange: Arrange = (tokens) => {
  const across = width(tokens.length);
  const scale = size(tokens.length, across);
  const down = rows(tokens.length, across);
  const [dx, dy] = [Math.min(ROOM.across / across, scale * 1.2), Math.min(ROOM.down / down, scale * 1.15)];
  const order = tokens.toSorted((a, b) => b.owner - a.owner);
  const places = new Map(order.map((token, place) => [token, place]));
  return tokens.map((token) => {
    const place = places.get(token) ?? 0;
    const row = Math.floor(place / across);
    const inRow = row === down - 1 ? tokens.length - row * across : across;
    return {
      x: 0.5 + ((place % across) - (inRow - 1) / 2) * dx,
      y: HEAD + ROOM.down / 2 + (row - (down - 1) / 2) * dy,
      scale,
    };
  });
};

/** Models that are the same to the rules stand together. */
export const crowds = (token: Token): string =>
  [token.owner, token.kind, ...token.stats.map((stat) => stat.value), ...token.marks].join("|");
