/** How the tokens of one cell share its space. */

import type { Token } from "../protocol.gen";

/** The place of a token inside its cell: its middle (0 to 1) and its size. */
export interface Slot {
  x: number;
  y: number;
  scale: number;
}

/** Gives every token of one cell its slot; the tokens come sorted from the ground up. */
export type Arrange = (tokens: Token[]) => Slot[];

/** How a skin lays out the tokens of one cell. */
export interface TokenLayout {
  arrange: Arrange;
  /**
   * Where many tokens share a cell: tokens of the same key stand together and are counted. Then offers for the cell are
   * marked at its head, and those for a token on the token.
   */
  crowds?: (token: Token) => string;
}

/** Tokens of one cell, lowest layer first, otherwise in their given order. */
export function byLayer(tokens: readonly Token[]): Token[] {
  return tokens.map((token, index) => ({ token, index }))
    .sort((a, b) => a.token.layer - b.token.layer || a.index - b.index)
    .map(({ token }) => token);
}

/** Tokens by cell, each cell's from the ground up. */
export function byCell(tokens: readonly Token[]): Map<string, Token[]> {
  const cells = new Map<string, Token[]>();
  for (const token of tokens) {
    if (!token.cell) continue;
    const here = cells.get(token.cell);
    if (here) here.push(token);
    else cells.set(token.cell, [token]);
  }
  for (const [cell, here] of cells) if (here.length > 1) cells.set(cell, byLayer(here));
  return cells;
}

/** Tokens that look the same, counted, in the order in which they first appear. */
export function countSame(tokens: readonly Token[]): { token: Token; count: number }[] {
  const found = new Map<string, { token: Token; count: number }>();
  for (const token of tokens) {
    const look = [token.kind, token.name, token.owner, ...token.marks].join("|");
    const group = found.get(look);
    if (group) group.count += 1;
    else found.set(look, { token, count: 1 });
  }
  return [...found.values()];
}

/** A token with its slot and the tokens it stands together with; the last of them is in front and shows their number. */
export interface PlacedToken {
  token: Token;
  slot: Slot;
  bundle: readonly Token[];
}

const MIDDLE: Slot = { x: 0.5, y: 0.5, scale: 1 };
/** How far those behind stick out, in parts of their size; more than two cannot be seen apart. */
const BEHIND = 0.1;

/** Gives the tokens of one cell their places; those of one key stand together, if the skin has keys. */
export function placeTokens(tokens: readonly Token[], { arrange, crowds }: TokenLayout): PlacedToken[] {
  const bundles = bundled(tokens, crowds);
  const slots = arrange(bundles.map((bundle) => bundle.at(-1)!));
  return bundles.flatMap((bundle, place) => {
    const slot = slots[place] ?? MIDDLE;
    return bundle.map((token, index) => {
      const out = Math.min(2, bundle.length - 1 - index) * BEHIND * slot.scale;
      return { token, slot: { x: slot.x - out, y: slot.y - out / 2, scale: slot.scale }, bundle };
    });
  });
}

function bundled(tokens: readonly Token[], key: ((token: Token) => string) | undefined): Token[][] {
  if (!key) return tokens.map((token) => [token]);
  const found = new Map<string, Token[]>();
  for (const token of tokens) found.set(key(token), [...(found.get(key(token)) ?? []), token]);
  return [...found.values()];
}

/** The tokens at a point of a cell; none on bare ground. */
export function tokensAt(here: readonly PlacedToken[], x: number, y: number): readonly Token[] {
  const far = ({ slot }: PlacedToken) => Math.max(Math.abs(x - slot.x), Math.abs(y - slot.y));
  const hit = here.filter((stand) => far(stand) <= stand.slot.scale / 2).sort((a, b) => far(a) - far(b))[0];
  return hit?.bundle ?? [];
}

function grid(count: number): Slot[] {
  if (count === 1) return [{ x: 0.5, y: 0.5, scale: 1 }];
  const across = Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / across);
  const scale = Math.min(0.94 / across, 0.94 / down) * 1.04;
  return Array.from({ length: count }, (_, index) => {
    const line = Math.floor(index / across);
    const inLine = line === down - 1 ? count - line * across : across;
    return {
      x: 0.5 + ((index % across) - (inLine - 1) / 2) * (0.94 / across),
      y: 0.5 + (line - (down - 1) / 2) * (0.94 / down),
      scale,
    };
  });
}

/** Side by side; what lies on a lower layer fills the cell under them. */
export const spread: Arrange = (tokens) => {
  const top = tokens.at(-1)?.layer ?? 0;
  const above = tokens.filter((token) => token.layer === top);
  const below = tokens.length - above.length;
  const lifted = below > 0;
  const slots = Array.from({ length: below }, () => ({ x: 0.5, y: 0.54, scale: 1 }));
  for (const slot of grid(above.length)) {
    slots.push(lifted ? { x: slot.x, y: slot.y - 0.1, scale: slot.scale * 0.74 } : slot);
  }
  return slots;
};

/** One on top of the other, each a little higher, so that the height of a stack can be counted. */
export const pile: Arrange = (tokens) => {
  const rise = Math.min(0.16, 0.4 / Math.max(1, tokens.length - 1));
  const scale = tokens.length > 1 ? 0.8 : 1;
  return tokens.map((_, index) => ({ x: 0.5, y: 0.5 + (tokens.length - 1) * (rise / 2) - index * rise, scale }));
};
