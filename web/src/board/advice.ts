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

/** A chance as people say it; nothing is certain before it has happened. */
export function chancePercent(chance: number): string {
  const whole = Math.round(100 * chance);
  if (whole >= 100 && chance < 1) return "over 99 %";
  if (whole <= 0 && chance > 0) return "under 1 %";
  return `${whole} %`;
}

/** Everybody's chances in one sentence. */
export const chanceWords = (advice: AdviceInfo, seats: readonly string[]): string =>
  `As the computer sees it: ${advice.chances.map((chance, seat) => `${seats[seat] ?? ""} ${chancePercent(chance)}`).join(", ")}.`;
