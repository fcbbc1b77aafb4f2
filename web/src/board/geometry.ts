/** Where things are on the screen, in units of one cell, seen from any of the four edges. */

import type { Cell, View } from "../protocol.gen";

/** Quarter turns of the board: 0 has row 0 at the bottom, 1 column 0, 2 the last row, 3 the last column. */
export type Turns = 0 | 1 | 2 | 3;

/** A point in cell units from the upper left corner of the board. */
export interface Point {
  x: number;
  y: number;
}

/** How far the board extends. */
export interface Extent {
  columns: number;
  rows: number;
}

export const turned = (turns: number): Turns => ((((turns % 4) + 4) % 4) as Turns);

/** The upper left corner of a cell as the viewer sees it. */
export function corner(cell: Pick<Cell, "column" | "row">, board: Extent, turns: Turns): Point {
  const right = board.columns - 1 - cell.column;
  const down = board.rows - 1 - cell.row;
  if (turns === 0) return { x: cell.column, y: down };
  if (turns === 1) return { x: down, y: right };
  if (turns === 2) return { x: right, y: cell.row };
  return { x: cell.row, y: cell.column };
}

/** Width and height of the turned board in cells. */
export function size(board: Extent, turns: Turns): { width: number; height: number } {
  return turns % 2 ? { width: board.rows, height: board.columns } : { width: board.columns, height: board.rows };
}

/** Cells by the place they take on the screen, and places by cell. */
export class Layout {
  readonly width: number;
  readonly height: number;
  private readonly at = new Map<string, Cell>();
  private readonly places = new Map<string, Point>();

  constructor(
    view: Pick<View, "cells" | "columns" | "rows">,
    readonly turns: Turns,
  ) {
    ({ width: this.width, height: this.height } = size(view, turns));
    for (const cell of view.cells) {
      const point = corner(cell, view, turns);
      this.places.set(cell.id, point);
      this.at.set(`${point.x},${point.y}`, cell);
    }
  }

  /** The corner of a cell; cells that the board does not have are outside it. */
  corner(id: string): Point {
    return this.places.get(id) ?? { x: -9, y: -9 };
  }

  /** The middle of a cell. */
  middle(id: string): Point {
    const { x, y } = this.corner(id);
    return { x: x + 0.5, y: y + 0.5 };
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  /** The cell under a point, if there is one. */
  cellAt(point: Point): Cell | undefined {
    return this.at.get(`${Math.floor(point.x)},${Math.floor(point.y)}`);
  }

  /** The places inside the frame that have no cell. */
  holes(): Point[] {
    const found: Point[] = [];
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) if (!this.at.has(`${x},${y}`)) found.push({ x, y });
    }
    return found;
  }

  /** The width of the frame in cells: the same share of every board. */
  get rim(): number {
    return 0.0525 * Math.max(this.width, this.height);
  }

  /** The cells row by row as they appear on the screen. */
  lines(): Cell[][] {
    const lines: Cell[][] = [];
    for (let y = 0; y < this.height; y++) {
      const line: Cell[] = [];
      for (let x = 0; x < this.width; x++) {
        const cell = this.at.get(`${x},${y}`);
        if (cell) line.push(cell);
      }
      lines.push(line);
    }
    return lines;
  }
}

/** Names along two edges, such as a-h and 1-8; empty where cells are not named by column and row. */
export interface Edges {
  below: string[];
  beside: string[];
}

/** The names of columns and rows, taken from the names of the cells. */
export function edges(view: Pick<View, "cells" | "columns" | "rows">, turns: Turns): Edges {
  const columns: string[] = Array(view.columns).fill("");
  const rows: string[] = Array(view.rows).fill("");
  const sideways = isSideways(view.cells);
  for (const cell of view.cells) {
    const name = /^([a-z]+)(\d+)$/.exec(cell.id);
    if (!name || !name[1] || !name[2]) return { below: [], beside: [] };
    columns[cell.column] = sideways ? name[2] : name[1];
    rows[cell.row] = sideways ? name[1] : name[2];
  }
  const [right, up] = [columns, rows];
  if (turns === 0) return { below: right, beside: up.toReversed() };
  if (turns === 1) return { below: up.toReversed(), beside: right.toReversed() };
  if (turns === 2) return { below: right.toReversed(), beside: up };
  return { below: up, beside: right };
}

/** Whether a view is turned by a quarter, so that cells of one column share their number instead of their letter. */
function isSideways(cells: readonly Cell[]): boolean {
  const [first] = cells;
  const mate = cells.find((cell) => first && cell !== first && cell.column === first.column);
  return Boolean(first && mate && /^[a-z]+/.exec(first.id)?.[0] !== /^[a-z]+/.exec(mate.id)?.[0]);
}

/** The width of a board with its frame, in heights. */
export function aspect(view: Pick<View, "cells" | "columns" | "rows">, turns: Turns): number {
  const { width, height, rim } = new Layout({ ...view, cells: [] }, turns);
  return (width + 2 * rim) / (height + 2 * rim);
}

/** Whether something should be shown at the foot of the board, so that it does not hide these cells. */
export function isLow(cells: readonly string[], view: View, turns: Turns): boolean {
  const layout = new Layout(view, turns);
  const known = cells.filter((cell) => layout.has(cell));
  const sum = known.reduce((total, cell) => total + layout.middle(cell).y / layout.height, 0);
  return known.length > 0 && sum / known.length < 0.5;
}
