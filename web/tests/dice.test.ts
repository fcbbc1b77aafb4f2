import { describe, expect, it } from "vitest";
import { cellsOf, eventsOfPool, outline, PIPS, tumble } from "../src/board/dice";
import { skin } from "../src/skins/chess-attack";
import { step } from "./support";

const event = (kind: string, cells: string[] = [], numbers = {}) => ({ kind, text: kind, rule: "", cells, numbers });

describe("dice", () => {
  it("have as many pips as the face says", () => {
    for (const face of [1, 2, 3, 4, 5, 6]) expect(PIPS[face]).toHaveLength(face);
  });

  it("have a shape of their own for every usual size", () => {
    expect(new Set([4, 6, 8, 10, 12, 20].map(outline)).size).toBe(6);
  });

  it("never show the same face twice in a row while they roll, and only faces they have", () => {
    for (const sides of [2, 4, 6, 20]) {
      for (let shown = 1; shown <= sides; shown++) {
        for (const random of [0, 0.3, 0.5, 0.999]) {
          const face = tumble(sides, shown, random);
          expect(face).not.toBe(shown);
          expect(face).toBeGreaterThanOrEqual(1);
          expect(face).toBeLessThanOrEqual(sides);
        }
      }
    }
    expect(tumble(1, 1, 0.5)).toBe(1);
  });
});

describe("what happened", () => {
  it("is reported pool by pool", () => {
    const events = [event("attack"), event("roll"), event("hit"), event("roll"), event("saved"), event("move")];
    const one = step(1, { events, faces: [[1], [2]] });
    expect(eventsOfPool(one, 0).map(({ kind }) => kind)).toEqual(["roll", "hit"]);
    expect(eventsOfPool(one, 1).map(({ kind }) => kind)).toEqual(["roll", "saved", "move"]);
    expect(eventsOfPool(one, 2)).toEqual([]);
  });

  it("names each cell once", () => {
    expect(cellsOf(step(1, { events: [event("a", ["e4", "d5"]), event("b", ["d5"])] }))).toEqual(["e4", "d5"]);
    expect(cellsOf(undefined)).toEqual([]);
  });

  it("gives both sums their dice", () => {
    const roll = event("roll", [], { attack_die: 4, defence_die: 2, attack: 9, defence: 5 });
    expect(skin.tally(roll, step(1))).toEqual([{ before: 5, die: 0, total: 9 }, { before: 3, die: 1, total: 5 }]);
    expect(skin.tally(event("roll"), step(1))).toEqual([]);
    expect([skin.dieLabel(step(1), 0, 0)?.seat, skin.dieLabel(step(1), 0, 1)?.seat]).toEqual([1, 0]);
  });
});
