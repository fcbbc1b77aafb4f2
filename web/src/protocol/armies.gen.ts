// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/** A number printed on a piece, as it is printed. */
export interface StatText {
  name: string;
  value: string;
}

/** Something that a piece may get for points; `rule` is the rule that says what it does, if there is one. */
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
 * The pieces that one kind of army may choose from.
 *
 * `sheet` is the list as a file, in games whose players bring their own lists: something to start from.
 */
export interface ListInfo {
  key: string;
  title: string;
  kinds: KindInfo[];
  sheet: string;
}

/** A number of pieces of one kind with the same upgrades. */
export interface UnitRequest {
  kind: string;
  count?: number;
  upgrades?: string[];
}

/**
 * POST /api/games/{game}/roster: an army to check, given piece by piece or as a code, a file or a starter's name.
 *
 * `sheet` is a code or a file with the list that the pieces come from, in games whose players bring their own lists.
 */
export interface RosterRequest {
  army?: string;
  units?: UnitRequest[];
  name?: string;
  text?: string;
  options?: Record<string, string>;
  sheet?: string;
}

/** A number of pieces of one kind and what they cost together. */
export interface UnitInfo {
  kind: string;
  count: number;
  upgrades: string[];
  cost: string;
}

/** One thing that is wrong with an army, and the rule that it breaks. */
export interface ViolationInfo {
  text: string;
  rule: string;
}

/**
 * An army as the rules see it; it may be played if there are no violations.
 *
 * `orders` are the orders that choose it at the table, in games where armies are chosen in play. `sheet` is the list
 * that it comes from, if its player has brought that list.
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

/** GET /api/games/{game}/armies: the lists of a game and its starter armies under the default options. */
export interface ArmiesInfo {
  game: string;
  title: string;
  lists: ListInfo[];
  starters: RosterInfo[];
}
