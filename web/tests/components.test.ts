import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Control } from "../src/board/control.svelte";
import Die from "../src/board/Die.svelte";
import Fight from "../src/board/Fight.svelte";
import Odds from "../src/board/Odds.svelte";
import ChoiceButtons from "../src/screens/common/ChoiceButtons.svelte";
import Log from "../src/screens/common/Log.svelte";
import StepReport from "../src/screens/common/StepReport.svelte";
import SeatStrip from "../src/screens/common/SeatStrip.svelte";
import { skin } from "../src/skins/chess-attack";
import { FIGHT, PROMOTION, START, step, token } from "./support";

afterEach(cleanup);
const seats = ["White", "Black"];
const roll = { kind: "roll", text: "both sums", rule: "CA-23", cells: [], numbers: { attack_die: 4, defence_die: 2, attack: 9, defence: 5 } };
const fate = { kind: "fight", text: "Black's Pawn falls.", rule: "CA-26", cells: [], numbers: {} };
const fought = step(2, { faces: [[4, 2]], sides: [[6, 6]], events: [roll, fate] });

describe("choices as buttons", () => {
  it("send the order of the one that is pressed and lead back to the board", async () => {
    const orders: string[] = [];
    const control = new Control({ order: (text) => orders.push(text), say: () => undefined, words: () => skin.words });
    control.show(PROMOTION, true);
    const onboard = vi.fn();
    render(ChoiceButtons, { control, view: PROMOTION, skin, seats, onboard });
    const choices = within(screen.getByRole("group", { name: "Choices" })).getAllByRole("button");
    expect(choices.map((button) => button.textContent?.trim())).toEqual(["Become a Queen", "Become a Rook", "Become a Bishop", "Become a Knight", "Stay a Pawn"]);
    await fireEvent.click(choices[1]!);
    expect(orders).toEqual(["=R"]);
    expect(onboard).toHaveBeenCalledOnce();
  });
});

describe("odds as a picture", () => {
  it("name every result with its chance and both sums with their helpers", () => {
    const offer = FIGHT.offers.flatMap(({ options }) => options).find(({ parts }) => parts.length > 4)!;
    render(Odds, { offer, view: FIGHT, skin, seats });
    for (const { result, chance } of offer.odds) {
      const line = screen.getByText(result, { exact: true }).closest("li")!;
      expect(line.textContent).toContain(chance);
    }
    for (const part of offer.parts.slice(2)) expect(screen.getAllByText(`(${part.cell})`, { exact: true }).length).toBeGreaterThan(0);
  });
});

describe("dice", () => {
  it("show the true face", () => {
    const { container } = render(Die, { sides: 6, face: 5 });
    expect(container.querySelectorAll(".pip")).toHaveLength(5);
    cleanup();
    expect(render(Die, { sides: 20, face: 17 }).container.querySelector("text")?.textContent).toBe("17");
    cleanup();
    expect(render(Die, { sides: 6, face: 0 }).container.querySelector("text")?.textContent).toBe("?");
  });

  it("keep the sums and the words back until they have landed", async () => {
    const props = { skin, seats, low: false, onskip: () => undefined };
    const { container, rerender } = render(Fight, { ...props, roll: { step: fought, pool: 0, rolling: true } });
    const hidden = () => container.querySelectorAll(".hidden").length;
    expect(hidden()).toBe(3);
    await rerender({ roll: { step: fought, pool: 0, rolling: false } });
    expect(hidden()).toBe(0);
    expect([...container.querySelectorAll(".total")].map((total) => total.textContent)).toEqual(["9", "5"]);
    expect(container.querySelector(".words")?.textContent).toContain("Black's Pawn falls.");
  });
});

describe("the log", () => {
  it("jumps by click and by arrow keys, with one stop for Tab", async () => {
    const onlook = vi.fn();
    render(Log, { steps: [step(1), fought], at: 2, skin, seats, onlook });
    const rows = screen.getAllByRole("listitem").map((item) => within(item).getByRole("button"));
    expect(rows.map((row) => row.tabIndex)).toEqual([-1, -1, 0]);
    expect(rows[2]!.getAttribute("aria-current")).toBe("step");
    await fireEvent.click(rows[1]!);
    await fireEvent.keyDown(rows[2]!, { key: "Home" });
    await fireEvent.keyDown(rows[2]!, { key: "ArrowDown" });
    expect(onlook.mock.calls.map(([to]) => to as number)).toEqual([1, 0, 2]);
  });

  it("describes dice in words too", () => {
    render(Log, { steps: [fought], at: 1, skin, seats, onlook: () => undefined });
    expect(screen.getAllByRole("listitem")[1]!.textContent).toMatch(/White.*order 2.*die 4.*die 2.*Black's Pawn falls/s);
  });
});

describe("the report", () => {
  it("opens the rule behind each event", async () => {
    const onrule = vi.fn();
    render(StepReport, { step: fought, number: 2, skin, seats, onrule });
    await fireEvent.click(screen.getByRole("button", { name: "Rule CA-26" }));
    expect(onrule).toHaveBeenCalledWith("CA-26");
  });
});

describe("a seat", () => {
  it("says who plays, what was lost and what was won", () => {
    const lost = ["1", "2"].map((id) => token(id, "", { name: "Black Pawn", owner: 1 }));
    const view = { ...START, trays: [{ id: "lost", title: "Lost by Black", owner: 1, tokens: lost }], gauges: [{ id: "p", title: "Points taken", owner: 1, value: 7, limit: 0 }] };
    const info = { name: "Black", kind: "computer" as const, player: "greedy", taken: true, mine: false, online: true, hints: 0 };
    render(SeatStrip, { seat: 1, info, view, skin, shared: false, turn: true, won: false });
    flushSync();
    const strip = screen.getByRole("region", { name: "Black, Computer · Greedy, to act" });
    expect(strip.textContent).toContain("Lost by Black: 2 × Black Pawn");
    expect(strip.textContent).toMatch(/7\s*Points taken/);
  });
});
