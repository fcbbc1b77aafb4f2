// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

import type { View } from "./view.gen";

export type SeatKind = "here" | "open" | "computer";

/** A rule in our own words. */
export interface RuleText {
  id: string;
  chapter: string;
  text: string;
}

/** An option as the set-up page shows it; the first value is the default, `rules` are the rulings behind it. */
export interface OptionInfo {
  key: string;
  title: string;
  values: string[];
  explain: string;
  rules: RuleText[];
}

/** A named choice of options. */
export interface PresetInfo {
  key: string;
  title: string;
  options: Record<string, string>;
}

/** A game on the shelf. */
export interface GameInfo {
  key: string;
  title: string;
  summary: string;
  rules_version: number;
  seats: string[];
  options: OptionInfo[];
  presets: PresetInfo[];
  armies: boolean;
  maps: boolean;
  campaign: boolean;
}

/** GET /api/games/{key}/rules: the rules of a game in our own words, chapter by chapter. */
export interface RulesInfo {
  game: string;
  title: string;
  rules: RuleText[];
  howto: string[];
}

/** GET /api/games */
export interface Shelf {
  games: GameInfo[];
  players: string[];
}

/** Who shall play a seat; `player` names the computer player. */
export interface SeatWish {
  kind: "computer" | "here" | "open";
  player?: string;
}

/**
 * POST /api/tables: a table for any game; `seed` is the maker's part in the dice.
 *
 * `pledge` is the table of a `Pledge` asked for before, so that the server was bound before it saw the seed.
 */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string>;
  armies?: string[];
  map?: string;
  seed?: string;
  pledge?: string;
  hints?: boolean;
}

/** A seat as everybody may see it; `mine` says whether the reader holds it. */
export interface SeatInfo {
  name: string;
  kind: "computer" | "here" | "open";
  player: string;
  taken: boolean;
  mine: boolean;
  online: boolean;
  hints: number;
}

/** The secret link to an open seat, shown only to the maker of the table. */
export interface Invitation {
  seat: number;
  token: string;
}

/**
 * What anybody needs to verify the dice: the commitment at once, the server's seed when the game is over.
 *
 * `seeds` has the players' seeds by the names of their seats.
 */
export interface DiceInfo {
  commitment: string;
  seeds: Record<string, string>;
  server_seed: string;
}

/** GET /api/tables/{id}: a table without its position. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  invitations: Invitation[];
  dice: DiceInfo;
  rematch: string;
  spectators: number;
  map: string;
  about: string;
  campaign: boolean;
  hints: boolean;
}

/** POST /api/tables/{id}/join: take the open seat that an invitation belongs to. */
export interface Join {
  token: string;
  seed?: string;
}

/** POST /api/pledges: the id and the commitment of a table still to be made, good for ten minutes. */
export interface Pledge {
  table: string;
  commitment: string;
}

/** POST /api/tables/{id}/seed: the holder of a seat without a seed adds one, before the first roll. */
export interface AddSeed {
  seed: string;
}

/** POST /api/tables/{id}/rematch: play again with swapped sides; the body may be left out. */
export interface Rematch {
  seed?: string;
  pledge?: string;
}

/** Something that happened, in words. */
export interface EventInfo {
  kind: string;
  text: string;
  rule: string;
  cells: string[];
  numbers: Record<string, number>;
}

/**
 * One order with the dice that answered it; `sides` and `owners` are the sizes and seats of those dice by pool.
 *
 * A face that the viewer may not see is 0. Dice thrown before the first order are a step of seat -1.
 */
export interface StepInfo {
  rev: number;
  seat: number;
  order: string;
  faces: number[][];
  sides: number[][];
  owners: number[][];
  events: EventInfo[];
}

/** How the match ended. */
export interface EndInfo {
  winners: number[];
  text: string;
  rule: string;
}

/**
 * A draw or a take-back that one seat has proposed and the others may accept.
 *
 * `agreed` are the seats that have accepted; `asks` says whether it waits for the receiver's answer.
 */
export interface Proposal {
  kind: "draw" | "undo";
  seat: number;
  agreed: number[];
  asks: boolean;
}

/**
 * A moment at which the seat to act may only answer, as with a card, or let it go by.
 *
 * Everybody reads `window`, a word for the kind of moment, `left`, the milliseconds after which the table lets it go
 * by (0 if it waits), and `thinking`, whether the seat has asked for more time. The rest is for the seat's own guest
 * alone: `order` lets it go by, `asked` says that there is something to choose, `answered` that it has been let go
 * by, which the others learn when the time is over.
 */
export interface Reaction {
  seat: number;
  window: string;
  left: number;
  thinking: boolean;
  order: string;
  asked: boolean;
  answered: boolean;
}

/** A kind of reaction that a seat has muted, for its own guest alone. */
export interface MuteInfo {
  seat: number;
  window: string;
}

/**
 * A screen that several players with secrets from each other share: a guest who holds several seats.
 *
 * `looks` is the seat whose own view and log the guest is told, -1 while it is only what everybody may see. `secrets`
 * are those of his seats that would see more by looking.
 */
export interface ScreenInfo {
  looks: number;
  secrets: number[];
}

/** The seat to act gives an order; `rev` is the revision it looked at. */
export interface Order {
  t: "order";
  rev: number;
  do: string;
}

/** A seat gives up. */
export interface Resign {
  t: "resign";
  rev: number;
  seat: number;
}

/** A seat proposes a draw, or to take its last order back. */
export interface Propose {
  t: "propose";
  rev: number;
  seat: number;
  kind: "draw" | "undo";
}

/** A seat accepts or declines the standing proposal; its proposer withdraws it by declining. */
export interface Answer {
  t: "answer";
  rev: number;
  seat: number;
  accept: boolean;
}

/** A seat does not want to be asked for reactions of a kind any more: the table declines. Nobody else is told. */
export interface Mute {
  t: "mute";
  seat: number;
  window: string;
}

/** All seats of the sender want to be asked for every reaction again. */
export interface Unmute {
  t: "unmute";
}

/** The seat to act wants more time at a moment for reactions; it may want that with nothing to choose, too. */
export interface Think {
  t: "think";
  rev: number;
}

/**
 * One of several players at this screen looks at what is his; without a seat it is hidden again.
 *
 * The look ends by itself as soon as somebody else is to act. An `Update` with all steps follows.
 */
export interface Look {
  t: "look";
  seat?: number | null;
}

/** Send everything anew, steps since `rev` included. */
export interface Sync {
  t: "sync";
  rev?: number;
}

/** Is anybody there? The answer is a `Pong`. */
export interface Ping {
  t: "ping";
}

/**
 * The one message down: what is new since the viewer's last revision, and all that it may see now.
 *
 * `steps` holds the new steps (all of them after a sync from 0); after a take-back `rev` has grown and `length`,
 * the number of steps that stand, has shrunk: drop the steps beyond it. So in every case: keep the first
 * `length - steps.length` steps that you have and append `steps`.
 *
 * What has not changed is not sent twice on one socket. If `gone` is there, `view` builds on the view before: its
 * `cells` are empty unless they have changed, its `tokens` are only the new and the changed ones, and the tokens named
 * in `gone` have vanished. If `table` is missing, it is as it was.
 */
export interface Update {
  t: "update";
  rev: number;
  length: number;
  steps: StepInfo[];
  view: View;
  gone: string[] | null;
  table: TableInfo | null;
  end: EndInfo | null;
  proposal: Proposal | null;
  can_undo: boolean;
  reaction: Reaction | null;
  out: number[];
  screen: ScreenInfo | null;
  muted: MuteInfo[];
  speaker: number;
  can_draw: boolean;
  can_hint: boolean;
  can_ask_chances: boolean;
}

/** The answer to a `Ping`: the line works both ways. */
export interface Pong {
  t: "pong";
}

/** An order that was not taken; nothing has changed. After `stale` an Update follows. */
export interface Refusal {
  t: "refused";
  code: string;
  text: string;
  rev: number;
}

/** One position of a replay and the step that led to it (none for the first). */
export interface Frame {
  view: View;
  step: StepInfo | null;
}

/** GET /api/tables/{id}/replay, POST /api/replay: a whole match, position by position. */
export interface Replay {
  game: string;
  title: string;
  seats: string[];
  options: Record<string, string>;
  frames: Frame[];
  end: EndInfo | null;
  dice: string;
  dice_ok: boolean | null;
  record: string;
  players: string[];
}

/** GET /api/health */
export interface Health {
  status: string;
  version: string;
  database: string;
  tables: number;
  sockets: number;
}

/** Every HTTP error: a code for programs and one sentence for people. */
export interface Problem {
  code: string;
  text: string;
}

/** One message up. */
export type Command = Order | Resign | Propose | Answer | Mute | Unmute | Think | Look | Sync | Ping;

/** One message down. */
export type Message = Update | Pong | Refusal;
