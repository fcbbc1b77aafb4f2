import { cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AccountInfo, Analysis as Told, Findings, AssessmentInfo } from "../src/protocol.gen";
import Analysis from "../src/screens/replay/analysis/Analysis.svelte";
import { aboutStep, areas, chancesOf, favoured, games, reachOfLoss, reachOfLuck, signed } from "../src/screens/replay/analysis/findings";
import { analysisPath, parse } from "../src/router";
import { skin } from "../src/skins/chess-attack";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const look = (number: number, white: number, more: Partial<AssessmentInfo> = {}): AssessmentInfo => ({
  number,
  seat: number ? (number + 1) % 2 : -1,
  order: number ? `order-${number}` : "",
  chances: [white, 1 - white],
  roll: null,
  choice: null,
  ...more,
});
const account = (seat: number, more: Partial<AccountInfo> = {}): AccountInfo => ({
  seat, luck: 0, spread: 0.1, rolls: 1, loss: 0.4, least: 0.1, most: 0.7, mean: 0.04, decisions: 10, slips: 4, ...more,
});
const FOUND: Findings = {
  seats: ["White", "Black"],
  nodes: 5000,
  accounts: [account(0, { luck: 0.25 }), account(1, { luck: -0.25 })],
  remarks: ["One game says little."],
  swings: [1],
  mistakes: [2],
  steps: [
    look(0, 0.5),
    look(1, 0.75, { roll: { luck: [0.25, -0.25], reason: "a fight", faces: [[6, 1]] }, choice: { best: 0.5, played: 0.5, better: "", why: "", cells: [] } }),
    look(2, 1, { choice: { best: 0.45, played: 0.15, better: "Ke8-d8", why: "guards the King", cells: ["e8", "d8"] } }),
  ],
};

describe("an analysis in words", () => {
  it("signs numbers and counts games", () => {
    expect([signed(0.254), signed(-0.254), signed(0.001)]).toEqual(["+25 %", "−25 %", "0 %"]);
    expect([games(0.56), games(12.34)]).toEqual(["56 %", "12.3 games"]);
  });

  it("says what a step gave and cost", () => {
    expect(aboutStep(FOUND, 0)).toEqual([]);
    expect(aboutStep(FOUND, 1)).toEqual(["The dice gave White 25 %.", "Nothing better was found."]);
    expect(aboutStep(FOUND, 2)).toEqual(["The order cost 30 %: Ke8-d8 was better."]);
    expect(favoured(FOUND.steps[1]!)).toBe(0);
    expect(chancesOf(FOUND.steps[1]!, FOUND.seats)).toBe("White 75 %, Black 25 %");
  });

  it("draws the shares of all seats one above the other", () => {
    expect(areas(FOUND.steps, 2)).toEqual(["M0 50 L1 25 L2 0 L2 100 L1 100 L0 100 Z", "M0 0 L1 0 L2 0 L2 0 L1 25 L0 50 Z"]);
  });

  it("lets bars reach as far as the greatest of them", () => {
    expect(reachOfLuck(FOUND.accounts)).toBe(0.25);
    expect(reachOfLoss(FOUND.accounts)).toBeCloseTo(0.07);
    expect(reachOfLoss([account(0, { most: 0, decisions: 0 })])).toBe(0.02);
  });

  it("has an address", () => {
    expect(analysisPath("T1")).toBe("/replay/T1#analyse=1");
    expect(parse("/replay/T1", "#at=3&analyse=1")).toEqual({ page: "replay", id: "T1", at: 3, analyse: true });
  });
});

describe("an analysis on the page", () => {
  // What is waited for comes at once, and on a slow machine a little later.
  configure({ asyncUtilTimeout: 30_000 });
  const props = (begin: () => Promise<Told>, onlook = vi.fn(), onbetter = vi.fn()) => ({ begin, skin, at: 2, numbers: [0, 1, 2], called: ["A person", "Computer · Level 3"], onlook, onvisit: onlook, onbetter, onclose: vi.fn(), pause: 1 });

  it("asks until it is done and leads to every key moment", async () => {
    const answers: Told[] = [{ id: "a", done: 2, total: 3, findings: null }, { id: "a", done: 3, total: 3, findings: FOUND }];
    // No answer before the first numbers have been seen, however slowly the page is drawn.
    let goOn = () => {};
    const seen = new Promise<void>((done) => (goOn = done));
    const fetched = vi.fn(async () => seen.then(() => new Response(JSON.stringify(answers.shift()))));
    vi.stubGlobal("fetch", fetched);
    const [onlook, onbetter] = [vi.fn(), vi.fn()];
    render(Analysis, props(async () => ({ id: "a", done: 1, total: 3, findings: null }), onlook, onbetter));
    await waitFor(() => expect(screen.getByText(/every decision: 1 of 3/)).toBeTruthy());
    goOn();
    await waitFor(() => expect(screen.getByText("One game says little.")).toBeTruthy());
    expect(fetched).toHaveBeenCalledTimes(2);
    const most = within(screen.getByRole("region", { name: "What cost most" }));
    const costs = most.getByRole("button", { name: /Better/ });
    expect(costs.textContent).toContain("Better Ke8-d8, which guards the King: 45 % instead of 15 %");
    await fireEvent.click(most.getByRole("button", { name: "Show Ke8-d8 on the board" }));
    expect(onbetter).toHaveBeenCalledExactlyOnceWith(FOUND.steps[2]);
    expect(costs.getAttribute("aria-current")).toBe("step");
    await fireEvent.click(within(screen.getByRole("region", { name: "The dice that changed most" })).getByRole("button"));
    expect(onlook).toHaveBeenCalledWith(1);
    const picture = screen.getByRole("slider", { name: "Chances over the game" });
    expect(picture.getAttribute("aria-valuetext")).toBe("Step 2: White 100 %, Black 0 %");
    await fireEvent.input(picture, { target: { value: "1" } });
    expect(onlook).toHaveBeenLastCalledWith(1);
  });

  it("says what went wrong and tries again", async () => {
    let tries = 0;
    const begin = async () => {
      tries += 1;
      if (tries === 1) throw new Error("The analysis broke off; try again");
      return { id: "a", done: 3, total: 3, findings: FOUND };
    };
    render(Analysis, props(begin));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("broke off"));
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getByText("One game says little.")).toBeTruthy());
  });
});
