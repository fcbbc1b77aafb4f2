/** How far a board is zoomed in, and where to scroll so that a place stays under the finger. */

/** Boards with more columns or rows than this can be zoomed. */
export const LARGE = 10;
/** A cell smaller than this, in pixels, cannot be hit with a finger. */
export const TINY = 24;
/** How large a cell becomes when a finger has missed a tiny one. */
export const HANDY = 42;
const MOST = 4;
const STEP = 1.4;

export const isLarge = (board: { columns: number; rows: number }): boolean => Math.max(board.columns, board.rows) > LARGE;

/** A zoom within its limits; almost none is none. */
export function clamped(zoom: number): number {
  const found = Math.min(MOST, Math.max(1, zoom));
  return found < 1.03 ? 1 : found;
}

export const nearer = (zoom: number): number => clamped(zoom * STEP);
export const farther = (zoom: number): number => clamped(zoom / STEP);
export const atEnd = (zoom: number): boolean => zoom >= MOST;

/** The zoom after a turn of the wheel. */
export const wheeled = (zoom: number, delta: number): number => clamped(zoom * Math.exp(-delta * 0.004));

/** Where to scroll so that what is `offset` pixels inside the pane stays there when the sheet grows. */
export const anchored = (scroll: number, offset: number, before: number, after: number): number =>
  ((scroll + offset) / before) * after - offset;

/** Where to scroll so that a part of the sheet can be seen; the present place if it can be seen already. */
export function revealed(scroll: number, pane: number, from: number, to: number): number {
  if (from >= scroll && to <= scroll + pane) return scroll;
  return (from + to - pane) / 2;
}
