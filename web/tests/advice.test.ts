import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { advisedCells, chancePercents, chanceWords, orderWords, pathTo } from "../src/board/advice";
import type { AdviceInfo } from "../src/protocol.gen";
import AdvicePanel from "../src/screens/common/AdvicePanel.svelte";
import { skin } from "../src/skins/chess-attack";
import { AdviceStore } from "../src/store/advice.svelte";
import { PROMOTION, START } from "./support";

afterEach(cleanup);
const seats = ["White", "Black"];
const advice = (orders: [string, number][]): AdviceInfo => ({
  seat: 0,
  chances: [0.51, 0.49],
  orders: orders.map(([order, chance]) => ({ order, chance, why: order === "Nb1-c3" ? "takes a better place" : "" })),
  line: ["e7-e5"],
  depth: 5,
  positions: 30000,
  why: "",
});
const HINT = advice([["Nb1-c3", 0.51], ["e2-e4", 0.5]]);

describe("a proposed order", () => {
  it("is found among the offers, said in words and shown on its cells", () => {
    const path = pathTo(START.offers, "Nb1-c3");
    expect(orderWords(path, "Nb1-c3", skin.words)).toBe("Knight b1, Move: c3");
    expect(advisedCells(path)).toEqual(["b1", "c3"]);
    const stay = PROMOTION.offers.find(({ order }) => order)!;
    expect(orderWords(pathTo(PROMOTION.offers, stay.order), stay.order, skin.words)).toBe(stay.text);
  });

  it("is its notation where it is not on offer, and empty for no order", () => {
    expect(orderWords(pathTo(START.offers, "Nb1-h8"), "Nb1-h8", skin.words)).toBe("Nb1-h8");
    expect(pathTo(START.offers, "")).toEqual([]);
  });
});

describe("chances", () => {
  it("are never certain before it has happened", () => {
    expect([0, 0.001, 0.514, 0.999, 1].flatMap((chance) => chancePercents([chance]))).toEqual(["0 %", "under 1 %", "51 %", "over 99 %", "100 %"]);
    expect(chanceWords(HINT, seats)).toBe("As the computer sees it: White 51 %, Black 49 %.");
  });
});

describe("chances side by side", () => {
  it("add up to 100 if they are all there are", () => {
    expect(chancePercents([0.3333, 0.3333, 0.3334])).toEqual(["33 %", "33 %", "34 %"]);
    expect(chancePercents([0.25, 0.25, 0.25, 0.25])).toEqual(["25 %", "25 %", "25 %", "25 %"]);
    expect(chancePercents([0.554, 0.446])).toEqual(["55 %", "45 %"]);
    expect(chancePercents([0.125, 0.125, 0.75])).toEqual(["13 %", "12 %", "75 %"]);
  });

  it("differ if they are different", () => {
    expect(chancePercents([0.554, 0.551])).toEqual(["55.4 %", "55.1 %"]);
    expect(chancePercents([0.56, 0.55])).toEqual(["56 %", "55 %"]);
    expect(chancePercents([0.498, 0.502])).toEqual(["49.8 %", "50.2 %"]);
  });
});

describe("a question", () => {
  it("is forgotten with its position, even when the answer comes late", async () => {
    let answer: (found: AdviceInfo) => void = () => undefined;
    const told = vi.fn();
    const advice = new AdviceStore(() => new Promise((done) => (answer = done)), told);
    const asked = advice.ask(true, START);
    expect(advice.asking).toBe("hint");
    advice.forget(START);
    expect(advice.open).toBe(true);
    advice.forget(PROMOTION);
    answer(HINT);
    await asked;
    expect([advice.open, advice.answer]).toEqual([false, null]);
    expect(told).not.toHaveBeenCalled();
  });

  it("is asked once, however often the button is pressed", async () => {
    const ask = vi.fn(async () => HINT);
    const advice = new AdviceStore(ask);
    await Promise.all([advice.ask(true, START), advice.ask(true, START)]);
    expect(ask).toHaveBeenCalledOnce();
    expect(advice.chosen).toBe("Nb1-c3");
  });

  it("shows why it was refused", async () => {
    const advice = new AdviceStore(async () => Promise.reject(new Error("Wait a moment")));
    await advice.ask(false, START);
    expect([advice.problem, advice.asking]).toEqual(["Wait a moment", ""]);
  });
});

describe("the panel", () => {
  async function open(found: AdviceInfo) {
    const advice = new AdviceStore(async () => found);
    await advice.ask(true, START);
    const [onplay, onclose] = [vi.fn(), vi.fn()];
    render(AdvicePanel, { advice, offers: START.offers, skin, seats, onplay, onclose });
    return { onplay, onclose };
  }

  it("plays the order that is looked at and closes with Escape", async () => {
    const { onplay, onclose } = await open(HINT);
    const orders = within(screen.getByRole("list", { name: "Best orders" })).getAllByRole("button");
    await fireEvent.click(orders[1]!);
    flushSync();
    await fireEvent.click(screen.getByRole("button", { name: "Play e2-e4" }));
    expect(onplay).toHaveBeenCalledWith("e2-e4");
    await fireEvent.keyDown(orders[0]!, { key: "Escape" });
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("has nothing to play where only chances were asked for", async () => {
    await open(advice([]));
    expect(screen.queryByRole("button", { name: /^Play/ })).toBeNull();
    expect(screen.getByRole("list", { name: "Chances to win" }).textContent).toContain("51 %");
  });
});
