import { describe, expect, it } from "vitest";
import { oddsWords, percent, segments, sums, value } from "../src/board/odds";
import { skin } from "../src/skins/chess-attack";
import { FIGHT, leaf } from "./support";

const fights = FIGHT.offers.flatMap((offer) => offer.options).filter((offer) => offer.odds.length);

describe("fractions", () => {
  it("reads them and whole numbers", () => {
    expect(value("5/18")).toBeCloseTo(0.2778, 4);
    expect([value("1"), value("0")]).toEqual([1, 0]);
  });

  it("never rounds a chance away", () => {
    expect([percent("1/1000"), percent("999/1000"), percent("1/36"), percent("1"), percent("0")]).toEqual(["<1%", ">99%", "3%", "100%", "0%"]);
  });
});

describe("the bar", () => {
  it("is as wide as all chances together, in every real fight", () => {
    expect(fights.length).toBeGreaterThan(3);
    for (const { odds } of fights) {
      const bar = segments(odds, skin.tone);
      const end = bar.at(-1)!;
      expect(end.start + end.width).toBeCloseTo(1, 9);
      expect(bar.map(({ tone }) => tone)).toEqual(bar.map(({ tone }) => tone).toSorted());
    }
  });

  it("knows every result of the game", () => {
    const results = new Set(fights.flatMap(({ odds }) => odds.map(({ result }) => result)));
    expect(results.size).toBeGreaterThan(3);
    expect(skin.tone("target falls")).toBe(0);
    expect(skin.tone("attacker falls")).toBe(4);
  });
});

describe("the sums", () => {
  it("add up the terms of each side, the attacker's first", () => {
    for (const { parts } of fights) {
      const [attack, defence] = sums(parts);
      expect(attack!.side).toBe(FIGHT.turn);
      expect(attack!.parts[0]!.text).toBe("Attack");
      expect(defence!.parts[0]!.text).toBe("Defence");
      expect(attack!.total + defence!.total).toBe(parts.reduce((sum, part) => sum + part.value, 0));
    }
  });

  it("says the odds aloud", () => {
    expect(oddsWords(leaf("x", "", { odds: [{ result: "hit", chance: "1/4" }, { result: "miss", chance: "3/4" }] }))).toBe("25% hit, 75% miss");
  });
});
