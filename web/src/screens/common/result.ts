/** The result of a match in words. */

import type { EndInfo } from "../../protocol.gen";

/** "White wins", "A draw", "White and Black share the win". */
export function headline(end: EndInfo, seats: readonly string[]): string {
  const names = end.winners.map((seat) => seats[seat] ?? "?");
  if (names.length === 1) return `${names[0]} wins`;
  if (names.length === 0 || names.length === seats.length) return "A draw";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share the win`;
}

/** The same for the viewer. */
export function verdict(end: EndInfo, mine: readonly number[]): string {
  if (mine.length !== 1) return "The game is over";
  const won = end.winners.includes(mine[0]!);
  if (won && end.winners.length === 1) return "Victory!";
  if (won || end.winners.length === 0) return "Honours even";
  return "Defeat";
}
