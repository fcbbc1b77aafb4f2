import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TableFacts } from "../src/screens/table/facts.svelte";
import ProposalQuestion from "../src/screens/table/ProposalQuestion.svelte";
import TableTools from "../src/screens/table/TableTools.svelte";
import type { CompleteUpdate } from "../src/store/merge";
import { INSTANT } from "../src/store/playback";
import { TableStore } from "../src/store/table.svelte";
import { update } from "./support";

afterEach(cleanup);
const socket = { send: () => true, close: () => undefined, retryNow: () => undefined, markOffline: () => undefined };
const nothing = () => undefined;

/** The buttons that a player sees, those that cannot be pressed in brackets. */
async function tools(more: Partial<CompleteUpdate>): Promise<string[]> {
  const store = new TableStore("t", () => INSTANT, () => socket);
  store.connectionChanged("open");
  store.message(update(1, 0, [], more));
  await new Promise((done) => setTimeout(done));
  flushSync();
  const facts = new TableFacts(store, () => "");
  render(TableTools, { store, facts, now: store.now!, onadvice: nothing, ondraw: nothing, onresign: nothing, onrules: nothing, onsettings: nothing });
  const buttons = screen.getAllByRole<HTMLButtonElement>("button").map((button) => (button.disabled ? `(${button.textContent})` : button.textContent));
  cleanup();
  return buttons.filter((text) => !["Flip", "Rules", ""].includes(text));
}

describe("the tools of a table", () => {
  it("can be used where the server says so", async () => {
    expect(await tools({ can_undo: true })).toEqual(["Take back", "Hint", "Chances", "Offer draw", "Resign"]);
    expect(await tools({ can_hint: false, can_ask_chances: false })).toEqual(["(Take back)", "(Hint)", "(Chances)", "Offer draw", "Resign"]);
    expect(await tools({ can_draw: false })).toEqual(["(Take back)", "Hint", "Chances", "Resign"]);
    expect(await tools({ can_draw: false, speaker: -1 })).toEqual(["(Take back)", "Hint", "Chances"]);
  });

  it("wait for the answer to a proposal", async () => {
    expect(await tools({ proposal: { kind: "draw", seat: 0, agreed: [], asks: false } })).toContain("(Offer draw)");
  });
});

describe("a proposal", () => {
  const seats = update(1, 0, []).table.seats;
  const buttons = () => screen.queryAllByRole("button").map((button) => button.textContent);

  it("is answered by the players whom the server asks", async () => {
    const onanswer = vi.fn();
    render(ProposalQuestion, { proposal: { kind: "draw", seat: 1, agreed: [], asks: true }, seats, onanswer });
    expect(buttons()).toEqual(["Accept", "Decline"]);
    await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    await fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    expect(onanswer.mock.calls).toEqual([[true], [false]]);
  });

  it("is withdrawn by its proposer, and only read by the others", () => {
    const props = { seats, onanswer: nothing };
    render(ProposalQuestion, { ...props, proposal: { kind: "undo", seat: 0, agreed: [], asks: false } });
    expect(buttons()).toEqual(["Withdraw"]);
    cleanup();
    render(ProposalQuestion, { ...props, proposal: { kind: "undo", seat: 1, agreed: [0], asks: false } });
    expect(buttons()).toEqual([]);
    expect(screen.getByRole("group", { name: "Proposal" }).textContent).toContain("Black asks to take the last order back.");
  });
});
