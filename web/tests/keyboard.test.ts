import { describe, expect, it } from "vitest";
import { Layout } from "../src/board/geometry";
import { next, walk } from "../src/board/keyboard";
import { board } from "./support";

const layout = new Layout(board(4, 4), 0);
const to = (from: string, key: string, at = layout) => walk(at, from, key)?.id;

describe("walking over the board", () => {
  it("goes where the arrow points on the screen, even on a turned board", () => {
    expect([to("b2", "ArrowUp"), to("b2", "ArrowRight"), to("b2", "ArrowDown"), to("b2", "ArrowLeft")]).toEqual(["b3", "c2", "b1", "a2"]);
    const turned = new Layout(board(4, 4), 2);
    expect([to("b2", "ArrowUp", turned), to("b2", "ArrowRight", turned)]).toEqual(["b1", "a2"]);
  });

  it("stays at the edge and jumps to the ends of a line", () => {
    expect([to("a1", "ArrowDown"), to("a1", "ArrowLeft"), to("b3", "Home"), to("b3", "End")]).toEqual(["a1", "a1", "a3", "d3"]);
    expect(to("a1", "x")).toBeUndefined();
  });

  it("steps over holes, so that a cross-shaped board can be walked", () => {
    const cross = new Layout(board(4, 4, ["b2", "c2"]), 0);
    expect(to("a2", "ArrowRight", cross)).toBe("d2");
    expect(to("b1", "ArrowUp", cross)).toBe("b3");
  });
});

describe("jumping to what offers something", () => {
  it("goes around in reading order", () => {
    const cells = ["a1", "c3", "d1"];
    expect(next(layout, "a4", cells, false)).toBe("c3");
    expect(next(layout, "c3", cells, false)).toBe("a1");
    expect(next(layout, "d1", cells, false)).toBe("c3");
    expect(next(layout, "c3", cells, true)).toBe("d1");
    expect(next(layout, "c3", [], false)).toBeUndefined();
  });
});
