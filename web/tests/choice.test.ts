import { describe, expect, it } from "vitest";
import { back, choose, chosenCells, canPickUp, IDLE, level, buttonOffers, press, preview, targets } from "../src/board/choice";
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
    expect(chosenCells(first.choice)).toEqual(["b1"]);
    expect([...targets(offers, first.choice).keys()]).toEqual(["c3", "a3"]);
    expect(press(offers, first.choice, "c3", false)).toEqual({ choice: IDLE, order: "Nb1-c3" });
  });

  it("plays a whole tree of a real position by pressing alone", () => {
    for (const origin of START.offers) {
      for (const target of origin.options) {
        const { choice } = press(START.offers, IDLE, origin.cell, false);
        expect(press(START.offers, choice, target.cell, false).order).toBe(target.order);
      }
    }
  });

  it("chooses another piece when that is pressed, and unselects a piece pressed twice", () => {
    const knight = press(offers, IDLE, "b1", false).choice;
    expect(chosenCells(press(offers, knight, "g1", false).choice)).toEqual(["g1"]);
    expect(press(offers, knight, "b1", false).choice).toEqual(IDLE);
    expect(press(offers, knight, "h8", false)).toEqual({ choice: IDLE });
  });

  it("asks among several offers on one cell", () => {
    const archer = press(offers, IDLE, "g1", false).choice;
    const { choice, order } = press(offers, archer, "c3", false);
    expect(order).toBeUndefined();
    expect(choice.menu?.map((offer) => offer.text)).toEqual(["move c3", "shoot c3"]);
    expect(choose(choice, choice.menu![1]!, false).order).toBe("shoot c3");
  });

  it("goes down as deep as the tree does", () => {
    const archer = press(offers, IDLE, "g1", false).choice;
    const spell = press(offers, archer, "e5", false).choice;
    expect(chosenCells(spell)).toEqual(["g1", "e5"]);
    expect(buttonOffers(offers, spell).map((offer) => offer.text)).toEqual(["fire", "ice"]);
    expect(choose(spell, level(offers, spell)[1]!, false).order).toBe("ice");
  });
});

describe("careful fingers", () => {
  it("asks once before dice are thrown, and only then", () => {
    const knight = press(offers, IDLE, "b1", true).choice;
    const once = press(offers, knight, "a3", true);
    expect(once.order).toBeUndefined();
    expect(once.choice.pending?.order).toBe("Nb1xa3");
    expect(press(offers, once.choice, "a3", true).order).toBe("Nb1xa3");
    expect(press(offers, knight, "c3", true).order).toBe("Nb1-c3");
  });

  it("forgets the question when another cell is pressed", () => {
    const asked = press(offers, press(offers, IDLE, "b1", true).choice, "a3", true).choice;
    const other = press(offers, asked, "g1", true);
    expect(other.choice.pending).toBeNull();
    expect(chosenCells(other.choice)).toEqual(["g1"]);
  });
});

describe("choices without a cell", () => {
  it("shows those as buttons, and a level that is all about one cell", () => {
    expect(buttonOffers(offers, IDLE).map((offer) => offer.text)).toEqual(["pass"]);
    expect(buttonOffers(PROMOTION.offers, IDLE)).toHaveLength(5);
    expect(buttonOffers(START.offers, IDLE)).toEqual([]);
  });

  it("does not turn a single movable piece into a button", () => {
    expect(buttonOffers([branch("King", "e1", [leaf("Ke1-e2", "e2")])], IDLE)).toEqual([]);
  });
});

describe("going back", () => {
  it("leaves the question, then the menu, then each branch", () => {
    const archer = press(offers, IDLE, "g1", false).choice;
    const spell = press(offers, archer, "e5", false).choice;
    expect(back(spell)).toEqual(archer);
    expect(back(press(offers, archer, "c3", false).choice)).toEqual(archer);
    expect(back(archer)).toEqual(IDLE);
  });
});

describe("looking ahead", () => {
  it("gives the odds of a cell before it is pressed", () => {
    const [origin, target] = FIGHT.offers.flatMap((offer) => offer.options.filter((one) => one.odds.length).map((one) => [offer, one] as const))[0]!;
    const { choice } = press(FIGHT.offers, IDLE, origin.cell, false);
    expect(preview(FIGHT.offers, choice, target.cell)?.odds).toEqual(target.odds);
    expect(preview(FIGHT.offers, choice, "none")).toBeNull();
  });

  it("lets only branches be picked up", () => {
    expect(canPickUp(offers, IDLE, "b1")).toBe(true);
    expect(canPickUp(offers, IDLE, "c3")).toBe(false);
  });
});
