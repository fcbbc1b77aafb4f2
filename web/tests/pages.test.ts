import { afterEach, describe, expect, it, vi } from "vitest";
import { programName } from "../src/board/labels";
import type { GameInfo, OptionInfo } from "../src/protocol.gen";
import { armyPath, invitation, parse, replayPath, setupPath, tablePath } from "../src/router";
import { clamp, recordName, stepsOf } from "../src/screens/replay/record";
import { byChapter, filterRules } from "../src/screens/common/rules";
import { explained, presetOf, presetOptions } from "../src/screens/common/options";
import { plain } from "../src/skins/plain";
import { loadSkin } from "../src/skins/registry";
import { headline, verdict } from "../src/screens/common/result";
import { isRecentTable, listed } from "../src/store/recent";
import { parseList } from "../src/store/storage";
import { quickSeats, defaultPlayer } from "../src/store/shelf";
import { START, step } from "./support";

describe("addresses", () => {
  it("lead to their pages", () => {
    expect(parse("/", "")).toEqual({ page: "shelf" });
    expect(parse("/new/a-game", "")).toEqual({ page: "setup", game: "a-game", army: "" });
    expect(parse("/new/a-game", "#army=1-2")).toEqual({ page: "setup", game: "a-game", army: "1-2" });
    expect(parse("/army/a-game", "#code=1-2")).toEqual({ page: "army", game: "a-game", code: "1-2" });
    expect(parse("/table/T1", "")).toEqual({ page: "table", id: "T1", join: "" });
    expect(parse("/table/T1", "#join=a_b-c")).toEqual({ page: "table", id: "T1", join: "a_b-c" });
    expect(parse("/replay/T1", "#at=12")).toEqual({ page: "replay", id: "T1", at: 12, analyse: false });
    expect(parse("/replay", "#at=x")).toEqual({ page: "replay", id: "", at: null, analyse: false });
    expect(parse("/about", "")).toEqual({ page: "about" });
    for (const path of ["/table", "/a/b", "/table/a/b", "/table/%E0%A4%A"]) expect(parse(path, "")).toEqual({ page: "lost" });
  });

  it("come back from the paths that are made", () => {
    const id = "a/b c";
    expect(parse(tablePath(id), "")).toMatchObject({ id });
    expect(parse(replayPath(id), "")).toMatchObject({ id });
    expect(parse(setupPath(id), "")).toMatchObject({ game: id });
    for (const path of [setupPath(id, "A-1"), armyPath(id, "A-1")]) {
      const { pathname, hash } = new URL(path, "http://x.example");
      expect(parse(pathname, hash)).toMatchObject({ game: id });
      expect(Object.values(parse(pathname, hash))).toContain("A-1");
    }
    const url = new URL(invitation("http://x.example", "t", "a+b"));
    expect(parse(url.pathname, url.hash)).toMatchObject({ id: "t", join: "a+b" });
  });
});

describe("a page below a path", () => {
  const mount = async (content: string) => {
    document.head.innerHTML = `<meta name="pawnstorm-root" content="${content}" />`;
    vi.resetModules();
    return await import("../src/router");
  };
  afterEach(() => {
    document.head.innerHTML = "";
    vi.resetModules();
  });

  it("has addresses below it and leaves others alone", async () => {
    const router = await mount("/club/games/");
    expect(router.root).toBe("/club/games");
    expect(router.homePath).toBe("/club/games/");
    expect(router.tablePath("T1")).toBe("/club/games/table/T1");
    expect(router.parse("/club/games/table/T1", "")).toMatchObject({ page: "table", id: "T1" });
    expect(router.parse("/club/games", "")).toEqual({ page: "shelf" });
    const url = new URL(router.invitation("http://x.example", "t", "a+b"));
    expect(router.parse(url.pathname, url.hash)).toMatchObject({ id: "t", join: "a+b" });
    expect(["/club/games", "/club/games/about", "/club/gamesters", "/"].map(router.isOurs)).toEqual([true, true, false, false]);
    const { socketUrl } = await import("../src/net/socket");
    expect(socketUrl("t", { protocol: "https:", host: "x" })).toBe("wss://x/club/games/api/tables/t/socket");
  });

  it("has no path if no server has written one", async () => {
    expect((await mount("./")).root).toBe("");
  });
});

const option = (key: string, values: string[], explain = ""): OptionInfo => ({ key, title: key, values, explain, rules: [] });
const game: GameInfo = {
  key: "g",
  title: "G",
  summary: "",
  rules_version: 1,
  players: [],
  seats: ["White", "Black"],
  options: [option("a", ["off", "on"]), option("b", ["1", "2"])],
  presets: [
    { key: "standard", title: "Standard", options: {} },
    { key: "hard", title: "Hard", options: { a: "on" } },
  ],
  armies: false,
  lesson: false,
  maps: false,
  campaign: false,
};

describe("set-up", () => {
  it("writes a preset out and finds it again", () => {
    expect(presetOptions(game, { a: "on" })).toEqual({ a: "on", b: "1" });
    expect(presetOf(game, { a: "off", b: "1" })).toBe("standard");
    expect(presetOf(game, { a: "on", b: "1" })).toBe("hard");
    expect(presetOf(game, { a: "on", b: "2" })).toBe("");
  });

  it("splits an explanation by values", () => {
    expect(explained(option("x", ["on", "off"], "on: this happens; it is rare; off: it does not."))).toEqual({
      intro: "it is rare",
      values: [["on", "this happens."], ["off", "it does not."]],
    });
    expect(explained(option("x", ["1"], "After so many moves the game ends."))).toEqual({ intro: "After so many moves the game ends.", values: [] });
  });

  it("seats a quick game", () => {
    expect(quickSeats("computer", { ...game, players: ["weak", "strong"] })).toEqual([{ kind: "here" }, { kind: "computer", player: "strong" }]);
    expect(quickSeats("here", game)).toEqual([{ kind: "here" }, { kind: "here" }]);
    expect(quickSeats("invite", { ...game, seats: ["A", "B", "C"] }).map(({ kind }) => kind)).toEqual(["here", "open", "open"]);
    expect(defaultPlayer([])).toBe("");
    expect(defaultPlayer(["random", "1", "2", "3", "4"])).toBe("1");
    expect(["random", "3"].map(programName)).toEqual(["Random", "Level 3"]);
  });
});

describe("rules", () => {
  const rules = [
    { id: "X-1", chapter: "kit", text: "A board." },
    { id: "X-12", chapter: "fights", text: "A fight is settled by dice." },
    { id: "X-2", chapter: "kit", text: "Some dice." },
  ];

  it("are found by all words or by exactly their number", () => {
    expect(filterRules(rules, "DICE").map(({ id }) => id)).toEqual(["X-12", "X-2"]);
    expect(filterRules(rules, "fight dice").map(({ id }) => id)).toEqual(["X-12"]);
    expect(filterRules(rules, "x-1").map(({ id }) => id)).toEqual(["X-1"]);
    expect(filterRules(rules, " ")).toHaveLength(3);
    expect(filterRules(rules, "dragon")).toEqual([]);
  });

  it("are sorted by chapter", () => {
    expect(byChapter(rules).map(([chapter, list]) => [chapter, list.length])).toEqual([["kit", 2], ["fights", 1]]);
  });
});

describe("endings", () => {
  const end = (winners: number[]) => ({ winners, text: "", rule: "" });

  it("are worded for the viewer", () => {
    expect([verdict(end([0]), [0]), verdict(end([1]), [0]), verdict(end([0, 1]), [0]), verdict(end([0]), []), verdict(end([0]), [0, 1])]).toEqual([
      "Victory!",
      "Defeat",
      "Honours even",
      "The game is over",
      "The game is over",
    ]);
  });

  it("name the winners", () => {
    const four = ["White", "Red", "Black", "Blue"];
    expect([headline(end([1]), four), headline(end([0, 1, 2, 3]), four), headline(end([0, 1, 3]), four)]).toEqual(["Red wins", "A draw", "White, Red and Blue share the win"]);
  });
});

describe("replay", () => {
  it("stays inside the record", () => {
    expect([clamp(-1, 5), clamp(3, 5), clamp(99, 5)]).toEqual([0, 3, 4]);
  });

  it("has a step between every two frames", () => {
    const frames = [{ view: START, step: null }, { view: START, step: step(1) }, { view: START, step: step(2) }];
    expect(stepsOf(frames).map(({ rev }) => rev)).toEqual([1, 2]);
    expect(recordName({ game: "g" }, "abcdefghijk")).toBe("g-abcdefgh.txt");
    expect(recordName({ game: "g" }, "")).toBe("g.txt");
  });
});

describe("tables to go on with", () => {
  const table = (id: string) => ({ id, title: "G", seats: ["White"] });

  it("are listed newest first, each once, until they are over", () => {
    expect(listed([table("a"), table("b")], table("b"), false).map(({ id }) => id)).toEqual(["b", "a"]);
    expect(listed([table("a"), table("b")], table("a"), true).map(({ id }) => id)).toEqual(["b"]);
    expect(listed(["1", "2", "3", "4", "5", "6"].map(table), table("7"), false)).toHaveLength(6);
  });

  it("survive broken storage", () => {
    for (const text of ["", "{", "[1, null, {}]", '{"id":"a"}']) expect(parseList(text, isRecentTable)).toEqual([]);
    expect(parseList(JSON.stringify([table("a")]), isRecentTable)).toEqual([table("a")]);
  });
});

describe("the skins", () => {
  it("belong to games by the names of their folders; any other game is shown plainly", async () => {
    expect(await loadSkin(START.game)).not.toBe(plain);
    for (const game of ["no-such-game", "plain", "constructor"]) expect(await loadSkin(game)).toBe(plain);
  });

  it("show a die in the colour of its seat, also plainly", () => {
    const rolled = step(2, { faces: [[5, 3]], sides: [[6, 8]], owners: [[0, 1]] });
    expect([0, 1].map((die) => plain.dieLabel(rolled, 0, die)?.seat)).toEqual([0, 1]);
    expect(plain.dieLabel(step(1), 0, 0)?.seat).toBe(1);
  });
});
