/** What a game adds to the board: its art and its words. The board itself knows no game. */

import type { Component } from "svelte";
import type { Cell, EventInfo, KindInfo, StepInfo, Token, View } from "../protocol.gen";
import type { Arrange } from "./arrange";
import type { Words } from "./labels";
import type { Tone } from "./odds";

/** How a seat's tokens are inked; each differs from the others in more than colour. */
export type Livery = "ivory" | "ebony" | "crimson" | "azure";

/** How a number is printed on a token: a short sign and the corner it sits in. */
export interface StatBadge {
  icon: "sword" | "shield" | "banner" | "heart" | "plain" | "dice";
  corner: "left" | "right" | "top" | "none";
  /** What is printed after the number, such as the plus of "4+". */
  after?: string;
  /** Whether a lower number is the better one. */
  low?: boolean;
  /** Whether it must be read on small tokens too. */
  large?: boolean;
}

/** The shape that marks a target on the board. */
export type Marker = "dot" | "swords" | "tower" | "star" | "aim" | "plus" | "diamond";

/** Whose a die is and what it decides. */
export interface DieLabel {
  seat: number;
  text: string;
}

/** One side's sum in a roll: what it had (null if only dice count), its first die in the pool, what it came to. */
export interface Tally {
  before: number | null;
  die: number;
  total: number;
}

/** The art and the words of one game. */
export interface Skin {
  /** Draws a token in a box of 100 by 100, inside an SVG. */
  Piece: Component<{ token: Token }>;
  /** The picture on the shelf. */
  Cover: Component;
  /** One line for the shelf in the tone of the game. */
  motto: string;
  /** Draws the ground of a cell in a box of 100 by 100, over its plain colour. */
  Ground?: Component<{ cell: Cell }>;
  /** Draws the picture of a card in a box of 100 by 100; tokens of a hand are cards if a skin has this. */
  Card?: Component<{ token: Token }>;
  /** Gauges of the table that count the stations of a round, with the names of those. */
  tracks?: Record<string, readonly string[]>;
  /** Whether a step is not worth a line in the log: somebody let a moment go by. */
  quiet?: (step: StepInfo) => boolean;
  /** Shared SVG definitions, if the pieces or grounds need any. */
  Defs?: Component;
  /** How the seats are inked, in their order. */
  liveries: readonly Livery[];
  /** How sides are inked by their names in small letters, in games whose maps seat different sides. */
  inks?: Record<string, Livery>;
  words: Words;
  /** What a player is told before the first order, where it differs from other games. */
  hint?: string;
  /** Classes for grounds; a ground that is missing is drawn as plain paper. */
  grounds: Record<string, string>;
  markers: Record<string, Marker>;
  stats: Record<string, StatBadge>;
  arrange: Arrange;
  /**
   * Where many stand on one cell: tokens of the same key stand together and are counted. Then offers for the cell are
   * marked at its head, and those for a token on the token.
   */
  crowds?: (token: Token) => string;
  /** Draws the mark of a cell in a box of 100 by 100, instead of a frame around it. */
  Mark?: Component<{ mark: string }>;
  /** What a game has to show of a position beside the board. */
  Panel?: Component<{ view: View; seats: readonly string[] }>;
  /** How gauges of a seat are shown, by their id without the seat's number: as pips up to their limit, as a word, or not. */
  gauges?: Record<string, "pips" | "word" | "none">;
  /** How many cells around it a token makes itself felt, if it does. */
  reach?: (token: Token) => number;
  /** How many cells far it could hit along the eight straight lines, if it can at all. */
  lines?: (token: Token) => number;
  /** The picture of a piece of an army list. */
  portrait?: (army: string, kind: KindInfo) => string;
  /** The sign of an army list, drawn in a box of 100 by 100. */
  Emblem?: Component<{ army: string }>;
  /** How good a result is for whoever looks at the view. */
  tone: (result: string, view?: View) => Tone;
  dice: (step: StepInfo, pool: number, die: number) => DieLabel | null;
  /** Whether the game is played without any dice. */
  noDice?: boolean;
  /** The sums of a roll, where a game adds dice to numbers. */
  tally: (event: EventInfo, step: StepInfo) => Tally[];
  /** Quarter turns that bring a seat's own edge to the bottom of a viewer's view. */
  facing: (seat: number, seats: number, viewer: number) => number;
}

/** The seats around the table in clockwise order. */
export function around(seat: number, seats: number): number {
  if (seat < 0) return 0;
  return seats > 2 ? seat : seat * 2;
}

/** The skin in the inks of the sides that sit at a table. */
export function dressed(skin: Skin, seats: readonly string[]): Skin {
  const { inks } = skin;
  if (!inks) return skin;
  return { ...skin, liveries: seats.map((name, seat) => inks[name.toLowerCase()] ?? skin.liveries[seat] ?? "ivory") };
}
