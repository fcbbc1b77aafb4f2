import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { trayOffers, IDLE, buttonOffers, pick, press } from "../src/board/choice";
import { change, countOf, fileName, has, inWords, toggle, unitsOf } from "../src/screens/common/roster";
import { ARMIES, find, portrait } from "../src/skins/fantasy-armies/armies";
import { skin, tone } from "../src/skins/fantasy-armies";
import { isKeptArmy, withArmy, without } from "../src/store/armies";
import { parseList } from "../src/store/storage";
import { branch, leaf, step } from "./support";

describe("an army while it is built", () => {
  it("counts pieces by kind", () => {
    const units = change(change([], "Orc", 2), "Goblin", 1);
    expect(units.map(({ count }) => count)).toEqual([2, 1]);
    expect([countOf(units, "Orc"), countOf(units, "Troll")]).toEqual([2, 0]);
    expect(change(units, "Orc", 1).map(({ kind, count }) => [kind, count])).toEqual([["Orc", 3], ["Goblin", 1]]);
    expect(change(units, "Goblin", -1)).toHaveLength(1);
    expect(change(units, "Goblin", -5)).toHaveLength(1);
    expect(countOf(change(units, "Orc", 500), "Orc")).toBe(99);
    expect(unitsOf({ units: [{ kind: "Orc", count: 2, upgrades: [], cost: "8" }] })).toEqual([{ kind: "Orc", count: 2, upgrades: [] }]);
  });

  it("gives an upgrade to every piece of a kind, and takes it back", () => {
    const husks = toggle(change([], "Husk", 3), "Husk", "Quick Strike");
    expect(husks).toEqual([{ kind: "Husk", count: 3, upgrades: ["Quick Strike"] }]);
    expect(change(husks, "Husk", 1)).toEqual([{ kind: "Husk", count: 4, upgrades: ["Quick Strike"] }]);
    expect(toggle(husks, "Husk", "Quick Strike")[0]?.upgrades).toEqual([]);
    expect(toggle([], "Husk", "Quick Strike")).toEqual([{ kind: "Husk", count: 1, upgrades: ["Quick Strike"] }]);
    expect(inWords({ units: [{ ...husks[0]!, cost: "9" }] })).toBe("3 Husk (Quick Strike)");
  });

  it("shows mixed upgrades of an army that was opened, and makes them equal", () => {
    const mixed = [{ kind: "Husk", count: 2, upgrades: [] }, { kind: "Husk", count: 1, upgrades: ["Quick Strike"] }];
    expect(["Quick Strike", "Reinforcement"].map((one) => has(mixed, "Husk", one))).toEqual(["mixed", "false"]);
    expect(countOf(mixed, "Husk")).toBe(3);
    expect(change(mixed, "Husk", -1)).toEqual([mixed[0]]);
    expect(change(mixed, "Husk", 1).map(({ count }) => count)).toEqual([2, 2]);
    expect(toggle(mixed, "Husk", "Quick Strike")).toEqual([{ kind: "Husk", count: 3, upgrades: ["Quick Strike"] }]);
  });

  it("has a file name that any system takes", () => {
    expect([fileName("g", "Gate guard!"), fileName("g", "../.."), fileName("g", "")]).toEqual(["gate-guard.toml", "g.toml", "g.toml"]);
  });
});

describe("kept armies", () => {
  const army = (name: string, game = "g") => ({ game, name, code: `${name}-1` });

  it("are listed newest first, each name once in its game", () => {
    const kept = withArmy([army("a"), army("b"), army("b", "other")], { ...army("b"), code: "new" });
    expect(kept.map(({ name, code }) => [name, code])).toEqual([["b", "new"], ["a", "a-1"], ["b", "b-1"]]);
    expect(without(kept, "g", "b")).toEqual([army("a"), army("b", "other")]);
  });

  it("survive broken storage", () => {
    for (const text of ["", "{", "[1, null, {}]", '{"name":"a"}']) expect(parseList(text, isKeptArmy)).toEqual([]);
    expect(parseList(JSON.stringify([army("a")]), isKeptArmy)).toEqual([army("a")]);
  });
});

describe("a choice from a tray", () => {
  const offers = [
    { ...branch("Archer", "", [leaf("Archer@a1", "a1"), leaf("Archer@b1", "b1")]), token: "reserve-1" },
    leaf("deploy"),
  ];

  it("is pressed by its token and goes on to a cell", () => {
    expect([...trayOffers(offers, IDLE).keys()]).toEqual(["reserve-1"]);
    expect(buttonOffers(offers, IDLE).map(({ text }) => text)).toEqual(["deploy"]);
    const { choice } = pick(offers, IDLE, "reserve-1", false);
    expect(choice.path).toEqual([offers[0]]);
    expect(trayOffers(offers, choice).size).toBe(1);
    expect(press(offers, choice, "b1", false).order).toBe("Archer@b1");
    expect(pick(offers, choice, "reserve-1", false).choice.path).toEqual([]);
  });

  it("shows what a piece does on its own cell as a button", () => {
    const spell = leaf("Armour", "e1");
    const [piece] = [branch("Wizard", "e1", [leaf("e1-e2", "e2"), spell, branch("Fireblast", "e1", [leaf("at e4", "e4")])])];
    const { choice } = press([piece], IDLE, "e1", false);
    expect(buttonOffers([piece], choice).map(({ text }) => text)).toEqual(["Armour", "Fireblast"]);
  });
});

describe("the six armies", () => {
  const folder = resolve(__dirname, "../../src/pawnstorm/games/fantasy_armies/data");
  const MEN: Record<string, string> = { KG: "king", Q: "queen", B: "bishop", K: "knight", R: "rook", P: "pawn" };

  it("are drawn as the chessmen that they move like", () => {
    const lists = readdirSync(folder).map((name) => readFileSync(resolve(folder, name), "utf8")).filter((text) => text.includes("[[piece]]"));
    expect(lists).toHaveLength(Object.keys(ARMIES).length);
    for (const text of lists) {
      const army = /^key = "(.+)"/m.exec(text)![1]!;
      const looks = new Set<string>();
      for (const [, name, man] of text.matchAll(/\[\[piece\]\]\nname = "(.+)"\n(?:.+\n)*?m = "(.+)"/g)) {
        const look = find(portrait(army, { name: name! }))?.look;
        expect(look?.man, name).toBe(MEN[man!]);
        looks.add(`${look?.man} ${look?.gear}`);
      }
      expect(looks.size, `${army}: no two pieces look alike`).toBe(7);
    }
    expect([find("man-unicorn"), find("constructor-x"), find("")]).toEqual([null, null, null]);
  });

  it("have results that are good or bad for the player who acts", () => {
    const results = ["attacker wins; defender falls", "hit; target falls", "3 fall", "1 falls", "hit, shooter bursts; target falls", "hit; target holds", "miss", "the spell fails", "miss, shooter bursts"];
    expect(results.map(tone)).toEqual([0, 0, 0, 1, 2, 2, 3, 3, 4]);
  });

  it("throw several dice at once", () => {
    const roll = { kind: "roll", text: "", rule: "FA-28", cells: [], numbers: { attack: 9, defence: 4, attack_dice: 2, defence_dice: 1 } };
    const save = { ...roll, rule: "FA-32", numbers: { die_1: 3 } };
    const fought = step(1, { faces: [[4, 5, 4], [3]], sides: [[6, 6, 6], [6]], owners: [[0, 0, 1], [1]], events: [roll, save] });
    expect([0, 1, 2].map((die) => skin.dieLabel(fought, 0, die))).toEqual([{ seat: 0, text: "attacks" }, { seat: 0, text: "attacks" }, { seat: 1, text: "defends" }]);
    expect(skin.dieLabel(fought, 1, 0)).toEqual({ seat: 1, text: "saves" });
    expect(skin.tally(roll, fought)).toEqual([{ before: null, die: 0, total: 9 }, { before: null, die: 2, total: 4 }]);
    expect(skin.tally(save, fought)).toEqual([]);
  });
});
