// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/** A number printed on a piece, as it is printed. */
export interface StatText {
  name: string;
  value: string;
}

/** Something a piece may be given for points; `rule` says what it does, if a rule does. */
export interface UpgradeInfo {
  name: string;
  cost: string;
  rule: string;
}

/** A piece of a list; points are text such as "2.5". */
export interface KindInfo {
  name: string;
  cost: string;
  stats: StatText[];
  notes: string[];
  upgrades: UpgradeInfo[];
}

/**
 * The pieces that one kind of army may be drawn from.
 *
 * `sheet` is the list as a file, in games whose players bring lists of their own: something to begin from.
 */
export interface ListInfo {
  key: string;
  title: string;
  kinds: KindInfo[];
  sheet: string;
}

/** So many pieces of one kind with the same upgrades. */
export interface UnitWish {
  kind: string;
  count?: number;
  upgrades?: string[];
}

/**
 * POST /api/games/{game}/roster: an army to be judged, piece by piece or as a code, a file or a starter's name.
 *
 * `sheet` is a code or a file from whose own list the pieces are drawn, in games whose players bring lists.
 */
export interface RosterWish {
  army?: string;
  units?: UnitWish[];
  name?: string;
  text?: string;
  options?: Record<string, string>;
  sheet?: string;
}

/** So many pieces of one kind and what they cost together. */
export interface UnitInfo {
  kind: string;
  count: number;
  upgrades: string[];
  cost: string;
}

/** One thing that is wrong with an army, and the rule it breaks. */
export interface ViolationInfo {
  text: string;
  rule: string;
}

/**
 * An army as the rules see it; it may be played if there are no violations.
 *
 * `orders` are those by which a seat chooses it at the table, in games where armies are chosen in play. `sheet` is
 * the list it is drawn from, if its player has brought that.
 */
export interface RosterInfo {
  army: string;
  name: string;
  units: UnitInfo[];
  pieces: number;
  cost: string;
  budget: string;
  violations: ViolationInfo[];
  code: string;
  file: string;
  orders: string[];
  sheet: ListInfo | null;
}

/** GET /api/games/{game}/armies: the lists of a game and its starter armies under the usual options. */
export interface ArmiesInfo {
  game: string;
  title: string;
  lists: ListInfo[];
  starters: RosterInfo[];
}
