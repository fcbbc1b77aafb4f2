import { describe, expect, it } from "vitest";
import { cellLabel, choiceWords, tokenWords } from "../src/board/labels";
import { turnWords } from "../src/store/words";
import { skin } from "../src/skins/chess-attack";
import { branch, FIGHT, leaf, START, token } from "./support";

const words = skin.words;
const facts = { id: "e4", ground: "light", tokens: [], mark: "", selected: false, movable: false, offers: [] };

describe("what a screen reader hears", () => {
  it("names an empty cell and one that is a target", () => {
    expect(cellLabel(facts, words)).toBe("e4. empty");
    expect(cellLabel({ ...facts, offers: [leaf("x", "e4")] }, words)).toBe("e4. empty. Move");
  });

  it("names wounds, numbers and what a piece had when it was healthy", () => {
    const wounded = token("u1", "e4", { name: "Black Pawn", marks: ["wounded"], stats: [{ name: "Attack", value: 1, base: 2 }, { name: "Defence", value: 1, base: 1 }] });
    expect(tokenWords(wounded, words)).toBe("Black Pawn, wounded, Attack 1 of 2, Defence 1");
    expect(cellLabel({ ...facts, tokens: [wounded], selected: true }, words)).toMatch(/selected$/);
    expect(cellLabel({ ...facts, tokens: [wounded], movable: true }, words)).toMatch(/can act$/);
  });

  it("says the odds of an attack", () => {
    const attack = leaf("x", "e4", { kind: "attack", odds: [{ result: "target falls", chance: "1/2" }, { result: "attacker falls", chance: "1/2" }] });
    expect(cellLabel({ ...facts, offers: [attack] }, words)).toBe("e4. empty. Attack: 50% target falls, 50% attacker falls");
  });

  it("lists what a chosen piece can do, kind by kind", () => {
    expect(choiceWords(branch("Knight b1", "b1", [leaf("a", "a3"), leaf("b", "c3"), leaf("c", "d2", { kind: "attack" })]), words)).toBe(
      "Knight b1 selected. Move: a3, c3. Attack: d2",
    );
  });

  it("says whose turn it is", () => {
    expect(turnWords(START, [0])).toBe("White to move. Your turn.");
    expect(turnWords(START, [0, 1])).toBe("White to move.");
    expect(turnWords({ ...START, turn: -2, prompt: "The game is over" }, [0])).toBe("The game is over");
  });

  it("has words for every kind and mark of a real position", () => {
    const kinds = FIGHT.offers.flatMap((offer) => [offer.kind, ...offer.options.map((one) => one.kind)]);
    for (const kind of kinds) expect(words.kinds).toHaveProperty(kind);
    for (const mark of FIGHT.tokens.flatMap(({ marks }) => marks)) expect(words.marks).toHaveProperty(mark);
  });
});
