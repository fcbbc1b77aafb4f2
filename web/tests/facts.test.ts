import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import { TableFacts } from "../src/screens/table/facts.svelte";
import { skin } from "../src/skins/chess-attack";
import { INSTANT } from "../src/store/playback";
import { TableStore } from "../src/store/table.svelte";
import { update } from "./support";

const silent = { send: () => true, close: () => undefined, retryNow: () => undefined, markOffline: () => undefined };

async function facts(change: (found: ReturnType<typeof update>) => void = () => undefined, join = "") {
  const store = new TableStore("t", () => INSTANT, () => silent);
  const first = update(1, 0, []);
  change(first);
  store.message(first);
  await new Promise((done) => setTimeout(done));
  const found = new TableFacts(store, () => join);
  found.loaded = skin;
  flushSync();
  return found;
}

describe("the facts of a table", () => {
  it("put our own seat at the bottom, until the board is flipped", async () => {
    const found = await facts((first) => first.table.seats.forEach((seat, index) => (seat.mine = index === 1)));
    expect([found.lowest, found.others, found.turns]).toEqual([1, [0], 2]);
    found.flip();
    expect([found.lowest, found.turns]).toEqual([0, 0]);
  });

  it("know whose turn it is and whether everybody is here", async () => {
    expect((await facts()).yours).toBe(true);
    const waiting = await facts((first) => Object.assign(first.table.seats[1]!, { taken: false }));
    expect([waiting.yours, waiting.waiting, waiting.playing]).toEqual([false, true, false]);
  });

  it("invite only a visitor who has a link and no seat", async () => {
    const open = (first: ReturnType<typeof update>) => first.table.seats.forEach((seat, index) => Object.assign(seat, { mine: false, taken: index === 0 }));
    expect((await facts(open, "token")).invited).toBe(true);
    expect((await facts(open)).invited).toBe(false);
  });

  it("know whether all seats that are still in the game are ours", async () => {
    const found = await facts();
    expect([found.alone, found.shared]).toEqual([false, false]);
    const both = await facts((first) => first.table.seats.forEach((seat) => (seat.mine = true)));
    expect([both.alone, both.shared]).toEqual([true, true]);
    const last = await facts((first) => (first.out = [1]));
    expect(last.alone).toBe(true);
  });

  it("name a winner only where there is one", async () => {
    const end = (winners: number[]) => facts((first) => (first.end = { winners, text: "", rule: "" }));
    expect([(await end([1])).onlyWinner, (await end([0, 1])).onlyWinner, (await end([])).onlyWinner]).toEqual([1, -1, -1]);
  });
});
