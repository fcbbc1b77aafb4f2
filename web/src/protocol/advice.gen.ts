// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/**
 * POST /api/tables/{id}/advice: what the computer makes of a position; `rev` is the revision looked at.
 *
 * `at` is the number of a position of the replay; without it the present one is meant. Without `orders` only the
 * chances are told, and nobody's pleasure in finding the order is spoilt. On a screen that several players share,
 * `look` is the one of them who asks.
 */
export interface AdviceWish {
  rev?: number;
  at?: number | null;
  orders?: boolean;
  look?: number | null;
}

/** POST /api/replay/advice: the same for a position of a record. */
export interface RecordAdviceWish {
  record: string;
  at: number;
}

/** An order and the chance to win that it leaves the seat to act. */
export interface OrderChance {
  order: string;
  chance: number;
}

/**
 * How the computer sees a position, by what the asker may know.
 *
 * `chances` are those of every seat to win and add up to 1, a draw being shared. `orders` are the best ones for
 * `seat`, who is to act, the best first; `line` is what may follow the best. `depth` orders and dice ahead were
 * looked at, `positions` in all.
 */
export interface AdviceInfo {
  seat: number;
  chances: number[];
  orders: OrderChance[];
  line: string[];
  depth: number;
  positions: number;
}
