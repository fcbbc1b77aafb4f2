import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import Board from "../src/board/Board.svelte";
import { Control } from "../src/board/control.svelte";
import type { View } from "../src/protocol.gen";
import { skin } from "../src/skins/chess-attack";
import { plain } from "../src/skins/plain";
import { board, branch, FIGHT, leaf, PROMOTION, START, token } from "./support";

afterEach(cleanup);

function set(view: View, turns: 0 | 1 | 2 | 3 = 0, enabled = true) {
  const orders: string[] = [];
  const said: string[] = [];
  const control = new Control({ order: (text) => orders.push(text), say: (text) => said.push(text), words: () => skin.words });
  control.show(view, enabled);
  render(Board, { control, skin, turns, still: true, label: "Board" });
  const cell = (id: string) => document.querySelector<HTMLElement>(`[data-cell="${id}"]`)!;
  const click = async (id: string) => fireEvent.click(cell(id));
  const key = async (id: string, name: string, more = {}) => fireEvent.keyDown(cell(id), { key: name, ...more });
  return { control, orders, said, cell, click, key };
}

describe("the board", () => {
  it("is a grid of rows and cells with one stop for the keyboard", () => {
    set(START);
    expect(screen.getByRole("grid", { name: "Board" })).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(8);
    expect(screen.getAllByRole("gridcell")).toHaveLength(64);
    expect(screen.getAllByRole("gridcell").filter((cell) => cell.tabIndex === 0)).toHaveLength(1);
  });

  it("plays by clicks", async () => {
    const { click, orders, said, cell } = set(START);
    await click("g1");
    expect(cell("g1").getAttribute("aria-selected")).toBe("true");
    expect(said.at(-1)).toBe("Knight g1 selected. Move: h3, f3");
    await click("f3");
    expect(orders).toEqual(["Ng1-f3"]);
  });

  it("plays by keys: arrows move, Enter chooses, Escape goes back, N finds targets", async () => {
    const { key, orders, control } = set(START);
    await key("b1", "Enter");
    expect(control.selected).toEqual(["b1"]);
    await key("b1", "Escape");
    expect(control.selected).toEqual([]);
    await key("b1", "Enter");
    await key("b1", "n");
    const reached = document.activeElement as HTMLElement;
    expect(["a3", "c3"]).toContain(reached.dataset.cell);
    await fireEvent.keyDown(reached, { key: "Enter" });
    expect(orders).toEqual([`Nb1-${reached.dataset.cell}`]);
  });

  it("moves with the arrows as the board is turned", async () => {
    const { key } = set(START, 2);
    await key("e4", "ArrowUp");
    expect((document.activeElement as HTMLElement).dataset.cell).toBe("e3");
  });

  it("says the odds on a target and sends the attack", async () => {
    const [origin, target] = FIGHT.offers.flatMap((offer) => offer.options.filter((one) => one.odds.length).map((one) => [offer, one] as const))[0]!;
    const { click, cell, orders, control } = set(FIGHT, 2);
    await click(origin.cell);
    expect(cell(target.cell).getAttribute("aria-label")).toMatch(/Attack: \d+% /);
    control.spot = target.cell;
    flushSync();
    expect(control.preview?.order).toBe(target.order);
    expect(document.querySelectorAll(".bonus-text").length).toBe(target.parts.length - 2);
    await click(target.cell);
    expect(orders).toEqual([target.order]);
  });

  it("asks a finger twice before a fight", async () => {
    const [origin, target] = FIGHT.offers.flatMap((offer) => offer.options.filter((one) => one.odds.length).map((one) => [offer, one] as const))[0]!;
    const { cell, orders, control, said } = set(FIGHT);
    const tap = async (id: string) => {
      await fireEvent.pointerDown(cell(id), { pointerType: "touch", button: 0 });
      await fireEvent.pointerUp(cell(id), { pointerType: "touch" });
      await fireEvent.click(cell(id));
    };
    await tap(origin.cell);
    await tap(target.cell);
    expect(orders).toEqual([]);
    expect(control.choice.pending?.order).toBe(target.order);
    expect(said.at(-1)).toMatch(/Press again to confirm/);
    await tap(target.cell);
    expect(orders).toEqual([target.order]);
  });

  it("offers nothing where nothing can be done", async () => {
    const { click, orders, control } = set(START, 0, false);
    await click("e2");
    expect([control.selected, orders]).toEqual([[], []]);
    expect(document.querySelectorAll(".grab")).toHaveLength(0);
  });

  it("shows choices on one cell as buttons", () => {
    const { control } = set(PROMOTION);
    expect(control.buttons.map((offer) => offer.order)).toEqual(["=Q", "=R", "=B", "=N", "=stay"]);
  });

  it("forgets a choice when the position is new", async () => {
    const { control, click } = set(START);
    await click("e2");
    control.show(FIGHT, true);
    expect(control.selected).toEqual([]);
  });
});

describe("any view", () => {
  it("draws a great board with holes, layers and crowds", () => {
    const view = board(19, 19, ["a1", "b1", "s19"]);
    view.tokens = [
      token("engine", "c3", { kind: "ram", letter: "R" }),
      token("rider", "c3", { layer: 1, owner: 3 }),
      ...Array.from({ length: 7 }, (_, index) => token(`m${index}`, "d4", { owner: 2 })),
    ];
    const control = new Control({ order: () => undefined, say: () => undefined, words: () => plain.words });
    control.show(view, false);
    render(Board, { control, skin: plain, turns: 1, still: true, label: "Big" });
    expect(screen.getAllByRole("gridcell")).toHaveLength(19 * 19 - 3);
    expect(document.querySelectorAll(".token")).toHaveLength(9);
    expect(document.querySelector("[data-cell=c3]")!.getAttribute("aria-label")).toMatch(/White engine; White rider/);
  });

  it("opens a menu where one cell offers several things", async () => {
    const view = board(3, 3);
    view.offers = [branch("Archer a1", "a1", [leaf("walk", "b2"), leaf("shoot", "b2", { kind: "shoot" })])];
    const { click, control, orders } = set(view);
    await click("a1");
    await click("b2");
    expect(control.buttons.map((offer) => offer.text)).toEqual(["walk", "shoot"]);
    control.choose(control.buttons[1]!);
    expect(orders).toEqual(["shoot"]);
  });
});
