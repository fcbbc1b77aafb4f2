// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

export type SeatKind = "here" | "open" | "computer";

/** Who plays a seat of a new table; `player` names the computer player. */
export interface NewSeat {
  kind: "computer" | "here" | "open";
  player?: string;
}

/**
 * POST /api/tables: a table for any game; `seed` is the maker's seed for the dice.
 *
 * `pledge` is the table of an earlier `Pledge`: then the server was bound before it saw the seed.
 */
export interface NewTable {
  game: string;
  seats: NewSeat[];
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

/** POST /api/pledges: the id and the dice commitment of a table that is not made yet, valid for ten minutes. */
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
