/** What the computer proposes, found among the offers, so that it can be said and shown. */

import type { AdviceInfo, Offer } from "../protocol.gen";
import { capital, type Words } from "./labels";

/** The way down the tree of offers to an order; empty if it is not on offer. */
export function pathTo(offers: readonly Offer[], order: string): readonly Offer[] {
  // Branches have an empty order.
  if (!order) return [];
  for (const offer of offers) {
    if (offer.order === order) return [offer];
    const rest = pathTo(offer.options, order);
    if (rest.length) return [offer, ...rest];
  }
  return [];
}

/** The way to an order in words: "Knight b1, Move: c3"; its notation where it is not on offer. */
export function orderWords(path: readonly Offer[], order: string, words: Words): string {
  const leaf = path.at(-1);
  if (!leaf) return order;
  const kind = words.kinds[leaf.kind] ?? capital(leaf.kind);
  // Where the text of an offer is only its notation, its kind and cell say more.
  const last = leaf.text === order ? [kind, leaf.cell].filter(Boolean).join(": ") : leaf.text;
  return [...path.slice(0, -1).map((offer) => offer.text), last].join(", ");
}

/** The cells to be marked for an order, in the order in which they are pressed. */
export const advisedCells = (path: readonly Offer[]): string[] => [...new Set(path.map((offer) => offer.cell).filter(Boolean))];

/**
 * Chances as people read them: with one digit where whole numbers would make different ones look alike. Chances that
 * add up to one are shown so that they add up to 100.
 */
export function chancePercents(chances: readonly number[]): string[] {
  const different = new Set(chances.map((chance) => Math.round(1000 * chance)));
  const digits = new Set(chances.map((chance) => Math.round(100 * chance))).size < different.size ? 1 : 0;
  const unit = 100 * 10 ** digits;
  const sum = chances.reduce((all, chance) => all + chance, 0);
  const whole = chances.length > 1 && Math.abs(sum - 1) < EXACT;
  const counts = chances.map((chance) => (whole ? Math.floor(unit * chance + EXACT) : Math.round(unit * chance)));
  if (whole) {
    const missing = unit - counts.reduce((all, count) => all + count, 0);
    const byRest = chances.map((_, at) => at).sort((a, b) => unit * chances[b]! - counts[b]! - (unit * chances[a]! - counts[a]!));
    for (const at of byRest.slice(0, Math.max(missing, 0))) counts[at]! += 1;
  }
  return counts.map((count, at) => said(count / 10 ** digits, chances[at]!, digits));
}

/** The server rounds chances to four digits. */
const EXACT = 0.0005;

/** Nothing is certain before it has happened. */
function said(percent: number, chance: number, digits: number): string {
  if (percent >= 100 && chance < 1) return "over 99 %";
  if (percent <= 0 && chance > 0) return "under 1 %";
  return `${percent.toFixed(digits)} %`;
}

/** Everybody's chances in one sentence. */
export const chanceWords = (advice: AdviceInfo, seats: readonly string[]): string =>
  `As the computer sees it: ${chancePercents(advice.chances).map((percent, seat) => `${seats[seat] ?? ""} ${percent}`).join(", ")}.`;
