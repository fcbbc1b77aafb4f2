import { describe, expect, it, vi } from "vitest";
import type { LessonInfo, LessonReply } from "../src/protocol.gen";
import { LessonStore } from "../src/store/lesson.svelte";
import { keepProgress, lessonProgress, parseProgress } from "../src/store/lessons";
import { INSTANT } from "../src/store/playback";

const view = (prompt: string) => ({ prompt }) as never;
const task = (title: string, goal: string) => ({ title, text: "Text.", goal, seat: 0, frame: { view: view(title), step: null } });
const LESSON: LessonInfo = { game: "g", title: "G", about: "About.", seats: ["White", "Black"], tasks: [task("one", "Do it."), task("two", "")] };

const answering = (reply: Partial<LessonReply>) =>
  vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(JSON.stringify({ verdict: "again", says: "No.", order: "", frames: [], ...reply })))));

describe("the progress of lessons", () => {
  it("is what was stored, without what is not understood", () => {
    expect(parseProgress('{"a": 3, "b": null, "c": -1, "d": "x"}')).toEqual({ a: 3, b: null });
    for (const text of ["", "[1]", "7", "null", "{"]) expect(parseProgress(text)).toEqual({});
  });

  it("is not lost when a lesson is taken again", () => {
    keepProgress("again", 2);
    expect(lessonProgress().again).toBe(2);
    keepProgress("again", null);
    keepProgress("again", 1);
    expect(lessonProgress().again).toBe(null);
  });
});

describe("a lesson", () => {
  it("leaves the board alone after a wrong order and shows a right one", async () => {
    const store = new LessonStore(LESSON, 0, () => INSTANT);
    answering({ says: "Not that." });
    await store.attempt("a");
    expect([store.reply?.says, store.solved, store.ready, store.view?.prompt]).toEqual(["Not that.", false, true, "one"]);
    const step = { rev: 1, seat: 0, order: "b", faces: [[3]], sides: [[6]], owners: [[0]], events: [] };
    answering({ verdict: "right", says: "Yes.", order: "b", frames: [{ view: view("after"), step }] });
    await store.attempt("b");
    expect([store.reply?.says, store.solved, store.ready, store.view?.prompt, store.step?.order, store.dice]).toEqual(["Yes.", true, false, "after", "b", null]);
  });

  it("goes on, ends, and says what went wrong", async () => {
    const store = new LessonStore(LESSON, 9, () => INSTANT);
    expect([store.at, store.solved]).toEqual([1, true]);
    vi.stubGlobal("fetch", vi.fn(() => Promise.reject(new Error("off"))));
    await store.attempt(null);
    expect(store.problem).toContain("does not answer");
    store.open(2);
    expect([store.over, store.task, store.problem]).toEqual([true, undefined, ""]);
  });
});
