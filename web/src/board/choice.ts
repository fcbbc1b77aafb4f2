/**
 * A choice in progress: from clicks to an order, down the tree of offers.
 *
 * The page knows no rule. Pressing a cell chooses among the offers of the level reached so far, a leaf gives its
 * order, and everything else only moves up or down the tree.
 */

import type { Offer } from "../protocol.gen";

/** How far a choice has come. */
export interface Choice {
  /** The branches chosen so far, from the root. */
  readonly path: readonly Offer[];
  /** Several offers on one cell, shown as a menu. */
  readonly menu: readonly Offer[] | null;
  /** A leaf with dice that waits to be confirmed. */
  readonly pending: Offer | null;
}

/** What a press did; `order` is set when a leaf was chosen. */
export interface Pressed {
  choice: Choice;
  order?: string;
}

export const IDLE: Choice = { path: [], menu: null, pending: null };

/** The offers that the next press chooses from. */
export function level(offers: readonly Offer[], choice: Choice): readonly Offer[] {
  return choice.path.at(-1)?.options ?? offers;
}

/** The offers of the present level by cell. */
export function targets(offers: readonly Offer[], choice: Choice): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  for (const offer of level(offers, choice)) {
    if (!offer.cell) continue;
    const here = found.get(offer.cell);
    if (here) here.push(offer);
    else found.set(offer.cell, [offer]);
  }
  return found;
}

/** Whether an offer is what the chosen piece does on its own place, on a cell or in a tray: it is chosen by a button. */
function isOwn(offer: Offer, path: readonly Offer[]): boolean {
  // Deeper in the tree, a choice may be about the piece itself.
  const [piece] = path;
  return Boolean(piece && path.length === 1 && offer.token && offer.token === piece.token && offer.cell === piece.cell);
}

/** Whether an offer is chosen by a token in a tray: it has a token but no cell. */
const inTray = (offer: Offer): boolean => offer.token !== "" && !offer.cell;

/** The offers of the present level that are chosen by a token in a tray; those of the root can still be chosen. */
export function trayOffers(offers: readonly Offer[], choice: Choice): Map<string, Offer> {
  const here = level(offers, choice).filter((offer) => !isOwn(offer, choice.path));
  return new Map([...offers, ...here].filter(inTray).map((offer) => [offer.token, offer]));
}

/**
 * Offers to be shown as buttons: those without a cell, a level that is all about one cell, and what the chosen piece
 * does on its own cell. Offers about several tokens of one cell are chosen by pressing the tokens.
 */
export function buttonOffers(offers: readonly Offer[], choice: Choice): readonly Offer[] {
  const last = choice.path.at(-1);
  const here = level(offers, choice).filter((offer) => !inTray(offer) || isOwn(offer, choice.path));
  const cells = new Set(here.map((offer) => offer.cell));
  if (here.length > 1 && cells.size === 1) return here;
  return here.filter((offer) => !offer.cell || (offer.cell === last?.cell && (!offer.token || isOwn(offer, choice.path))));
}

/** The cells of the branches chosen so far. */
export function chosenCells(choice: Choice): string[] {
  return choice.path.map((offer) => offer.cell).filter(Boolean);
}

/** The tokens under the pointer: none on bare ground; undefined where a key presses a cell as a whole. */
export type Under = readonly string[] | undefined;

/** The offers that a press means, and at which level of the tree they are. */
interface Meant {
  depth: number;
  offers: readonly Offer[];
}

const NOTHING: Meant = { depth: 0, offers: [] };

/** What a press means. Offers of the pressed token come first, then those of the ground; from a level above only branches. */
function meant(offers: readonly Offer[], choice: Choice, cell: string, under: Under): Meant {
  const deepest = choice.path.length;
  for (let depth = deepest; depth >= 0; depth--) {
    const path = choice.path.slice(0, depth);
    const all = level(offers, { ...choice, path }).filter((offer) => offer.cell === cell);
    const here = depth < deepest ? all.filter((offer) => !offer.order) : all;
    const pressed = here.filter((offer) => under?.includes(offer.token) && !isOwn(offer, path));
    if (pressed.length) return { depth, offers: pressed };
    // Pressing another piece chooses that one, even on a cell where the first could go; but a token from a tray is set down.
    if (deepest === 1 && depth === 1 && path[0]?.cell && begins(offers, cell, under)) continue;
    const found = under ? ground(here, path, cell) : here;
    if (found.length) return { depth, offers: found };
  }
  return NOTHING;
}

const begins = (offers: readonly Offer[], cell: string, under: Under): boolean =>
  offers.some((offer) => offer.cell === cell && under?.includes(offer.token));

/** The offers of a cell that are about the cell itself; if there are none, all of them. */
function ground(here: readonly Offer[], path: readonly Offer[], cell: string): readonly Offer[] {
  const piece = path.length === 1 ? path[0] : undefined;
  // A press next to a chosen piece unselects it.
  if (piece?.token && piece.cell === cell) return [];
  const bare = here.filter((offer) => !offer.token || offer.token === piece?.token);
  return bare.length ? bare : here;
}

/** Offers about a token come before offers about the cell. */
const tokensFirst = (a: Offer, b: Offer): number => Number(!a.token) - Number(!b.token);

/** Press a cell, or the tokens on it. With `careful`, a leaf with dice or a line of fire must be pressed twice. */
export function press(offers: readonly Offer[], choice: Choice, cell: string, careful: boolean, under?: Under): Pressed {
  const { depth, offers: here } = meant(offers, choice, cell, under);
  const from: Choice = { path: choice.path.slice(0, depth), menu: null, pending: null };
  const [first] = here;
  if (!first) return { choice: IDLE };
  // What a piece does on its own cell is chosen from a menu, never by pressing the piece again.
  if (here.length > 1 || isOwn(first, from.path)) return { choice: { ...from, menu: here.toSorted(tokensFirst) } };
  if (first === choice.path[depth]) return { choice: from };
  return take(from, first, careful, choice.pending);
}

/** Press a token in a tray. With `careful`, a leaf must be pressed twice. */
export function pick(offers: readonly Offer[], choice: Choice, token: string, careful: boolean): Pressed {
  for (let depth = choice.path.length; depth >= 0; depth--) {
    const from: Choice = { path: choice.path.slice(0, depth), menu: null, pending: null };
    const here = level(offers, from).filter((offer) => inTray(offer) && offer.token === token && !isOwn(offer, from.path));
    if (here.length > 1) return { choice: { ...from, menu: here } };
    if (here[0] && here[0] === choice.path[depth]) return { choice: from };
    if (here[0]?.order && careful && choice.pending !== here[0]) return { choice: { ...from, pending: here[0] } };
    if (here[0]) return take(from, here[0], false, null);
  }
  return { choice };
}

/** Choose an offer of the present level or of the open menu. */
export function choose(choice: Choice, offer: Offer, careful: boolean): Pressed {
  return take({ path: choice.path, menu: null, pending: null }, offer, careful, choice.pending);
}

/** A branch, and the branches that follow from it without a choice, because they are about the piece itself. */
function forcedBranches(offer: Offer): Offer[] {
  const [only, ...others] = offer.options;
  const itself = only && !others.length && !only.order && only.token !== "" && only.token === offer.token && only.cell === offer.cell;
  return itself ? [offer, ...forcedBranches(only)] : [offer];
}

function take(from: Choice, offer: Offer, careful: boolean, pending: Offer | null): Pressed {
  if (!offer.order) return { choice: { ...from, path: [...from.path, ...forcedBranches(offer)] } };
  if (careful && (offer.odds.length > 0 || offer.path.length > 0) && pending !== offer) return { choice: { ...from, pending: offer } };
  return { choice: IDLE, order: offer.order };
}

/** One step back: out of the confirmation, out of the menu, up the tree. */
export function back(choice: Choice): Choice {
  if (choice.pending || choice.menu) return { ...choice, pending: null, menu: null };
  return { ...choice, path: choice.path.slice(0, -1) };
}

/** The one offer that a press would give right now, with its odds; null if it gives none or several. */
export function preview(offers: readonly Offer[], choice: Choice, cell: string, under?: Under): Offer | null {
  if (choice.pending) return choice.pending;
  const { depth, offers: here } = meant(offers, choice, cell, under);
  return depth === choice.path.length && here.length === 1 && here[0]?.order ? here[0] : null;
}

/** Whether something can be picked up: it begins a branch at the root or at the level reached. */
export function canPickUp(offers: readonly Offer[], choice: Choice, cell: string, under?: Under): boolean {
  const branch = (offer: Offer) =>
    offer.cell === cell && offer.options.length > 0 && (!offer.token || !under || under.includes(offer.token)) && !isOwn(offer, choice.path);
  return offers.some(branch) || level(offers, choice).some(branch);
}
