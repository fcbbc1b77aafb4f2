// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

export type * from "./protocol/view.gen";
export type * from "./protocol/base.gen";
export type * from "./protocol/games.gen";
export type * from "./protocol/tables.gen";
export type * from "./protocol/messages.gen";
export type * from "./protocol/replays.gen";
export type * from "./protocol/lessons.gen";
export type * from "./protocol/book.gen";
export type * from "./protocol/armies.gen";
export type * from "./protocol/maps.gen";
export type * from "./protocol/advice.gen";
export type * from "./protocol/analysis.gen";
