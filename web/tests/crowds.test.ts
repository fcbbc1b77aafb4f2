/** Zones with many models: who is meant by a press, and where everybody stands. */

import { describe, expect, it } from "vitest";
import { placeTokens, tokensAt } from "../src/board/arrange";
import { choose, canPickUp, trayOffers, IDLE, buttonOffers, pick, press, preview, type Choice } from "../src/board/choice";
import { cellLabel } from "../src/board/labels";
import type { Offer } from "../src/protocol.gen";
import { skin, tone } from "../src/skins/ch35s";
import { branch, leaf, token } from "./support";

const dice = { kind: "attack", odds: [{ result: "target falls", chance: "1/2" }] };
const of = (offer: Offer, name: string): Offer => ({ ...offer, token: name });

// Two of our own in zone 5 and one in 6; the enemy stands in 5 and 6.
const explode = of(leaf("explode", "5", dice), "u0");
const bomb = of(branch("Bomb", "5", [leaf("bomb 6", "6", dice), leaf("bomb 5", "5", dice)]), "u0");
const teleport = of(branch("Teleport", "5", [of(branch("Hag", "5", [leaf("hag to 6", "6"), leaf("hag to 1", "1")]), "u0"), of(branch("Husk", "5", [leaf("husk to 6", "6")]), "u1")]), "u0");
const hag = of(branch("Hag", "5", [leaf("5-6", "6"), leaf("5-5", "5"), leaf("5-1", "1"), of(leaf("x50", "5", dice), "u40"), of(leaf("x60", "6", dice), "u41"), explode, bomb, teleport]), "u0");
const husk = of(branch("Husk", "5", [leaf("husk 5-6", "6")]), "u1");
const steed = of(branch("Steed", "6", [leaf("steed 6-5", "5")]), "u2");
const offers = [hag, husk, steed, leaf("hold")];
const at = (...path: Offer[]): Choice => ({ ...IDLE, path });

describe("pressing a zone with many models", () => {
  it("chooses the model that is pressed", () => {
    expect(press(offers, IDLE, "5", false, ["u1"]).choice.path).toEqual([husk]);
    expect(press(offers, at(hag), "6", false, ["u41"]).order).toBe("x60");
    expect(press(offers, at(hag), "5", false, ["u40"]).order).toBe("x50");
  });

  it("asks by keys, or takes the only one", () => {
    expect(press(offers, IDLE, "5", false).choice.menu).toEqual([hag, husk]);
    expect(press(offers, IDLE, "6", false).choice.path).toEqual([steed]);
    expect(press(offers, at(hag), "6", false).choice.menu?.map(({ text }) => text)).toEqual(["x60", "5-6"]);
    expect(press(offers, at(hag), "1", false).order).toBe("5-1");
  });

  it("goes to the ground that is pressed, even if models stand there", () => {
    expect(press(offers, at(hag), "6", false, []).order).toBe("5-6");
    expect(press(offers, at(hag), "6", false, ["u99"]).order).toBe("5-6");
    expect(press(offers, IDLE, "5", false, []).choice.menu).toEqual([hag, husk]);
  });

  it("chooses another model when that is pressed, and unselects one pressed twice", () => {
    expect(press(offers, at(hag), "6", false, ["u2"]).choice.path).toEqual([steed]);
    expect(press(offers, at(hag), "5", false, ["u1"]).choice.path).toEqual([husk]);
    expect(press(offers, at(hag), "5", false, ["u0"])).toEqual({ choice: IDLE });
  });

  it("unselects a model when the ground next to it is pressed", () => {
    expect(press(offers, at(steed), "6", false, [])).toEqual({ choice: IDLE });
    expect(press(offers, at(hag), "5", false, []).order).toBeUndefined();
    expect(preview(offers, at(hag), "5", [])).toBeNull();
  });

  it("never blows a model up because it was pressed again", () => {
    const bomber = of(branch("Husk", "5", [explode, leaf("5-6", "6")]), "u0");
    expect(press([bomber], at(bomber), "5", false, ["u0"])).toEqual({ choice: IDLE });
    expect(press([bomber], at(bomber), "5", false).choice.menu).toEqual([explode]);
    expect(press([bomber], at(bomber), "5", false).order).toBeUndefined();
  });

  it("shows abilities as buttons, but not the enemies of the same zone", () => {
    expect(buttonOffers(offers, at(hag)).map(({ text }) => text)).toEqual(["5-5", "explode", "Bomb", "Teleport"]);
    expect(buttonOffers(offers, IDLE).map(({ text }) => text)).toEqual(["hold"]);
  });

  it("asks for a target and then for a zone", () => {
    expect(press(offers, at(hag, bomb), "6", false, ["u2"]).order).toBe("bomb 6");
    expect(press(offers, at(hag, teleport), "5", false, ["u0"]).choice.path).toEqual([hag, teleport, teleport.options[0]]);
    expect(press(offers, at(hag, teleport, teleport.options[0]!), "6", false, ["u2"]).order).toBe("hag to 6");
    // A slip does not carry out what stands further up.
    expect(press(offers, at(hag, bomb), "1", false, []).order).toBeUndefined();
  });

  it("does not ask who is meant if that can only be the model itself", () => {
    const alone = { ...teleport, options: [teleport.options[0]!] };
    expect(choose(at(hag), alone, false).choice.path).toEqual([hag, alone, alone.options[0]]);
    expect(choose(at(hag), teleport, false).choice.path).toEqual([hag, teleport]);
  });

  it("previews what a press would do", () => {
    expect(preview(offers, at(hag), "6", ["u41"])?.text).toBe("x60");
    expect(preview(offers, at(hag), "6", [])?.text).toBe("5-6");
    expect(preview(offers, at(hag), "6")).toBeNull();
    expect(canPickUp(offers, IDLE, "5", ["u40"])).toBe(false);
    expect(canPickUp(offers, IDLE, "5", ["u0"])).toBe(true);
  });

  it("keeps a model back by a button, not by pressing it twice", () => {
    const keep = of(leaf("keep HU"), "u5");
    const reserve = of(branch("Husk", "", [of(leaf("HU@1", "1"), "u5"), keep]), "u5");
    const { choice } = pick([reserve], IDLE, "u5", false);
    expect(buttonOffers([reserve], choice)).toEqual([keep]);
    expect(trayOffers([reserve], choice).get("u5")).toBe(reserve);
    expect(pick([reserve], choice, "u5", false)).toEqual({ choice: IDLE });
    expect(choose(choice, keep, false).order).toBe("keep HU");
    expect(press([reserve], choice, "1", false, ["u7"]).order).toBe("HU@1");
    const standing = of(branch("Hag", "1", [leaf("1-2", "2")]), "u7");
    expect(press([reserve, standing], choice, "1", false, ["u7"]).order).toBe("HU@1");
  });
});

describe("standing in a zone", () => {
  const health = (value: number) => [{ name: "Health", value, base: 3 }];
  const man = (id: string, owner: number, kind: string, left = 3) => token(id, "5", { owner, kind, stats: health(left) });
  const dozen = [
    ...["a", "b", "c", "d", "e"].map((id) => man(id, 0, "pawn")),
    man("f", 0, "king", 1),
    man("g", 0, "pawn", 2),
    ...["h", "i", "j"].map((id) => man(id, 1, "pawn")),
    man("k", 1, "rook"),
    man("l", 1, "queen"),
  ];

  it("equal models stand together and are counted, nobody covers anybody else", () => {
    const here = placeTokens(dozen, skin);
    expect(here).toHaveLength(12);
    const fronts = here.filter(({ token, bundle }) => bundle.at(-1) === token);
    expect(fronts.map(({ bundle }) => bundle.length).sort()).toEqual([1, 1, 1, 1, 3, 5]);
    for (const { slot, bundle } of fronts) {
      expect(slot.scale).toBeGreaterThan(0.25);
      expect(Math.min(slot.x, 1 - slot.x, slot.y, 1 - slot.y)).toBeGreaterThan(slot.scale / 2 - 0.02);
      expect(tokensAt(here, slot.x, slot.y)).toBe(bundle);
    }
    expect(tokensAt(here, 0.05, 0.05)).toEqual([]);
  });

  it("holds as many kinds as there can be without leaving the zone", () => {
    const kinds = ["king", "queen", "rook", "bishop", "knight", "pawn"].flatMap((kind) => [0, 1].map((owner) => man(`${kind}${owner}`, owner, kind)));
    for (const { slot } of placeTokens(kinds, skin)) expect(slot.scale).toBeGreaterThan(0.18);
    expect(new Set(placeTokens(kinds, skin).map(({ slot }) => `${slot.x},${slot.y}`)).size).toBe(12);
  });

  it("is described with numbers", () => {
    const facts = { id: "5", ground: "objective", tokens: dozen, mark: "held by White", selected: false, movable: true, offers: [] };
    expect(cellLabel(facts, skin.words)).toMatch(/^5\. objective\. White a, Health 3;.*held by White\. can act$/);
    const same = { ...facts, tokens: dozen.slice(0, 5).map((one) => ({ ...one, name: "White Husk" })) };
    expect(cellLabel(same, skin.words)).toContain("5 × White Husk, Health 3");
  });
});

describe("odds", () => {
  it("are good or bad for the player who acts", () => {
    const results = ["target falls", "2 damage", "1 damage", "no damage", "2 damage, 1 falls", "1 enemy and 1 own fall", "2 enemy and 1 own fall", "1 own falls", "nobody falls"];
    expect(results.map(tone)).toEqual([0, 1, 2, 4, 0, 4, 2, 4, 3]);
  });
});
