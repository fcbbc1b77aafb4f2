import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchShelf, makeTable, seed } from "../src/net/api";
import { NO_TABLE, PATIENCE, SILENCE, socketUrl, TableSocket, wait, type Connection, type Environment } from "../src/net/socket";
import type { Message } from "../src/protocol.gen";
import { update } from "./support";

class FakeSocket {
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {}
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function world() {
  const sockets: FakeSocket[] = [];
  const timers: { run: () => void; ms: number; id: number }[] = [];
  let count = 0;
  const around: Environment = {
    open: (url) => {
      sockets.push(new FakeSocket(url));
      return sockets.at(-1) as unknown as WebSocket;
    },
    later: (run, ms) => (timers.push({ run, ms, id: ++count }), count),
    cancel: (id) => void timers.splice(0, timers.length, ...timers.filter((timer) => timer.id !== id)),
    random: () => 1,
  };
  const states: Connection[] = [];
  const heard: Message[] = [];
  let rev = 0;
  const socket = new TableSocket("ws://x/s", { message: (one) => (heard.push(one), (rev = (one as { rev: number }).rev)), connectionChanged: (state) => states.push(state), synced: () => rev }, around);
  return { socket, sockets, timers, states, heard };
}

describe("the socket", () => {
  it("sends only when there is a connection", () => {
    const { socket, sockets } = world();
    expect(socket.send({ t: "order", rev: 0, do: "e2-e4" })).toBe(false);
    sockets[0]!.open();
    expect(socket.send({ t: "order", rev: 0, do: "e2-e4" })).toBe(true);
    expect(JSON.parse(sockets[0]!.sent[0]!)).toEqual({ t: "order", rev: 0, do: "e2-e4" });
  });

  it("comes back by itself and asks for what is new since it left", () => {
    const { sockets, timers, states, heard } = world();
    sockets[0]!.open();
    sockets[0]!.onmessage!({ data: JSON.stringify(update(7, 0, [])) });
    sockets[0]!.drop();
    expect(states).toEqual(["open", "lost"]);
    timers[0]!.run();
    expect(sockets[1]!.url).toBe("ws://x/s?rev=7");
    expect(heard).toHaveLength(1);
  });

  it("waits longer each time, up to a limit, and starts over after a success", () => {
    const { sockets, timers } = world();
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      sockets.at(-1)!.drop();
      waits.push(timers.at(-1)!.ms);
      timers.at(-1)!.run();
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeLessThanOrEqual(8000);
    sockets.at(-1)!.open();
    sockets.at(-1)!.drop(1012);
    expect(timers.at(-1)!.ms, "a table that says nothing is no success").toBe(waits.at(-1));
    timers.at(-1)!.run();
    sockets.at(-1)!.open();
    sockets.at(-1)!.onmessage!({ data: JSON.stringify(update(7, 0, [])) });
    sockets.at(-1)!.drop();
    expect(timers.at(-1)!.ms).toBe(waits[0]);
    expect(wait(0, 0)).toBeLessThan(wait(0, 1));
  });

  it("hurries when the network comes back", () => {
    const { socket, sockets, timers } = world();
    sockets[0]!.drop();
    const retry = timers.at(-1);
    socket.retryNow();
    expect(timers).not.toContain(retry);
    expect(sockets).toHaveLength(2);
    socket.retryNow();
    expect(sockets).toHaveLength(2);
  });

  it("gives up where there is no table, and when it is closed", () => {
    const gone = world();
    gone.sockets[0]!.drop(NO_TABLE);
    expect(gone.states).toEqual(["gone"]);
    expect(gone.timers).toHaveLength(0);
    const closed = world();
    closed.socket.close();
    closed.sockets[0]!.drop();
    expect(closed.timers).toHaveLength(0);
  });

  it("asks after a silence whether anybody is there, and believes an answer", () => {
    const { sockets, timers, states, heard } = world();
    const [socket] = sockets;
    socket!.open();
    socket!.onmessage!({ data: JSON.stringify(update(7, 0, [])) });
    expect(timers.map(({ ms }) => ms)).toEqual([SILENCE]);
    timers.pop()!.run();
    expect(socket!.sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ t: "ping" }]);
    expect(timers.map(({ ms }) => ms)).toEqual([PATIENCE]);
    socket!.onmessage!({ data: JSON.stringify({ t: "pong" }) });
    expect(timers.map(({ ms }) => ms)).toEqual([SILENCE]);
    expect([states, heard.length]).toEqual([["open"], 1]);
  });

  it.each(["ping", "order"])("gives a line up on which a %s gets no answer", (kind) => {
    const { socket, sockets, timers, states } = world();
    const first = sockets[0]!;
    first.open();
    first.onmessage!({ data: JSON.stringify(update(7, 0, [])) });
    if (kind === "ping") timers.pop()!.run();
    else socket.send({ t: "order", rev: 7, do: "e2-e4" });
    timers.pop()!.run();
    expect([states, first.readyState]).toEqual([["open", "lost"], 3]);
    timers.at(-1)!.run();
    expect(sockets[1]!.url).toBe("ws://x/s?rev=7");
    first.onclose?.({ code: 1006 });
    expect(states, "nobody listens to the dead line").toEqual(["open", "lost"]);
  });

  it("believes the browser that the network is gone", () => {
    const { socket, sockets, timers, states } = world();
    sockets[0]!.open();
    socket.markOffline();
    socket.markOffline();
    expect(states).toEqual(["open", "lost"]);
    expect(timers).toHaveLength(1);
  });

  it("does not wait forever for the first message", () => {
    const { timers, states } = world();
    timers[0]!.run();
    expect(states).toEqual(["lost"]);
  });

  it("knows its address", () => {
    expect(socketUrl("a b", { protocol: "https:", host: "x:1" })).toBe("wss://x:1/api/tables/a%20b/socket");
    expect(socketUrl("t", { protocol: "http:", host: "x" })).toBe("ws://x/api/tables/t/socket");
  });
});

describe("requests", () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (status: number, body: string) => vi.stubGlobal("fetch", vi.fn(async () => new Response(body, { status })));

  it("turn a problem into a sentence", async () => {
    answer(422, JSON.stringify({ code: "bad", text: "there is no such option" }));
    await expect(fetchShelf()).rejects.toMatchObject({ code: "bad", message: "There is no such option" });
    answer(502, "<html>");
    await expect(fetchShelf()).rejects.toMatchObject({ message: "The server answered with an error (502)." });
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("failed");
    });
    await expect(fetchShelf()).rejects.toMatchObject({ code: "offline" });
  });

  it("let the server pledge its dice before ours are sent", async () => {
    const asked: [string, unknown][] = [];
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      asked.push([path, JSON.parse(String(init.body))]);
      return new Response(JSON.stringify({ table: "P1", id: "P1" }), { status: 201 });
    });
    await makeTable({ game: "g", seats: [] });
    expect(asked[0]).toEqual(["/api/pledges", {}]);
    expect(asked[1]![0]).toBe("/api/tables");
    expect(asked[1]![1]).toMatchObject({ game: "g", pledge: "P1", seed: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it("never give the same seed twice", () => {
    expect(seed()).not.toBe(seed());
  });
});
