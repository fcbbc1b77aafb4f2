// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

import type { EndInfo, StepInfo } from "./messages.gen";
import type { View } from "./view.gen";

/** One position of a replay and the step that led to it (none for the first). */
export interface Frame {
  view: View;
  step: StepInfo | null;
}

/** GET /api/tables/{id}/replay, POST /api/replay: a whole match, position by position. */
export interface Replay {
  game: string;
  title: string;
  seats: string[];
  options: Record<string, string>;
  frames: Frame[];
  end: EndInfo | null;
  dice: string;
  dice_ok: boolean | null;
  record: string;
  signed: "elsewhere" | "here" | "no";
  key: string;
  players: string[];
}
