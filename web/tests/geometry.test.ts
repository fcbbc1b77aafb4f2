import { describe, expect, it } from "vitest";
import { aspect, corner, edges, isLow, Layout, size, turned, type Turns } from "../src/board/geometry";
import { board, START } from "./support";

const wide = board(5, 3);
const ALL: readonly Turns[] = [0, 1, 2, 3];

describe("turning the board", () => {
  it("has the first row at the bottom for the first seat and at the top for the second", () => {
    expect(corner({ column: 0, row: 0 }, START, 0)).toEqual({ x: 0, y: 7 });
    expect(corner({ column: 0, row: 0 }, START, 2)).toEqual({ x: 7, y: 0 });
  });

  it("brings the left edge to the bottom with one quarter turn and the right edge with three", () => {
    expect(corner({ column: 0, row: 1 }, wide, 1)).toEqual({ x: 1, y: 4 });
    expect(corner({ column: 4, row: 1 }, wide, 3)).toEqual({ x: 1, y: 4 });
    expect(size(wide, 1)).toEqual({ width: 3, height: 5 });
  });

  it.each(ALL)("gives every cell a place of its own (%i quarter turns)", (turns) => {
    const layout = new Layout(wide, turns);
    const places = new Set(wide.cells.map((cell) => `${layout.corner(cell.id).x},${layout.corner(cell.id).y}`));
    expect(places.size).toBe(15);
    for (const cell of wide.cells) expect(layout.cellAt(layout.middle(cell.id))?.id).toBe(cell.id);
  });

  it("counts turns in a circle", () => {
    expect([turned(4), turned(-1), turned(6)]).toEqual([0, 3, 2]);
  });
});

describe("lines and edges", () => {
  it("reads lines as they appear on the screen", () => {
    expect(new Layout(wide, 2).lines()[0]?.map((cell) => cell.id)).toEqual(["e1", "d1", "c1", "b1", "a1"]);
    expect(new Layout(wide, 1).lines()[0]?.map((cell) => cell.id)).toEqual(["e3", "e2", "e1"]);
  });

  it("leaves gaps in a board with holes", () => {
    const layout = new Layout(board(3, 3, ["b2", "c3"]), 0);
    expect(layout.lines().map((line) => line.length)).toEqual([2, 2, 3]);
    expect(layout.cellAt({ x: 1.5, y: 1.5 })).toBeUndefined();
    expect(layout.has("b2")).toBe(false);
    expect(layout.holes()).toEqual([{ x: 2, y: 0 }, { x: 1, y: 1 }]);
  });

  it("names columns and rows as the viewer sees them", () => {
    expect(edges(wide, 0)).toEqual({ below: ["a", "b", "c", "d", "e"], beside: ["3", "2", "1"] });
    expect(edges(wide, 2)).toEqual({ below: ["e", "d", "c", "b", "a"], beside: ["1", "2", "3"] });
    expect(edges(wide, 1)).toEqual({ below: ["3", "2", "1"], beside: ["e", "d", "c", "b", "a"] });
    expect(edges(wide, 3)).toEqual({ below: ["1", "2", "3"], beside: ["a", "b", "c", "d", "e"] });
  });

  it("names nothing where cells are zones", () => {
    const zones = { ...wide, cells: wide.cells.map((cell, index) => ({ ...cell, id: `${index + 1}` })) };
    expect(edges(zones, 0)).toEqual({ below: [], beside: [] });
  });
});

describe("the shape of the sheet", () => {
  it("is square for a square board and turns with the others", () => {
    expect(aspect(START, 0)).toBe(1);
    expect(aspect(wide, 0)).toBeGreaterThan(1.4);
    expect(aspect(wide, 1)).toBeCloseTo(1 / aspect(wide, 0), 9);
  });
});

describe("keeping clear of a fight", () => {
  it("goes low when the fight is high, for both sides", () => {
    expect(isLow(["e7", "d8"], START, 0)).toBe(true);
    expect(isLow(["e7", "d8"], START, 2)).toBe(false);
    expect(isLow([], START, 0)).toBe(false);
  });
});
