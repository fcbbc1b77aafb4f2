// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

import type { View } from "./view.gen";

/**
 * A map with its first position as a spectator sees it.
 *
 * `settles` are the options that the map decides, `station` is its place in the campaign, 0 if it has none.
 */
export interface MapInfo {
  key: string;
  title: string;
  about: string;
  seats: string[];
  settles: Record<string, string>;
  station: number;
  view: View;
}

/** GET /api/games/{game}/maps: the maps that a table may be played on. */
export interface MapsInfo {
  game: string;
  title: string;
  maps: MapInfo[];
}

/** A map of a campaign and whether the asker has won it or may play it. */
export interface StationInfo {
  key: string;
  title: string;
  about: string;
  state: "locked" | "open" | "won";
}

/**
 * GET /api/games/{game}/campaign: the maps in their order and how far the asker has come.
 *
 * `due` is the next map to win, empty after the last one; `table` is the asker's present table for it, and `tries`
 * counts the tables made for it.
 */
export interface CampaignInfo {
  game: string;
  title: string;
  stations: StationInfo[];
  due: string;
  table: string;
  begun: boolean;
  tries: number;
  player: string;
  options: Record<string, string>;
}

/**
 * POST /api/games/{game}/campaign: a table for the due map, or for one that has been won.
 *
 * `options` count only when a campaign begins, for the first time or after a `restart`. `player` is the opponent:
 * empty for the usual one, whose level grows from map to map; absent for the same as before.
 */
export interface CampaignRequest {
  map?: string;
  player?: string | null;
  options?: Record<string, string>;
  restart?: boolean;
  seed?: string;
  pledge?: string;
}
