import { describe, expect, it } from "vitest";
import { back, choose, chosen, grabs, IDLE, level, loose, press, preview, targets } from "../src/board/intent";
import { branch, FIGHT, leaf, PROMOTION, START } from "./support";

const dice = { kind: "attack", odds: [{ result: "hit", chance: "1/2" }] };
const offers = [
  branch("Knight b1", "b1", [leaf("Nb1-c3", "c3"), leaf("Nb1xa3", "a3", dice)]),
  branch("Archer g1", "g1", [
    leaf("move c3", "c3"),
    leaf("shoot c3", "c3", { ...dice, kind: "shoot" }),
    branch("Cast at e5", "e5", [leaf("fire", "", dice), leaf("ice")]),
  ]),
  leaf("pass"),
];

describe("pressing cells", () => {
  it("selects a piece, then sends its order", () => {
    const first = press(offers, IDLE, "b1", false);
    expect(first.order).toBeUndefined();
    expect(chosen(first.intent)).toEqual(["b1"]);
    expect([...targets(offers, first.intent).keys()]).toEqual(["c3", "a3"]);
    expect(press(offers, first.intent, "c3", false)).toEqual({ intent: IDLE, order: "Nb1-c3" });
  });

  it("plays a whole tree of a real position by pressing alone", () => {
    for (const origin of START.offers) {
      for (const target of origin.options) {
        const { intent } = press(START.offers, IDLE, origin.cell, false);
        expect(press(START.offers, intent, target.cell, false).order).toBe(target.order);
      }
    }
  });

  it("changes its mind when another piece is pressed, and lets go of a piece pressed twice", () => {
    const knight = press(offers, IDLE, "b1", false).intent;
    expect(chosen(press(offers, knight, "g1", false).intent)).toEqual(["g1"]);
    expect(press(offers, knight, "b1", false).intent).toEqual(IDLE);
    expect(press(offers, knight, "h8", false)).toEqual({ intent: IDLE });
  });

  it("asks among several offers on one cell", () => {
    const archer = press(offers, IDLE, "g1", false).intent;
    const { intent, order } = press(offers, archer, "c3", false);
    expect(order).toBeUndefined();
    expect(intent.menu?.map((offer) => offer.text)).toEqual(["move c3", "shoot c3"]);
    expect(choose(intent, intent.menu![1]!, false).order).toBe("shoot c3");
  });

  it("goes down as deep as the tree does", () => {
    const archer = press(offers, IDLE, "g1", false).intent;
    const spell = press(offers, archer, "e5", false).intent;
    expect(chosen(spell)).toEqual(["g1", "e5"]);
    expect(loose(offers, spell).map((offer) => offer.text)).toEqual(["fire", "ice"]);
    expect(choose(spell, level(offers, spell)[1]!, false).order).toBe("ice");
  });
});

describe("careful fingers", () => {
  it("asks once before dice are thrown, and only then", () => {
    const knight = press(offers, IDLE, "b1", true).intent;
    const once = press(offers, knight, "a3", true);
    expect(once.order).toBeUndefined();
    expect(once.intent.pending?.order).toBe("Nb1xa3");
    expect(press(offers, once.intent, "a3", true).order).toBe("Nb1xa3");
    expect(press(offers, knight, "c3", true).order).toBe("Nb1-c3");
  });

  it("forgets the question when another cell is pressed", () => {
    const asked = press(offers, press(offers, IDLE, "b1", true).intent, "a3", true).intent;
    const other = press(offers, asked, "g1", true);
    expect(other.intent.pending).toBeNull();
    expect(chosen(other.intent)).toEqual(["g1"]);
  });
});

describe("choices without a cell", () => {
  it("shows those as buttons, and a level that is all about one cell", () => {
    expect(loose(offers, IDLE).map((offer) => offer.text)).toEqual(["pass"]);
    expect(loose(PROMOTION.offers, IDLE)).toHaveLength(5);
    expect(loose(START.offers, IDLE)).toEqual([]);
  });

  it("does not turn a single movable piece into a button", () => {
    expect(loose([branch("King", "e1", [leaf("Ke1-e2", "e2")])], IDLE)).toEqual([]);
  });
});

describe("going back", () => {
  it("leaves the question, then the menu, then each branch", () => {
    const archer = press(offers, IDLE, "g1", false).intent;
    const spell = press(offers, archer, "e5", false).intent;
    expect(back(spell)).toEqual(archer);
    expect(back(press(offers, archer, "c3", false).intent)).toEqual(archer);
    expect(back(archer)).toEqual(IDLE);
  });
});

describe("looking ahead", () => {
  it("gives the odds of a cell before it is pressed", () => {
    const [origin, target] = FIGHT.offers.flatMap((offer) => offer.options.filter((one) => one.odds.length).map((one) => [offer, one] as const))[0]!;
    const { intent } = press(FIGHT.offers, IDLE, origin.cell, false);
    expect(preview(FIGHT.offers, intent, target.cell)?.odds).toEqual(target.odds);
    expect(preview(FIGHT.offers, intent, "none")).toBeNull();
  });

  it("lets only branches be picked up", () => {
    expect(grabs(offers, IDLE, "b1")).toBe(true);
    expect(grabs(offers, IDLE, "c3")).toBe(false);
  });
});
