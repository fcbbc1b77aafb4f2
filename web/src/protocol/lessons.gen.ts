// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

import type { Frame } from "./replays.gen";

/** One step of a lesson; without a `goal` there is nothing to do but to look. `seat` is the learner's. */
export interface TaskInfo {
  title: string;
  text: string;
  goal: string;
  seat: number;
  frame: Frame;
}

/** GET /api/games/{key}/lesson: the first lesson of a game. */
export interface LessonInfo {
  game: string;
  title: string;
  about: string;
  seats: string[];
  tasks: TaskInfo[];
}

/** POST /api/games/{key}/lesson: what the learner does in a task, counted from 0; without an order: show me. */
export interface Attempt {
  task: number;
  order?: string | null;
}

/** Whether that was right, what to say about it, and what happened on the board if it was. */
export interface LessonReply {
  verdict: "again" | "refused" | "right";
  says: string;
  order: string;
  frames: Frame[];
}
