import { describe, expect, it } from "vitest";
import { eventsOfPool, facets, outline, rollsOf } from "../src/board/dice";
import { cardsOf, handTrays } from "../src/board/cards";
import { IDLE, pick } from "../src/board/choice";
import type { Offer, Tray, View } from "../src/protocol.gen";
import { plain } from "../src/skins/plain";
import { arrange, skin } from "../src/skins/trench-checkers";
import { board, branch, leaf, step, token } from "./support";

const card = (id: string, name: string, words = ["when", "what"]) => token(id, "", { kind: `card-${name}`, name, marks: words });
const tray = (owner: number, ...tokens: Tray["tokens"]): Tray => ({ id: `hand-${owner}`, title: "Hand", owner, tokens });
const NAPALM = leaf("Napalm", "", { token: "n0", kind: "card" });
const LEAVE: Offer = { ...branch("Leave", "", [leaf("leave a1", "a1"), leaf("leave b1", "b1")]), token: "l0" };

describe("a hand", () => {
  const view: View = {
    ...board(2, 2),
    viewer: 0,
    trays: [tray(0, card("n0", "Napalm"), card("n1", "Napalm"), card("l0", "Leave")), tray(1, card("b0", "A card", []))],
  };

  it("is laid out for its owner only, and only by a skin that draws cards", () => {
    expect(handTrays(view, skin).map(({ owner }) => owner)).toEqual([0]);
    expect(handTrays({ ...view, viewer: 1 }, skin)).toEqual([]);
    expect(handTrays({ ...view, viewer: -1 }, skin)).toEqual([]);
    expect(handTrays(view, plain)).toEqual([]);
  });

  it("shows equal cards once, with what they offer", () => {
    const shown = cardsOf(view.trays[0]!, new Map([["n1", NAPALM]]));
    expect(shown.map(({ token, count }) => `${count} ${token.name}`)).toEqual(["2 Napalm", "1 Leave"]);
    expect(shown[0]).toMatchObject({ token: { id: "n1" }, offer: NAPALM });
  });

  it("gives its order when pressed, or twice by a finger, or asks for a target", () => {
    const offers = [NAPALM, LEAVE];
    expect(pick(offers, IDLE, "n0", false).order).toBe("Napalm");
    const first = pick(offers, IDLE, "n0", true);
    expect([first.order, first.choice.pending]).toEqual([undefined, NAPALM]);
    expect(pick(offers, first.choice, "n0", true).order).toBe("Napalm");
    const asked = pick(offers, IDLE, "l0", true).choice;
    expect(asked.path).toEqual([LEAVE]);
    expect(pick(offers, asked, "l0", false).choice.path).toEqual([]);
    expect(pick(offers, IDLE, "x", false)).toEqual({ choice: IDLE });
  });
});

describe("dice of a deck", () => {
  const event = (kind: string, numbers = {}) => ({ kind, text: kind, rule: "", cells: [], numbers });
  const numbers = { attacker: 1, attack_dice: 2, attack: 5, attack_bonus: 2, defence: 3, defence_bonus: 0 };
  const fight = step(4, { seat: 0, order: "pass", events: [event("draw"), event("roll", numbers)], faces: [[0], [2, 5, 3]], sides: [[21], [6, 6, 4]] });

  it("are not shown as dice", () => {
    expect(rollsOf(fight)).toEqual([1]);
    expect(eventsOfPool(fight, 1)[0]?.kind).toBe("roll");
  });

  it("differ in shape and edges", () => {
    for (const draw of [outline, facets]) expect(new Set([4, 8, 10, 12, 20].map(draw)).size).toBe(5);
  });

  it("belong to the attacker, even if the defender gave the last order", () => {
    expect([0, 1, 2].map((die) => skin.dieLabel(fight, 1, die)?.seat)).toEqual([1, 1, 0]);
    expect(skin.tally(fight.events[1]!, fight)).toEqual([
      { before: 2, die: 1, total: 7 },
      { before: 0, die: 2, total: 3 },
    ]);
  });
});

describe("stacks", () => {
  const man = (layer: number) => token(`u${layer}`, "a1", { layer });

  it("rise with every piece, and guests stand next to their host", () => {
    const [one, two, three] = arrange([man(1), man(2), man(3)]);
    expect(one!.y > two!.y && two!.y > three!.y).toBe(true);
    const [host, guest] = arrange([man(1), man(4)]);
    expect(host!.x < guest!.x).toBe(true);
  });

  it("have the opposite tones for the attacked side", () => {
    const view = { ...board(2, 2), viewer: 0, tokens: [token("u1", "a1", { owner: 0 })], marks: { a1: "target" } };
    expect([skin.tone("attacker wins"), skin.tone("attacker wins", view), skin.tone("tie", view)]).toEqual([0, 4, 2]);
    expect([skin.tone("attacker wins, Last Stand"), skin.tone("defender wins, Last Stand")]).toEqual([1, 3]);
  });
});
