// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

import type { View } from "./view.gen";

/**
 * A map with its first position as a spectator sees it.
 *
 * `settles` are the options that choosing it decides, `station` its place in the campaign, 0 if it has none.
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

/** A map of a campaign and how the asker stands with it. */
export interface StationInfo {
  key: string;
  title: string;
  about: string;
  state: "locked" | "open" | "won";
}

/**
 * GET /api/games/{game}/campaign: the maps in their order and how far the asker has come.
 *
 * `due` is the next map to be won, empty after the last; `table` is where the asker is playing for it right now,
 * and `tries` counts the tables made for it.
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
 * `options` count when a campaign begins, for the first time or `anew`; afterwards it goes on as it began.
 */
export interface CampaignWish {
  map?: string;
  player?: string;
  options?: Record<string, string>;
  anew?: boolean;
  seed?: string;
  pledge?: string;
}
