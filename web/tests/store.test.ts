import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Command, StepInfo, Update } from "../src/protocol.gen";
import { completed, merge, reuseView } from "../src/store/merge";
import { INSTANT, NORMAL, Playback, type DiceRoll } from "../src/store/playback";
import { TableStore } from "../src/store/table.svelte";
import { FIGHT, START, step, update } from "./support";

const dice = { faces: [[4, 2]], sides: [[6, 6]], events: [{ kind: "roll", text: "4 against 2.", rule: "", cells: ["e4", "d5"], numbers: {} }] };

describe("merging updates", () => {
  it("adds what is new", () => {
    expect(merge([step(1)], update(2, 2, [step(2)]))).toMatchObject({ steps: [{ rev: 1 }, { rev: 2 }], fresh: [{ rev: 2 }] });
  });

  it("takes all steps again without calling known ones new", () => {
    const merged = merge([step(1), step(2)], update(3, 3, [step(1), step(2), step(3)]));
    expect(merged?.steps).toHaveLength(3);
    expect(merged?.fresh.map(({ rev }) => rev)).toEqual([3]);
  });

  it("drops what was taken back", () => {
    expect(merge([step(1), step(2)], update(3, 1, []))?.steps.map(({ rev }) => rev)).toEqual([1]);
  });

  it("notices a gap", () => {
    expect(merge([step(1)], update(5, 4, [step(4)]))).toBeNull();
    expect(merge([], update(5, 0, [step(1)]))).toBeNull();
  });

  it("builds a view on the one before and keeps the table until it changes", () => {
    const before = update(1, 0, []);
    const [first, second, ...rest] = before.view.tokens;
    const moved = { ...first!, cell: "h8" };
    const part = { ...update(2, 1, []), table: null, gone: [second!.id], view: { ...before.view, cells: [], tokens: [moved] } };
    const after = completed(before, part)!;
    expect(after.view.tokens).toEqual([moved, ...rest]);
    expect(after.view.cells).toBe(before.view.cells);
    expect(after.table).toBe(before.table);
    const muted = [{ seat: 0, window: "at the end of movement" }];
    expect(completed({ ...before, muted }, part)!.muted, "every update says what is muted").toEqual([]);
    expect(completed(before, { ...part, muted })!.muted).toEqual(muted);
    expect(completed(null, part)).toBeNull();
  });
});

describe("views that say the same", () => {
  it("stay the same object", () => {
    expect(reuseView(START, structuredClone(START))).toBe(START);
    expect(reuseView(START, FIGHT)).toBe(FIGHT);
    expect(reuseView(undefined, FIGHT)).toBe(FIGHT);
  });
});

describe("playing updates back", () => {
  function stage() {
    const seen: string[] = [];
    const timers: (() => void)[] = [];
    const told = {
      showDice: (scene: DiceRoll | null) => seen.push(scene ? `${scene.rolling ? "roll" : "land"} ${scene.step.rev}` : "clear"),
      show: (one: Update) => seen.push(`show ${one.rev}`),
      announce: (one: StepInfo) => seen.push(`tell ${one.rev}`),
    };
    return { seen, timers, told };
  }
  const settle = () => new Promise((done) => setTimeout(done));

  it("rolls before the board changes, and the next order waits", async () => {
    const { seen, timers, told } = stage();
    const playback = new Playback(told, () => NORMAL, (run) => timers.push(run));
    playback.push(update(1, 1, []), [step(1, dice)]);
    const event = { kind: "move", text: "moves", rule: "", cells: [], numbers: {} };
    playback.push(update(2, 2, []), [step(2, { events: [event] })]);
    await settle();
    expect(seen).toEqual(["roll 1"]);
    timers.shift()!();
    await settle();
    expect(seen).toEqual(["roll 1", "land 1", "show 1", "tell 1"]);
    expect(playback.behind).toBe(true);
    playback.skip();
    await settle();
    expect(seen.slice(4)).toEqual(["clear", "show 2", "tell 2"]);
    expect(playback.behind).toBe(false);
  });

  it("shows everything at once without animation", async () => {
    const { seen, told } = stage();
    const playback = new Playback(told, () => INSTANT, () => expect.fail("nothing waits"));
    playback.push(update(1, 1, []), [step(1, dice)]);
    await settle();
    expect(seen).toEqual(["land 1", "show 1", "tell 1", "clear"]);
  });

  it("does not play many steps at once", async () => {
    const { seen, told } = stage();
    new Playback(told, () => NORMAL).push(update(9, 9, []), [1, 2, 3, 4].map((rev) => step(rev, dice)));
    await settle();
    expect(seen[0]).toBe("show 9");
  });
});

describe("the table", () => {
  afterEach(() => vi.unstubAllGlobals());

  function table() {
    const sent: Command[] = [];
    let up = true;
    const line = { send: (command: Command) => (up ? (sent.push(command), true) : false), close: () => undefined, retryNow: () => undefined, markOffline: () => undefined };
    const store = new TableStore("t", () => INSTANT, () => line);
    store.connectionChanged("open");
    return { store, sent, disconnect: () => (up = false) };
  }
  const settle = async () => {
    await new Promise((done) => setTimeout(done));
    flushSync();
  };

  it("gives orders for the revision it has seen and waits for the answer", async () => {
    const { store, sent } = table();
    store.message(update(3, 0, []));
    await settle();
    expect(store.ready).toBe(true);
    store.order("e2-e4");
    expect(sent).toEqual([{ t: "order", rev: 3, do: "e2-e4" }]);
    expect(store.ready).toBe(false);
    store.message({ t: "refused", code: "stale", text: "the table has changed", rev: 4 });
    expect([store.refusal, store.ready]).toEqual(["the table has changed", true]);
  });

  it("says so when there is no connection", () => {
    const { store, disconnect } = table();
    store.message(update(1, 0, []));
    disconnect();
    store.propose("draw");
    expect(store.refusal).toMatch(/no connection/);
    expect(store.sending).toBe(false);
  });

  it("shows an order as unconfirmed until the server has taken it", async () => {
    const { store } = table();
    store.message(update(3, 0, []));
    await settle();
    store.order("e2-e4");
    expect(store.unconfirmed?.order).toBe("e2-e4");
    store.message(update(3, 0, []));
    expect(store.unconfirmed, "a guest has come, nothing else").not.toBeNull();
    expect(store.ready).toBe(false);
    store.message(update(4, 1, [step(4, { seat: 0, order: "e2-e4" })]));
    await settle();
    expect([store.unconfirmed, store.ready, store.refusal]).toEqual([null, true, ""]);
  });

  it("sends an order again that was lost on the way, and only once", async () => {
    const { store, sent } = table();
    store.message(update(3, 0, []));
    await settle();
    store.order("e2-e4");
    store.connectionChanged("lost");
    store.connectionChanged("open");
    expect(store.ready, "what is under way is not given twice").toBe(false);
    store.message(update(3, 0, []));
    store.message(update(3, 0, []));
    expect(sent).toEqual([{ t: "order", rev: 3, do: "e2-e4" }, { t: "order", rev: 3, do: "e2-e4" }]);
    store.message(update(4, 1, [step(4, { seat: 0, order: "e2-e4" })]));
    expect([store.unconfirmed, store.sending, store.refusal]).toEqual([null, false, ""]);
  });

  it("does not send an order again that arrived although its answer was lost", () => {
    const { store, sent } = table();
    store.message(update(3, 0, []));
    store.order("e2-e4");
    store.connectionChanged("lost");
    store.connectionChanged("open");
    store.message(update(5, 2, [step(4, { seat: 0, order: "e2-e4" }), step(5)]));
    expect(sent).toHaveLength(1);
    expect([store.unconfirmed, store.sending, store.refusal]).toEqual([null, false, ""]);
  });

  it("does not complain about an order sent again that had been taken the first time", () => {
    const { store } = table();
    store.message(update(3, 0, []));
    store.order("e2-e4");
    store.connectionChanged("lost");
    store.connectionChanged("open");
    store.message(update(3, 0, []));
    store.message({ t: "refused", code: "stale", text: "the table has changed", rev: 4 });
    store.message(update(4, 1, [step(4, { seat: 0, order: "e2-e4" })]));
    expect([store.unconfirmed, store.sending, store.refusal]).toEqual([null, false, ""]);
  });

  it("says so when an order was lost and the table has moved on", () => {
    const { store, sent } = table();
    store.message(update(3, 0, []));
    store.order("e2-e4");
    store.connectionChanged("lost");
    store.connectionChanged("open");
    store.message(update(4, 0, [], { end: { winners: [1], text: "White resigns", rule: "" } }));
    expect(store.refusal).toContain("e2-e4");
    expect([store.unconfirmed, store.sending, sent.length]).toEqual([null, false, 1]);
  });

  it("forgets what one player saw when another looks", async () => {
    const { store, sent } = table();
    const screen = (looks: number) => ({ screen: { looking_seat: looks, secrets: [0, 1] } });
    const drew = step(2, { events: [{ kind: "drew", text: "You draw Field Medic.", rule: "", cells: [], numbers: {} }] });
    store.message(update(1, 0, [], screen(0)));
    store.message(update(2, 1, [drew], { ...screen(0), view: FIGHT }));
    store.message(update(3, 2, [step(3)], screen(0)));
    await settle();
    await store.look(1);
    expect(store.view).toBe(FIGHT);
    store.lookAs(null);
    expect(sent).toEqual([{ t: "look", seat: null }]);
    store.message(update(3, 2, [step(2), step(3)], screen(-1)));
    await settle();
    expect([store.past, store.said, store.lookingSeat, store.sending]).toEqual([null, "", null, false]);
    expect(JSON.stringify(store.steps)).not.toContain("Medic");
    store.message(update(3, 2, [step(2), step(3)], screen(0)));
    store.message(update(4, 3, [step(4)], screen(-1)));
    expect(sent.at(-1), "the look ended with the lost connection: everything is asked for again").toEqual({ t: "sync", rev: 0 });
    store.message(update(4, 3, [step(2), step(3), step(4)], screen(-1)));
    await settle();
    expect([store.lookingSeat, store.steps.length]).toEqual([null, 3]);
    const answer = new Response(JSON.stringify({ frames: [] }));
    const fetched = vi.fn().mockResolvedValue(answer);
    vi.stubGlobal("fetch", fetched);
    await store.look(1);
    expect(store.past, "the old view is gone").toBeNull();
  });

  it("asks for everything when steps are missing", () => {
    const { store, sent } = table();
    store.message(update(1, 0, []));
    store.message(update(5, 4, [step(4)]));
    expect(sent).toEqual([{ t: "sync", rev: 0 }]);
  });

  it("looks back at a view it has kept, and returns when that is taken back", async () => {
    const { store } = table();
    store.message(update(1, 0, []));
    store.message(update(2, 1, [step(2)], { view: FIGHT }));
    store.message(update(3, 2, [step(3)]));
    await settle();
    await store.look(1);
    expect([store.past, store.view, store.ready]).toEqual([1, FIGHT, false]);
    store.message(update(4, 0, []));
    await settle();
    expect([store.past, store.view]).toEqual([null, START]);
  });

  it("fetches older positions from the replay", async () => {
    const { store } = table();
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ frames: [{ view: FIGHT, step: null }, { view: START, step: step(1) }] })));
    store.message(update(2, 1, [step(1)]));
    await settle();
    await store.look(0);
    expect(store.view).toEqual(FIGHT);
    store.present();
    expect(store.view).toEqual(START);
  });

  it("announces what happened", async () => {
    const { store } = table();
    store.message(update(1, 0, []));
    store.message(update(2, 1, [step(2, dice)]));
    await settle();
    expect(store.said).toBe("4 against 2. White to move. Your turn.");
    expect(store.lastDice?.step.rev).toBe(2);
  });

  it("speaks for the seat that the server names", async () => {
    const { store, sent } = table();
    store.message(update(2, 1, [step(1)], { speaker: 1 }));
    await settle();
    store.propose("undo");
    store.propose("draw");
    store.resign();
    store.answer(true);
    expect(sent).toEqual([
      { t: "propose", rev: 2, seat: 1, kind: "undo" },
      { t: "propose", rev: 2, seat: 1, kind: "draw" },
      { t: "resign", rev: 2, seat: 1 },
      { t: "answer", rev: 2, seat: 1, accept: true },
    ]);
  });

  it("mutes and unmutes reactions at the server, and shows what it answers", async () => {
    const { store, sent } = table();
    const reaction = { seat: 0, window: "at the end of movement", left: 0, thinking: false, order: "pass", asked: true, answered: false };
    store.message(update(2, 0, [], { reaction }));
    await settle();
    expect([store.hasChoice, store.ready]).toEqual([true, true]);
    store.mute(reaction);
    expect(sent).toEqual([{ t: "mute", seat: 0, window: "at the end of movement" }]);
    expect([store.now?.muted, store.ready], "nothing is muted before the server says so").toEqual([[], false]);
    const muted = [{ seat: 0, window: reaction.window }];
    store.message(update(2, 0, [], { muted, reaction: { ...reaction, left: 3000, asked: false } }));
    await settle();
    expect([store.now?.muted, store.hasChoice, store.ready]).toEqual([muted, false, true]);
    store.unmute();
    store.message(update(2, 0, [], { reaction }));
    await settle();
    expect([sent.at(-1), store.now?.muted, store.hasChoice]).toEqual([{ t: "unmute" }, [], true]);
    expect(sent, "the page declines nothing by itself").toHaveLength(2);
  });

  it("keeps asking its own seats while another one may react", async () => {
    const { store } = table();
    const reaction = { seat: 1, window: "", left: 3000, thinking: false, order: "", asked: false, answered: false };
    store.message(update(2, 0, [], { reaction }));
    await settle();
    expect(store.hasChoice).toBe(true);
  });
});
