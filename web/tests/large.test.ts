import { describe, expect, it } from "vitest";
import { edges } from "../src/board/geometry";
import { skinForSeats } from "../src/board/skin";
import { anchored, atEnd, clamped, farther, isLarge, nearer, revealed, wheeled } from "../src/board/zoom";
import { parse } from "../src/router";
import type { MapInfo } from "../src/protocol.gen";
import { arrange, skin } from "../src/skins/castle-chess";
import { groundWords } from "../src/skins/castle-chess/sides";
import { plain } from "../src/skins/plain";
import { mapFor, decidedOptions } from "../src/store/maps";
import { board, token } from "./support";

describe("zoom", () => {
  it("is there on boards of more than ten columns or rows", () => {
    expect([isLarge(board(8, 8)), isLarge(board(9, 11)), isLarge(board(19, 19))]).toEqual([false, true, true]);
  });

  it("stays between the whole board and four times its size", () => {
    expect([clamped(0.2), clamped(1.01), clamped(2), clamped(9)]).toEqual([1, 1, 2, 4]);
    expect(farther(nearer(1))).toBe(1);
    expect(atEnd(clamped(9))).toBe(true);
    expect(wheeled(2, -100)).toBeGreaterThan(2);
    expect(wheeled(2, 100)).toBeLessThan(2);
  });

  it("keeps the place under the finger where it is", () => {
    expect(anchored(0, 100, 400, 800)).toBe(100);
    expect(anchored(100, 100, 800, 400)).toBe(0);
  });

  it("scrolls only to what cannot be seen", () => {
    expect(revealed(100, 200, 120, 160)).toBe(100);
    expect(revealed(100, 200, 400, 440)).toBe(320);
  });
});

describe("a view that is turned by a quarter", () => {
  const wide = board(5, 3);
  const turned = { ...wide, columns: 3, rows: 5, cells: wide.cells.map((cell) => ({ ...cell, column: 2 - cell.row, row: cell.column })) };

  it("has its numbers below and its letters at the side", () => {
    expect(edges(turned, 0)).toEqual({ below: ["3", "2", "1"], beside: ["e", "d", "c", "b", "a"] });
  });
});

describe("sides", () => {
  it("have the colours of their names, on any seat", () => {
    expect(skinForSeats(skin, ["White", "Black"]).colours).toEqual(["ivory", "ebony"]);
    expect(skinForSeats(skin, ["Blue", "Red"]).colours).toEqual(["azure", "crimson"]);
    expect(skinForSeats(skin, ["White", "Red", "Black", "Blue"]).colours).toEqual(["ivory", "crimson", "ebony", "azure"]);
    expect(skinForSeats(plain, ["Blue", "Red"])).toBe(plain);
  });

  it("are turned once: with four sides the view is turned already", () => {
    const clockwiseTurns = (seat: number, viewer: number) => (((skin.facing(seat, 4, viewer) % 4) + 4) % 4);
    expect([0, 1, 2, 3].map((seat) => clockwiseTurns(seat, seat))).toEqual([0, 0, 0, 0]);
    expect([0, 1, 2, 3].map((seat) => clockwiseTurns(seat, -1))).toEqual([0, 1, 2, 3]);
    expect(clockwiseTurns(0, 2)).toBe(2);
    expect([skin.facing(0, 2, 1), skin.facing(1, 2, 1)]).toEqual([0, 2]);
  });

  it("own their walls and gates in words", () => {
    expect(groundWords()).toMatchObject({ "gate red": "red main gate", "breach wall": "breach where a wall stood", hill: "hill" });
  });
});

describe("units on machines", () => {
  it("stand higher and smaller, and in the middle when alone", () => {
    const [under, on] = arrange([token("m1", "a1", { kind: "tower" }), token("u1", "a1", { kind: "archer", layer: 1 })]);
    expect(on!.y).toBeLessThan(under!.y);
    expect(on!.scale).toBeLessThan(under!.scale);
    expect(arrange([token("u1", "a1", { layer: 1 })])).toEqual([{ x: 0.5, y: 0.5, scale: 1 }]);
  });

  it("reach as far as the numbers of the view say", () => {
    const stat = (name: string, value: number) => ({ name, value, base: value });
    expect(skin.lineRange?.(token("u1", "a1", { stats: [stat("Range", 2), stat("Catapult", 3)] }))).toBe(3);
    expect(skin.lineRange?.(token("u2", "a1"))).toBe(0);
  });
});

describe("maps", () => {
  const map = (key: string, settles: Record<string, string> = {}): MapInfo => ({ key, title: key, about: "", seats: ["A", "B"], settles, station: 0, view: board(5, 5) });
  const maps = [map("one", { line: "1" }), map("two", { line: "2" }), map("three")];

  it("settle options, and options ask for maps", () => {
    expect([...decidedOptions(maps)]).toEqual(["line"]);
    expect(mapFor(maps, "", { line: "2" })).toBe("two");
    expect(mapFor(maps, "one", { line: "1" })).toBe("one");
    expect(mapFor(maps, "three", { line: "2" })).toBe("three");
    expect(mapFor(maps, "three", { line: "2" }, { line: "2" })).toBe("two");
    expect(mapFor([], "", {})).toBe("");
  });

  it("have a page for the campaign", () => {
    expect(parse("/campaign/g", "")).toEqual({ page: "campaign", game: "g" });
  });
});
