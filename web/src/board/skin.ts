/** What a game adds to the board: its art and its words. The board itself knows no game. */

import type { Component } from "svelte";
import type { Cell, EventInfo, KindInfo, StepInfo, Token, View } from "../protocol.gen";
import type { TokenLayout } from "./arrange";
import type { Words } from "./labels";
import type { Tone } from "./odds";

/** The colour of a side; its pieces differ from the others in more than colour. */
export type SideColour = "ivory" | "ebony" | "crimson" | "azure";

/** How a number is printed on a token: a small sign, and in which corner. */
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

/** Whose die it is and what it decides. */
export interface DieLabel {
  seat: number;
  text: string;
}

/** One side's sum in a roll: its number before the dice (null if only dice count), its first die in the pool, its total. */
export interface Tally {
  before: number | null;
  die: number;
  total: number;
}

/** The colours of the sides. */
export interface SideColours {
  /** The colours of the seats, in their order. */
  colours: readonly SideColour[];
  /** The colours of sides by their names in small letters, in games whose maps seat different sides. */
  coloursByName?: Record<string, SideColour>;
}

/** How the pieces of a game are drawn. */
export interface PieceArt extends SideColours {
  /** Draws a token in a box of 100 by 100, inside an SVG. */
  Piece: Component<{ token: Token }>;
  /** Draws the picture of a card in a box of 100 by 100; tokens of a hand are cards if a skin has this. */
  Card?: Component<{ token: Token }>;
  /** Which number of a token is in which corner. */
  stats: Record<string, StatBadge>;
}

/** How the cells of a board are drawn, and what is marked on them. */
export interface CellArt {
  /** Draws the ground of a cell in a box of 100 by 100, over its plain colour. */
  Ground?: Component<{ cell: Cell }>;
  /** Classes for grounds; a ground that is missing is drawn as plain paper. */
  grounds: Record<string, string>;
  /** Draws the mark of a cell in a box of 100 by 100, instead of a frame around it. */
  Mark?: Component<{ mark: string }>;
  /** The shapes that mark targets, by the kind of offer. */
  markers: Record<string, Marker>;
  /** How many cells around it a token helps or hinders, if it does. */
  aura?: (token: Token) => number;
  /** How many cells far a token could hit along the eight straight lines, if it can. */
  lineRange?: (token: Token) => number;
}

/** How dice and their results are read. */
export interface DiceReading {
  /** How good a result is for the seat to act. */
  tone: (result: string, view?: View) => Tone;
  /** Whose die it is and what it decides; null if that is not known. */
  dieLabel: (step: StepInfo, pool: number, die: number) => DieLabel | null;
  /** The sums of a roll, where a game adds dice to numbers. */
  tally: (event: EventInfo, step: StepInfo) => Tally[];
  /** Whether the game is played without any dice. */
  noDice?: boolean;
}

/** What is said about a game. */
export interface GameWords {
  words: Words;
  /** What a player is told before the first order, where it differs from other games. */
  hint?: string;
  /** Whether a step gets no line in the log, such as a declined reaction. */
  quiet?: (step: StepInfo) => boolean;
}

/** What is shown next to the board. */
export interface StatusArt {
  /** Shows what only this game has to show. */
  Panel?: Component<{ view: View; seats: readonly string[] }>;
  /** How gauges of a seat are shown, by their id without the seat's number: as pips up to their limit, as a word, or not. */
  gauges?: Record<string, "pips" | "word" | "none">;
  /** Gauges of the table that count the phases of a round, with the names of the phases. */
  tracks?: Record<string, readonly string[]>;
}

/** How a game is shown on the shelf. */
export interface ShelfArt {
  /** The picture on the shelf. */
  Cover: Component;
  /** One line for the shelf in the tone of the game. */
  motto: string;
}

/** How armies are shown in games whose players build them. */
export interface ArmyArt {
  /** The kind of token that draws a piece of an army list. */
  portrait?: (army: string, kind: KindInfo) => string;
  /** The sign of an army list, drawn in a box of 100 by 100. */
  Emblem?: Component<{ army: string }>;
}

/** How the board is turned. */
export interface Facing {
  /** Quarter turns that bring a seat's own edge to the bottom of a viewer's view. */
  facing: (seat: number, seats: number, viewer: number) => number;
}

/** What a board needs. */
export interface BoardSkin extends PieceArt, TokenLayout, CellArt, DiceReading, GameWords {}

/** Everything that a game adds to the page. Parts of the page ask only for the interfaces that they need. */
export interface Skin extends BoardSkin, StatusArt, ShelfArt, ArmyArt, Facing {}

/** The quarter turns that bring a seat to the bottom, where the seats follow each other clockwise. */
export function clockwiseTurns(seat: number, seats: number): number {
  if (seat < 0) return 0;
  return seats > 2 ? seat : seat * 2;
}

/** The colour of a seat; ivory for what belongs to nobody. */
export const colourOf = (skin: SideColours, seat: number): SideColour => skin.colours[seat] ?? "ivory";

/** The skin in the colours of the sides that sit at a table. */
export function skinForSeats<S extends SideColours>(skin: S, seats: readonly string[]): S {
  const { coloursByName } = skin;
  if (!coloursByName) return skin;
  return { ...skin, colours: seats.map((name, seat) => coloursByName[name.toLowerCase()] ?? colourOf(skin, seat)) };
}
