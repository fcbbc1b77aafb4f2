/** The shelf, fetched once. */

import { fetchRules, fetchShelf, makeTable } from "../net/api";
import type { GameInfo, RulesInfo, NewSeat, Shelf } from "../protocol.gen";

let shelf: Promise<Shelf> | null = null;
const rules = new Map<string, Promise<RulesInfo>>();

/** The games; a failed fetch is tried again at the next call. */
export function loadShelf(): Promise<Shelf> {
  shelf ??= fetchShelf().catch((error: unknown) => {
    shelf = null;
    throw error;
  });
  return shelf;
}

/** The rules of a game in our own words. */
export function loadRules(game: string): Promise<RulesInfo> {
  let found = rules.get(game);
  if (!found) {
    found = fetchRules(game).catch((error: unknown) => {
      rules.delete(game);
      throw error;
    });
    rules.set(game, found);
  }
  return found;
}

const EASIEST = "1";

/** The computer player that is proposed: the lowest level, or the last player if there are no levels. */
export const usual = (players: readonly string[]): string => (players.includes(EASIEST) ? EASIEST : (players.at(-1) ?? ""));

/** The three games that need no set-up. */
export type Quick = "computer" | "here" | "invite";

/** Who sits where in a quick game; the visitor always has the first seat. */
export function quickSeats(kind: Quick, game: GameInfo, players: readonly string[]): NewSeat[] {
  return game.seats.map((_, seat): NewSeat => {
    if (seat === 0 || kind === "here") return { kind: "here" };
    return kind === "computer" ? { kind: "computer", player: usual(players) } : { kind: "open" };
  });
}

/** Begin a quick game; gives the id of its table. */
export async function quickStart(kind: Quick, game: GameInfo, players: readonly string[]): Promise<string> {
  return (await makeTable({ game: game.key, seats: quickSeats(kind, game, players) })).id;
}
