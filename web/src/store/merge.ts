/** How an update changes what the page knows. */

import type { StepInfo, TableInfo, Update, View } from "../protocol.gen";

/** An update with everything in it. */
export type CompleteUpdate = Update & { table: TableInfo };

/** The update with what it leaves out because it was sent before; null if that is not known, and a sync is needed. */
export function completed(before: CompleteUpdate | null, update: Update): CompleteUpdate | null {
  const table = update.table ?? before?.table;
  if (!table || (update.gone && !before)) return null;
  return { ...update, table, view: before && update.gone ? builtOn(before.view, update.view, update.gone) : update.view };
}

function builtOn(before: View, view: View, gone: readonly string[]): View {
  const tokens = new Map([...before.tokens, ...view.tokens].map((token) => [token.id, token]));
  for (const id of gone) tokens.delete(id);
  return { ...view, cells: view.cells.length ? view.cells : before.cells, tokens: [...tokens.values()] };
}

/** The steps after an update and those of them that are new; null if some are missing and a sync is needed. */
export function merge(known: readonly StepInfo[], update: Update): { steps: StepInfo[]; fresh: StepInfo[] } | null {
  const kept = update.length - update.steps.length;
  if (kept < 0 || kept > known.length) return null;
  const steps = [...known.slice(0, kept), ...update.steps];
  const seen = new Set(known.map((step) => step.rev));
  return { steps, fresh: update.steps.filter((step) => !seen.has(step.rev)) };
}

/** The old view if the new one says the same: a choice in progress must not end when a guest comes or goes. */
export function reuseView(old: View | undefined, fresh: View): View {
  return old && JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
}
