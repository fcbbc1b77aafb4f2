import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import type { ComponentProps } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { nearestLogged, stepNumbers } from "../src/board/numbers";
import Odds from "../src/board/Odds.svelte";
import type { Offer, Part, RosterInfo } from "../src/protocol.gen";
import { lacking, namedStarter } from "../src/screens/common/roster";
import { signedText, whoPlayed } from "../src/screens/replay/record";
import ReactionPrompt from "../src/screens/table/ReactionPrompt.svelte";
import { skin } from "../src/skins/chess-attack";
import { skin as castle } from "../src/skins/castle-chess";
import { AdviceStore } from "../src/store/advice.svelte";
import AdvicePanel from "../src/screens/common/AdvicePanel.svelte";
import { START, step } from "./support";

afterEach(cleanup);
const read = (box: Element) => (box.textContent ?? "").replace(/\s+/g, " ").trim();

describe("the numbers of the log", () => {
  const steps = [step(1), step(2, { order: "pass" }), step(3), step(4, { order: "pass" }), step(5, { order: "pass" }), step(6)];
  const quiet = ({ order }: { order: string }) => order === "pass";

  it("do not skip what has no line", () => {
    expect(stepNumbers(steps, quiet)).toEqual([0, 1, 1, 2, 2, 2, 3]);
    expect(stepNumbers(steps, undefined)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("lead from line to line", () => {
    expect(nearestLogged(steps, quiet, 2, 1)).toBe(3);
    expect(nearestLogged(steps, quiet, 5, -1)).toBe(3);
    expect([nearestLogged(steps, quiet, -3, -1), nearestLogged(steps, quiet, 99, 1)]).toEqual([0, 6]);
  });
});

describe("sums before the dice", () => {
  const part = (text: string, cell: string, value: number, unit = ""): Part => ({ text, cell, side: 0, value, unit });
  const told = (parts: Part[]) => {
    const offer: Offer = { text: "", kind: "attack", cell: "e5", order: "x", odds: [{ result: "target falls", chance: "1/2" }], parts, options: [], path: [], token: "" };
    const { container, unmount } = render(Odds, { offer, view: START, skin, seats: ["White", "Black"] });
    const text = read(container.querySelector(".sums")!);
    unmount();
    return text;
  };

  it("name every helper with its place", () => {
    expect(told([part("Attack", "e4", 2), part("Support", "d8", 3), part("Support", "f6", 1)])).toBe("White Attack 2 + Support 3 (d8) + Support 1 (f6) = 6 + die");
  });

  it("show what is taken away, and say what hits", () => {
    const parts = [part("Strength", "1", 3, "dice"), part("Force Field", "2", -1, "dice"), part("each 5 or 6 hits for 2 damage", "", 0, "dice")];
    expect(told(parts)).toBe("White Strength 3 − Force Field 1 (2) = 2 dice each 5 or 6 hits for 2 damage");
  });

  it("count one die, and nothing where there is nothing", () => {
    expect(told([part("HTH", "a1", 0, "dice"), part("attacking", "a1", 1, "dice")])).toBe("White HTH 0 + attacking 1 (a1) = 1 die");
  });
});

describe("who played", () => {
  it("is a person, a computer of some strength, or unknown", () => {
    expect(["guest", "human", "3", "random", ""].map(whoPlayed)).toEqual(["A person", "A person", "Computer · Level 3", "Computer · Random", ""]);
  });
});

describe("by whom a record is signed", () => {
  it("is this server, another key or nobody", () => {
    expect(signedText({ signed: "here", key: "0a" })).toBe("Signed by this server.");
    expect(signedText({ signed: "elsewhere", key: "0a" })).toBe("Signed by another key: 0a.");
    expect(signedText({ signed: "no", key: "" })).toBe("Not signed by any server.");
  });
});

describe("armies that are agreed on", () => {
  const roster = (more: Partial<RosterInfo> = {}) => ({ name: "", army: "elves", violations: [], ...more }) as unknown as RosterInfo;

  it("say what is missing", () => {
    const wrong = roster({ violations: [{} as RosterInfo["violations"][number]] });
    expect(lacking([roster(), roster()], ["White", "Black"])).toBe("");
    expect(lacking([roster(), null], ["White", "Black"])).toMatch(/^Black still needs an army/);
    expect(lacking([null, null], ["White", "Black"])).toMatch(/^White and Black still need an army/);
    expect(lacking([wrong, roster()], ["White", "Black"])).toMatch(/^The army of White breaks a rule/);
  });

  it("find an opponent", () => {
    expect(namedStarter([roster(), roster({ army: "orcs" })], 1)).toBe("orcs");
    expect(namedStarter([roster({ name: "k1" })], 1)).toBe("k1");
    expect(namedStarter([], 1)).toBe("");
  });
});

describe("a reaction", () => {
  const reaction = { seat: 1, window: "at the end of movement", left: 3000, thinking: false, order: "pass", asked: true, answered: false };
  const mute = { seat: 1, window: reaction.window };
  const props = { reaction, rev: 1, seats: ["Blue", "Red"], muted: [], covered: false, onmoretime: () => undefined, onmute: () => undefined, onunmute: () => undefined };
  const shown = (more: Partial<ComponentProps<typeof ReactionPrompt>>) => {
    const { container, unmount } = render(ReactionPrompt, { ...props, ...more });
    const text = read(container);
    unmount();
    return text;
  };

  it("asks in whole sentences", () => {
    const text = shown({ covered: true });
    expect(text).toContain("Red may react.");
    expect(text).toContain("Don't ask me for a reaction at the end of movement");
  });

  it("looks the same to the others whatever the server lets its player do", () => {
    const told = { ...reaction, order: "", asked: false };
    expect(shown({ reaction: told })).toBe("Red may react.");
    expect(shown({ reaction: { ...told, thinking: true } })).toBe("Red is thinking …");
  });

  it("is not asked for where the server says that it is muted", () => {
    const text = shown({ reaction: { ...reaction, asked: false }, muted: [mute] });
    expect(text).toContain("You asked not to be asked here.");
    expect(text).toContain("Not asked: at the end of movement. Ask me again");
    expect(text).not.toContain("Don't ask me");
    expect(shown({ reaction: { ...reaction, asked: false } })).toContain("the table passes for you");
  });

  it("names the muted kinds between reactions too, with their seats where several are ours", () => {
    expect(shown({ reaction: null, muted: [mute] })).toBe("Not asked: at the end of movement. Ask me again");
    expect(shown({ reaction: null, muted: [{ ...mute, seat: 0 }, mute] })).toContain("Blue at the end of movement, Red at the end of movement");
    expect(shown({ reaction: null })).toBe("");
  });

  it("is muted and unmuted by what the buttons send", async () => {
    const [onmute, onunmute] = [vi.fn(), vi.fn()];
    render(ReactionPrompt, { ...props, muted: [{ ...mute, window: "before the dice" }], onmute, onunmute });
    await fireEvent.click(screen.getByRole("button", { name: /^Don't ask me/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Ask me again" }));
    expect(onmute).toHaveBeenCalledExactlyOnceWith(reaction);
    expect(onunmute).toHaveBeenCalledOnce();
  });
});

describe("what the computer says", () => {
  it("speaks of dice only where there are any", async () => {
    const answer = { seat: 0, chances: [0.5, 0.5], orders: [], line: [], depth: 3, positions: 100, why: "" };
    const advice = new AdviceStore(async () => answer);
    await advice.ask(false, START);
    const panel = (worn: typeof skin) => {
      const { container, unmount } = render(AdvicePanel, { advice, offers: [], skin: worn, seats: ["White", "Black"], onclose: () => undefined });
      const text = read(container);
      unmount();
      return text;
    };
    expect(panel(skin)).toContain("3 deep; the dice may see it differently.");
    expect(panel(castle)).toContain("3 deep.");
    expect(panel(castle)).not.toContain("dice");
  });
});
