/** The record of a replay: its players, positions and file. */

import { programName } from "../../board/labels";
import type { Frame, Replay, StepInfo } from "../../protocol.gen";

const PEOPLE: readonly string[] = ["guest", "human"];

/** Who played a seat, as the record says; empty if it says nothing. */
export function whoPlayed(player: string): string {
  if (!player) return "";
  return PEOPLE.includes(player) ? "A person" : `Computer · ${programName(player)}`;
}

/** By whom a record is signed. */
export function signedText({ signed, key }: Pick<Replay, "signed" | "key">): string {
  if (signed === "here") return "Signed by this server.";
  return signed === "elsewhere" ? `Signed by another key: ${key}.` : "Not signed by any server.";
}

/** A position that exists. */
export const clamp = (at: number, frames: number): number => Math.max(0, Math.min(at, frames - 1));

/** The steps between the frames; the first frame has none. */
export function stepsOf(frames: readonly Frame[]): StepInfo[] {
  return frames.slice(1).map((frame, index) => frame.step ?? { rev: -index, seat: -1, order: "", faces: [], sides: [], owners: [], events: [] });
}

/** The name of the file that a record is saved to. */
export function recordName(replay: Pick<Replay, "game">, id: string): string {
  return `${replay.game}${id ? `-${id.slice(0, 8)}` : ""}.txt`;
}
