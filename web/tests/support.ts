/** Views to test on: real ones from the rules, and small ones made by hand. */

import type { Cell, Offer, StepInfo, Token, View } from "../src/protocol.gen";
import type { CompleteUpdate } from "../src/store/merge";
import fight from "./fixtures/fight.json";
import promotion from "./fixtures/promotion.json";
import start from "./fixtures/start.json";

export const START = start as unknown as View;
export const FIGHT = fight as unknown as View;
export const PROMOTION = promotion as unknown as View;

export const leaf = (text: string, cell = "", more: Partial<Offer> = {}): Offer => ({
  text,
  kind: "move",
  cell,
  order: text,
  odds: [],
  parts: [],
  options: [],
  path: [],
  token: "",
  ...more,
});

export const branch = (text: string, cell: string, options: Offer[]): Offer => leaf(text, cell, { kind: "piece", order: "", options });

export const token = (id: string, cell: string, more: Partial<Token> = {}): Token => ({
  id,
  kind: "pawn",
  name: `White ${id}`,
  letter: "P",
  owner: 0,
  cell,
  layer: 0,
  marks: [],
  stats: [],
  ...more,
});

/** A board of any size; `gone` are the cells it does not have. */
export function board(columns: number, rows: number, gone: readonly string[] = []): View {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const id = `${String.fromCharCode(97 + column)}${row + 1}`;
      if (!gone.includes(id)) cells.push({ id, column, row, ground: (column + row) % 2 ? "light" : "dark" });
    }
  }
  return { ...START, columns, rows, cells, tokens: [], trays: [], gauges: [], offers: [], marks: {} };
}

export const step = (rev: number, more: Partial<StepInfo> = {}): StepInfo => ({
  rev,
  seat: rev % 2,
  order: `order ${rev}`,
  faces: [],
  sides: [],
  owners: [],
  events: [],
  ...more,
});

export function update(rev: number, length: number, steps: StepInfo[], more: Partial<CompleteUpdate> = {}): CompleteUpdate {
  const seat = (name: string, mine: boolean) => ({ name, kind: "here" as const, player: "", taken: true, mine, online: true, hints: 0 });
  return {
    t: "update",
    rev,
    length,
    steps,
    view: START,
    gone: null,
    table: {
      id: "t",
      game: "g",
      title: "Game",
      options: {},
      seats: [seat("White", true), seat("Black", false)],
      invitations: [],
      dice: { commitment: "", seeds: {}, server_seed: "" },
      rematch: "",
      spectators: 0,
      map: "",
      about: "",
      campaign: false,
      hints: true,
    },
    end: null,
    proposal: null,
    orders_left: null,
    can_undo: false,
    out: [],
    reaction: null,
    screen: null,
    muted: [],
    speaker: 0,
    can_draw: true,
    can_hint: true,
    can_ask_chances: true,
    ...more,
  };
}
