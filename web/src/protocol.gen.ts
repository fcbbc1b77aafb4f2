// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.typescript`.
// Do not edit: a test compares this file with its sources.

export type SeatKind = "here" | "open" | "computer";

/** A place on the board: its name, where it lies, and what ground it is. */
export interface Cell {
  id: string;
  column: number;
  row: number;
  ground: string;
}

/** A number printed on a token; `base` is its value in full health. */
export interface Stat {
  name: string;
  value: number;
  base: number;
}

/** A thing on a cell or in a tray. `id` stays the same while it moves; `layer` orders things on one cell. */
export interface Token {
  id: string;
  kind: string;
  name: string;
  letter: string;
  owner: number;
  cell: string;
  layer: number;
  marks: string[];
  stats: Stat[];
}

/** Tokens beside the board: a hand, a reserve, the fallen. */
export interface Tray {
  id: string;
  title: string;
  owner: number;
  tokens: Token[];
}

/** A number a player wants to see: points taken, rounds, actions left. */
export interface Gauge {
  id: string;
  title: string;
  owner: number;
  value: number;
  limit: number;
}

/** One result of the dice with its exact chance. */
export interface Chance {
  result: string;
  chance: string;
}

/** One term of a sum before the dice: what it is, whose, and how much; `unit` if it counts something, as dice. */
export interface Part {
  text: string;
  cell: string;
  side: number;
  value: number;
  unit: string;
}

/**
 * A choice. A branch has `options`; a leaf has the `order` to send and, where dice follow, the odds.
 *
 * `path` are the cells that a line of fire or sight crosses, the last one being its target. `token` is the thing
 * that the choice is about: one of several on a cell, or one in a tray if there is no cell.
 */
export interface Offer {
  text: string;
  kind: string;
  cell: string;
  order: string;
  odds: Chance[];
  parts: Part[];
  options: Offer[];
  path: string[];
  token: string;
}

/** All that one viewer may see of a position. */
export interface View {
  game: string;
  viewer: number;
  turn: number;
  prompt: string;
  columns: number;
  rows: number;
  cells: Cell[];
  tokens: Token[];
  trays: Tray[];
  gauges: Gauge[];
  offers: Offer[];
  winners: number[];
  ending: string;
  marks: Record<string, string>;
}

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

/** A draw or a take-back that one seat has proposed and the others may accept; `agreed` are seats that have. */
export interface Proposal {
  kind: "draw" | "undo";
  seat: number;
  agreed: number[];
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

/** The seat to act wants more time at a moment for reactions; it may want that with nothing to choose, too. */
export interface Think {
  t: "think";
  rev: number;
}

/** Send everything anew, steps since `rev` included. */
export interface Sync {
  t: "sync";
  rev?: number;
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
}

/** An order that was not taken; nothing has changed. After `stale` an Update follows. */
export interface Refusal {
  t: "refused";
  code: "busy" | "illegal" | "not_your_seat" | "not_your_turn" | "over" | "stale" | "unreadable" | "waiting";
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

/**
 * A map with its first position as a spectator sees it.
 *
 * `settles` are the options that choosing it decides, `station` its place in the campaign, 0 if it has none.
 */
export interface MapInfo {
  key: string;
  title: string;
  about: string;
  seats: string[];
  settles: Record<string, string>;
  station: number;
  view: View;
}

/** GET /api/games/{game}/maps: the maps that a table may be played on. */
export interface MapsInfo {
  game: string;
  title: string;
  maps: MapInfo[];
}

/** A map of a campaign and how the asker stands with it. */
export interface StationInfo {
  key: string;
  title: string;
  about: string;
  state: "locked" | "open" | "won";
}

/**
 * GET /api/games/{game}/campaign: the maps in their order and how far the asker has come.
 *
 * `due` is the next map to be won, empty after the last; `table` is where the asker is playing for it right now,
 * and `tries` counts the tables made for it.
 */
export interface CampaignInfo {
  game: string;
  title: string;
  stations: StationInfo[];
  due: string;
  table: string;
  begun: boolean;
  tries: number;
  player: string;
  options: Record<string, string>;
}

/**
 * POST /api/games/{game}/campaign: a table for the due map, or for one that has been won.
 *
 * `options` count when a campaign begins, for the first time or `anew`; afterwards it goes on as it began.
 */
export interface CampaignWish {
  map?: string;
  player?: string;
  options?: Record<string, string>;
  anew?: boolean;
  seed?: string;
  pledge?: string;
}

/**
 * POST /api/tables/{id}/advice: what the computer makes of a position; `rev` is the revision looked at.
 *
 * `at` is the number of a position of the replay; without it the present one is meant. Without `orders` only the
 * chances are told, and nobody's pleasure in finding the order is spoilt.
 */
export interface AdviceWish {
  rev?: number;
  at?: number | null;
  orders?: boolean;
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

/** What the dice of a step gave every seat, for what they were thrown, and what they showed. */
export interface RollInfo {
  luck: number[];
  reason: string;
  faces: number[][];
}

/** A decision: chances of its seat with the best order and with the one played; `better` names the best one. */
export interface ChoiceInfo {
  best: number;
  played: number;
  better: string;
}

/** A step: the chances of all seats after it, its dice, and its decision if there was a choice. */
export interface LookInfo {
  number: number;
  seat: number;
  order: string;
  chances: number[];
  roll: RollInfo | null;
  choice: ChoiceInfo | null;
}

/** The sums of a player: luck and how far fair dice spread it, loss by decisions and its 95 % interval. */
export interface AccountInfo {
  seat: number;
  luck: number;
  spread: number;
  rolls: number;
  loss: number;
  least: number;
  most: number;
  mean: number;
  decisions: number;
  slips: number;
}

/** A whole analysis; `swings` and `mistakes` are the numbers of steps, the greatest first. */
export interface Findings {
  seats: string[];
  nodes: number;
  accounts: AccountInfo[];
  remarks: string[];
  swings: number[];
  mistakes: number[];
  steps: LookInfo[];
}

/** POST /api/tables/{id}/analysis, POST /api/analysis, GET /api/analysis/{id}: how far it is, and what was found. */
export interface Analysis {
  id: string;
  done: number;
  total: number;
  findings: Findings | null;
}

/** One message up. */
export type Command = Order | Resign | Propose | Answer | Think | Sync;

/** One message down. */
export type Message = Update | Refusal;
