/** Exact chances and sums as a person reads them. */

import type { Chance, Offer, Part } from "../protocol.gen";

/** The value of a fraction such as "5/18". */
export function value(fraction: string): number {
  const [over, under] = fraction.split("/").map(Number);
  return over === undefined || Number.isNaN(over) ? 0 : over / (under ?? 1);
}

/** A chance in whole percent; never 0 or 100 unless it is exactly that. */
export function percent(fraction: string): string {
  const exact = value(fraction) * 100;
  if (exact > 0 && exact < 1) return "<1%";
  if (exact < 100 && exact > 99) return ">99%";
  return `${Math.round(exact)}%`;
}

/** How good a result is for the seat to act, from 0 (best) to 4 (worst). */
export type Tone = 0 | 1 | 2 | 3 | 4;

/** One piece of the bar. */
export interface Segment {
  result: string;
  chance: string;
  tone: Tone;
  start: number;
  width: number;
}

/** The bar of all results, best first; `start` and `width` are fractions. */
export function segments(odds: readonly Chance[], tone: (result: string) => Tone): Segment[] {
  const sorted = odds.map((chance) => ({ ...chance, tone: tone(chance.result) })).sort((a, b) => a.tone - b.tone);
  let start = 0;
  return sorted.map((one) => {
    const segment = { ...one, start, width: value(one.chance) };
    start += segment.width;
    return segment;
  });
}

/** All terms of one side before the dice. */
export interface Sum {
  side: number;
  parts: Part[];
  total: number;
}

/** The sums of an offer, the acting side's first. */
export function sums(parts: readonly Part[]): Sum[] {
  const sides = [...new Set(parts.map((part) => part.side))];
  return sides.map((side) => {
    const own = parts.filter((part) => part.side === side);
    return { side, parts: own, total: own.reduce((total, part) => total + part.value, 0) };
  });
}

/** What a sum counts, or what is thrown on top of it. */
export function unitOf({ parts, total }: Sum): string {
  const unit = parts[0]?.unit || "+ die";
  return unit === "dice" && total === 1 ? "die" : unit;
}

/** The odds of an offer in one line, for a screen reader. */
export function oddsWords(offer: Offer): string {
  return offer.odds.map(({ result, chance }) => `${percent(chance)} ${result}`).join(", ");
}
