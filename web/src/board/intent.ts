/**
 * From clicks to an order: a walk down the tree of offers.
 *
 * The page knows no rule. Pressing a cell chooses among the offers of the level reached so far, a leaf gives its
 * order, and everything else only moves up or down the tree.
 */

import type { Offer } from "../protocol.gen";

/** How far a choice has come. */
export interface Intent {
  /** The branches chosen so far, from the root. */
  readonly path: readonly Offer[];
  /** Several offers on one cell, among which a menu asks. */
  readonly menu: readonly Offer[] | null;
  /** A leaf with dice that waits to be confirmed. */
  readonly pending: Offer | null;
}

/** What a press did; `order` is there when a leaf was chosen. */
export interface Pressed {
  intent: Intent;
  order?: string;
}

export const IDLE: Intent = { path: [], menu: null, pending: null };

/** The offers among which the next press chooses. */
export function level(offers: readonly Offer[], intent: Intent): readonly Offer[] {
  return intent.path.at(-1)?.options ?? offers;
}

/** The offers of the present level by cell. */
export function targets(offers: readonly Offer[], intent: Intent): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  for (const offer of level(offers, intent)) {
    if (!offer.cell) continue;
    const here = found.get(offer.cell);
    if (here) here.push(offer);
    else found.set(offer.cell, [offer]);
  }
  return found;
}

/** Whether an offer is chosen by a token in a tray: it has a token but no cell. */
const inTray = (offer: Offer): boolean => offer.token !== "" && !offer.cell;

/** The offers of the present level that are chosen by a token in a tray; those of the root stay in reach. */
export function held(offers: readonly Offer[], intent: Intent): Map<string, Offer> {
  return new Map([...offers, ...level(offers, intent)].filter(inTray).map((offer) => [offer.token, offer]));
}

/**
 * Offers to be shown as buttons: those without a place, a level that is all about one cell, and what the chosen piece
 * does where it stands.
 */
export function loose(offers: readonly Offer[], intent: Intent): readonly Offer[] {
  const here = level(offers, intent).filter((offer) => !inTray(offer));
  const cells = new Set(here.map((offer) => offer.cell));
  if (here.length > 1 && cells.size === 1) return here;
  const own = intent.path.at(-1)?.cell;
  return here.filter((offer) => !offer.cell || offer.cell === own);
}

/** The cells of the branches chosen so far. */
export function chosen(intent: Intent): string[] {
  return intent.path.map((offer) => offer.cell).filter(Boolean);
}

/** Press a cell. With `careful`, a leaf with dice or a line of fire must be pressed twice. */
export function press(offers: readonly Offer[], intent: Intent, cell: string, careful: boolean): Pressed {
  for (let depth = intent.path.length; depth >= 0; depth--) {
    const from: Intent = { path: intent.path.slice(0, depth), menu: null, pending: null };
    const here = level(offers, from).filter((offer) => offer.cell === cell);
    if (here.length > 1) return { intent: { ...from, menu: here } };
    if (here[0] && here[0] === intent.path[depth]) return { intent: from };
    if (here[0]) return take(from, here[0], careful, intent.pending);
  }
  return { intent: IDLE };
}

/** Press a token in a tray. With `careful`, whatever it would order must be pressed twice. */
export function pick(offers: readonly Offer[], intent: Intent, token: string, careful: boolean): Pressed {
  for (let depth = intent.path.length; depth >= 0; depth--) {
    const from: Intent = { path: intent.path.slice(0, depth), menu: null, pending: null };
    const here = level(offers, from).filter((offer) => inTray(offer) && offer.token === token);
    if (here.length > 1) return { intent: { ...from, menu: here } };
    if (here[0] && here[0] === intent.path[depth]) return { intent: from };
    if (here[0]?.order && careful && intent.pending !== here[0]) return { intent: { ...from, pending: here[0] } };
    if (here[0]) return take(from, here[0], false, null);
  }
  return { intent };
}

/** Choose an offer of the present level or of the open menu. */
export function choose(intent: Intent, offer: Offer, careful: boolean): Pressed {
  return take({ path: intent.path, menu: null, pending: null }, offer, careful, intent.pending);
}

function take(from: Intent, offer: Offer, careful: boolean, pending: Offer | null): Pressed {
  if (!offer.order) return { intent: { ...from, path: [...from.path, offer] } };
  if (careful && (offer.odds.length > 0 || offer.path.length > 0) && pending !== offer) return { intent: { ...from, pending: offer } };
  return { intent: IDLE, order: offer.order };
}

/** One step back: out of the confirmation, out of the menu, up the tree. */
export function back(intent: Intent): Intent {
  if (intent.pending || intent.menu) return { ...intent, pending: null, menu: null };
  return { ...intent, path: intent.path.slice(0, -1) };
}

/** The one offer that a cell would give right now, with its odds; null if it gives none or several. */
export function preview(offers: readonly Offer[], intent: Intent, cell: string): Offer | null {
  if (intent.pending) return intent.pending;
  const here = targets(offers, intent).get(cell);
  return here?.length === 1 && here[0]?.order ? here[0] : null;
}

/** Whether a cell can be picked up: it begins a branch at the root or at the level reached. */
export function grabs(offers: readonly Offer[], intent: Intent, cell: string): boolean {
  const branch = (offer: Offer) => offer.cell === cell && offer.options.length > 0;
  return offers.some(branch) || level(offers, intent).some(branch);
}
