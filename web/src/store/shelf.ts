/** The shelf and the rules of its games, fetched once. */

import { fetchRules, fetchShelf, makeTable } from "../net/api";
import type { GameInfo, NewSeat, RulesInfo, Shelf } from "../protocol.gen";
import { once } from "./once";

const load: (key: string) => Promise<Shelf> = once(fetchShelf);

/** The games. */
export const loadShelf = (): Promise<Shelf> => load("");

/** The rules of a game in our own words. */
export const loadRules: (game: string) => Promise<RulesInfo> = once(fetchRules);

const EASIEST = "1";

/** The computer player that is proposed: the lowest level, or the last player if there are no levels. */
export const defaultPlayer = (players: readonly string[]): string => (players.includes(EASIEST) ? EASIEST : (players.at(-1) ?? ""));

/** Whether a computer player may have a character: levels may. */
export const hasCharacter = (player = ""): boolean => /^\d+$/.test(player);

/** A computer player with a character, if it may have one. */
export const withCharacter = (player: string, character = ""): string => (character && hasCharacter(player) ? `${player}:${character}` : player);

/** The three games that need no set-up. */
export type QuickGame = "computer" | "here" | "invite";

/** Who sits where in a quick game; the visitor always has the first seat. */
export function quickSeats(kind: QuickGame, game: GameInfo): NewSeat[] {
  return game.seats.map((_, seat): NewSeat => {
    if (seat === 0 || kind === "here") return { kind: "here" };
    return kind === "computer" ? { kind: "computer", player: defaultPlayer(game.players) } : { kind: "open" };
  });
}

/** Start a quick game; returns the id of its table. */
export async function quickStart(kind: QuickGame, game: GameInfo): Promise<string> {
  return (await makeTable({ game: game.key, seats: quickSeats(kind, game) })).id;
}
