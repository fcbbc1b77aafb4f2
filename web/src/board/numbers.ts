/** How steps are numbered for people: a step without a line in the log has no number. */

import type { StepInfo } from "../protocol.gen";

type Quiet = ((step: StepInfo) => boolean) | undefined;

/** The number that is shown after each step; the first is that of the start, 0. */
export function stepNumbers(steps: readonly StepInfo[], quiet: Quiet): number[] {
  const numbers = [0];
  for (const step of steps) numbers.push(numbers.at(-1)! + (quiet?.(step) ? 0 : 1));
  return numbers;
}

/** The nearest position in a direction whose last step has a line in the log, else the first or last position. */
export function nearestLogged(steps: readonly StepInfo[], quiet: Quiet, from: number, ahead: 1 | -1): number {
  let length = Math.max(0, Math.min(steps.length, from));
  while (length > 0 && length < steps.length && quiet?.(steps[length - 1]!)) length += ahead;
  return length;
}
