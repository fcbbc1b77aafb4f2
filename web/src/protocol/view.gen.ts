// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/** A place on the board: its name, where it lies, and what ground it is. */
export interface Cell {
  id: string;
  column: number;
  row: number;
  ground: string;
}

/** A number printed on a token; `base` is its value in full health. */
export interface Stat {
  name: string;
  value: number;
  base: number;
}

/** A thing on a cell or in a tray. `id` stays the same while it moves; `layer` orders things on one cell. */
export interface Token {
  id: string;
  kind: string;
  name: string;
  letter: string;
  owner: number;
  cell: string;
  layer: number;
  marks: string[];
  stats: Stat[];
}

/** Tokens next to the board: a hand, a reserve, the fallen. */
export interface Tray {
  id: string;
  title: string;
  owner: number;
  tokens: Token[];
}

/** A number a player wants to see: points taken, rounds, actions left. */
export interface Gauge {
  id: string;
  title: string;
  owner: number;
  value: number;
  limit: number;
}

/** One result of the dice with its exact chance. */
export interface Chance {
  result: string;
  chance: string;
}

/** One term of a sum before the dice: what it is, whose, how much; `unit` if it counts something, such as dice. */
export interface Part {
  text: string;
  cell: string;
  side: number;
  value: number;
  unit: string;
}

/**
 * A choice. A branch has `options`; a leaf has the `order` to send and, where dice follow, the odds.
 *
 * `path` are the cells that a line of fire or sight crosses, the last one being its target. `token` is the thing
 * that the choice is about: one of several on a cell, or one in a tray if there is no cell.
 */
export interface Offer {
  text: string;
  kind: string;
  cell: string;
  order: string;
  odds: Chance[];
  parts: Part[];
  options: Offer[];
  path: string[];
  token: string;
}

/** All that one viewer may see of a position. */
export interface View {
  game: string;
  viewer: number;
  turn: number;
  prompt: string;
  columns: number;
  rows: number;
  cells: Cell[];
  tokens: Token[];
  trays: Tray[];
  gauges: Gauge[];
  offers: Offer[];
  winners: number[];
  ending: string;
  marks: Record<string, string>;
}
