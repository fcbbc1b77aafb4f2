/** Dice as they are drawn: pips for six sides, a number in a shape for all others. */

import type { EventInfo, StepInfo } from "../protocol.gen";

const [L, M, R] = [26, 50, 74];

/** Where the pips of a face sit in a box of 100 by 100. */
export const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[M, M]],
  2: [[L, L], [R, R]],
  3: [[L, L], [M, M], [R, R]],
  4: [[L, L], [R, L], [L, R], [R, R]],
  5: [[L, L], [R, L], [M, M], [L, R], [R, R]],
  6: [[L, L], [R, L], [L, M], [R, M], [L, R], [R, R]],
};

/** The outline of a die. */
export function outline(sides: number): string {
  if (sides === 4) return "M50 8 L94 86 H6 Z";
  if (sides === 8) return "M50 2 L90 26 V74 L50 98 L10 74 V26 Z";
  if (sides === 10) return "M50 4 L97 42 V58 L50 96 L3 58 V42 Z";
  if (sides === 12) return "M50 4 L96 38 L79 94 H21 L4 38 Z";
  if (sides === 20) return "M31 4 H69 L96 31 V69 L69 96 H31 L4 69 V31 Z";
  return "M18 6 H82 Q94 6 94 18 V82 Q94 94 82 94 H18 Q6 94 6 82 V18 Q6 6 18 6 Z";
}

/** The edges of a die that lie inside its outline, so that sizes differ at a glance. */
export function facets(sides: number): string {
  if (sides === 4) return "M50 8 L50 30 M6 86 L27 74 M94 86 L73 74";
  if (sides === 8) return "M50 2 L88 74 H12 Z";
  if (sides === 10) return "M50 4 L76 56 L50 72 L24 56 Z M3 58 L24 56 M97 58 L76 56 M50 72 V96";
  if (sides === 12) return "M50 4 V20 M96 38 L81 42 M79 94 L69 80 M21 94 L31 80 M4 38 L19 42 M50 20 L81 42 L69 80 H31 L19 42 Z";
  if (sides === 20) return "M50 16 L84 74 H16 Z";
  return "";
}

/** A face to show while the die still rolls: never the same twice in a row. */
export function tumble(sides: number, shown: number, random: number): number {
  if (sides < 2) return 1;
  const face = 1 + Math.floor(random * (sides - 1));
  return face >= shown ? face + 1 : face;
}

/** The kinds of events that begin the report of a pool: dice, or a card that was drawn. */
const OPENERS: readonly string[] = ["roll", "draw"];

/** The pools of a step whose dice are shown: not drawn cards, and not secret dice. */
export function rollsOf(step: StepInfo): number[] {
  return step.faces.flatMap((faces, pool) =>
    eventsOfPool(step, pool)[0]?.kind !== "draw" && faces.some((face) => face > 0) ? [pool] : [],
  );
}

/** What happened at each pool: the events up to the next roll, the roll's own first. */
export function eventsOfPool(step: StepInfo, pool: number): EventInfo[] {
  const rolls = step.events.flatMap((event, index) => (OPENERS.includes(event.kind) ? [index] : []));
  const start = rolls[pool];
  if (start === undefined) return [];
  return step.events.slice(start, rolls[pool + 1] ?? step.events.length);
}

/** The cells a step is about. */
export function cellsOf(step: StepInfo | undefined): string[] {
  return step ? [...new Set(step.events.flatMap((event) => event.cells))] : [];
}
