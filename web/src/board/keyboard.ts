/** Walking over the cells with the keyboard. */

import type { Cell } from "../protocol.gen";
import type { Layout } from "./geometry";

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The cell that a key leads to, as the board is turned on the screen; undefined for other keys. */
export function walk(layout: Layout, from: string, key: string): Cell | undefined {
  const { x, y } = layout.corner(from);
  if (key === "Home" || key === "End") {
    const line = layout.lines()[y] ?? [];
    return key === "Home" ? line[0] : line.at(-1);
  }
  const step = STEPS[key];
  if (!step) return undefined;
  return scan(layout, x, y, step) ?? layout.cellAt({ x, y });
}

// A gap in the board is stepped over, so that every cell can be reached.
function scan(layout: Layout, x: number, y: number, [dx, dy]: readonly [number, number]): Cell | undefined {
  for (let n = 1; n <= Math.max(layout.width, layout.height); n++) {
    const cell = layout.cellAt({ x: x + dx * n, y: y + dy * n });
    if (cell) return cell;
  }
  return undefined;
}

/** The next of some cells after a given one in reading order; after the last comes the first. */
export function next(layout: Layout, from: string, cells: Iterable<string>, backwards: boolean): string | undefined {
  const wanted = new Set(cells);
  const order = layout.lines().flat().map((cell) => cell.id);
  if (backwards) order.reverse();
  const at = order.indexOf(from);
  return [...order.slice(at + 1), ...order.slice(0, at + 1)].find((id) => wanted.has(id));
}
