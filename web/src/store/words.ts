/** What the page says when the position has changed. */

import type { StepInfo, View } from "../protocol.gen";

/** Who is to act, as the viewer should hear it. */
export function turnWords(view: View, mine: readonly number[]): string {
  if (view.turn < 0) return view.prompt;
  return mine.length === 1 && mine[0] === view.turn ? `${view.prompt}. Your turn.` : `${view.prompt}.`;
}

/** What happened in a step. */
export function stepWords(step: StepInfo): string {
  return step.events.map((event) => event.text).join(" ") || step.order;
}
