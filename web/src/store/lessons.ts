/** How far this browser has come in the lessons, by game: the next task, or null after the last one. */

import { readText, writeText } from "./storage";

const KEY = "pawnstorm.lessons";

export type Progress = Record<string, number | null>;

/** The stored progress; what is not understood is left out. */
export function parseProgress(text: string): Progress {
  try {
    const found: unknown = JSON.parse(text || "{}");
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(Object.entries(found).filter(([, next]) => next === null || (Number.isInteger(next) && next >= 0)));
  } catch {
    return {};
  }
}

export const lessonProgress = (): Progress => parseProgress(readText(KEY));

/** Remember the next task of a game's lesson; null when the lesson is over. */
export function keepProgress(game: string, next: number | null): void {
  const before = lessonProgress();
  // Who has learned the game once has learned it.
  if (before[game] === null && next !== null) return;
  writeText(KEY, JSON.stringify({ ...before, [game]: next }));
}
