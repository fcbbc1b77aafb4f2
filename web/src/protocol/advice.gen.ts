// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/**
 * POST /api/tables/{id}/advice: ask the computer about a position; `rev` is the revision that the asker saw.
 *
 * `at` is the number of a position of the replay; without it the present one is meant. Without `orders` only the
 * chances are sent, and no order is given away. On a screen that several players share, `look` is the seat that asks.
 */
export interface AdviceRequest {
  rev?: number;
  at?: number | null;
  orders?: boolean;
  look?: number | null;
}

/** POST /api/replay/advice: the same for a position of a record. */
export interface RecordAdviceRequest {
  record: string;
  at: number;
}

/** An order, the chance to win that it leaves the seat to act, and why it is good; `why` may be empty. */
export interface OrderChance {
  order: string;
  chance: number;
  why: string;
}

/**
 * How the computer sees a position, from what the asker may know.
 *
 * `chances` are the chances of all seats to win. They add up to 1; a draw is shared. `orders` are the best ones for
 * `seat`, the seat to act, the best first; `line` is what may follow the best one, `why` a sentence
 * about it. `depth` is how many orders and
 * dice were searched ahead, `positions` how many positions in all.
 */
export interface AdviceInfo {
  seat: number;
  chances: number[];
  orders: OrderChance[];
  line: string[];
  depth: number;
  positions: number;
  why: string;
}
