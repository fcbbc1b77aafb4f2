// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

import type { TableInfo } from "./tables.gen";
import type { View } from "./view.gen";

/** Something that happened, in words. */
export interface EventInfo {
  kind: string;
  text: string;
  rule: string;
  cells: string[];
  numbers: Record<string, number>;
}

/**
 * One order with its dice; `sides` and `owners` are the sizes and seats of the dice, pool by pool.
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
 * `agreed` are the seats that have accepted it so far; `asks` says whether it waits for the receiver's answer.
 */
export interface Proposal {
  kind: "draw" | "undo";
  seat: number;
  agreed: number[];
  asks: boolean;
}

/**
 * A moment at which the seat to act may only react, for example with a card, or decline.
 *
 * Everybody is told `window`, the kind of moment, `left`, the milliseconds until the table declines (0 if it waits),
 * and `thinking`, whether the seat has asked for more time. The rest is only for the seat's own guest: `order` is the
 * order that declines, `asked` says that there is something to choose, and `answered` that the seat has declined. The
 * others learn that when the time is over.
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

/** A kind of reaction that a seat has muted; only its own guest is told. */
export interface MuteInfo {
  seat: number;
  window: string;
}

/**
 * A screen shared by several players with secrets from each other: one guest who holds several seats.
 *
 * `looking_seat` is the seat whose view and log the guest is sent, -1 while the guest is sent only what everybody may
 * see. `secrets` are the guest's seats that would see more by looking.
 */
export interface ScreenInfo {
  looking_seat: number;
  secrets: number[];
}

/** The seat to act gives an order; `rev` is the revision that its player saw. */
export interface Order {
  t: "order";
  rev: number;
  do: string;
}

/** A seat resigns. */
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

/** A seat accepts or declines the present proposal. Its proposer withdraws it by declining. */
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

/** The seat to act asks for more time for a reaction. It may do so even if it has nothing to choose. */
export interface MoreTime {
  t: "more_time";
  rev: number;
}

/**
 * One of several players at a shared screen looks at their own secrets; without a seat they are hidden again.
 *
 * The look ends by itself as soon as another seat is to act. An `Update` with all steps follows.
 */
export interface Look {
  t: "look";
  seat?: number | null;
}

/** Send everything again, with the steps since `rev`. */
export interface Sync {
  t: "sync";
  rev?: number;
}

/** Tests the connection. The answer is a `Pong`. */
export interface Ping {
  t: "ping";
}

/**
 * What is new since the viewer's last revision, and everything that the viewer may see now.
 *
 * `steps` holds the new steps (all of them after a sync from 0). After a take-back `rev` has grown and `length`, the
 * number of steps that are still valid, has shrunk. So in every case: keep the first `length - steps.length` steps
 * that you have and append `steps`.
 *
 * What has not changed is not sent twice on one socket. If `gone` is there, `view` builds on the view before: its
 * `cells` are empty unless they have changed, its `tokens` are only the new and the changed ones, and the tokens named
 * in `gone` have vanished. If `table` is missing, it has not changed.
 */
export interface Update {
  t: "update";
  rev: number;
  length: number;
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
  orders_left: number | null;
  steps: StepInfo[];
  view: View;
}

/** The answer to a `Ping`: the connection works both ways. */
export interface Pong {
  t: "pong";
}

/** A command that was not accepted; nothing has changed. After `stale` an Update follows. */
export interface Refusal {
  t: "refused";
  code: string;
  text: string;
  rev: number;
}

/** Everything that the page may send over the socket. */
export type Command = Order | Resign | Propose | Answer | Mute | Unmute | MoreTime | Look | Sync | Ping;

/** Everything that the server sends over the socket. */
export type Message = Update | Pong | Refusal;
