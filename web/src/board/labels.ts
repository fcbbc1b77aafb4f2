/** What a screen reader hears of a cell, and other words made from a view. */

import type { Offer, Stat, Token } from "../protocol.gen";
import { oddsWords } from "./odds";

/** The words of a skin for kinds of offers, marks and grounds. */
export interface Words {
  kinds: Record<string, string>;
  marks: Record<string, string>;
  grounds: Record<string, string>;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A computer player as people call it. */
export const programName = (player: string): string => (/^\d/.test(player) ? `Level ${player.replace(":", ", ")}` : capital(player));

/** "Attack 2, Defence 1". */
export const statWords = (stats: readonly Stat[]): string =>
  stats.map(({ name, value, base }) => (value === base ? `${name} ${value}` : `${name} ${value} of ${base}`)).join(", ");

/** A token in words: name, marks, numbers. */
export function tokenWords(token: Token, words: Words): string {
  const marks = token.marks.map((mark) => words.marks[mark] ?? mark);
  return [token.name, ...marks, statWords(token.stats)].filter(Boolean).join(", ");
}

/** What an offer does, in a few words; `whom` names its target where there are several. */
export function offerWords(offer: Offer, words: Words, whom = ""): string {
  const kind = `${words.kinds[offer.kind] ?? capital(offer.kind)}${whom && ` ${whom}`}`;
  return offer.odds.length ? `${kind}: ${oddsWords(offer)}` : kind;
}

/** Each word once, with its number. */
function counted(words: readonly string[]): string[] {
  const numbers = new Map<string, number>();
  for (const one of words) numbers.set(one, (numbers.get(one) ?? 0) + 1);
  return [...numbers].map(([one, number]) => (number > 1 ? `${number} × ${one}` : one));
}

/** What is known of a cell when its label is made. */
export interface CellFacts {
  id: string;
  ground: string;
  tokens: readonly Token[];
  mark: string;
  selected: boolean;
  movable: boolean;
  /** Whether it belongs to an order that the computer proposes. */
  advised?: boolean;
  offers: readonly Offer[];
}

/** The label of one cell. */
export function cellLabel(facts: CellFacts, words: Words): string {
  const parts = [facts.id];
  const ground = words.grounds[facts.ground];
  if (ground) parts.push(ground);
  parts.push(facts.tokens.length ? counted(facts.tokens.map((token) => tokenWords(token, words))).join("; ") : "empty");
  const mark = facts.mark && (words.marks[facts.mark] ?? facts.mark);
  if (mark) parts.push(mark);
  const whom = ({ token }: Offer) => (facts.tokens.length > 1 ? facts.tokens.find(({ id }) => id === token)?.name : "");
  if (facts.advised) parts.push("proposed by the computer");
  if (facts.selected) parts.push("selected");
  parts.push(...facts.offers.map((offer) => offerWords(offer, words, whom(offer))));
  if (facts.movable && !facts.selected) parts.push("can act");
  return parts.join(". ");
}

/** What is announced when a branch is chosen. */
export function choiceWords(offer: Offer, words: Words): string {
  const kinds = new Map<string, string[]>();
  for (const option of offer.options) {
    const kind = words.kinds[option.kind] ?? capital(option.kind);
    kinds.set(kind, [...(kinds.get(kind) ?? []), option.cell || option.text]);
  }
  const list = [...kinds].map(([kind, cells]) => `${kind}: ${[...new Set(cells)].join(", ")}`);
  return `${offer.text} selected. ${list.join(". ")}`;
}
