import { describe, expect, it } from "vitest";
import { countSame, byCell, pile, spread, type Slot } from "../src/board/arrange";
import { token } from "./support";

const crowd = (count: number) => Array.from({ length: count }, (_, index) => token(`m${index}`, "a1"));

function inside(slots: Slot[]) {
  for (const { x, y, scale } of slots) {
    for (const at of [x, y]) {
      expect(at - scale / 2).toBeGreaterThan(-0.06);
      expect(at + scale / 2).toBeLessThan(1.06);
    }
  }
}

describe("several tokens on one cell", () => {
  it("leaves a single token the whole cell", () => {
    expect(spread(crowd(1))).toEqual([{ x: 0.5, y: 0.5, scale: 1 }]);
  });

  it.each([2, 3, 4, 5, 7, 9, 12, 20])("spreads %i tokens inside the cell, no two in one place", (count) => {
    const slots = spread(crowd(count));
    expect(slots).toHaveLength(count);
    expect(new Set(slots.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`)).size).toBe(count);
    inside(slots);
  });

  it("draws a lower layer under what stands on it, and lifts the upper one", () => {
    const here = byCell([token("rider", "a1", { layer: 1 }), token("engine", "a1")]).get("a1")!;
    expect(here.map(({ id }) => id)).toEqual(["engine", "rider"]);
    const [engine, rider] = spread(here);
    expect(engine!.scale).toBe(1);
    expect(rider!.scale).toBeLessThan(1);
    expect(rider!.y).toBeLessThan(engine!.y);
  });

  it("piles a stack so that its height can be counted", () => {
    const heights = pile(crowd(3)).map(({ y }) => y);
    expect(heights[0]).toBeGreaterThan(heights[1]!);
    expect(heights[1]).toBeGreaterThan(heights[2]!);
    expect(pile(crowd(1))[0]).toEqual({ x: 0.5, y: 0.5, scale: 1 });
  });

  it("keeps the given order within a layer and leaves out what is in no cell", () => {
    const cells = byCell([token("b", "a1"), token("a", "a1"), token("card", "")]);
    expect([...cells.keys()]).toEqual(["a1"]);
    expect(cells.get("a1")!.map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

describe("counting what looks the same", () => {
  it("counts by kind, name, owner and marks", () => {
    const pawn = (id: string, more = {}) => token(id, "", { name: "White Pawn", ...more });
    const groups = countSame([pawn("1"), pawn("2"), pawn("3", { marks: ["wounded"] }), pawn("4", { owner: 1 })]);
    expect(groups.map(({ count }) => count)).toEqual([2, 1, 1]);
  });
});
