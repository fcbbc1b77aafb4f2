// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

import type { OptionInfo, PresetInfo } from "./games.gen";
import type { View } from "./view.gen";

/** A rule in our own words, and where it comes from; a rule that is not printed gives a `reason`. */
export interface BookRule {
  id: string;
  text: string;
  kind: "gap" | "printed" | "reading" | "ruling";
  reason: string;
}

/** A board whose `cell` is chosen, so that its orders are marked; the odds of an `order` are shown. */
export interface DiagramInfo {
  caption: string;
  view: View;
  cell: string;
  order: string;
  seats: string[];
}

/** The rules of a chapter, and their diagrams. */
export interface ChapterInfo {
  title: string;
  rules: BookRule[];
  diagrams: DiagramInfo[];
}

/** GET /api/games/{key}/book: everything there is to read about a game. */
export interface BookInfo {
  game: string;
  title: string;
  summary: string;
  howto: string[];
  lesson: boolean;
  armies: boolean;
  chapters: ChapterInfo[];
  options: OptionInfo[];
  presets: PresetInfo[];
}
