/** How an update changes what the page knows. */

import type { StepInfo, Update, View } from "../protocol.gen";

/** The steps after an update and those of them that are new; null if some are missing and a sync is needed. */
export function merge(known: readonly StepInfo[], update: Update): { steps: StepInfo[]; fresh: StepInfo[] } | null {
  const kept = update.length - update.steps.length;
  if (kept < 0 || kept > known.length) return null;
  const steps = [...known.slice(0, kept), ...update.steps];
  const seen = new Set(known.map((step) => step.rev));
  return { steps, fresh: update.steps.filter((step) => !seen.has(step.rev)) };
}

/** The old view if the new one says the same: a choice in progress must outlive a guest's coming and going. */
export function settled(old: View | undefined, fresh: View): View {
  return old && JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
}
