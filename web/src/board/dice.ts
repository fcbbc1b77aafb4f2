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
  if (sides === 8) return "M50 4 L94 50 L50 96 L6 50 Z";
  if (sides === 10) return "M50 4 L95 44 L50 96 L5 44 Z";
  if (sides === 12) return "M50 4 L96 38 L79 94 H21 L4 38 Z";
  if (sides === 20) return "M50 3 L92 27 V73 L50 97 L8 73 V27 Z";
  return "M18 6 H82 Q94 6 94 18 V82 Q94 94 82 94 H18 Q6 94 6 82 V18 Q6 6 18 6 Z";
}

/** A face to show while the die still rolls: never the same twice running. */
export function tumble(sides: number, shown: number, random: number): number {
  if (sides < 2) return 1;
  const face = 1 + Math.floor(random * (sides - 1));
  return face >= shown ? face + 1 : face;
}

/** What happened at each pool: the events up to the next roll, the roll's own first. */
export function eventsOfPool(step: StepInfo, pool: number): EventInfo[] {
  const rolls = step.events.flatMap((event, index) => (event.kind === "roll" ? [index] : []));
  const start = rolls[pool];
  if (start === undefined) return [];
  return step.events.slice(start, rolls[pool + 1] ?? step.events.length);
}

/** The cells a step is about. */
export function cellsOf(step: StepInfo | undefined): string[] {
  return step ? [...new Set(step.events.flatMap((event) => event.cells))] : [];
}
